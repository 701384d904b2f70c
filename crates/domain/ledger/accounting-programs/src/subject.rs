use expenses::ExpenseId;
use invoicing::{InvoiceId, OffsetId, PaymentId};
use uuid::Uuid;

persistence::named! {
    /// The kind of thing that a posting sends.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum PostingKind {
        /// An invoice, a credit note or a debit note.
        Invoice = "invoice",
        /// An approved document of a supplier.
        Expense = "expense",
        /// A payment of an invoice.
        InvoicePayment = "invoice_payment",
        /// A payment of an expense.
        ExpensePayment = "expense_payment",
        /// A mutual set-off, which becomes an internal document.
        Offset = "offset",
    }
}

impl PostingKind {
    /// Whether it is a document of its own, rather than a payment or set-off of others.
    #[must_use]
    pub const fn is_document(self) -> bool {
        matches!(self, PostingKind::Invoice | PostingKind::Expense)
    }
}

/// The thing that a posting sends: its kind, its id, and the documents that it refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Subject {
    /// The kind of the subject.
    pub kind: PostingKind,
    /// The id of the invoice, the expense, the payment or the set-off. Ids are ordered by time.
    pub id: Uuid,
    /// The invoice or expense that is sent, paid, or set off. For a set-off it is the invoice.
    pub document: Uuid,
    /// The expense of a set-off.
    pub counterpart: Option<Uuid>,
}

impl Subject {
    /// An invoice.
    #[must_use]
    pub const fn invoice(id: InvoiceId) -> Self {
        Self { kind: PostingKind::Invoice, id: id.0, document: id.0, counterpart: None }
    }

    /// An expense.
    #[must_use]
    pub const fn expense(id: ExpenseId) -> Self {
        Self { kind: PostingKind::Expense, id: id.0, document: id.0, counterpart: None }
    }

    /// A payment of an invoice.
    #[must_use]
    pub const fn invoice_payment(id: PaymentId, of: InvoiceId) -> Self {
        Self { kind: PostingKind::InvoicePayment, id: id.0, document: of.0, counterpart: None }
    }

    /// A payment of an expense.
    #[must_use]
    pub const fn expense_payment(id: PaymentId, of: ExpenseId) -> Self {
        Self { kind: PostingKind::ExpensePayment, id: id.0, document: of.0, counterpart: None }
    }

    /// A set-off of an invoice and an expense.
    #[must_use]
    pub const fn offset(id: OffsetId, invoice: InvoiceId, expense: ExpenseId) -> Self {
        let counterpart = Some(expense.0);
        Self { kind: PostingKind::Offset, id: id.0, document: invoice.0, counterpart }
    }
}
