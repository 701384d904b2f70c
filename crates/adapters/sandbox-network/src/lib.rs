//! A Peppol network within one installation.
//!
//! [`SandboxNetwork`] implements [`peppol_connector::ports::ParticipantDirectory`] and
//! [`peppol_connector::ports::AccessPoint`] among the organizations that are registered here: a document
//! goes into the other organization's inbox, with its event, and the receipt is kept on both sides.
//! Some participants are there without registration and behave as [`OUTCOMES`] says, so that every
//! outcome of a send can be tried. [`TAX_AUTHORITY`] takes the reports of documents and answers them.

mod delivery;
mod directory;
mod network;
mod outcome;
mod receipt;
mod responses;
mod tax_authority;
mod transaction;

pub use network::{DELAY, SandboxNetwork};
pub use outcome::{Behaviour, OUTCOMES, Outcome, RECOVERS_AT};
pub use tax_authority::{TAX_AUTHORITY, reporting};
