//! The documents that are written into a program.

use crate::{Posting, PostingId};
use accounting_export::{Direction, Entry, EntryKind, Partner};
use money::{CurrencyCode, Decimal};
use time::Date;

/// A document for a program.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    /// The id of the posting that sends it.
    pub posting: PostingId,
    /// The external id under which the program knows it.
    pub external_id: String,
    /// The content of the document.
    pub content: Content,
}

impl Document {
    /// The document of a posting.
    #[must_use]
    pub fn of(posting: &Posting, content: Content) -> Self {
        Self { posting: posting.id, external_id: posting.external_id(), content }
    }
}

/// The content of a document.
#[derive(Debug, Clone, PartialEq)]
pub enum Content {
    /// An invoice or note, issued or received.
    Invoice(Box<Entry>),
    /// A payment.
    Payment(Box<PostedPayment>),
    /// A mutual set-off.
    SetOff(Box<PostedSetOff>),
}

/// A reference to a document that the program already has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// Whether the document was issued or received.
    pub direction: Direction,
    /// The kind of the document.
    pub kind: EntryKind,
    /// Its number (BT-1).
    pub number: String,
    /// The variable symbol for its payment.
    pub variable_symbol: Option<String>,
    /// The external id under which it was written.
    pub external_id: String,
    /// The program's id of it.
    pub program_id: Option<String>,
}

impl Reference {
    /// A reference to the document that was written from this entry.
    #[must_use]
    pub fn of(entry: &Entry, program_id: Option<String>) -> Self {
        Self {
            direction: entry.direction,
            kind: entry.kind,
            number: entry.number.clone(),
            variable_symbol: entry.variable_symbol.clone(),
            external_id: entry.id.0.to_string(),
            program_id,
        }
    }

    /// Whether its payment is an income: for our invoices, and for a supplier's credit notes.
    #[must_use]
    pub fn is_income(&self) -> bool {
        (self.direction == Direction::Issued) == (self.kind != EntryKind::CreditNote)
    }
}

/// A payment of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PostedPayment {
    /// The document that is paid.
    pub of: Reference,
    /// The other party.
    pub partner: Partner,
    /// The amount, above zero.
    pub amount: Decimal,
    /// The currency of the document.
    pub currency: CurrencyCode,
    /// The day of the payment.
    pub date: Date,
    /// Whether it was paid in cash; otherwise it was paid over a bank account.
    pub is_cash: bool,
    /// The program's ids of the other payments of the document. The posting is none of these, even if they are equal.
    pub others: Vec<String>,
}

/// A mutual set-off, for an internal document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PostedSetOff {
    /// The invoice.
    pub invoice: Reference,
    /// The supplier's invoice.
    pub expense: Reference,
    /// The other party of both.
    pub partner: Partner,
    /// The amount by which both are reduced.
    pub amount: Decimal,
    /// The currency of both.
    pub currency: CurrencyCode,
    /// The day of the set-off.
    pub date: Date,
    /// The number of the agreement.
    pub agreement: Option<String>,
}
