//! Whom certificates of one role may come from.

use std::fmt;
use std::time::Duration;

use rustls_pki_types::{CertificateDer, TrustAnchor, UnixTime};
use time::OffsetDateTime;
use webpki::{
    CertRevocationList, EndEntityCert, Error, ExpirationPolicy, KeyUsage, OwnedCertRevocationList,
    RevocationCheckDepth, RevocationOptions, RevocationOptionsBuilder, UnknownStatusPolicy,
};

use super::{Certificate, NoCertificate};

const ALGORITHMS: &[&dyn rustls_pki_types::SignatureVerificationAlgorithm] = &[
    webpki::ring::RSA_PKCS1_2048_8192_SHA256,
    webpki::ring::RSA_PKCS1_2048_8192_SHA384,
    webpki::ring::RSA_PKCS1_2048_8192_SHA512,
];

/// The authorities that issue the certificates of one role in one network: access points or SMPs.
///
/// Both roles' authorities hang on one root, so the root is never asked: a certificate is trusted when an
/// authority of the role itself signed it.
pub struct Authorities {
    authorities: Vec<Certificate>,
    anchors: Vec<TrustAnchor<'static>>,
    revoked: Vec<CertRevocationList<'static>>,
}

impl fmt::Debug for Authorities {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Authorities({:?})", self.authorities)
    }
}

/// Why a certificate is not trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Untrusted {
    /// No authority of the role issued it, or not for this use.
    #[error("the certificate was not issued by an authority of its role")]
    Chain,
    /// It is no longer valid.
    #[error("the certificate has expired")]
    Expired,
    /// It is not valid yet.
    #[error("the certificate is not valid yet")]
    NotYetValid,
    /// The issuer has revoked the certificate.
    #[error("the certificate is revoked")]
    Revoked,
    /// The lists of revoked certificates do not say: there is none of its authority, or it is too old.
    #[error("whether the certificate is revoked is not known")]
    RevocationUnknown,
}

impl Authorities {
    /// Authorities of one role: their certificates, never the root's.
    ///
    /// # Errors
    /// [`NoCertificate`] when one cannot be trusted as an authority.
    pub fn new(authorities: Vec<Certificate>) -> Result<Self, NoCertificate> {
        let mut anchors = Vec::new();
        for authority in &authorities {
            let der = CertificateDer::from(authority.der());
            let anchor = webpki::anchor_from_trusted_cert(&der).map_err(|_| NoCertificate)?;
            anchors.push(anchor.to_owned());
        }
        Ok(Self { authorities, anchors, revoked: Vec::new() })
    }

    /// The authorities with lists of revoked certificates (DER). With at least one list, a certificate whose issuer has
    /// no list, or only an outdated one, is not trusted.
    ///
    /// # Errors
    /// [`NoCertificate`] when one is no list.
    pub fn with_revocation_lists(mut self, lists: &[Vec<u8>]) -> Result<Self, NoCertificate> {
        for list in lists {
            let read = OwnedCertRevocationList::from_der(list).map_err(|_| NoCertificate)?;
            self.revoked.push(read.into());
        }
        Ok(self)
    }

    /// Whether a certificate is of this role at an instant. It costs two verifications of a signature: an
    /// answer may be kept for some minutes.
    ///
    /// # Errors
    /// [`Untrusted`] says why not.
    pub fn check(&self, certificate: &Certificate, at: OffsetDateTime) -> Result<(), Untrusted> {
        self.check_against(certificate, at, &self.revoked.iter().collect::<Vec<_>>())
    }

    /// Checks lists of revoked certificates for a certificate whose chain is known to be valid. A list of another
    /// issuer says nothing.
    ///
    /// # Errors
    /// [`Untrusted`] says why not.
    pub fn check_lists(
        &self,
        certificate: &Certificate,
        at: OffsetDateTime,
    ) -> Result<(), Untrusted> {
        self.check(certificate, at).map_err(of_lists)
    }

