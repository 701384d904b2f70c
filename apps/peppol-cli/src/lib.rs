//! The commands `billhook peppol …`: look a participant up, send a document, inspect a message, make a PKI for tests.
//! They need no database and no settings; the binary of this crate is only them.
//!
//! | to | begin with |
//! |---|---|
//! | run a command | [`PeppolCommand::run`] |

mod asking;
mod exit;
mod identifiers;
mod inspect;
mod lookup;
mod pki;
mod send;
mod shown;
mod trust;

use clap::Subcommand;
use std::process::ExitCode;

pub use exit::Exit;

/// The commands. Exit codes are those of `validate`: 0 for yes, 1 for no, 2 when it cannot be said.
#[derive(Debug, Subcommand)]
pub enum PeppolCommand {
    /// Look up a participant in the network, each hop with its time
    Lookup(lookup::Lookup),
    /// Send a document to a participant from our access point, each hop with its time, without any database
    Send(Box<send::SendDocument>),
    /// Show what a message, an SMP's answer or a certificate says, and what is wrong with it
    Inspect(inspect::Inspect),
    /// Keys and certificates
    Pki {
        /// What to do
        #[command(subcommand)]
        command: PkiCommand,
    },
}

/// What is done with keys and certificates.
#[derive(Debug, Subcommand)]
pub enum PkiCommand {
    /// Make a PKI shaped like Peppol's in a folder, for tests
    Test(pki::Test),
}

impl PeppolCommand {
    /// Runs a command. What cannot be done is said on standard error.
    #[must_use]
    pub fn run(self) -> ExitCode {
        let outcome = match self {
            Self::Lookup(lookup) => lookup.run(),
            Self::Send(send) => send.run(),
            Self::Inspect(inspect) => inspect.run(),
            Self::Pki { command: PkiCommand::Test(test) } => test.run(),
        };
        let exit = outcome.unwrap_or_else(|why| {
            eprintln!("billhook: {why}");
            Exit::Unknown
        });
        exit.into()
    }
}
