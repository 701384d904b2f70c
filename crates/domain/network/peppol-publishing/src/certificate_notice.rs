use crate::Urgency;
use persistence::{StoreError, port};
use time::OffsetDateTime;

/// A warning to the operator of a certificate that ends: one for each step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CertificateNotice {
    /// SHA-256 of the certificate.
    pub fingerprint: [u8; 32],
    /// Which step it is.
    pub urgency: Urgency,
}

impl CertificateNotice {
    /// The key by which repeated mails of a notice are recognised.
    #[must_use]
    pub fn key(&self) -> String {
        let digits: String = self.fingerprint.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("certificate-{digits}-{}", self.urgency.days_before())
    }
}

port! {
    /// The store of the warnings that the operator was sent.
    pub trait CertificateNoticeStore: Send + Sync {
        /// Whether this one was sent already.
        async fn was_notified(&self, notice: &CertificateNotice) -> Result<bool, StoreError>;

        /// Keeps that it was sent; a second time changes nothing.
        async fn keep_notified(
            &self, notice: &CertificateNotice, now: OffsetDateTime
        ) -> Result<(), StoreError>;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_certificate_and_step_has_a_key_of_its_own() {
        let of = |byte, urgency| CertificateNotice { fingerprint: [byte; 32], urgency }.key();
        assert_eq!(of(10, Urgency::Now), format!("certificate-{}-7", "0a".repeat(32)));
        assert_ne!(of(10, Urgency::Now), of(10, Urgency::Near));
        assert_ne!(of(10, Urgency::Now), of(11, Urgency::Now));
        assert!(of(255, Urgency::Soon).len() <= 100, "it is a key of a mail");
    }
}
