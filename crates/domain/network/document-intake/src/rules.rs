//! The official rules as a validator, in this process.

use billing_rules::{
    Explanation, Flag, Official, Options, Release, Report, RuleSet, validate_with,
};
use peppol_connector::{
    documents::{MAX_FINDINGS, RulesVersion, UnlistedFindings, Upcoming, Verdict},
    ports::{DocumentValidator, ValidatorUnavailable},
    repair::{Finding, Severity},
};
use time::Date;
use xml::{Parsed, Unreadable};

/// The rules that Peppol asks for on a day: those of BIS Billing 3.0 for UBL, those of CEN for CII, which is
/// converted before it is sent.
#[derive(Debug, Clone, Copy, Default)]
pub struct OfficialRules;

impl DocumentValidator for OfficialRules {
    fn validate(&self, document: &Parsed<'_>, day: Date) -> Result<Verdict, ValidatorUnavailable> {
        let rule_set = match RuleSet::detect(document) {
            Some(RuleSet::En16931Ubl) | None => RuleSet::PeppolUbl,
            Some(other) => other,
        };
        Ok(verdict(&validate_with(document, rule_set, Options::on(day))))
    }
}

/// The release of the rules that follows the one in force on a day in Europe/Bratislava, with the first day on which
/// receivers refuse by it; nothing where none is known.
#[must_use]
pub fn upcoming_rules(day: Date) -> Option<(RulesVersion, Date)> {
    let release = Release::on(day).next()?;
    let official = RuleSet::PeppolUbl.book().own.in_release(release);
    Some((version(official), release.in_force()))
}

/// The verdict on what cannot be read, which no validator is asked about.
pub(crate) fn unreadable(error: &Unreadable) -> Verdict {
    verdict(&Report::unreadable(error, RuleSet::PeppolUbl))
}

fn verdict(report: &Report<'_>) -> Verdict {
    let findings = findings(report);
    let listed = |severity| findings.iter().filter(|one| one.severity == severity).count();
    let unlisted = UnlistedFindings {
        errors: report.count(Flag::Fatal) - listed(Severity::Error),
        warnings: report.count(Flag::Warning) - listed(Severity::Warning),
    };
    let upcoming = report.ahead.as_deref().map(|next| Upcoming {
        rules: version(next.official()),
        in_force: next.release.in_force(),
        findings: self::findings(next),
    });
    Verdict { findings, unlisted, rules: Some(version(report.official())), upcoming }
}

const fn version(official: &Official) -> RulesVersion {
    RulesVersion { name: official.name, version: official.version }
}

fn findings(report: &Report<'_>) -> Vec<Finding> {
    report.explain_most(MAX_FINDINGS).into_iter().map(finding).collect()
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
