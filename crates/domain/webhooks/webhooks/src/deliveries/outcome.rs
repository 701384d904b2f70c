use super::explanation::Explanation;
use network_addresses::AddressError;
use std::fmt;
use time::Duration;

/// How long an attempt may take from the first look-up to the end of the answer (specification,
/// Retries: "within a few seconds").
pub const TIMEOUT: Duration = Duration::seconds(10);

/// The largest part of an answer's body that is read, in bytes.
pub const MAX_ANSWER: usize = 16_384;

/// The largest part of an answer's body that the history stores, in characters.
pub const EXCERPT: usize = 1_000;

/// The outcome of an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The endpoint answered.
    Answered {
        /// HTTP status.
        status: u16,
        /// The beginning of the body, see [`excerpt`].
        body: String,
    },
    /// The answer was not complete within [`TIMEOUT`].
    TimedOut,
    /// The host's name does not resolve.
    NameNotFound,
    /// The connection was refused.
    NotConnected,
    /// TLS failed, for example because of the certificate.
    TlsFailed,
    /// The connection closed before the answer was complete.
    BrokenOff,
    /// The host resolves to an address that is not allowed.
    AddressRefused(AddressError),
}

impl Outcome {
    /// Whether the event was received: any 2xx and no other status (specification, Retries).
    ///
    /// Redirects are not followed and count as failures: the body could be sent to an address that was not registered.
    /// 410 is a failure too: only its owner removes an endpoint, an answer does not.
    #[must_use]
    pub const fn succeeded(&self) -> bool {
        matches!(self, Outcome::Answered { status: 200..=299, .. })
    }

    /// A stable code for records and metrics.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Outcome::Answered { .. } => "answered",
            Outcome::TimedOut => "timed_out",
            Outcome::NameNotFound => "name_not_found",
            Outcome::NotConnected => "not_connected",
            Outcome::TlsFailed => "tls_failed",
            Outcome::BrokenOff => "broken_off",
            Outcome::AddressRefused(error) => error.code(),
        }
    }

    /// The outcome with a stored code, status and body; `None` for an unknown code, or an answer without a status.
    #[must_use]
    pub fn of_record(code: &str, status: Option<u16>, body: &str) -> Option<Self> {
        let plain = [
            Outcome::TimedOut,
            Outcome::NameNotFound,
            Outcome::NotConnected,
            Outcome::TlsFailed,
            Outcome::BrokenOff,
        ];
        let refused = AddressError::ALL.into_iter().map(Outcome::AddressRefused);
        let mut known = plain.into_iter().chain(refused);
        match (code, status) {
            ("answered", status) => Some(Outcome::Answered { status: status?, body: body.into() }),
            _ => known.find(|outcome| outcome.code() == code),
        }
    }

    /// The explanation for the owner of the endpoint.
    #[must_use]
    pub const fn explanation(&self) -> Explanation {
        match self {
            Outcome::Answered { status, .. } => Explanation::of_status(*status),
            Outcome::TimedOut => Explanation::TimedOut,
            Outcome::NameNotFound => Explanation::NameNotFound,
            Outcome::NotConnected => Explanation::NotConnected,
            Outcome::TlsFailed => Explanation::TlsFailed,
            Outcome::BrokenOff => Explanation::BrokenOff,
            Outcome::AddressRefused(error) => Explanation::Address(*error),
        }
    }

    /// The HTTP status; `None` when there was no answer.
    #[must_use]
    pub const fn status(&self) -> Option<u16> {
        match self {
            Outcome::Answered { status, .. } => Some(*status),
            _ => None,
        }
    }
}

/// An explanation for the owner of the endpoint.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.explanation().fmt(f)
    }
}

/// The beginning of an answer's body as text that can be stored and shown: at most [`EXCERPT`] characters, control
/// characters replaced.
#[must_use]
pub fn excerpt(body: &[u8]) -> String {
    // a character has at most four bytes
    let beginning = body.get(..4 * EXCERPT).unwrap_or(body);
    let fit = |c: char| if c.is_control() && c != '\n' && c != '\t' { '\u{fffd}' } else { c };
    String::from_utf8_lossy(beginning).chars().take(EXCERPT).map(fit).collect()
}
