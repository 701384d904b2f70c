//! Our certificates with their keys.

use peppol_messages::trust::{Certificate, Identity, NoCertificate, NoIdentity};
use time::OffsetDateTime;

/// Our identities, the preferred one first. Messages that were encrypted for any of them are opened; so a
/// new certificate is added in front, published, and the old one is removed when no sender remembers it.
#[derive(Debug)]
pub struct Keys(Vec<Identity>);

/// Why keys are not taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    /// Nothing was given.
    #[error("there is no certificate with its key")]
    None,
    /// A certificate that cannot be read.
    #[error("a certificate of the access point: {0}")]
    Certificate(#[from] NoCertificate),
    /// A key that cannot be used.
    #[error("the key of {seat}: {reason}")]
    Key {
        /// The common name of its certificate.
        seat: String,
        /// What is wrong with it.
        reason: NoIdentity,
    },
    /// Certificates of two providers.
    #[error("the certificates name two access points, {0} and {1}")]
    TwoSeats(String, String),
}

impl Keys {
    /// Identities of PEM texts, each of a certificate and its private key (PKCS#8).
    ///
    /// # Errors
    /// [`KeyError`].
    pub fn of_pem<'p>(texts: impl IntoIterator<Item = &'p str>) -> Result<Self, KeyError> {
        let all: Result<Vec<_>, _> = texts.into_iter().map(identity).collect();
        let all = all?;
        let first = all.first().ok_or(KeyError::None)?;
        let seat = &first.certificate.common_name;
        if let Some(other) = all.iter().find(|one| one.certificate.common_name != *seat) {
            let (first, other) = (seat.clone(), other.certificate.common_name.clone());
            return Err(KeyError::TwoSeats(first, other));
        }
        Ok(Self(all))
    }

    /// All of them.
    #[must_use]
    pub fn identities(&self) -> Vec<&Identity> {
        self.0.iter().collect()
    }

    /// What signs now: the first that is valid by its dates. So the next certificate may be there before its
    /// first day.
    #[must_use]
    pub fn signing(&self, at: OffsetDateTime) -> Option<&Identity> {
        self.0.get(self.signing_place(at))
    }

    /// The place of that one among all.
    #[must_use]
    pub fn signing_place(&self, at: OffsetDateTime) -> usize {
        self.0.iter().position(|one| one.certificate.is_within_dates(at)).unwrap_or(0)
    }

    /// The seat id that all of them have.
    #[must_use]
    pub fn seat(&self) -> &str {
        self.0.first().map_or("", |one| &one.certificate.common_name)
    }
}

/// The first certificate of a PEM text is ours; authorities may follow it.
fn identity(text: &str) -> Result<Identity, KeyError> {
    let certificate = Certificate::all_of_pem(text)?.into_iter().next().ok_or(KeyError::None)?;
    let seat = certificate.common_name.clone();
    Identity::of_pem(certificate, text).map_err(|reason| KeyError::Key { seat, reason })
}
