//! Errors of ebMS 3.0, as one access point tells another.

use std::fmt;

/// A code of ebMS 3.0 and AS4 that is used here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EbmsCode {
    /// EBMS:0002: the message asks for what is not done here.
    FeatureNotSupported,
    /// EBMS:0003: the header says what cannot be.
    ValueInconsistent,
    /// EBMS:0004: anything else; the detail says what.
    Other,
    /// EBMS:0007: the parts of the body are not what they must be.
    MimeInconsistency,
    /// EBMS:0009: the header is not as the profile has it.
    InvalidHeader,
    /// EBMS:0101: not signed, or not by whom it must be.
    FailedAuthentication,
    /// EBMS:0102: it cannot be decrypted.
    FailedDecryption,
    /// EBMS:0103: it is not protected as the profile asks.
    PolicyNoncompliance,
    /// EBMS:0303: it cannot be decompressed.
    DecompressionFailure,
}

impl EbmsCode {
    /// The code, such as `EBMS:0004`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        self.parts().0
    }

    pub(super) const fn short_description(self) -> &'static str {
        self.parts().1
    }

    pub(super) const fn category(self) -> &'static str {
        self.parts().2
    }

    const fn parts(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::FeatureNotSupported => ("EBMS:0002", "FeatureNotSupported", "Content"),
            Self::ValueInconsistent => ("EBMS:0003", "ValueInconsistent", "Content"),
            Self::Other => ("EBMS:0004", "Other", "Content"),
            Self::MimeInconsistency => ("EBMS:0007", "MimeInconsistency", "Unpackaging"),
            Self::InvalidHeader => ("EBMS:0009", "InvalidHeader", "Unpackaging"),
            Self::FailedAuthentication => ("EBMS:0101", "FailedAuthentication", "Processing"),
            Self::FailedDecryption => ("EBMS:0102", "FailedDecryption", "Processing"),
            Self::PolicyNoncompliance => ("EBMS:0103", "PolicyNoncompliance", "Processing"),
            Self::DecompressionFailure => ("EBMS:0303", "DecompressionFailure", "Communication"),
        }
    }
}

/// Why a message is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EbmsError {
    /// Its code.
    pub code: EbmsCode,
    /// The detail for the sender; it contains no secrets.
    pub detail: String,
    /// The message that it is about, where that could be read.
    pub about: Option<String>,
}

impl fmt::Display for EbmsError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.code.code(), self.detail)
    }
}

impl std::error::Error for EbmsError {}

impl EbmsError {
    /// An error that is not about a known message yet.
    pub(super) fn new(code: EbmsCode, detail: impl fmt::Display) -> Self {
        Self { code, detail: detail.to_string(), about: None }
    }

    /// The recipient is not served here.
    #[must_use]
    pub fn not_serviced(message_id: &str) -> Self {
        Self::new(EbmsCode::Other, "PEPPOL:NOT_SERVICED").about(message_id)
    }

    /// Anything else that keeps a message from being taken.
    #[must_use]
    pub fn other(message_id: &str, detail: &str) -> Self {
        Self::new(EbmsCode::Other, detail).about(message_id)
    }

    /// The error with the id of the message that it is about.
    #[must_use]
    pub fn about(mut self, message_id: &str) -> Self {
        self.about = Some(message_id.to_owned());
        self
    }
}
