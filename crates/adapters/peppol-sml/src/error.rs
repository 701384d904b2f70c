//! Why a request was not carried out.

use checked_http::Failure;
use peppol_messages::sml::{NotSml, SmlFault, SmlFaultKind};

/// Why there is no client.
#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    /// TLS, or the certificate with its key.
    #[error("calls to the SML cannot be set up")]
    Http(#[from] checked_http::SetupError),
    /// The address.
    #[error("the address of the SML must be an https URL that ends with /: {0}")]
    Address(String),
}

/// Why a request was not carried out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SmlError {
    /// The SML knows no such SMP, participant or migration; so also when a migration key is wrong.
    #[error("the SML does not know it: {0}")]
    NotFound(String),
    /// The certificate is not the SMP's.
    #[error("the SML does not take the certificate: {0}")]
    Unauthorized(String),
    /// It cannot be done: a participant that is registered already, here or elsewhere.
    #[error("the SML refuses: {0}")]
    BadRequest(String),
    /// The SML failed.
    #[error("the SML failed: {0}")]
    InternalError(String),
    /// A fault of no known kind.
    #[error("the SML reports a fault: {0}")]
    OtherFault(String),
    /// No answer.
    #[error("the SML gave no answer: {0}")]
    Unanswered(Failure),
    /// An answer of another kind than was asked for.
    #[error("the SML answered something else (HTTP {status}): {why}")]
    Answer {
        /// The HTTP status.
        status: u16,
        /// What is wrong with it.
        why: String,
    },
}

impl SmlError {
    /// Whether it is certain that nothing was done. Otherwise it is to be asked (`List`), or to be tried again.
    #[must_use]
    pub const fn is_certain(&self) -> bool {
        match self {
            Self::NotFound(_) | Self::Unauthorized(_) | Self::BadRequest(_) => true,
            Self::Unanswered(failure) => matches!(
                failure,
                Failure::NameNotFound | Failure::AddressRefused(_) | Failure::NotConnected
            ),
            Self::InternalError(_) | Self::OtherFault(_) | Self::Answer { .. } => false,
        }
    }

    pub(crate) fn of(fault: SmlFault) -> Self {
        match fault.kind {
            SmlFaultKind::NotFound => Self::NotFound(fault.message),
            SmlFaultKind::Unauthorized => Self::Unauthorized(fault.message),
            SmlFaultKind::BadRequest => Self::BadRequest(fault.message),
            SmlFaultKind::InternalError => Self::InternalError(fault.message),
            SmlFaultKind::Other => Self::OtherFault(fault.message),
        }
    }

    pub(crate) fn answer(status: u16, why: &NotSml) -> Self {
        Self::Answer { status, why: why.to_string() }
    }
}
