//! A list of revoked certificates that was loaded.

use peppol_messages::trust::{Authorities, Certificate, Untrusted};
use time::OffsetDateTime;
use x509_parser::prelude::{CertificateRevocationList, FromDer};

/// A list, read, with the issuers of whom it may be.
pub(crate) struct List {
    asked: Authorities,
    /// The CRL number (RFC 5280, section 5.2.3), big-endian without leading zeros.
    number: Option<Vec<u8>>,
    this_update: OffsetDateTime,
}

impl List {
    /// Reads DER. Signature and dates are checked with each certificate.
    pub(crate) fn of_der(issuers: &[Certificate], der: &Vec<u8>) -> Option<Self> {
        let (_, read) = CertificateRevocationList::from_der(der).ok()?;
        let asked = Authorities::new(issuers.to_vec()).ok()?;
        let asked = asked.with_revocation_lists(std::slice::from_ref(der)).ok()?;
        let number = read.crl_number().map(|number| number.to_bytes_be());
        Some(Self { asked, number, this_update: read.last_update().to_datetime() })
    }

    /// What it says of a certificate.
    pub(crate) fn check(
        &self,
        certificate: &Certificate,
        at: OffsetDateTime,
    ) -> Result<(), Untrusted> {
        self.asked.check_lists(certificate, at)
    }

    /// Whether it says anything of a certificate: it is signed by the certificate's issuer, and still valid.
    pub(crate) fn speaks_of(&self, certificate: &Certificate, at: OffsetDateTime) -> bool {
        matches!(self.check(certificate, at), Ok(()) | Err(Untrusted::Revoked))
    }

    /// Whether its issuer made it before another list of the same address. An attacker on the way may send an old list,
    /// in which a certificate is not revoked yet.
    pub(crate) fn is_older_than(&self, other: &Self) -> bool {
        let is_lower = match (&self.number, &other.number) {
            (Some(own), Some(others)) => (own.len(), own) < (others.len(), others),
            _ => false,
        };
        is_lower || self.this_update < other.this_update
    }
}
