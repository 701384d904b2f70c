//! What a send that was refused answers.

use crate::{Code, Detail, SapiError};
use peppol_connector::{
    repair::{Finding, Severity},
    sending::{EarlierSend, Refusal, SendAnswer},
    submissions::RejectReason,
};

/// Findings that an error lists at most.
const MAX_DETAILS: usize = 100;

/// The error for a document that was not taken in.
#[must_use]
pub fn refused(answer: &SendAnswer) -> SapiError {
    match (&answer.refusal, answer.reason) {
        (Some(refusal), _) => SapiError::new(code(refusal), refusal.to_string()),
        (None, Some(RejectReason::ValidatorUnavailable)) => {
            SapiError::new(Code::UNAVAILABLE, "the document cannot be checked at the moment")
        }
        _ => invalid(&answer.repair),
    }
}

/// The error for a document that breaks rules. What the connector could repair is listed too: nothing
/// is changed in a document that is sent over SAPI-SK.
#[must_use]
pub fn invalid(findings: &[Finding]) -> SapiError {
    let is_error = |finding: &&Finding| finding.severity == Severity::Error;
    let errors: Vec<_> = findings.iter().filter(is_error).collect();
    let details = errors.iter().take(MAX_DETAILS).map(|finding| {
        Detail::new(finding.field.clone(), format!("[{}] {}", finding.code, finding.message))
    });
    let message = match errors.len() {
        1 => "the document breaks a rule".to_owned(),
        n => format!("the document breaks rules: {n} errors"),
    };
    SapiError { details: details.collect(), ..SapiError::new(Code::INVALID_DOCUMENT, message) }
}

/// The error for a document that went out before: `details` has the id of that send.
#[must_use]
pub fn sent_before(earlier: &EarlierSend) -> SapiError {
    let first = Detail {
        value: Some(earlier.submission.to_string()),
        ..Detail::new("providerDocumentId", "was sent with this document")
    };
    SapiError { details: vec![first], ..SapiError::new(Code::DUPLICATE, earlier.to_string()) }
}

const fn code(refusal: &Refusal) -> Code {
    match refusal {
        Refusal::Credit | Refusal::PrepaymentOverdue => Code::INSUFFICIENT_CREDIT,
        Refusal::Account(_) | Refusal::NoSender => Code::NOT_REGISTERED,
        Refusal::NativeNumber(_) | Refusal::Duplicate(_) | Refusal::Revision(_) => Code::DUPLICATE,
        _ => Code::UNSENDABLE,
    }
}
