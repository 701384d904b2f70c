//! What a failed attempt means in words of the domain.

use crate::names::Unresolved;
use std::{error::Error, io};
use webhooks::Outcome;

/// The outcome of an attempt that the HTTP client gave up.
///
/// An answer that is not HTTP, or whose head is too large, counts as broken off.
pub(crate) fn outcome(error: &reqwest::Error) -> Outcome {
    let causes = Causes(Some(error));
    if let Some(unresolved) = causes.find::<Unresolved>() {
        return match unresolved {
            Unresolved::NotFound(_) => Outcome::NameNotFound,
            Unresolved::Refused(fault) => Outcome::AddressRefused(*fault),
        };
    }
    if error.is_timeout() {
        Outcome::TimedOut
    } else if causes.find::<rustls::Error>().is_some() {
        Outcome::TlsFailed
    } else if error.is_connect() {
        if causes.clone().any(ended_early) { Outcome::TlsFailed } else { Outcome::NotConnected }
    } else if error.is_builder() {
        Outcome::NotConnected
    } else {
        Outcome::BrokenOff
    }
}

/// Whether a connection was there and ended: before HTTP began that was within the TLS handshake.
fn ended_early(cause: &(dyn Error + 'static)) -> bool {
    use io::ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset, UnexpectedEof};
    let kind = cause.downcast_ref::<io::Error>().map(io::Error::kind);
    matches!(kind, Some(BrokenPipe | ConnectionAborted | ConnectionReset | UnexpectedEof))
}

/// An error and what caused it, the outermost first.
#[derive(Clone)]
pub(crate) struct Causes<'a>(pub(crate) Option<&'a (dyn Error + 'static)>);

impl<'a> Causes<'a> {
    fn find<E: Error + 'static>(&self) -> Option<&'a E> {
        self.clone().find_map(|cause| cause.downcast_ref())
    }
}

impl<'a> Iterator for Causes<'a> {
    type Item = &'a (dyn Error + 'static);

    fn next(&mut self) -> Option<Self::Item> {
        let cause = self.0?;
        // an `io::Error` passes over what it carries when it is asked for its source
        let carried = cause.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
        self.0 = match carried {
            Some(carried) => Some(carried),
            None => cause.source(),
        };
        Some(cause)
    }
}
