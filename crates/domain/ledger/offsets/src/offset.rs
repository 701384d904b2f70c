use expenses::{ExpenseId, PaymentStatus, SettledExpense};
use invoicing::{AnyInvoice, InvoiceId, InvoiceStatus, OffsetId, recording::InvoiceContent};
use money::{CurrencyCode, Decimal};
use peppol_connector::identifiers::Network;
use time::{Date, OffsetDateTime};

/// A mutual set-off of an issued invoice and an expense.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offset {
    /// Its id; the payments that it made name it.
    pub id: OffsetId,
    /// The invoice.
    pub invoice: InvoiceId,
    /// The supplier's invoice.
    pub expense: ExpenseId,
    /// What both extinguish of each other.
    pub amount: Decimal,
    /// Of both documents.
    pub currency: CurrencyCode,
    /// On which day.
    pub date: Date,
    /// The number of the agreement: the caller's own, else of its series. None of what was recorded before there was one.
    pub reference: Option<String>,
    /// For the organization's own people.
    pub note: Option<String>,
    /// What was open of the invoice before it.
    pub invoice_outstanding: Decimal,
    /// What was open of the expense before it.
    pub expense_outstanding: Decimal,
    /// The network of the expense's document: keys of the other one do not see it.
    pub network: Option<Network>,
    /// When it was recorded.
    pub created_at: OffsetDateTime,
}

/// A set-off with both documents as they stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OffsetRecord {
    /// The set-off.
    pub offset: Offset,
    /// The invoice now.
    pub invoice: InvoiceBalance,
    /// The expense now.
    pub expense: ExpenseBalance,
}

/// What is open of an invoice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvoiceBalance {
    /// Its id.
    pub id: InvoiceId,
    /// With VAT (BT-112).
    pub total: Decimal,
    /// Of that.
    pub paid_amount: Decimal,
    /// What is still to be paid.
    pub outstanding: Decimal,
    /// Where it stands.
    pub status: InvoiceStatus,
}

/// What is open of an expense.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpenseBalance {
    /// Its id.
    pub id: ExpenseId,
    /// With VAT (BT-112).
    pub total: Decimal,
    /// Of that.
    pub paid_amount: Decimal,
    /// What is still to be paid.
    pub outstanding: Decimal,
    /// How far it is paid.
    pub payment_status: PaymentStatus,
}

impl InvoiceBalance {
    /// Of an invoice.
    #[must_use]
    pub fn of(invoice: &AnyInvoice) -> Self {
        Self {
            id: invoice.id,
            total: invoice.document.header().totals.total,
            paid_amount: invoice.paid_amount,
            outstanding: invoice.outstanding(),
            status: invoice.status,
        }
    }
}

impl ExpenseBalance {
    /// Of an expense.
    #[must_use]
    pub fn of(expense: &expenses::Expense) -> Self {
        Self {
            id: expense.id,
            total: expense.content.totals.total,
            paid_amount: expense.paid_amount,
            outstanding: expense.outstanding(),
            payment_status: expense.payment_status(),
        }
    }
}

impl OffsetRecord {
    /// A set-off with its documents.
    #[must_use]
    pub fn of(offset: Offset, invoice: &AnyInvoice, expense: &SettledExpense) -> Self {
        let (invoice, expense) =
            (InvoiceBalance::of(invoice), ExpenseBalance::of(&expense.expense));
        Self { offset, invoice, expense }
    }
}
