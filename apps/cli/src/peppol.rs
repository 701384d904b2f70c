//! `billhook peppol`: what needs no settings is `peppol-cli`'s; the operator's commands are here.

use super::{
    doctor::Doctor,
    network_name::NetworkName,
    peppol_reports::{self, ReportsCommand},
    result::Failure,
    smp::{self, SmpCommand},
    with_settings::with,
};
use clap::Subcommand;
use runtime::config::Settings;
use std::process::ExitCode;

/// The Peppol network.
#[derive(Debug, Subcommand)]
pub enum PeppolCommand {
    /// Those that need no settings
    #[command(flatten)]
    Outside(Box<peppol_cli::PeppolCommand>),
    /// Find what is wrong in the network, and what to do: certificates, SML, DNS, our SMP
    Doctor {
        /// Where, and how the result is printed
        #[command(flatten)]
        doctor: Doctor,
        /// Its settings
        #[command(flatten)]
        settings: Box<Settings>,
    },
    /// Look after the monthly reports to the network
    Reports {
        /// What to do
        #[command(subcommand)]
        command: ReportsCommand,
        /// Of which network
        #[arg(long, value_enum, default_value = "live", global = true)]
        network: NetworkName,
        /// Its settings
        #[command(flatten)]
        settings: Box<Settings>,
    },
    /// Manage our SMP and its participants in the SML
    Smp {
        /// What to do
        #[command(subcommand)]
        command: SmpCommand,
        /// In which network
        #[arg(long, value_enum, default_value = "live", global = true)]
        network: NetworkName,
        /// Its settings
        #[command(flatten)]
        settings: Box<Settings>,
    },
}

/// Runs a command.
///
/// # Errors
/// What the user has to fix.
pub fn run(command: PeppolCommand) -> Result<ExitCode, Failure> {
    match command {
        PeppolCommand::Outside(command) => Ok(command.run()),
        PeppolCommand::Doctor { doctor, settings } => {
            with(*settings, |config| async move { doctor.run(&config).await })
        }
        PeppolCommand::Reports { command, network, settings } => {
            with(*settings, |config| peppol_reports::run(config, command, network.into()))?;
            Ok(ExitCode::SUCCESS)
        }
        PeppolCommand::Smp { command, network, settings } => {
            with(*settings, |config| smp::manage(config, command, network.into()))
        }
    }
}
