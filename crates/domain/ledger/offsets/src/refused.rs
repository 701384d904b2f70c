use events::Unwritable;
use expenses::{ExpenseError, ExpenseRefused};
use idempotency::UnwritableAnswer;
use invoicing::{InvoiceStatus, Violations, paying::PaymentError};
use money::{CurrencyCode, Decimal};
use persistence::StoreError;
use refusals::FieldFault;
use time::Date;

/// Why a set-off is refused. Each but the first has its own error code (specification, Offset errors).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
pub enum OffsetRefused {
    /// Status 400; 404 when a document of the request does not exist.
    #[error("{0}")]
    Invalid(Violations),
    /// The organization is not Slovak.
    #[error("mutual set-off is for Slovak firms only")]
    NotSupported,
    /// The document is not of a type that can be set off.
    #[error("invoice_id is a {kind}: only an invoice can be set off", kind = .0)]
    InvoiceType(&'static str),
    /// The invoice is a draft, waits for approval, or is cancelled.
    #[error("the invoice is {}: only an issued invoice can be set off", .0.name())]
    InvoiceStatus(InvoiceStatus),
    /// The expense is not a supplier's invoice, or it is not approved.
    #[error(
        "expense_id is a {kind} that is {status}: only an approved invoice of a supplier can be set off", kind = .0, status = .1
    )]
    ExpenseType(&'static str, &'static str),
    /// The counterparties differ in contact, IČO and DIČ.
    #[error("the customer of the invoice is not the supplier of the expense: {customer}, {supplier}", customer = .0, supplier = .1)]
    CounterpartyMismatch(String, String),
    /// The documents have different currencies.
    #[error("the invoice is in {invoice}, the expense in {expense}: both must have the same currency", invoice = .0, expense = .1)]
    CurrencyMismatch(CurrencyCode, CurrencyCode),
    /// The date is in the future.
    #[error("offset_date must not lie after today, {today} in Europe/Bratislava", today = .0)]
    DateToCome(Date),
    /// The date is before the issue date of one of the documents.
    #[error("offset_date must not lie before {day}, when the {document} was issued", day = .0, document = .1)]
    DateTooEarly(Date, &'static str),
    /// The amount exceeds the outstanding amount of one of the documents.
    #[error("the amount exceeds what is outstanding of the {document}, {outstanding}", document = .1, outstanding = .0)]
    ExceedsBalance(Decimal, &'static str),
}

impl OffsetRefused {
    /// The error code of the answer; `None` for violations of the request.
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

    /// The refusal (404) for documents that do not exist.
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

/// Which documents of a set-off do not exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Missing {
    /// Whether the invoice does not exist.
    pub invoice: bool,
    /// Whether the expense does not exist.
    pub expense: bool,
}

/// Why a set-off was not made or not undone.
#[derive(Debug, thiserror::Error)]
pub enum OffsetError {
    /// A rule refuses it.
    #[error(transparent)]
    Refused(#[from] OffsetRefused),
    /// The invoice refuses the payment or its removal.
    #[error(transparent)]
    Invoice(#[from] PaymentError),
    /// The expense refuses the payment or its removal.
    #[error(transparent)]
    Expense(#[from] ExpenseError),
    /// An event cannot be serialized; nothing is stored.
    #[error(transparent)]
    Event(#[from] Unwritable),
    /// The answer cannot be serialized; nothing is stored.
    #[error(transparent)]
    Answer(#[from] UnwritableAnswer),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<ExpenseRefused> for OffsetError {
    fn from(refused: ExpenseRefused) -> Self {
        OffsetError::Expense(refused.into())
    }
}
