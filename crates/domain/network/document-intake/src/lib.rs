//! What comes in to be sent over Peppol: read, checked, repaired, converted.
//!
//! [`inspect`] parses a document once and hands the tree to the validator, to the facts, to the
//! suggestions and, where it needs them, to the repairs and the conversion; what a repair or a
//! conversion writes is a new document and is parsed once as well. Nothing here waits or logs.
//!
//! # A validator elsewhere
//! Rules in this process want the tree, a validator elsewhere wants the text and takes its time. Both
//! are a [`DocumentValidator`]: it is called with the parsed document on the thread that parsed it, and
//! may block that thread ([`OfficialRules`] does not wait for anything). Which thread that is, the use
//! cases leave to the port [`DocumentIntake`]: its adapter runs [`inspect`] at once for small documents
//! and in-process rules, and on a thread that may be blocked for large documents and for every
//! validator that waits. A tree borrows its text, so it never changes threads: the whole inspection
//! does.
//!
//! | to | begin with |
//! |---|---|
//! | inspect a document | [`inspect`] with [`OfficialRules`] |
//! | decide on sending it | [`Document::to_send`] |
//! | know what a document may cost | [`LIMITS`] |
//! | leave the thread to an adapter | the port [`DocumentIntake`] |
//! | know which rules come into force next | [`upcoming_rules`] |

#![deny(clippy::disallowed_methods)]

mod asked;
mod at_once;
mod document;
mod format;
mod hybrid;
mod inspect;
mod intake;
mod repair;
mod rules;
mod verdict;

pub use at_once::AtOnce;
pub use document::Document;
pub use inspect::{LIMITS, inspect};
pub use intake::{DocumentIntake, Incoming, IntakeBusy};
pub use rules::{OfficialRules, upcoming_rules};

use money::{CurrencyCode, Decimal};
use peppol_connector::documents::{
    AttachedFile, DocumentContent, DocumentFacts, read_accounting_vat, read_attached, read_content,
    read_facts,
};
use xml::Parsed;

#[cfg(doc)]
use peppol_connector::ports::DocumentValidator;

/// The facts of a document that was inspected before; none when it cannot be read any more.
#[must_use]
pub fn facts_of(bytes: &[u8]) -> Option<DocumentFacts> {
    read_facts(&Parsed::read(bytes).ok()?).ok()
}

/// The files in a document, UBL or CII; none when it cannot be read.
#[must_use]
pub fn attached_to(bytes: &[u8]) -> Option<Vec<AttachedFile>> {
    read_attached(&Parsed::read(bytes).ok()?)
}

/// The VAT of a document, UBL or CII, in its accounting currency (BT-111); none when it says none or cannot be read.
#[must_use]
pub fn accounting_vat_of(bytes: &[u8]) -> Option<(Decimal, CurrencyCode)> {
    read_accounting_vat(&Parsed::read(bytes).ok()?)
}

/// What a UBL document that was inspected before says to a reader; none when it cannot be read.
#[must_use]
pub fn content_of(bytes: &[u8]) -> Option<DocumentContent> {
    read_content(&Parsed::read(bytes).ok()?)
}
