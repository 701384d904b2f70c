//! What an examination finds, repairs and converts, and how often it parses.

use document_intake::{Document, DocumentFormat, Incoming, OfficialRules, examine, facts_of};
use peppol_connector::{
    CannotApply, DocumentValidator, Network, Readiness, Repair, Root, Severity, Validation,
    ValidatorUnavailable, Verdict,
};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use xml::{Parsed, parses_on_this_thread};

static UBL: LazyLock<String> = LazyLock::new(|| fixtures::text("documents/ubl/invoice.xml"));
static CII: LazyLock<String> = LazyLock::new(|| fixtures::text("documents/cii/card.xml"));
const BILLING: &str = "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0";

fn incoming(document: &str) -> Incoming {
    Incoming { bytes: document.as_bytes().into(), format: None, network: Network::Live }
}

/// The document with the number of parses that it took.
fn examined(document: &str) -> (Document, u64) {
    let before = parses_on_this_thread();
    let examined = examine(&OfficialRules, &incoming(document));
    (examined, parses_on_this_thread() - before)
}

fn codes(validation: &Validation) -> Vec<&str> {
    let Validation::Ran(verdict) = validation else { return Vec::new() };
    verdict.findings.iter().map(|finding| finding.code.as_str()).collect()
}

#[test]
fn a_valid_document_is_parsed_once() {
    let (document, parses) = examined(&UBL);
    assert_eq!(document.examined.readiness(false), Readiness::Ready);
    assert_eq!(parses, 1);
    assert_eq!(document.facts.number.as_deref(), Some("2026-0117"));
    assert_eq!(&*document.bytes.sent, UBL.as_bytes());
    assert_eq!(facts_of(&document.bytes.sent).as_ref(), Some(&document.facts));
}

#[test]
fn a_broken_document_is_parsed_once() {
    let broken = UBL.replacen("<cbc:ID>2026-0117</cbc:ID>", "", 1);
    let (document, parses) = examined(&broken);
    assert_eq!(document.examined.readiness(true), Readiness::Broken);
    assert!(codes(&document.examined.original).contains(&"BR-02"));
    assert_eq!(parses, 1);
}

#[test]
fn a_repaired_document_is_parsed_once_more() {
    let plain = UBL.replacen(BILLING, "urn:cen.eu:en16931:2017", 1);
    assert_ne!(plain, *UBL);
    let (document, parses) = examined(&plain);
    assert_eq!(document.examined.readiness(true), Readiness::ReadyRepaired);
    assert_eq!(document.examined.readiness(false), Readiness::NeedsRepair);
    assert_eq!(parses, 2);
    assert_eq!(document.facts.customization.as_deref(), Some(BILLING));
    assert_eq!(&*document.bytes.sent, UBL.as_bytes());
    assert_eq!(&*document.bytes.original, plain.as_bytes());
}

#[test]
fn a_converted_document_is_parsed_once_more_and_once_for_its_repairs() {
    let (document, parses) = examined(&CII);
    assert_eq!(document.examined.readiness(true), Readiness::ReadyRepaired);
    assert_eq!(document.facts.root, Root::UblInvoice);
    let changes: Vec<_> = document.examined.changes.iter().map(|change| change.code).collect();
    assert_eq!(changes, ["CII_TO_UBL", "BIS3_CUSTOMIZATION_ID"]);
    assert_eq!(parses, 3);
    let of_peppol = CII.replacen(
        "<ram:ID>urn:cen.eu:en16931:2017</ram:ID>",
        &format!("<ram:ID>{BILLING}</ram:ID>"),
        1,
    );
    assert_ne!(of_peppol, *CII);
    let (document, parses) = examined(&of_peppol);
    assert_eq!(document.examined.readiness(true), Readiness::ReadyRepaired);
    assert_eq!(parses, 2);
}