    /// Checks a certificate with additional lists of revoked certificates (DER), for example those that the certificate
    /// names. A certificate that no list covers is not trusted.
    ///
    /// # Errors
    /// [`Untrusted`] says why not.
    pub fn check_with_lists(
        &self,
        certificate: &Certificate,
        at: OffsetDateTime,
        lists: &[Vec<u8>],
    ) -> Result<(), Untrusted> {
        let mut read = Vec::new();
        for list in lists {
            let list = OwnedCertRevocationList::from_der(list);
            read.push(CertRevocationList::from(list.map_err(|_| Untrusted::RevocationUnknown)?));
        }
        let all: Vec<_> = self.revoked.iter().chain(&read).collect();
        self.check_against(certificate, at, &[])?;
        if all.is_empty() {
            return Err(Untrusted::RevocationUnknown);
        }
        self.check_against(certificate, at, &all).map_err(of_lists)
    }

    fn check_against(
        &self,
        certificate: &Certificate,
        at: OffsetDateTime,
        lists: &[&CertRevocationList<'static>],
    ) -> Result<(), Untrusted> {
        let der = CertificateDer::from(certificate.der());
        let leaf = EndEntityCert::try_from(&der).map_err(|_| Untrusted::Chain)?;
        let seconds = u64::try_from(at.unix_timestamp()).map_err(|_| Untrusted::NotYetValid)?;
        let now = UnixTime::since_unix_epoch(Duration::from_secs(seconds));
        let usage = KeyUsage::client_auth();
        let verdict = |ends| {
            let revocation = revocation(lists, ends);
            leaf.verify_for_usage(ALGORITHMS, &self.anchors, &[], now, usage, revocation, None)
                .map(|_| ())
                .map_err(|error| reason(&error))
        };
        match verdict(ExpirationPolicy::Enforce) {
            // who stands on a list that has ended stays revoked
            Err(Untrusted::RevocationUnknown)
                if verdict(ExpirationPolicy::Ignore) == Err(Untrusted::Revoked) =>
            {
                return Err(Untrusted::Revoked);
            }
            known => known?,
        }
        let of_date =
            |one: &&Certificate| one.subject == certificate.issuer && one.is_within_dates(at);
        self.authorities.iter().find(of_date).map(|_| ()).ok_or(Untrusted::Expired)
    }
}

/// The verdict of several lists about a certificate whose chain is valid. Each list is checked by itself: one that does
/// not cover the certificate is ignored, and any other refusal counts.
///
/// # Errors
/// [`Untrusted`]; [`Untrusted::RevocationUnknown`] when none says anything.
pub fn verdict_of_lists(
    verdicts: impl IntoIterator<Item = Result<(), Untrusted>>,
) -> Result<(), Untrusted> {
    let mut known = Err(Untrusted::RevocationUnknown);
    for verdict in verdicts {
        match verdict {
            Err(Untrusted::RevocationUnknown) => {}
            Ok(()) => known = Ok(()),
            refused => return refused,
        }
    }
    known
}

/// A fault that is found with lists once the chain is right.
const fn of_lists(fault: Untrusted) -> Untrusted {
    match fault {
        Untrusted::Chain => Untrusted::RevocationUnknown,
        other => other,
    }
}

fn revocation<'l>(
    lists: &'l [&'l CertRevocationList<'l>],
    ends: ExpirationPolicy,
) -> Option<RevocationOptions<'l>> {
    let builder = RevocationOptionsBuilder::new(lists).ok()?;
    Some(
        builder
            .with_depth(RevocationCheckDepth::EndEntity)
            .with_status_policy(UnknownStatusPolicy::Deny)
            .with_expiration_policy(ends)
            .build(),
    )
}

fn reason(error: &Error) -> Untrusted {
    match error {
        Error::CertExpired { .. } => Untrusted::Expired,
        Error::CertNotValidYet { .. } => Untrusted::NotYetValid,
        Error::CertRevoked => Untrusted::Revoked,
        Error::UnknownRevocationStatus | Error::CrlExpired { .. } => Untrusted::RevocationUnknown,
        _ => Untrusted::Chain,
    }
}
