//! `billhook peppol doctor`: finds what keeps this installation from working in a network, and says what to do about
//! it.

use super::{network_name::NetworkName, result::Failure};
use clap::{Args, ValueEnum};
use peppol_connector::identifiers::Network;
use runtime::{
    clock::Clock,
    config::Config,
    doctor::{Level, Line, examine, worst},
};
use serde_json::json;
use std::process::ExitCode;

/// How the result is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// For programs
    Json,
}

/// Check our certificates, the SML, the DNS and our SMP; exit code 0: all is well, 1: warnings, 2: errors
#[derive(Debug, Args)]
// the command of the same name is a group already
#[group(skip)]
pub struct Doctor {
    /// Only in this network; else in each that the settings take from Peppol
    #[arg(long, value_enum)]
    network: Option<NetworkName>,
    /// How the result is printed
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

impl Doctor {
    /// Checks, and prints what it found.
    pub(super) async fn run(self, config: &Config) -> Result<ExitCode, Failure> {
        let networks = match self.network {
            Some(name) => vec![Network::from(name)],
            None => config.peppol_networks(),
        };
        if networks.is_empty() {
            eprintln!(
                "no network is Peppol's: set BILLHOOK_LIVE_NETWORK=peppol, or name one with --network"
            );
            return Ok(exit(Level::Error));
        }
        let clock = config.clock.map_or_else(Clock::system, Clock::starting_at);
        let mut lines = Vec::new();
        for network in networks {
            lines.extend(examine(config, network, clock).await);
        }
        let level = worst(&lines);
        match self.format {
            Format::Text => lines.iter().for_each(print),
            Format::Json => println!("{}", json!({ "level": level, "checks": lines })),
        }
        Ok(exit(level))
    }
}

fn print(line: &Line) {
    let Line { network, check, level, says, to_do } = line;
    println!("{:8} {network} {check:24} {says}", level.name());
    if let Some(to_do) = to_do {
        println!("{:8} {:29} to do: {to_do}", "", "");
    }
}

fn exit(level: Level) -> ExitCode {
    ExitCode::from(match level {
        Level::Ok => 0,
        Level::Warning => 1,
        Level::Error => 2,
    })
}
