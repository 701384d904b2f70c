//! What a failed attempt means in words of the domain.

use checked_http::Failure;
use webhooks::deliveries::Outcome;

/// The outcome of an attempt that the HTTP client gave up.
pub(crate) fn outcome(failure: &Failure) -> Outcome {
    match failure {
        Failure::NameNotFound => Outcome::NameNotFound,
        Failure::AddressRefused(fault) => Outcome::AddressRefused(*fault),
        Failure::TimedOut => Outcome::TimedOut,
        Failure::TlsFailed(_) => Outcome::TlsFailed,
        Failure::NotConnected => Outcome::NotConnected,
        Failure::BrokenOff | Failure::TooLarge(_) => Outcome::BrokenOff,
    }
}
