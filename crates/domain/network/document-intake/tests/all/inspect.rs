//! What an inspection finds, repairs and converts, and how often it parses.

use crate::common::{BILLING, CII, UBL, codes, incoming, inspection};
use document_intake::{Incoming, LIMITS, OfficialRules, facts_of, inspect};
use peppol_connector::{
    documents::{AutoRepair, MAX_FINDINGS, Readiness, Repair, Validation, Verdict},
    identifiers::Root,
    ports::{DocumentValidator, ValidatorUnavailable},
    repair::{CannotApply, Severity},
    sending::DocumentFormat,
};
use std::sync::atomic::{AtomicUsize, Ordering};
use time::{Date, macros::date};
use xml::Parsed;

#[test]
fn a_valid_document_is_parsed_once() {
    let (document, parses) = inspection(&UBL);
    assert_eq!(document.inspection.readiness(AutoRepair::Off), Readiness::Ready);
    assert_eq!(parses, 1);
    assert_eq!(document.facts.number.as_deref(), Some("2026-0117"));
    assert_eq!(&*document.bytes.sent, UBL.as_bytes());
    assert_eq!(facts_of(&document.bytes.sent).as_ref(), Some(&document.facts));
}

#[test]
fn a_broken_document_is_parsed_once() {
    let broken = UBL.replacen("<cbc:ID>2026-0117</cbc:ID>", "", 1);
    let (document, parses) = inspection(&broken);
    assert_eq!(document.inspection.readiness(AutoRepair::On), Readiness::Broken);
    assert!(codes(&document.inspection.original).contains(&"BR-02"));
    assert_eq!(parses, 1);
}

#[test]
fn a_repaired_document_is_parsed_once_more() {
    let plain = UBL.replacen(BILLING, "urn:cen.eu:en16931:2017", 1);
    assert_ne!(plain, *UBL);
    let (document, parses) = inspection(&plain);
    assert_eq!(document.inspection.readiness(AutoRepair::On), Readiness::ReadyRepaired);
    assert_eq!(document.inspection.readiness(AutoRepair::Off), Readiness::NeedsRepair);
    assert_eq!(parses, 2);
    assert_eq!(document.facts.customization.as_deref(), Some(BILLING));
    assert_eq!(&*document.bytes.sent, UBL.as_bytes());
    assert_eq!(&*document.bytes.original, plain.as_bytes());
}

#[test]
fn a_converted_document_is_parsed_once_more_and_once_for_its_repairs() {
    let (document, parses) = inspection(&CII);
    assert_eq!(document.inspection.readiness(AutoRepair::On), Readiness::ReadyRepaired);
    assert_eq!(document.facts.root, Root::UblInvoice);
    let changes: Vec<_> = document.inspection.changes.iter().map(|change| change.code).collect();
    assert_eq!(changes, ["CII_TO_UBL", "BIS3_CUSTOMIZATION_ID"]);
    assert_eq!(parses, 3);
    let of_peppol = CII.replacen(
        "<ram:ID>urn:cen.eu:en16931:2017</ram:ID>",
        &format!("<ram:ID>{BILLING}</ram:ID>"),
        1,
    );
    assert_ne!(of_peppol, *CII);
    let (document, parses) = inspection(&of_peppol);
    assert_eq!(document.inspection.readiness(AutoRepair::On), Readiness::ReadyRepaired);
    assert_eq!(parses, 2);
}

#[test]
fn what_is_lost_is_found_before_and_after() {
    let header = "<rsm:ExchangedDocumentContext>";
    let test = format!(
        "{header}<ram:TestIndicator><udt:Indicator>true</udt:Indicator></ram:TestIndicator>"
    );
    let (document, _) = inspection(&CII.replacen(header, &test, 1));
    let Repair::Made(repaired) = &document.inspection.repair else { panic!("not repaired") };
    for validation in [&document.inspection.original, repaired] {
        let Validation::Ran(verdict) = validation else { panic!("no verdict") };
        let lost: Vec<_> =
            verdict.findings.iter().filter(|f| f.code.starts_with("CII_LOST")).collect();
        assert_eq!(lost.len(), 1, "{verdict:?}");
        assert_eq!(lost[0].severity, Severity::Error);
    }
    assert_eq!(document.inspection.readiness(AutoRepair::On), Readiness::Broken);
}

#[test]
fn what_cannot_be_read_is_a_finding() {
    for (document, code, parses) in [
        ("", "guard-empty", 0),
        ("no xml", "guard-well-formed", 1),
        ("<!DOCTYPE a><a/>", "guard-doctype", 0),
    ] {
        let (inspection, parsed) = inspection(document);
        assert_eq!(codes(&inspection.inspection.original), [code]);
        assert_eq!(inspection.inspection.repair, Repair::NotNeeded);
        assert_eq!(parsed, parses, "{document}");
        assert_eq!(facts_of(document.as_bytes()), None);
    }
}

