//! The commands by themselves.

use clap::Parser;
use peppol_cli::PeppolCommand;
use std::process::ExitCode;

/// The Peppol network from outside.
#[derive(Debug, Parser)]
#[command(name = "peppol-cli", version, about)]
struct Cli {
    #[command(subcommand)]
    command: PeppolCommand,
}

fn main() -> ExitCode {
    Cli::parse().command.run()
}
