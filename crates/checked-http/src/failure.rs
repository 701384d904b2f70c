//! Why a call had no answer.

use crate::names::Unresolved;
use network_addresses::AddressError;
use std::{error::Error, io};

/// Why a call had no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The resolver gave no address.
    #[error("the name does not resolve")]
    NameNotFound,
    /// The host is, or resolves to, an address that is not called.
    #[error("{0}")]
    AddressRefused(AddressError),
    /// It timed out.
    #[error("there was no whole answer in time")]
    TimedOut,
    /// No TLS: the certificate, the protocol, or the connection ended in the handshake.
    #[error("TLS failed: {0}")]
    TlsFailed(String),
    /// The connection was refused, or the host is unreachable.
    #[error("no connection")]
    NotConnected,
    /// The connection ended too early, or the answer is not HTTP.
    #[error("the connection broke before the answer was whole")]
    BrokenOff,
    /// More bytes than are read.
    #[error("the answer is larger than {0} bytes")]
    TooLarge(usize),
}

impl Failure {
    /// The kind of an error of the HTTP client.
    ///
    /// An answer that is not HTTP, or whose head is too large, counts as broken off.
    #[must_use]
    pub fn of(error: &reqwest::Error) -> Self {
        let causes = Causes(Some(error));
        if let Some(unresolved) = causes.find::<Unresolved>() {
            return match unresolved {
                Unresolved::NotFound(_) => Self::NameNotFound,
                Unresolved::Refused(fault) => Self::AddressRefused(*fault),
            };
        }
        if error.is_timeout() {
            Self::TimedOut
        } else if let Some(tls) = causes.find::<rustls::Error>() {
            Self::TlsFailed(tls.to_string())
        } else if error.is_connect() && causes.clone().any(ended_early) {
            Self::TlsFailed("the connection ended in the handshake".to_owned())
        } else if error.is_connect() || error.is_builder() {
            Self::NotConnected
        } else {
            Self::BrokenOff
        }
    }
}

/// Whether a connection existed and ended. Before HTTP began, that was within the TLS handshake.
fn ended_early(cause: &(dyn Error + 'static)) -> bool {
    use io::ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset, UnexpectedEof};
    let kind = cause.downcast_ref::<io::Error>().map(io::Error::kind);
    matches!(kind, Some(BrokenPipe | ConnectionAborted | ConnectionReset | UnexpectedEof))
}

/// An error and what caused it, the outermost first.
#[derive(Clone)]
struct Causes<'a>(Option<&'a (dyn Error + 'static)>);

impl<'a> Causes<'a> {
    fn find<E: Error + 'static>(&self) -> Option<&'a E> {
        self.clone().find_map(|cause| cause.downcast_ref())
    }
}

impl<'a> Iterator for Causes<'a> {
    type Item = &'a (dyn Error + 'static);

    fn next(&mut self) -> Option<Self::Item> {
        let cause = self.0?;
        // `source` of an `io::Error` skips the error that it wraps
        let carried = cause.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
        self.0 = match carried {
            Some(carried) => Some(carried),
            None => cause.source(),
        };
        Some(cause)
    }
}