/// A few findings of a broken line are listed, those of all lines are counted.
#[test]
fn findings_are_counted_beyond_those_that_are_listed() {
    let lines = 20_000;
    let document = format!(
        "<Invoice xmlns='urn:oasis:names:specification:ubl:schema:xsd:Invoice-2' xmlns:cac='urn:oasis:\
         names:specification:ubl:schema:xsd:CommonAggregateComponents-2'>{}</Invoice>",
        "<cac:InvoiceLine/>".repeat(lines)
    );
    let (document, _) = inspection(&document);
    let Validation::Ran(verdict) = &document.inspection.original else { panic!("no verdict") };
    assert!(verdict.findings.len() <= MAX_FINDINGS + 1, "{}", verdict.findings.len());
    assert!(verdict.count(Severity::Error) > 10 * lines, "{:?}", verdict.unlisted);
    let listed = document.inspection.findings(AutoRepair::Off);
    let more = &listed.iter().find(|one| one.code == "MORE_FINDINGS").expect("more").message;
    let total = verdict.count(Severity::Error) + verdict.count(Severity::Warning);
    assert_eq!(*more, format!("{} more findings are not listed", total - MAX_FINDINGS));
}

#[test]
fn documents_of_too_many_elements_are_refused_unread() {
    let document = format!("<a>{}</a>", "<a/>".repeat(LIMITS.nodes));
    let (inspection, parsed) = inspection(&document);
    assert_eq!((codes(&inspection.inspection.original), parsed), (vec!["guard-nodes"], 0));
}

#[test]
fn other_documents_and_wrong_labels_are_findings() {
    let (order, _) = inspection("<Order xmlns='urn:x'/>");
    assert!(codes(&order.inspection.original).contains(&"DOCUMENT_TYPE"));
    for (format, labelled) in [(DocumentFormat::Ubl, false), (DocumentFormat::Cii, true)] {
        let incoming = Incoming { format: Some(format), ..incoming(&UBL) };
        let document = inspect(&OfficialRules, &incoming);
        assert_eq!(codes(&document.inspection.original).contains(&"FORMAT_LABEL"), labelled);
        assert_eq!(document.inspection.readiness(AutoRepair::Off), Readiness::Ready);
    }
}

#[test]
fn a_repair_that_has_no_place_is_refused() {
    let twice = UBL.replacen(
        &format!("<cbc:CustomizationID>{BILLING}</cbc:CustomizationID>"),
        "<cbc:CustomizationID>urn:cen.eu:en16931:2017</cbc:CustomizationID><cbc:CustomizationID/>",
        1,
    );
    let (document, parses) = inspection(&twice);
    let refusal = CannotApply::Ambiguous("cbc:CustomizationID".to_owned());
    assert_eq!(document.inspection.repair, Repair::Refused(refusal));
    assert_eq!(&*document.bytes.sent, twice.as_bytes());
    assert_eq!(parses, 1);
}

/// Answers so many times.
struct Answers(AtomicUsize);

impl DocumentValidator for Answers {
    fn validate(
        &self,
        _: &Parsed<'_>,
        _: &Parsed<'_>,
        _: Date,
    ) -> Result<Verdict, ValidatorUnavailable> {
        let left = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1));
        left.map(|_| Verdict::default()).map_err(|_| ValidatorUnavailable("down".into()))
    }
}

#[test]
fn a_validator_that_does_not_answer_leaves_it_open() {
    let plain = UBL.replacen(BILLING, "urn:cen.eu:en16931:2017", 1);
    let with = |answers| inspect(&Answers(AtomicUsize::new(answers)), &incoming(&plain));
    let never = with(0);
    assert_eq!(never.inspection.repair, Repair::NotTried);
    assert_eq!(never.inspection.changes.len(), 1);
    let once = with(1);
    assert_eq!(once.inspection.repair, Repair::Made(Validation::Unavailable));
    for document in [never, once] {
        assert_eq!(document.inspection.readiness(AutoRepair::On), Readiness::Unknown);
        assert_eq!(document.unavailable.map(|why| why.0.to_string()).as_deref(), Some("down"));
    }
    assert!(with(2).unavailable.is_none());
}

/// A GLN of 12 digits is one until 24 February 2027.
fn with_a_short_gln() -> String {
    let begin = UBL.find("<cbc:EndpointID").expect("an address");
    let end = begin + UBL[begin..].find("</cbc:EndpointID>").expect("its end");
    let gln = "<cbc:EndpointID schemeID=\"0088\">123456789012";
    [&UBL[..begin], gln, &UBL[end..]].concat()
}

#[test]
fn a_document_is_judged_by_the_rules_of_the_day() {
    let on = |day| {
        let incoming = Incoming { day, ..incoming(&with_a_short_gln()) };
        match inspect(&OfficialRules, &incoming).inspection.original {
            Validation::Ran(verdict) => verdict,
            Validation::Unavailable => panic!("the rules are here"),
        }
    };
    let before = on(date!(2027 - 02 - 23));
    assert!(before.is_valid(), "{before:?}");
    let rules = |verdict: &Verdict| verdict.rules.map(|rules| rules.to_string());
    assert_eq!(rules(&before).as_deref(), Some("Peppol BIS Billing 3.0.21"));
    let upcoming = before.upcoming.expect("refused by the next release");
    assert_eq!(upcoming.rules.to_string(), "Peppol BIS Billing 3.0.22");
    assert_eq!(upcoming.in_force, date!(2027 - 02 - 24));
    let codes: Vec<_> = upcoming.findings.iter().map(|finding| &*finding.code).collect();
    assert_eq!(codes, ["PEPPOL-COMMON-R040"]);
    let after = on(date!(2027 - 02 - 24));
    assert_eq!((after.is_valid(), &after.upcoming), (false, &None));
    assert_eq!(rules(&after).as_deref(), Some("Peppol BIS Billing 3.0.22"));
}
