//! Reports of the rules as a verdict.

use billing_rules::{Explanation, Flag, Recommendation, Report};
use document_formats::{finding, version};
use peppol_connector::{
    documents::{MAX_FINDINGS, UnlistedFindings, Upcoming, Verdict},
    repair::{Finding, Severity},
};

/// What the network's rules found, and what those of the document's own specification found beyond that. Both contain
/// CEN's rules: what the network's found already, as heavy or heavier, is not said again.
pub(crate) fn verdict(network: &Report<'_>, own: Option<&Report<'_>>) -> Verdict {
    let mut findings = explained(network, |_| true);
    let mut total = counted(network, |_, _| true);
    if let Some(own) = own {
        let is_new = |id: &str, level| network.weight(id).is_none_or(|known| level < known);
        findings.extend(explained(own, |one| is_new(one.rule, one.flag)));
        let further = counted(own, is_new);
        let rejection = unsaid_rejection(own);
        total.errors += further.errors + usize::from(rejection.is_some());
        total.warnings += further.warnings;
        findings.extend(rejection);
    }
    if findings.len() > MAX_FINDINGS {
        findings.sort_by_key(|one| one.severity != Severity::Error);
        findings.truncate(MAX_FINDINGS);
    }
    let listed = |severity| findings.iter().filter(|one| one.severity == severity).count();
    let unlisted = UnlistedFindings {
        errors: total.errors - listed(Severity::Error),
        warnings: total.warnings - listed(Severity::Warning),
    };
    let upcoming = network.ahead.as_deref().map(|next| Upcoming {
        rules: version(next.official()),
        in_force: next.release.in_force(),
        findings: explained(next, |one| one.flag == Flag::Fatal),
    });
    Verdict { findings, unlisted, rules: Some(version(network.official())), upcoming }
}

/// Findings in words, errors first where there are many.
fn explained(report: &Report<'_>, wanted: impl Fn(&Explanation) -> bool) -> Vec<Finding> {
    let explained = report.explain_most(MAX_FINDINGS).into_iter().filter(wanted);
    explained.map(|one| finding(one, report)).collect()
}

/// How many findings there are, listed or not.
fn counted(report: &Report<'_>, wanted: impl Fn(&str, Flag) -> bool) -> UnlistedFindings {
    let mut counts = UnlistedFindings::default();
    for (_, level, count) in report.weights().filter(|(id, level, _)| wanted(id, *level)) {
        *match level {
            Flag::Fatal => &mut counts.errors,
            Flag::Warning | Flag::Information => &mut counts.warnings,
        } += count;
    }
    counts
}

/// That a validator rejects the document for its specification identifier alone, without asking any rule.
fn unsaid_rejection(own: &Report<'_>) -> Option<Finding> {
    let rejected = own.recommendation() == Some(Recommendation::Reject);
    let unsaid = own.schema_valid && own.count(Flag::Fatal) == 0;
    (rejected && unsaid).then(|| Finding {
        field: "cbc:CustomizationID".to_owned(),
        code: "XRECHNUNG_SCENARIO".to_owned(),
        message: "KoSIT's validator has no scenario for this specification identifier and rejects the document. \
            Write the identifier of XRechnung 3.0 exactly; its extension is for invoices alone."
            .to_owned(),
        severity: Severity::Error,
        rules: Some(version(own.official())),
    })
}
