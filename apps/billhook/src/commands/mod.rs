//! The commands of the binary.

mod credit;
mod demo;
mod demo_installation;
mod demo_network;
mod keys;
mod serve;
mod stopping;
mod work;

use crate::interfaces;
use clap::{Parser, Subcommand};
use cli::{
    convert, demo_after, demo_client, demo_invoices, demo_pages, demo_settings, demo_year, jobs,
    local_world, oauth, organizations, partners, pdf, peppol, plans,
    result::{self, Failure},
    seed, smp, users, webhooks_listen,
    with_settings::with,
};
use runtime::{
    config::{Config, Settings, only_of_database},
    wiring,
};
use std::process::ExitCode;

pub use cli::{
    local_world::{BUYER, Provider, SELLER, World, ZONE},
    result::CommandResult,
    seed::{SeedError, Seeded, SeededOrganization, seed, seed_with},
};

/// Open e-invoicing: issue invoices over HTTP, on an embedded database or PostgreSQL.
#[derive(Debug, Parser)]
#[command(name = "billhook", version, about)]
pub struct Cli {
    /// The command.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands. Each takes the settings that it uses.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve the HTTP interface; migrates the database first
    Serve(Settings),
    /// Run jobs apart from any server: sends, webhooks, maintenance
    Work(Settings),
    /// Show the queue, and settle dead jobs and ambiguous sends
    Jobs {
        /// What to do
        #[command(subcommand)]
        command: jobs::JobsCommand,
        /// Its settings
        #[command(flatten)]
        settings: Settings,
    },
    /// Show and add Peppol credit
    #[command(mut_args(only_of_database))]
    Credit {
        /// What to do
        #[command(subcommand)]
        command: credit::CreditCommand,
        /// Its settings
        #[command(flatten)]
        settings: Settings,
    },
    /// Make, list, rotate and revoke API keys
    #[command(mut_args(only_of_database))]
    Keys {
        /// What to do
        #[command(subcommand)]
        command: keys::KeysCommand,
        /// Its settings
        #[command(flatten)]
        settings: Settings,
    },
    /// Make and list partners, and set which organizations they manage
    #[command(mut_args(only_of_database))]
    Partners {
        /// What to do
        #[command(subcommand)]
        command: partners::PartnersCommand,
        /// Its settings
        #[command(flatten)]
        settings: Settings,
    },
    /// Make and list organizations, and their users
    #[command(mut_args(only_of_database))]
    Organizations {
        /// What to do
        #[command(subcommand)]
        command: organizations::OrganizationsCommand,
        /// Its settings
        #[command(flatten)]
        settings: Settings,
    },
    /// Make and list users, and reset their passwords
    #[command(mut_args(only_of_database))]
    Users {
        /// What to do
        #[command(subcommand)]
        command: users::UsersCommand,
        /// Its settings
        #[command(flatten)]
        settings: Settings,
    },
    /// Rotate the key that signs tokens of OAuth
    #[command(mut_args(only_of_database), name = "oauth")]
    OAuth {
        /// What to do
        #[command(subcommand)]
        command: oauth::OAuthCommand,
        /// Its settings
        #[command(flatten)]
        settings: Settings,
    },
    /// Show the plans, and set that of an organization
    #[command(mut_args(only_of_database))]
    Plans {
        /// What to do
        #[command(subcommand)]
        command: plans::PlansCommand,
        /// Its settings
        #[command(flatten)]
        settings: Settings,
    },
    /// Check whether a PDF was handed out here
    #[command(mut_args(only_of_database))]
    Pdf {
        /// What to do
        #[command(subcommand)]
        command: pdf::PdfCommand,
        /// Its settings
        #[command(flatten)]
        settings: Settings,
    },
    /// Show webhooks of a running service
    Webhooks {
        /// What to do
        #[command(subcommand)]
        command: webhooks_listen::WebhooksCommand,
    },
    /// Bring the database's schema up to date
    #[command(mut_args(only_of_database))]
    Migrate(Settings),
    /// Fill an empty database with demo organizations and print their keys
    #[command(mut_args(only_of_database))]
    Seed {
        /// Print exactly one JSON object
        #[arg(long)]
        json: bool,
        /// Its settings
        #[command(flatten)]
        settings: Settings,
    },
    /// Start a server on a fresh embedded database, issue one invoice of each type, and stay
    Demo {
        /// Where the database, PDF and XML files go; a new folder by default
        #[arg(long)]
        dir: Option<std::path::PathBuf>,
        /// Stop when the invoices are issued
        #[arg(long)]
        exit: bool,
        /// Start two installations and a Peppol network between them, and send one invoice over it
        #[arg(long)]
        network: bool,
        /// The databases of both installations of the network
        #[command(flatten)]
        databases: demo_network::Databases,
        /// Its settings
        #[command(flatten)]
        settings: Settings,
    },
    /// Print the OpenAPI document
    Openapi,
    /// Look up participants of the Peppol network, inspect messages, make a PKI for tests, manage our SMP, find what is wrong
    Peppol {
        /// What to do
        #[command(subcommand)]
        command: peppol::PeppolCommand,
    },
    /// Validate UBL and CII documents against the EN 16931 and Peppol rules
    Validate(rules_cli::Validate),
    /// Write the invoice of a file, UBL, CII or a PDF with one of them, in another format
    Convert(convert::Convert),
    /// Explain a rule and how to fix what breaks it, or a business term
    Explain {
        /// Its id, for example BR-CO-15 or BT-115
        id: String,
    },
}

