use peppol_connector::identifiers::InvalidParticipant;
use refusals::Refusal;
use thiserror::Error;

/// What is wrong with a body, or with a member of one, before its meaning is looked at.
#[derive(Debug, Clone, PartialEq, Eq, Error, Refusal)]
#[refusal("request")]
pub(crate) enum RequestFault {
    #[error("the body is empty: a JSON object is expected")]
    Empty,
    #[error("the body is not valid JSON: {cause}")]
    NotJson { cause: String },
    #[error("must be an object")]
    NotAnObject,
    #[error("must be an array")]
    NotAnArray,
    #[error("must be a string")]
    NotAString,
    #[error("is not a valid string: check its escapes")]
    Escapes,
    #[error("must be a number")]
    NotANumber,
    #[error("must be written in digits, without an exponent")]
    Exponent,
    #[error("must be a decimal string, for example \"25.13\"")]
    NotAnAmountText,
    #[error("must be a decimal string, for example \"25.135\"")]
    NotADecimalText,
    #[error("must be a whole number")]
    NotWhole,
    #[error("must be a time of the form 2026-12-31T23:59:59Z")]
    NotATime,
    #[error("is not a known field")]
    UnknownField,
    #[error("is not a known field; did you mean {nearest}?")]
    MistypedField { nearest: String },
    #[error("the body names nothing to change: {fields}")]
    NothingToChange { fields: String },
    #[error("names nothing to change: url, events or enabled")]
    NothingOfEndpoint,
    #[error("leaves no room for other fields than note, project_id and stock_lines")]
    OnlyOwnFields,
    #[error("must be a currency code of 3 letters (ISO 4217)")]
    NotACurrency,
    #[error("is not base64: {cause}")]
    NotBase64 { cause: String },
    #[error("is not a Peppol participant: {reason}")]
    NotAParticipant { reason: InvalidParticipant },
    #[error("is empty: the document in base64 is expected")]
    NoDocument,
    #[error("is not valid base64: {cause}")]
    InvalidBase64 { cause: String },
    #[error("must have at most {most} printable characters")]
    NotPrintable { most: usize },
    #[error("has more than {most} names")]
    TooManyNames { most: usize },
    #[error("must have 1 to {most} ids")]
    NumberOfIds { most: usize },
    #[error("is required with the mode scheduled: HH:MM in Europe/Bratislava")]
    NoTimeOfDay,
    #[error("belongs to the mode scheduled alone")]
    NotScheduled,
    #[error("must be a time HH:MM")]
    NotATimeOfDay,
}
