//! The commands of the binary.

mod credit;
mod demo;
mod demo_invoices;
mod explain;
mod jobs;
mod seed;
mod serve;
mod validate;
mod webhooks_listen;
mod work;

use crate::{config::Settings, openapi, telemetry, wiring};
use clap::{Parser, Subcommand};
use std::{error::Error, process::ExitCode};

pub use seed::{SeedError, Seeded, SeededOrganization, seed, seed_with};

/// Open e-invoicing: issue invoices over HTTP, on an embedded database or PostgreSQL.
#[derive(Debug, Parser)]
#[command(name = "billhook", version, about)]
pub struct Cli {
    /// Settings for every command.
    #[command(flatten)]
    pub settings: Settings,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve the HTTP interface; migrates the database first
    Serve,
    /// Work on jobs apart from any server: sends, webhooks, housework
    Work,
    /// Look at the queue, and settle what is dead or in doubt
    Jobs {
        /// What to do
        #[command(subcommand)]
        command: jobs::JobsCommand,
    },
    /// Show and add Peppol credit
    Credit {
        /// What to do
        #[command(subcommand)]
        command: credit::CreditCommand,
    },
    /// Look at webhooks of a running service
    Webhooks {
        /// What to do
        #[command(subcommand)]
        command: webhooks_listen::WebhooksCommand,
    },
    /// Bring the database's schema up to date
    Migrate,
    /// Fill an empty database with demo organizations and print their keys
    Seed {
        /// Print exactly one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Start a server on a fresh embedded database, issue one invoice of each type, and stay
    Demo {
        /// Where the database, PDF and XML files go; a new folder by default
        #[arg(long)]
        dir: Option<std::path::PathBuf>,
        /// Stop when the invoices are issued
        #[arg(long)]
        exit: bool,
    },
    /// Print the OpenAPI document
    Openapi,
    /// Hold UBL and CII documents against the official EN 16931 and Peppol rules
    Validate(validate::Validate),
    /// Print what a rule says and how to mend what breaks it
    Explain {
        /// Its id, BR-CO-15 say
        rule: String,
    },
}

/// What a command may end with.
pub type CommandResult = Result<(), Box<dyn Error + Send + Sync>>;

type Failure = Box<dyn Error + Send + Sync>;

/// Runs a command to its end.
///
/// # Errors
/// What the user has to mend.
pub fn run(cli: Cli) -> Result<ExitCode, Failure> {
    match &cli.command {
        Command::Openapi => println!("{}", openapi::document_json()),
        Command::Validate(validate) => return Ok(validate.run()?),
        Command::Explain { rule } => return Ok(explain::explain(rule)),
        Command::Webhooks { command } => webhooks_listen::run(command)?,
        _ => run_with_settings(cli)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Runs a command that needs the settings.
fn run_with_settings(mut cli: Cli) -> CommandResult {
    if matches!(cli.command, Command::Demo { .. }) && cli.settings.log.is_none() {
        // the demo tells its steps itself
        cli.settings.log = Some("warn".to_owned());
    }
    let config = cli.settings.resolve()?;
    telemetry::install(&config);
    actix_web::rt::System::new().block_on(async move {
        match cli.command {
            Command::Serve => serve::serve(config).await,
            Command::Work => work::run(config).await,
            Command::Jobs { command } => jobs::run(config, command).await,
            Command::Credit { command } => credit::run(config, command).await,
            Command::Migrate => {
                wiring::open_store(&config, true).await?;
                println!("the database is up to date");
                Ok(())
            }
            Command::Seed { json } => seed::run(&config, json).await,
            Command::Demo { dir, exit } => demo::demo(config, dir, exit).await,
            Command::Openapi
            | Command::Validate(_)
            | Command::Explain { .. }
            | Command::Webhooks { .. } => Ok(()),
        }
    })
}