/// Runs a command to its end.
///
/// # Errors
/// What the user has to fix.
pub fn run(cli: Cli) -> Result<ExitCode, Failure> {
    match cli.command {
        Command::Openapi => println!("{}", interfaces::openapi_document()?),
        Command::Peppol { command } => return peppol::run(command),
        Command::Validate(validate) => return Ok(validate.run()),
        Command::Convert(convert) => return Ok(convert.run()),
        Command::Explain { id } => return Ok(rules_cli::explain(&id)),
        Command::Webhooks { command } => webhooks_listen::run(&command)?,
        Command::Serve(settings) => with(settings, serve::serve)?,
        Command::Work(settings) => with(settings, work::run)?,
        Command::Jobs { settings, command } => with(settings, |config| jobs::run(config, command))?,
        Command::Pdf { settings, command } => with(settings, |config| pdf::run(config, command))?,
        Command::Credit { settings, command } => {
            with(settings, |config| credit::run(config, command))?;
        }
        Command::Keys { settings, command } => with(settings, |config| keys::run(config, command))?,
        Command::Partners { settings, command } => {
            with(settings, |config| partners::run(config, command))?;
        }
        Command::Organizations { settings, command } => {
            with(settings, |config| organizations::run(config, command))?;
        }
        Command::Users { settings, command } => {
            with(settings, |config| users::run(config, command))?;
        }
        Command::OAuth { settings, command } => {
            with(settings, |config| oauth::run(config, command))?;
        }
        Command::Plans { settings, command } => {
            with(settings, |config| plans::run(config, command))?;
        }
        Command::Migrate(settings) => with(settings, migrate)?,
        Command::Seed { settings, json } => with(settings, |config| seed::run(config, json))?,
        Command::Demo { mut settings, dir, exit, network, databases } => {
            // the demo prints its steps itself
            settings.log.get_or_insert_with(|| "warn".to_owned());
            match network {
                true => with(settings, |config| demo_network::demo(config, dir, databases, exit))?,
                false => with(settings, |config| demo::demo(config, dir, exit))?,
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

async fn migrate(config: Config) -> CommandResult {
    wiring::open_store(&config, true).await?;
    println!("the database is up to date");
    Ok(())
}
