use refusals::Refusal;
use thiserror::Error;

/// Refusals that any operation can answer.
#[derive(Debug, Clone, PartialEq, Eq, Error, Refusal)]
#[refusal("service")]
pub(crate) enum ServiceRefused {
    #[error("Missing or invalid API key")]
    NoKey,
    #[error("{what} not found")]
    NotFound { what: &'static str },
    #[error("this method is not allowed here")]
    Method,
    #[error("the body did not arrive within {seconds} s")]
    TooSlow { seconds: u64 },
    #[error("must arrive within {seconds} s")]
    Late { seconds: u64 },
    #[error("the body is larger than {most} bytes")]
    TooLarge { most: usize },
    #[error("must have at most {most} bytes")]
    TooManyBytes { most: usize },
    #[error("too much is asked for at the moment; try again")]
    Unavailable,
    #[error("something went wrong on our side")]
    Internal,
    #[error("something else changed at the same time; try again")]
    Conflict,
    #[error("the limit of the plan is reached")]
    LimitReached,
    #[error("{what} is taken already")]
    Taken { what: String },
    #[error("is not a known parameter")]
    UnknownParameter,
    #[error("must be a date YYYY-MM-DD or an RFC 3339 time")]
    NotAMoment,
    #[error("is not a next_after of an earlier answer")]
    NotACursor,
    #[error("is required: any text that is new for each new send")]
    NoIdempotencyKey,
    #[error("{error}: take its XML")]
    TakeXml { error: refusals::Reason },
    #[error("invoices change at the same time; try again")]
    InvoicesChange,
    #[error(
        "no secret can be kept: this installation has no BILLHOOK_SECRETS_KEY to encrypt it with"
    )]
    NoSecretsKey,
}

/// Why an organization cannot be registered; the answer names the field.
#[derive(Debug, Clone, PartialEq, Eq, Error, Refusal)]
#[refusal("registration_field")]
pub(crate) enum RegistrationRefused {
    #[error("live registrations cannot be verified now; try again later")]
    Unverified,
    #[error(
        "this installation verifies no live registrations: its operator has to set up the tax authority's notices"
    )]
    NotVerifiable,
    #[error("is missing: the organization would be registered under it")]
    NoDic,
    #[error("cannot be registered: {reason}")]
    Dic { reason: peppol_connector::identifiers::InvalidParticipant },
    #[error("is missing: the confirmation would be sent to it")]
    NoEmail,
    #[error(
        "is required: the organization's e-mail address was given by a partner, so a confirmation sent there would \
         prove nothing"
    )]
    TokenRequired,
    #[error("is required; in the sandbox any hex will do")]
    NoToken,
    #[error("must have 1 to {most} hex digits")]
    NotHex { most: usize },
    #[error("is not valid")]
    InvalidToken,
}

/// Faults of parameters that only one operation has.
#[derive(Debug, Clone, PartialEq, Eq, Error, Refusal)]
pub enum ParameterFault {
    /// The number of a page is not a positive integer.
    #[error("must be a whole number from 1")]
    Page,
    /// The participant id to look up is missing.
    #[error("is required: 0245:<DIČ> or 9915:<DIČ>")]
    NoPeppolId,
    /// The text is not a participant id.
    #[error("must be a participant id, for example 0245:<DIČ>")]
    NotAParticipant,
}
