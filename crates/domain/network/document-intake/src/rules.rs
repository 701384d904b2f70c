//! The official rules as a validator, in this process.

use billing_rules::{Explanation, Flag, Report, RuleSet, validate};
use peppol_connector::{
    documents::{MAX_FINDINGS, UnlistedFindings, Verdict},
    ports::{DocumentValidator, ValidatorUnavailable},
    repair::{Finding, Severity},
};
use xml::{Parsed, Unreadable};

/// The rules that Peppol asks for: those of BIS Billing 3.0 for UBL, those of CEN for CII, which is
/// converted before it is sent.
#[derive(Debug, Clone, Copy, Default)]
pub struct OfficialRules;

impl DocumentValidator for OfficialRules {
    fn validate(&self, document: &Parsed<'_>) -> Result<Verdict, ValidatorUnavailable> {
        let rule_set = match RuleSet::detect(document) {
            Some(RuleSet::En16931Ubl) | None => RuleSet::PeppolUbl,
            Some(other) => other,
        };
        Ok(verdict(&validate(document, rule_set)))
    }
}

/// The verdict on what cannot be read, which no validator is asked about.
pub(crate) fn unreadable(error: &Unreadable) -> Verdict {
    verdict(&Report::unreadable(error, RuleSet::PeppolUbl))
}

fn verdict(report: &Report<'_>) -> Verdict {
    let findings: Vec<_> = report.explain_most(MAX_FINDINGS).into_iter().map(finding).collect();
    let listed = |severity| findings.iter().filter(|one| one.severity == severity).count();
    let unlisted = UnlistedFindings {
        errors: report.count(Flag::Fatal) - listed(Severity::Error),
        warnings: report.count(Flag::Warning) - listed(Severity::Warning),
    };
    Verdict { findings, unlisted }
}

fn finding(explanation: Explanation) -> Finding {
    let Explanation { rule, flag, message, hint, location, .. } = explanation;
    let message = if hint.is_empty() { message } else { format!("{message} {hint}") };
    let severity = match flag {
        Flag::Fatal => Severity::Error,
        Flag::Warning => Severity::Warning,
    };
    let of_document = location.steps().is_empty();
    let field = if of_document { "document".to_owned() } else { location.to_string() };
    Finding { field, code: rule.to_owned(), message, severity }
}
