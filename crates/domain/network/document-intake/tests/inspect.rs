//! What an inspection finds, repairs and converts, and how often it parses.

use document_intake::{Document, Incoming, LIMITS, OfficialRules, facts_of, inspect};
use peppol_connector::{
    documents::{AutoRepair, MAX_FINDINGS, Readiness, Repair, Validation, Verdict},
    identifiers::{Network, Root},
    ports::{DocumentValidator, ValidatorUnavailable},
    repair::{CannotApply, Severity},
    sending::DocumentFormat,
};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use time::{Date, macros::date};
use xml::{Parsed, parses_on_this_thread};

static UBL: LazyLock<String> = LazyLock::new(|| fixtures::text("documents/ubl/invoice.xml"));
static CII: LazyLock<String> = LazyLock::new(|| fixtures::text("documents/cii/card.xml"));
const BILLING: &str = "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0";

fn incoming(document: &str) -> Incoming {
    let (bytes, day) = (document.as_bytes().into(), date!(2026 - 11 - 28));
    Incoming { bytes, format: None, network: Network::Live, day }
}

/// The document with the number of parses that it took.
fn inspection(document: &str) -> (Document, u64) {
    let before = parses_on_this_thread();
    let inspection = inspect(&OfficialRules, &incoming(document));
    (inspection, parses_on_this_thread() - before)
}

fn codes(validation: &Validation) -> Vec<&str> {
    let Validation::Ran(verdict) = validation else { return Vec::new() };
    verdict.findings.iter().map(|finding| finding.code.as_str()).collect()
}

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

const XRECHNUNG: &str = "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0";

fn verdict(document: &str) -> Verdict {
    let parsed = Parsed::read(document.as_bytes()).expect("XML");
    OfficialRules.validate(&parsed, &parsed, date!(2026 - 11 - 28)).expect("a verdict")
}

/// Each finding as its code and whether it is an error.
fn said(document: &str) -> Vec<(String, bool)> {
    let findings = verdict(document).findings.into_iter();
    findings.map(|one| (one.code, one.severity == Severity::Error)).collect()
}

/// The document without the first element of this name.
fn without(document: &str, element: &str) -> String {
    let (start, end) = (format!("<{element}"), format!("</{element}>"));
    let from = document.find(&start).expect("the element");
    let to = from + document[from..].find(&end).expect("its end") + end.len();
    [&document[..from], &document[to..]].concat()
}

/// An XRechnung to an Austrian buyer, both with addresses that Peppol takes: Peppol has no rules of Germany for it.
fn to_austria() -> String {
    let german = fixtures::text("conformance/xrechnung/invoice.xml");
    let (seller, buyer) = german.split_once("<cac:AccountingCustomerParty>").expect("a buyer");
    let foreign = buyer.replace("Code>DE<", "Code>AT<").replace("CompanyID>DE", "CompanyID>ATU");
    let document = [seller, "<cac:AccountingCustomerParty>", &foreign].concat();
    document.replace("schemeID=\"EM\">rechnung@hecke.example", "schemeID=\"9930\">DE123456788")
}

fn repaired(document: &Document) -> &Validation {
    match &document.inspection.repair {
        Repair::Made(validation) => validation,
        other => panic!("not repaired: {other:?}"),
    }
}

/// The repair puts Peppol's specification in the place of XRechnung, whose rules are asked all the same.
#[test]
fn a_repaired_xrechnung_is_judged_by_its_own_rules_too() {
    let (right, parses) = inspection(&to_austria());
    assert_eq!(codes(repaired(&right)), [""; 0], "{:?}", right.inspection);
    assert_eq!(right.inspection.readiness(AutoRepair::On), Readiness::ReadyRepaired);
    assert_eq!((right.facts.customization.as_deref(), parses), (Some(BILLING), 2));
    let wrong = without(&to_austria(), "cbc:ElectronicMail");
    let profile = "<cbc:ProfileID>";
    assert!(wrong.contains(profile));
    let twice_wrong = wrong.replacen(profile, &format!("{profile}urn:own:"), 1);
    for document in [wrong, twice_wrong] {
        let (wrong, _) = inspection(&document);
        assert_eq!(codes(repaired(&wrong)), ["BR-DE-7"], "{:?}", wrong.inspection.changes);
        assert_eq!(wrong.inspection.readiness(AutoRepair::On), Readiness::Broken);
    }
}

