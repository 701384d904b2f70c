use refusals::Refusal;
use thiserror::Error;

/// Why a text is no number of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error, Refusal)]
#[refusal("account_number")]
pub enum AccountNumberFault {
    /// An IBAN with other characters.
    #[error("must be an IBAN: two letters, two digits, then letters and digits")]
    Iban,
    /// An IBAN of another length.
    #[error("is not as long as the IBANs of its country are")]
    IbanLength,
    /// An IBAN whose digits do not fit each other (ISO 7064 MOD 97-10).
    #[error("has wrong check digits: it was mistyped")]
    IbanCheckDigits,
    /// A BIC.
    #[error("must be a BIC of 8 or 11 letters and digits, for example TATRSKBX")]
    Bic,
}

/// Why a text is no identifier of a participant in the Peppol network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error, Refusal)]
pub enum PeppolIdFault {
    /// No scheme and value.
    #[error("must be a Peppol id, scheme:value, as in 0245:2023456787")]
    Form,
    /// A scheme that the code list lacks.
    #[error("begins with no scheme of the Peppol code list (0088, 0245, 9930, …)")]
    Scheme,
    /// A value with other characters, or too long.
    #[error("must have 1 to 130 letters, digits, or any of - . _ ~ after its colon")]
    Value,
    /// A Slovak value that is no DIČ.
    #[error("must have ten digits after 0245:, the DIČ without SK")]
    Dic,
}
