//! The official rules as the connector's validator, in this process.

use billing_rules::{Explanation, Flag, RuleSet};
use peppol_connector::{DocumentValidator, Finding, Severity, ValidatorUnavailable, Verdict};

/// Documents longer than this are judged on a thread of the pool: they would hold up the others.
pub const AT_ONCE: usize = 128 * 1024;

/// Judges in this process.
#[derive(Debug, Clone, Copy, Default)]
pub struct Rules;

impl DocumentValidator for Rules {
    async fn validate(&self, document: &[u8]) -> Result<Verdict, ValidatorUnavailable> {
        if document.len() <= AT_ONCE {
            return Ok(verdict(document));
        }
        let document = document.to_vec();
        tokio::task::spawn_blocking(move || verdict(&document))
            .await
            .map_err(|error| ValidatorUnavailable(error.into()))
    }
}

/// The verdict of what Peppol asks for: the rules of BIS Billing 3.0 for UBL, those of CEN for CII,
/// which is converted before it is sent.
fn verdict(document: &[u8]) -> Verdict {
    let rule_set = match RuleSet::detect_in(document) {
        Some(RuleSet::En16931Ubl) | None => RuleSet::PeppolUbl,
        Some(other) => other,
    };
    let report = billing_rules::validate(document, rule_set);
    Verdict { findings: report.explain(document).into_iter().map(finding).collect() }
}

fn finding(explanation: Explanation) -> Finding {
    let Explanation { rule, flag, message, hint, xpath, .. } = explanation;
    let message = if hint.is_empty() { message } else { format!("{message} {hint}") };
    let severity = match flag {
        Flag::Fatal => Severity::Error,
        Flag::Warning => Severity::Warning,
    };
    let field = if xpath.is_empty() { "document".to_owned() } else { xpath };
    Finding { field, code: rule.to_owned(), message, severity }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_invoice_has_findings() {
        for document in [&b""[..], b"no xml", b"<Order xmlns='urn:x'/>", b"\xff\xfe"] {
            let verdict = verdict(document);
            assert!(!verdict.is_valid(), "{document:?}");
            assert!(verdict.findings.iter().all(|f| !f.field.is_empty() && !f.message.is_empty()));
        }
    }
}
