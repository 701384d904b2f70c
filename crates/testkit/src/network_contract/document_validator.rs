//! The contract of [`DocumentValidator`]: a parsed document has a verdict, the same each time, and an error means
//! that there is no verdict.

use peppol_connector::{documents::Verdict, ports::DocumentValidator, repair::Severity};
use std::thread;
use time::{Date, macros::date};
use xml::Parsed;

/// The day that documents are judged on.
const DAY: Date = date!(2026 - 11 - 28);

/// The kind of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Document {
    /// Right in every detail.
    Valid,
    /// It breaks a rule.
    Invalid,
    /// Breaks rules that only warn.
    Warned,
}

/// A validator, and documents for it.
pub trait ValidatorUnderTest: Sync {
    /// The implementation of the port.
    type Validator: DocumentValidator;

    /// A validator, and a document of this kind for it; `None` if there can be none.
    fn validator(&self, document: Document) -> Option<(Self::Validator, String)>;

    /// A validator that cannot be reached; `None` where that cannot be.
    fn unreachable(&self) -> Option<Self::Validator>;
}

fn verdict(validator: &impl DocumentValidator, document: &str) -> Verdict {
    let parsed = Parsed::read(document.as_bytes()).expect("XML");
    validator.validate(&parsed, &parsed, DAY).expect("a verdict")
}

/// The verdict on a document of this kind. Every finding has a path, a rule and a message.
fn verdict_on<S: ValidatorUnderTest>(subject: &S, document: Document) -> Option<Verdict> {
    let (validator, document) = subject.validator(document)?;
    let verdict = verdict(&validator, &document);
    for finding in &verdict.findings {
        let texts = [&finding.field, &finding.code, &finding.message];
        assert!(texts.into_iter().all(|text| !text.is_empty()), "{finding:?}");
    }
    Some(verdict)
}

pub async fn a_valid_document_has_no_findings<S: ValidatorUnderTest>(subject: &S) {
    let verdict = verdict_on(subject, Document::Valid).expect("a document");
    assert!(verdict.is_valid());
    assert_eq!(verdict.findings, []);
}

pub async fn a_broken_rule_is_an_error<S: ValidatorUnderTest>(subject: &S) {
    let verdict = verdict_on(subject, Document::Invalid).expect("a document");
    assert!(!verdict.is_valid());
}

pub async fn a_warning_leaves_a_document_valid<S: ValidatorUnderTest>(subject: &S) {
    let Some(verdict) = verdict_on(subject, Document::Warned) else { return };
    assert!(verdict.is_valid());
    assert!(verdict.count(Severity::Warning) > 0);
}

/// A document that is not an invoice also has a verdict: otherwise its send would be retried for ever.
pub async fn any_document_has_a_verdict<S: ValidatorUnderTest>(subject: &S) {
    let (validator, _) = subject.validator(Document::Valid).expect("a validator");
    for document in ["<a/>", "<Order xmlns='urn:x'/>", "<Invoice>1<b c='d'/></Invoice>"] {
        verdict(&validator, document);
    }
}

pub async fn of_many_at_once_all_say_the_same<S: ValidatorUnderTest>(subject: &S) {
    let (validator, document) = subject.validator(Document::Invalid).expect("a document");
    let first = verdict(&validator, &document);
    thread::scope(|threads| {
        for _ in 0..8 {
            threads.spawn(|| assert_eq!(verdict(&validator, &document), first));
        }
    });
}

pub async fn silence_is_no_verdict<S: ValidatorUnderTest>(subject: &S) {
    if let Some(validator) = subject.unreachable() {
        let parsed = Parsed::read(b"<Invoice/>").expect("XML");
        assert!(validator.validate(&parsed, &parsed, DAY).is_err());
    }
}

/// Makes a test of each function of this contract.
#[macro_export]
macro_rules! document_validator_contract {
    ($open:ident) => {
        $crate::network_contract! { $open, document_validator:
            a_valid_document_has_no_findings
            a_broken_rule_is_an_error
            a_warning_leaves_a_document_valid
            any_document_has_a_verdict
            of_many_at_once_all_say_the_same
            silence_is_no_verdict
        }
    };
}