#[test]
fn what_is_lost_is_found_before_and_after() {
    let header = "<rsm:ExchangedDocumentContext>";
    let test = format!(
        "{header}<ram:TestIndicator><udt:Indicator>true</udt:Indicator></ram:TestIndicator>"
    );
    let (document, _) = examined(&CII.replacen(header, &test, 1));
    let Repair::Made(repaired) = &document.examined.repair else { panic!("not repaired") };
    for validation in [&document.examined.original, repaired] {
        let Validation::Ran(verdict) = validation else { panic!("no verdict") };
        let lost: Vec<_> =
            verdict.findings.iter().filter(|f| f.code.starts_with("CII_LOST")).collect();
        assert_eq!(lost.len(), 1, "{verdict:?}");
        assert_eq!(lost[0].severity, Severity::Error);
    }
    assert_eq!(document.examined.readiness(true), Readiness::Broken);
}

#[test]
fn what_cannot_be_read_is_a_finding() {
    for (document, code, parses) in [
        ("", "guard-empty", 0),
        ("no xml", "guard-well-formed", 1),
        ("<!DOCTYPE a><a/>", "guard-doctype", 0),
    ] {
        let (examined, parsed) = examined(document);
        assert_eq!(codes(&examined.examined.original), [code]);
        assert_eq!(examined.examined.repair, Repair::NotNeeded);
        assert_eq!(parsed, parses, "{document}");
        assert_eq!(facts_of(document.as_bytes()), None);
    }
}

#[test]
fn other_documents_and_wrong_labels_are_findings() {
    let (order, _) = examined("<Order xmlns='urn:x'/>");
    assert!(codes(&order.examined.original).contains(&"DOCUMENT_TYPE"));
    for (format, labelled) in [(DocumentFormat::Ubl, false), (DocumentFormat::Cii, true)] {
        let incoming = Incoming { format: Some(format), ..incoming(&UBL) };
        let document = examine(&OfficialRules, &incoming);
        assert_eq!(codes(&document.examined.original).contains(&"FORMAT_LABEL"), labelled);
        assert_eq!(document.examined.readiness(false), Readiness::Ready);
    }
}

#[test]
fn a_repair_that_has_no_place_is_refused() {
    let twice = UBL.replacen(
        &format!("<cbc:CustomizationID>{BILLING}</cbc:CustomizationID>"),
        "<cbc:CustomizationID>urn:cen.eu:en16931:2017</cbc:CustomizationID><cbc:CustomizationID/>",
        1,
    );
    let (document, parses) = examined(&twice);
    let refusal = CannotApply::Ambiguous("cbc:CustomizationID".to_owned());
    assert_eq!(document.examined.repair, Repair::Refused(refusal));
    assert_eq!(&*document.bytes.sent, twice.as_bytes());
    assert_eq!(parses, 1);
}

/// Answers so many times.
struct Answers(AtomicUsize);

impl DocumentValidator for Answers {
    fn validate(&self, _: &Parsed<'_>) -> Result<Verdict, ValidatorUnavailable> {
        let left = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1));
        left.map(|_| Verdict::default()).map_err(|_| ValidatorUnavailable("down".into()))
    }
}

#[test]
fn a_validator_that_does_not_answer_leaves_it_open() {
    let plain = UBL.replacen(BILLING, "urn:cen.eu:en16931:2017", 1);
    let with = |answers| examine(&Answers(AtomicUsize::new(answers)), &incoming(&plain));
    let never = with(0);
    assert_eq!(never.examined.repair, Repair::NotTried);
    assert_eq!(never.examined.changes.len(), 1);
    let once = with(1);
    assert_eq!(once.examined.repair, Repair::Made(Validation::Unavailable));
    for document in [never, once] {
        assert_eq!(document.examined.readiness(true), Readiness::Unknown);
        assert_eq!(document.unavailable.map(|why| why.0.to_string()).as_deref(), Some("down"));
    }
    assert!(with(2).unavailable.is_none());
}
