use money::Decimal;
use refusals::Refusal;
use thiserror::Error;

/// What is wrong with a field of an expense.
#[derive(Debug, Clone, PartialEq, Eq, Error, Refusal)]
pub(crate) enum ExpenseFault {
    #[error("the expense cannot be kept")]
    Unexplained,
    #[error("must not be given beside supplier_id")]
    SupplierTwice,
    #[error("is required, or supplier_id")]
    NoSupplier,
    #[error("there is no such contact in use")]
    UnknownSupplier,
    #[error("must have 1 to 10 digits")]
    Symbol,
    #[error("must not precede issue_date")]
    DueBeforeIssue,
    #[error("must be between 0 and total")]
    VatTotal,
    #[error(
        "does not add up: its rows come to {taxable} and {tax}, total less VAT and VAT are {subtotal} and {vat_total}"
    )]
    Breakdown { taxable: Decimal, tax: Decimal, subtotal: Decimal, vat_total: Decimal },
    #[error("has more than {most} rows")]
    TooManyRows { most: usize },
    #[error("must be between 0 and {most}")]
    OutOfRange { most: Decimal },
    #[error("is the document's, which came over the network")]
    OfDocument,
    #[error("must not be less than what is paid already")]
    LessThanPaid,
    #[error(
        "does not fit vat_breakdown, whose rows come to {taxable} and {tax}: send another with it, or null to \
         drop it"
    )]
    OtherThanBreakdown { taxable: Decimal, tax: Decimal },
    #[error("must have at most {most} lines")]
    TooManyLines { most: usize },
    #[error("is of an invoice: what goes back is a stock document of its own")]
    StockOfCreditNote,
    #[error("is required: there is no warehouse in use")]
    NoWarehouse,
}

/// Why an expense does not allow what is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error, Refusal)]
#[refusal("expense_state")]
pub enum StateFault {
    /// It is not a draft any more.
    #[error("it cannot be changed")]
    Unchangeable,
    /// It is approved for the accounts.
    #[error("it is in the accounts")]
    Posted,
    /// Payments stand against it.
    #[error("take them back before it is rejected")]
    Paid,
    /// It stays.
    #[error("it cannot be deleted")]
    Undeletable,
    /// Nothing is owed by it.
    #[error("it takes no payments")]
    Unpayable,
}
