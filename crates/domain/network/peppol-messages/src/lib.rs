//! The formats of the Peppol network: bytes in, bytes out.
//!
//! | to | begin with |
//! |---|---|
//! | find a participant's SMP | [`discovery`] |
//! | read, check and publish what an SMP answers | [`smp`] |
//! | send and receive over AS4 | [`as4`] |
//! | manage participants in the SML | [`sml`] |
//! | open and make the envelope around a document | [`sbdh::Envelope`], [`sbdh::Header`] |
//! | write and read the status of a message | [`mls`] |
//! | write and read a buyer's response to an invoice | [`invoice_response`] |
//! | read and write a business card | [`card`] |
//! | know whose a certificate is | [`trust`] |
//!
//! The crate has no clock, no randomness and no network: time and random bytes come as arguments.
#![warn(missing_docs)]
#![deny(clippy::disallowed_methods)]

mod application_response;
pub mod as4;
pub mod card;
mod codes;
pub mod discovery;
mod identifiers;
pub mod instant;
pub mod invoice_response;
pub mod mls;
pub mod sbdh;
pub mod schema;
mod signature;
pub mod sml;
pub mod smp;
mod tree;
pub mod trust;

pub use identifiers::{
    DocumentTypeParts, Identifier, NoScheme, WildcardFault, best_match, is_participant,
    is_registrable, matches,
};
pub use signature::{Enveloped, SignatureFault};
