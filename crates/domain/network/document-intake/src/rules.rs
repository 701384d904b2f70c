//! The official rules as a validator, in this process.

use crate::verdict::verdict;
use billing_rules::{Options, Release, Report, RuleSet, validate_with};
use document_formats::version;
use peppol_connector::{
    documents::{RulesVersion, UnlistedFindings, Verdict},
    ports::{DocumentValidator, ValidatorUnavailable},
    repair::Finding,
};
use time::Date;
use xml::{Parsed, Unreadable};

/// The rules that Peppol asks for on a day, and those that the document asks for besides.
#[derive(Debug, Clone, Copy, Default)]
pub struct OfficialRules;

impl DocumentValidator for OfficialRules {
    fn validate(
        &self,
        document: &Parsed<'_>,
        named: &Parsed<'_>,
        day: Date,
    ) -> Result<Verdict, ValidatorUnavailable> {
        let options = Options::on(day);
        let network = validate_with(document, asked_by_network(RuleSet::detect(document)), options);
        let own = asked_besides(RuleSet::detect(named));
        let own = own.map(|rule_set| validate_with(named, rule_set, options));
        Ok(verdict(&network, own.as_ref()))
    }
}

/// The rules that the network asks a document of this kind: those of BIS Billing 3.0 for UBL, of Self-Billing where the
/// document names it, those of CEN for CII, which is converted before it is sent.
const fn asked_by_network(detected: Option<RuleSet>) -> RuleSet {
    match detected {
        Some(RuleSet::PeppolSelfbillingUbl) => RuleSet::PeppolSelfbillingUbl,
        Some(RuleSet::En16931Cii | RuleSet::XrechnungCii) => RuleSet::En16931Cii,
        Some(RuleSet::PeppolUbl | RuleSet::En16931Ubl | RuleSet::XrechnungUbl) | None => {
            RuleSet::PeppolUbl
        }
    }
}

/// The rules of a specification that the document names and the network does not ask for.
const fn asked_besides(detected: Option<RuleSet>) -> Option<RuleSet> {
    match detected {
        Some(set @ (RuleSet::XrechnungUbl | RuleSet::XrechnungCii)) => Some(set),
        Some(
            RuleSet::PeppolUbl
            | RuleSet::PeppolSelfbillingUbl
            | RuleSet::En16931Ubl
            | RuleSet::En16931Cii,
        )
        | None => None,
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

/// The verdict on what is no document that rules could be asked about.
pub(crate) fn refused(finding: Finding, day: Date) -> Verdict {
    let official = RuleSet::PeppolUbl.book().own.in_release(Release::on(day));
    Verdict {
        findings: vec![finding],
        unlisted: UnlistedFindings::default(),
        rules: Some(version(official)),
        upcoming: None,
    }
}

/// The verdict on what cannot be read, which no validator is asked about.
pub(crate) fn unreadable(error: &Unreadable, day: Date) -> Verdict {
    let mut report = Report::unreadable(error, RuleSet::PeppolUbl);
    report.release = Release::on(day);
    verdict(&report, None)
}