#[test]
fn a_converted_xrechnung_is_judged_by_its_own_rules_too() {
    let cii = fixtures::text("conformance/xrechnung/cii.xml");
    let (seller, buyer) = cii.split_once("<ram:BuyerTradeParty>").expect("a buyer");
    let foreign = buyer.replacen("ID>DE", "ID>AT", 1);
    let document = [seller, "<ram:BuyerTradeParty>", &foreign].concat();
    let document = without(&document, "ram:EmailURIUniversalCommunication");
    let (inspected, _) = inspection(&document);
    assert_eq!(inspected.facts.root, Root::UblInvoice);
    let codes = codes(repaired(&inspected));
    assert!(codes.contains(&"BR-DE-7"), "{codes:?}");
}

/// CEN's rules, Peppol's and those of the document's own specification, each in its release; ours have none.
#[test]
fn a_finding_names_the_rules_that_it_is_one_of() {
    let incoming = |day| {
        let document = without(&without(&to_austria(), "cbc:ElectronicMail"), "cbc:ID");
        let document = document.replacen("schemeID=\"9930\"", "schemeID=\"none\"", 1);
        Incoming { format: Some(DocumentFormat::Cii), day, ..incoming(&document) }
    };
    for (day, billing) in [
        (date!(2027 - 02 - 23), "Peppol BIS Billing 3.0.21"),
        (date!(2027 - 02 - 24), "Peppol BIS Billing 3.0.22"),
    ] {
        let Validation::Ran(verdict) = inspect(&OfficialRules, &incoming(day)).inspection.original
        else {
            panic!("the rules are here")
        };
        for (code, rules) in [
            ("BR-02", Some("CEN EN 16931 over UBL 1.3.16")),
            ("PEPPOL-EN16931-CL008", Some(billing)),
            ("BR-DE-7", Some("XRechnung 3.0.2, Schematron 2.5.0")),
            ("FORMAT_LABEL", None),
        ] {
            let finding = verdict.findings.iter().find(|one| one.code == code).expect(code);
            let said = finding.rules.map(|rules| rules.to_string());
            assert_eq!(said.as_deref(), rules, "{code}");
        }
    }
}

#[test]
fn an_xrechnung_is_judged_by_the_rules_of_peppol_and_by_its_own() {
    let german = fixtures::text("conformance/xrechnung/invoice.xml");
    assert!(german.contains(XRECHNUNG));
    // Peppol takes neither the specification nor mail addresses for endpoints
    let of_peppol = ["PEPPOL-EN16931-CL008", "PEPPOL-EN16931-R004"];
    let without = |element: &str| without(&german, element);
    // of rules that both have, one finding
    let codes = |document: &str| -> Vec<String> {
        let mut codes: Vec<_> = said(document).into_iter().map(|(code, _)| code).collect();
        codes.sort();
        codes
    };
    assert_eq!(codes(&german), of_peppol);
    assert_eq!(
        codes(&without("cbc:BuyerReference")),
        [&["BR-DE-15", "DE-R-015"][..], &of_peppol[..]].concat()
    );
    let id = without("cbc:ID");
    assert_eq!(codes(&id).iter().filter(|code| *code == "BR-02").count(), 1);
    // the sums are those of the list
    let verdict = verdict(&id);
    assert_eq!((verdict.unlisted.errors, verdict.unlisted.warnings), (0, 0));
    // an identifier that no scenario knows
    let blank = german.replacen(XRECHNUNG, &format!("{XRECHNUNG} "), 1);
    assert!(said(&blank).contains(&("XRECHNUNG_SCENARIO".to_owned(), true)));
    assert!(said(&blank).contains(&("BR-DE-21".to_owned(), false)));
}

#[test]
fn a_cross_industry_xrechnung_is_judged_by_its_rules_before_it_is_converted() {
    let german = fixtures::text("conformance/xrechnung/cii.xml");
    assert_eq!(said(&german), []);
    let without = without(&german, "ram:BuyerReference");
    assert_eq!(said(&without), [("BR-DE-15".to_owned(), true)]);
}

#[test]
fn an_extension_weighs_as_its_scenario_says() {
    let german = fixtures::text("conformance/xrechnung/invoice.xml");
    let extension = "#conformant#urn:xeinkauf.de:kosit:extension:xrechnung_3.0";
    let document = german.replacen(XRECHNUNG, &format!("{XRECHNUNG}{extension}"), 1);
    // Peppol knows neither the specification nor attachments in XML
    let attached = document.replacen("application/pdf", "application/xml", 1);
    let all = said(&attached);
    assert!(all.contains(&("BR-CL-24".to_owned(), true)), "{all:?}");
    assert!(!all.iter().any(|(code, _)| code == "BR-DEX-01"), "{all:?}");
}
