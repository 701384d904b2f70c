use expenses::{ExpenseId, PaymentStatus, SettledExpense};
use invoicing::{AnyInvoice, InvoiceId, InvoiceStatus, OffsetId, recording::InvoiceContent};
use money::{CurrencyCode, Decimal};
use peppol_connector::identifiers::Network;
use time::{Date, OffsetDateTime};

/// A mutual set-off of an issued invoice and an expense.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offset {
    /// The id, which both payments of the set-off refer to.
    pub id: OffsetId,
    /// The issued invoice.
    pub invoice: InvoiceId,
    /// The supplier's invoice.
    pub expense: ExpenseId,
    /// The amount by which both are reduced, in `currency`.
    pub amount: Decimal,
    /// The currency of both documents.
    pub currency: CurrencyCode,
    /// The day of the set-off.
    pub date: Date,
    /// The number of the agreement: the caller's own, or the next of its series. `None` for set-offs that are older
    /// than the series.
    pub reference: Option<String>,
    /// A note, which only the organization sees.
    pub note: Option<String>,
    /// The outstanding amount of the invoice before the set-off.
    pub invoice_outstanding: Decimal,
    /// The outstanding amount of the expense before the set-off.
    pub expense_outstanding: Decimal,
    /// The network of the expense's document. Keys of the other network do not see the set-off.
    pub network: Option<Network>,
    /// When it was recorded.
    pub created_at: OffsetDateTime,
}

/// A set-off with the current state of both documents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OffsetRecord {
    /// The set-off.
    pub offset: Offset,
    /// The invoice as it is now.
    pub invoice: InvoiceBalance,
    /// The expense as it is now.
    pub expense: ExpenseBalance,
}

/// The balance of an invoice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvoiceBalance {
    /// The id of the invoice.
    pub id: InvoiceId,
    /// The total with VAT (BT-112).
    pub total: Decimal,
    /// The amount that is paid.
    pub paid_amount: Decimal,
    /// The amount that is still to be paid.
    pub outstanding: Decimal,
    /// The status of the invoice.
    pub status: InvoiceStatus,
}

/// The balance of an expense.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpenseBalance {
    /// The id of the expense.
    pub id: ExpenseId,
    /// The total with VAT (BT-112).
    pub total: Decimal,
    /// The amount that is paid.
    pub paid_amount: Decimal,
    /// The amount that is still to be paid.
    pub outstanding: Decimal,
    /// Whether it is unpaid, partially paid or paid.
    pub payment_status: PaymentStatus,
}

impl InvoiceBalance {
    /// The balance of this invoice.
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
    /// The balance of this expense.
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
    /// The set-off with the current balances of both documents.
    #[must_use]
    pub fn of(offset: Offset, invoice: &AnyInvoice, expense: &SettledExpense) -> Self {
        let (invoice, expense) =
            (InvoiceBalance::of(invoice), ExpenseBalance::of(&expense.expense));
        Self { offset, invoice, expense }
    }
}
