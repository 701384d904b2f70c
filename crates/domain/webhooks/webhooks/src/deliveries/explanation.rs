use super::outcome::TIMEOUT;
use network_addresses::AddressError;
use refusals::Refusal;
use thiserror::Error;

/// The outcome of an attempt, explained to the owner of the endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error, Refusal)]
#[refusal("delivery")]
pub enum Explanation {
    /// 3xx: redirects are not followed.
    #[error("answered {status}: redirects are not followed, register the final address")]
    Redirect {
        /// The HTTP status.
        status: u16,
    },
    /// 401 or 403.
    #[error("answered {status}: deliveries carry a signature, no credentials")]
    Unauthorized {
        /// The HTTP status.
        status: u16,
    },
    /// 404 or 405.
    #[error("answered {status}: look at the path, deliveries are POST requests")]
    NoSuchPath {
        /// The HTTP status.
        status: u16,
    },
    /// 410.
    #[error("answered {status}: delete the endpoint if it is gone for good")]
    Gone {
        /// The HTTP status.
        status: u16,
    },
    /// 413.
    #[error("answered {status}: bodies must be accepted as they are, they are small")]
    TooLarge {
        /// The HTTP status.
        status: u16,
    },
    /// Another status.
    #[error("answered {status}")]
    Answered {
        /// The HTTP status.
        status: u16,
    },
    /// There was no whole answer in time.
    #[error("no answer within {seconds} s: answer first, work later", seconds = TIMEOUT.whole_seconds())]
    TimedOut,
    /// The name does not resolve.
    #[error("the host's name does not resolve")]
    NameNotFound,
    /// Nothing listens.
    #[error("no connection: nothing listens there")]
    NotConnected,
    /// The certificate, or what else of TLS.
    #[error("no TLS connection: look at the certificate")]
    TlsFailed,
    /// The connection closed too early.
    #[error("the connection ended before the answer did")]
    BrokenOff,
    /// The address may not be called.
    #[error(transparent)]
    Address(AddressError),
}

impl Explanation {
    pub(super) const fn of_status(status: u16) -> Self {
        match status {
            300..=399 => Self::Redirect { status },
            401 | 403 => Self::Unauthorized { status },
            404 | 405 => Self::NoSuchPath { status },
            410 => Self::Gone { status },
            413 => Self::TooLarge { status },
            _ => Self::Answered { status },
        }
    }
}
