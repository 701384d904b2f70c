//! Documents of other specifications than Peppol's: their own rules are asked besides the network's.

use crate::common::{BILLING, codes, incoming, inspection, without};
use document_intake::{Document, Incoming, OfficialRules, inspect};
use peppol_connector::{
    documents::{AutoRepair, Readiness, Repair, Validation, Verdict},
    identifiers::Root,
    ports::DocumentValidator,
    repair::Severity,
    sending::DocumentFormat,
};
use time::macros::date;
use xml::Parsed;

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
        assert_eq!(
            codes(repaired(&wrong)),
            ["BR-DE-7", "BR-DE-28"],
            "{:?}",
            wrong.inspection.changes
        );
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
