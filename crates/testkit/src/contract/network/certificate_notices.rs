//! Warnings that the operator was sent of certificates that end.

use crate::build::NOW;
use crate::contract::StoreUnderTest;
use peppol_publishing::{CertificateNotice, CertificateNoticeStore, Urgency};

pub async fn each_step_of_a_certificate_is_reported_once(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let of = |byte, urgency| CertificateNotice { fingerprint: [byte; 32], urgency };
    let notice = of(1, Urgency::Near);
    assert!(!store.was_notified(&notice).await.expect("asked"));
    for _ in 0..2 {
        store.keep_notified(&notice, NOW).await.expect("kept");
        assert!(store.was_notified(&notice).await.expect("asked"));
    }
    for other in [of(1, Urgency::Soon), of(1, Urgency::Now), of(2, Urgency::Near)] {
        assert!(!store.was_notified(&other).await.expect("asked"), "{other:?}");
    }
}
