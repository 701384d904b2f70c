use money::Currency;
use refusals::Refusal;
use thiserror::Error;
use time::Date;

/// What is wrong with the head of an invoice.
#[derive(Debug, Clone, PartialEq, Eq, Error, Refusal)]
pub(crate) enum InvoiceFault {
    #[error("the request cannot be issued")]
    Unexplained,
    #[error("a draft has no number: it draws one when it is issued")]
    DraftNumber,
    #[error("only together with invoice_number")]
    ActionWithoutNumber,
    #[error("must not be combined with due_days")]
    DueTwice,
    #[error("must be between 0 and {most}")]
    DueDays { most: i64 },
    #[error("must not precede issue_date ({issue_date})")]
    DueBeforeIssue { issue_date: Date },
    #[error("must not be sent: {home} is the firm's own currency")]
    RateOfHomeCurrency { home: Currency },
    #[error("must be greater than 0")]
    RateNotAboveZero,
    #[error("vehicle not found")]
    VehicleNotFound,
    #[error("is the plate of another vehicle than vehicle_id")]
    OtherPlate,
    #[error("is required with its country for intra-EU treatments (BR-IC-12)")]
    NoDeliveryAddress,
}
