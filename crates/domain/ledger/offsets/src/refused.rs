use events::Unwritable;
use expenses::{ExpenseError, ExpenseRefused};
use idempotency::UnwritableAnswer;
use invoicing::{InvoiceStatus, Violations, paying::PaymentError};
use money::{CurrencyCode, Decimal};
use persistence::StoreError;
use refusals::FieldFault;
use time::Date;

/// Why there is no set-off. All but the first are codes of their own (specification, Offset errors).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
pub enum OffsetRefused {
    /// 400, or 404 where a document that it names is not there.
    #[error("{0}")]
    Invalid(Violations),
    /// The firm is not Slovak.
    #[error("mutual set-off is for Slovak firms only")]
    NotSupported,
    /// The invoice is another kind of document.
    #[error("invoice_id is a {kind}: only an invoice can be set off", kind = .0)]
    InvoiceType(&'static str),
    /// A draft, one that waits for approval, or a cancelled one.
    #[error("the invoice is {}: only an issued invoice can be set off", .0.name())]
    InvoiceStatus(InvoiceStatus),
    /// The expense is no invoice of a supplier, or was not approved.
    #[error(
        "expense_id is a {kind} that is {status}: only an approved invoice of a supplier can be set off", kind = .0, status = .1
    )]
    ExpenseType(&'static str, &'static str),
    /// Contact, IČO and DIČ all differ.
    #[error("the customer of the invoice is not the supplier of the expense: {customer}, {supplier}", customer = .0, supplier = .1)]
    CounterpartyMismatch(String, String),
    /// Two currencies.
    #[error("the invoice is in {invoice}, the expense in {expense}: both must have the same currency", invoice = .0, expense = .1)]
    CurrencyMismatch(CurrencyCode, CurrencyCode),
    /// In the future.
    #[error("offset_date must not lie after today, {today} in Europe/Bratislava", today = .0)]
    DateToCome(Date),
    /// Before one of the documents was issued.
    #[error("offset_date must not lie before {day}, when the {document} was issued", day = .0, document = .1)]
    DateTooEarly(Date, &'static str),
    /// More than is open of one of them.
    #[error("the amount exceeds what is outstanding of the {document}, {outstanding}", document = .1, outstanding = .0)]
    ExceedsBalance(Decimal, &'static str),
}

impl OffsetRefused {
    /// The code of the answer; none of what is plainly invalid.
    #[must_use]
    pub const fn code(&self) -> Option<&'static str> {
        match self {
            OffsetRefused::Invalid(_) => None,
            OffsetRefused::NotSupported => Some("OFFSET_NOT_SUPPORTED"),
            OffsetRefused::InvoiceType(_) => Some("OFFSET_INVOICE_TYPE"),
            OffsetRefused::InvoiceStatus(_) => Some("OFFSET_INVOICE_STATUS"),
            OffsetRefused::ExpenseType(..) => Some("OFFSET_EXPENSE_TYPE"),
            OffsetRefused::CounterpartyMismatch(..) => Some("OFFSET_COUNTERPARTY_MISMATCH"),
            OffsetRefused::CurrencyMismatch(..) => Some("OFFSET_CURRENCY_MISMATCH"),
            OffsetRefused::DateToCome(_) | OffsetRefused::DateTooEarly(..) => Some("OFFSET_DATE"),
            OffsetRefused::ExceedsBalance(..) => Some("OFFSET_EXCEEDS_BALANCE"),
        }
    }

    /// 404: documents that are not there.
    #[must_use]
    pub fn missing(documents: Missing) -> Self {
        let mut found = Violations::new();
        let Missing { invoice, expense } = documents;
        for (name, is_missing) in [("invoice_id", invoice), ("expense_id", expense)] {
            if is_missing {
                found.add_missing(name, FieldFault::Missing);
            }
        }
        OffsetRefused::Invalid(found)
    }
}

/// Which documents of a set-off are not there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Missing {
    /// The invoice.
    pub invoice: bool,
    /// The expense.
    pub expense: bool,
}

/// Why nothing was set off, or undone.
#[derive(Debug, thiserror::Error)]
pub enum OffsetError {
    /// The decision.
    #[error(transparent)]
    Refused(#[from] OffsetRefused),
    /// The invoice takes no payment, or gives none back.
    #[error(transparent)]
    Invoice(#[from] PaymentError),
    /// The expense takes no payment, or gives none back.
    #[error(transparent)]
    Expense(#[from] ExpenseError),
    /// An event that cannot be written: nothing is kept.
    #[error(transparent)]
    Event(#[from] Unwritable),
    /// An answer that cannot be written: nothing is kept.
    #[error(transparent)]
    Answer(#[from] UnwritableAnswer),
    /// Storage.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<ExpenseRefused> for OffsetError {
    fn from(refused: ExpenseRefused) -> Self {
        OffsetError::Expense(refused.into())
    }
}
