//! What every [`DocumentValidator`] must do: whatever the bytes are, there is a verdict; an error
//! means that nobody could judge them.

use peppol_connector::{DocumentValidator, Severity, Verdict};
use std::future::Future;
use tokio::task::JoinSet;

/// What a document is like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Document {
    /// Right in every detail.
    Valid,
    /// As valid, and large.
    Large,
    /// Breaks a rule.
    Invalid,
    /// Breaks rules that only warn.
    Warned,
}

/// A validator, and documents for it.
pub trait ValidatorUnderTest: Sync {
    /// What implements the port.
    type Validator: DocumentValidator + Clone + 'static;

    /// A validator and a document that it finds so; `None` where there can be none.
    fn validator(
        &self,
        document: Document,
    ) -> impl Future<Output = Option<(Self::Validator, Vec<u8>)>> + Send;

    /// A validator that cannot be reached; `None` where that cannot be.
    fn unreachable(&self) -> impl Future<Output = Option<Self::Validator>> + Send;
}

/// The verdict on a document that is so. Every finding says where, which rule and what.
async fn verdict<S: ValidatorUnderTest>(subject: &S, document: Document) -> Option<Verdict> {
    let (validator, bytes) = subject.validator(document).await?;
    let verdict = validator.validate(&bytes).await.expect("a verdict");
    assert_eq!(validator.validate(&bytes).await.expect("a verdict"), verdict, "the same again");
    for finding in &verdict.findings {
        let texts = [&finding.field, &finding.code, &finding.message];
        assert!(texts.into_iter().all(|text| !text.is_empty()), "{finding:?}");
    }
    Some(verdict)
}

pub async fn a_valid_document_has_no_findings<S: ValidatorUnderTest>(subject: &S) {
    for document in [Document::Valid, Document::Large] {
        if let Some(verdict) = verdict(subject, document).await {
            assert!(verdict.is_valid());
            assert_eq!(verdict.findings, []);
        }
    }
}

pub async fn a_broken_rule_is_an_error<S: ValidatorUnderTest>(subject: &S) {
    let verdict = verdict(subject, Document::Invalid).await.expect("a document");
    assert!(!verdict.is_valid());
}

pub async fn a_warning_hinders_nothing<S: ValidatorUnderTest>(subject: &S) {
    let Some(verdict) = verdict(subject, Document::Warned).await else { return };
    assert!(verdict.is_valid());
    assert!(verdict.count(Severity::Warning) > 0);
}

/// Bytes from outside are a finding at worst, never "try again later".
pub async fn any_bytes_have_a_verdict<S: ValidatorUnderTest>(subject: &S) {
    let (validator, valid) = subject.validator(Document::Valid).await.expect("a validator");
    let long = [b'<'; 300_000];
    let cut = valid.get(..valid.len() / 2).unwrap_or_default();
    for document in [&b""[..], b"no xml", b"\xff\xfe\x00<", b"<Order xmlns='urn:x'/>", &long, cut] {
        assert!(validator.validate(document).await.is_ok());
    }
}

pub async fn silence_is_no_verdict<S: ValidatorUnderTest>(subject: &S) {
    if let Some(validator) = subject.unreachable().await {
        assert!(validator.validate(b"<Invoice/>").await.is_err());
    }
}

pub async fn of_many_at_once_each_has_its_own_verdict<S: ValidatorUnderTest>(subject: &S) {
    let mut tasks = JoinSet::new();
    for document in [Document::Valid, Document::Invalid, Document::Large].repeat(4) {
        if let Some((validator, bytes)) = subject.validator(document).await {
            tasks.spawn(async move {
                let verdict = validator.validate(&bytes).await.expect("a verdict");
                assert_eq!(verdict.is_valid(), document != Document::Invalid, "{document:?}");
            });
        }
    }
    tasks.join_all().await;
}

/// Makes a test of each function of this contract.
#[macro_export]
macro_rules! document_validator_contract {
    ($open:ident) => {
        $crate::network_contract! { $open, document_validator:
            a_valid_document_has_no_findings
            a_broken_rule_is_an_error
            a_warning_hinders_nothing
            any_bytes_have_a_verdict
            silence_is_no_verdict
            of_many_at_once_each_has_its_own_verdict
        }
    };
}
