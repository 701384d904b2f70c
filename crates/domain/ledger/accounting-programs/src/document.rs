//! What is written into a program.

use crate::{Posting, PostingId};
use accounting_export::{Direction, Entry, EntryKind, Partner};
use money::{CurrencyCode, Decimal};
use time::Date;

/// A document for a program.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    /// The posting that it is of.
    pub posting: PostingId,
    /// The id under which the program knows it.
    pub external_id: String,
    /// What it says.
    pub content: Content,
}

impl Document {
    /// The document of a posting.
    #[must_use]
    pub fn of(posting: &Posting, content: Content) -> Self {
        Self { posting: posting.id, external_id: posting.external_id(), content }
    }
}

/// What a document says.
#[derive(Debug, Clone, PartialEq)]
pub enum Content {
    /// An invoice or note, issued or received.
    Invoice(Box<Entry>),
    /// A payment.
    Payment(Box<PostedPayment>),
    /// A mutual set-off.
    SetOff(Box<PostedSetOff>),
}

/// A document that is in the program already.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// Whether we are paid for it or pay.
    pub direction: Direction,
    /// What kind of document.
    pub kind: EntryKind,
    /// Its number (BT-1).
    pub number: String,
    /// The variable symbol of its payment.
    pub variable_symbol: Option<String>,
    /// The id under which we wrote it.
    pub external_id: String,
    /// The program's own id of it.
    pub program_id: Option<String>,
}

impl Reference {
    /// A document that was written as this entry.
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

    /// Whether money comes in when it is paid: by our invoice, and by a supplier's credit note.
    #[must_use]
    pub fn is_income(&self) -> bool {
        (self.direction == Direction::Issued) == (self.kind != EntryKind::CreditNote)
    }
}

/// A payment of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PostedPayment {
    /// What is paid.
    pub of: Reference,
    /// The other party.
    pub partner: Partner,
    /// The amount, above zero.
    pub amount: Decimal,
    /// The currency of the document.
    pub currency: CurrencyCode,
    /// The day of the payment.
    pub date: Date,
    /// Whether it was paid in cash; otherwise it went over a bank account.
    pub is_cash: bool,
    /// The program's ids of other payments of the document: none of them is this one, however alike they are.
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
    /// What both extinguish of each other.
    pub amount: Decimal,
    /// The currency of both.
    pub currency: CurrencyCode,
    /// The day of the set-off.
    pub date: Date,
    /// The number of the agreement.
    pub agreement: Option<String>,
}
