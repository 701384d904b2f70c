use crate::Place;
use expenses::ExpenseId;
use invoicing::InvoiceId;
use money::Decimal;
use persistence::ids::StockDocumentId;
use time::{Date, OffsetDateTime};
use uuid::Uuid;

persistence::typed_id!(
    /// A movement, among others of a list.
    MovementId
);

/// What moved stock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cause {
    /// A document of the stock that was confirmed.
    Document(StockDocumentId),
    /// An invoice, a credit note or a self-invoice that was issued, changed or cancelled.
    Invoice(InvoiceId),
    /// An invoice of a supplier that was approved.
    Expense(ExpenseId),
}

impl Cause {
    /// The name in the API and in the database.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Cause::Document(_) => "document",
            Cause::Invoice(_) => "invoice",
            Cause::Expense(_) => "expense",
        }
    }

    /// The id of what it is.
    #[must_use]
    pub const fn id(self) -> Uuid {
        match self {
            Cause::Document(id) => id.0,
            Cause::Invoice(id) => id.0,
            Cause::Expense(id) => id.0,
        }
    }

    /// As it is kept.
    #[must_use]
    pub fn of(name: &str, id: Uuid) -> Option<Self> {
        match name {
            "document" => Some(Cause::Document(StockDocumentId(id))),
            "invoice" => Some(Cause::Invoice(InvoiceId(id))),
            "expense" => Some(Cause::Expense(ExpenseId(id))),
            _ => None,
        }
    }
}

/// What came to a place or was taken from it; never changed. One of no quantity sets the value right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Movement {
    /// Of what, and where.
    pub place: Place,
    /// By what.
    pub cause: Cause,
    /// Below zero for what was taken.
    pub quantity: Decimal,
    /// Of the same sign, in the organization's own currency.
    pub value: Decimal,
    /// The day to which it belongs.
    pub day: Date,
    /// When it was written.
    pub at: OffsetDateTime,
}

/// A movement in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MovementRow {
    /// Its id.
    pub id: MovementId,
    /// What moved.
    pub movement: Movement,
}

persistence::listed!(MovementRow: movement.at, id);
