//! The two commands by themselves.

use clap::{Parser, Subcommand};
use rules_cli::{Validate, explain};
use std::process::ExitCode;

/// Documents against the official rules of electronic invoices.
#[derive(Debug, Parser)]
#[command(name = "rules-cli", version, about)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Validate UBL and CII documents against the EN 16931 and Peppol rules
    Validate(Validate),
    /// Explain a rule or a business term
    Explain {
        /// Its id, for example BR-CO-15 or BT-115
        id: String,
    },
}

fn main() -> ExitCode {
    match Cli::parse().command {
        Command::Validate(validate) => validate.run(),
        Command::Explain { id } => explain(&id),
    }
}
