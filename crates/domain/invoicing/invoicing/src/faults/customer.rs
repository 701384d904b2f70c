use refusals::Refusal;
use thiserror::Error;

/// What is wrong with the customer of a document, or with a firm.
#[derive(Debug, Clone, PartialEq, Eq, Error, Refusal)]
pub(crate) enum CustomerFault {
    #[error("must not be combined with customer_id: send one of them")]
    NamedTwice,
    #[error("is required, or customer_id")]
    NotNamed,
    #[error("customer not found")]
    NotFound,
    #[error("is required, or dic: they tell organizations apart")]
    NoNumber,
    #[error("must not be false with ic_dph: who has one charges VAT")]
    Payer,
    #[error("must not be false with ic_dph, which an empty text takes away")]
    StaysPayer,
    #[error("must be that of the address, or left out")]
    OtherCountry,
    #[error("the supplier of a self-billed invoice must have a VAT id here")]
    NoVatId,
    #[error("is another firm than that of the original, {name}")]
    NotOfOriginal { name: String },
}
