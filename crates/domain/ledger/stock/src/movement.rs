use crate::Place;
use expenses::ExpenseId;
use invoicing::InvoiceId;
use money::Decimal;
use persistence::ids::StockDocumentId;
use time::{Date, OffsetDateTime};
use uuid::Uuid;

persistence::typed_id!(
    /// The id of a movement in lists.
    MovementId
);

/// The cause of a movement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cause {
    /// A confirmed stock document.
    Document(StockDocumentId),
    /// An invoice, a credit note or a self-billed invoice that was issued, changed or cancelled.
    Invoice(InvoiceId),
    /// An approved expense.
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

    /// The id of the document, invoice or expense.
    #[must_use]
    pub const fn id(self) -> Uuid {
        match self {
            Cause::Document(id) => id.0,
            Cause::Invoice(id) => id.0,
            Cause::Expense(id) => id.0,
        }
    }

    /// From the stored name and id.
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

/// A quantity that came to a place or left it. It never changes; one without quantity corrects the value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Movement {
    /// The item and the warehouse.
    pub place: Place,
    /// The cause.
    pub cause: Cause,
    /// The quantity; negative when items were taken.
    pub quantity: Decimal,
    /// The value, of the same sign, in the organization's own currency.
    pub value: Decimal,
    /// The day of the movement.
    pub day: Date,
    /// The time of creation.
    pub at: OffsetDateTime,
}

/// A movement in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MovementRow {
    /// Its id.
    pub id: MovementId,
    /// The movement.
    pub movement: Movement,
}

persistence::listed!(MovementRow: movement.at, id);
