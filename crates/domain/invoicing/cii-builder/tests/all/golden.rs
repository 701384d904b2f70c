//! Every UBL document of `fixtures/golden/ubl` as CII: valid where the UBL is, and the same in its terms. Those of
//! `fixtures/golden/cii` are compared byte for byte.
//!
//! `UPDATE_GOLDEN=1 cargo test -p cii-builder golden` rewrites them; then read the diff.

use crate::terms::{self, cii};
use billing_rules::{Flag, RuleSet, report};
use cii_builder::Context;
use xml::Parsed;

/// The fatal rules that a document fails, and whether it has its schema's shape.
fn failed(text: &str, rules: RuleSet) -> (bool, Vec<&'static str>) {
    let document = Parsed::read(text.as_bytes());
    let report = report(&document, rules);
    let fatal = report.fired().iter().filter(|(_, (flag, _))| *flag == Flag::Fatal);
    (report.schema_valid, fatal.map(|(id, _)| *id).collect())
}

#[test]
fn each_document_is_valid_and_says_the_same() {
    for folder in ["bis-billing-3", "bis-self-billing-3", "incomplete"] {
        let all = fixtures::files(&format!("golden/ubl/{folder}"));
        assert!(!all.is_empty());
        for (name, ubl) in all {
            let made = cii(&ubl, Some(&Context::EN16931));
            assert_eq!(made.losses, [], "{folder}/{name}");
            assert_eq!(terms::terms(&terms::ubl(&made.xml)), terms::terms(&ubl), "{folder}/{name}");
            let (has_shape, fatal) = failed(&made.xml, RuleSet::En16931Cii);
            let (_, of_ubl) = failed(&ubl, RuleSet::En16931Ubl);
            match folder {
                // the rules of CII also miss the country of an address that is not there at all (BR-11)
                "incomplete" => assert!(of_ubl.iter().all(|rule| fatal.contains(rule)), "{name}"),
                _ => {
                    assert_eq!((has_shape, fatal), (true, of_ubl), "{folder}/{name}: {}", made.xml)
                }
            }
        }
    }
}

#[test]
fn some_are_recorded() {
    for name in
        ["invoice", "credit-note", "attachments", "foreign-currency", "final-after-advances"]
    {
        let ubl = fixtures::text(&format!("golden/ubl/bis-billing-3/{name}.xml"));
        let made = cii(&ubl, Some(&Context::EN16931));
        fixtures::assert_golden(&format!("cii/en16931/{name}.xml"), &made.xml);
    }
}

#[test]
fn a_document_keeps_its_specification_unless_another_is_asked_for() {
    let ubl = fixtures::text("golden/ubl/bis-billing-3/invoice.xml");
    let guideline = |context| {
        let made = cii(&ubl, context).xml;
        let mut lines = made.lines().skip_while(|line| !line.contains("GuidelineSpecified"));
        lines.nth(1).expect("a guideline").trim().to_owned()
    };
    let id = |of: &Context| format!("<ram:ID>{}</ram:ID>", of.guideline);
    assert_eq!(guideline(None), id(&Context::PEPPOL));
    for context in [&Context::EN16931, &Context::XRECHNUNG, &Context::PEPPOL_SELF_BILLING] {
        assert_eq!(guideline(Some(context)), id(context));
    }
}

#[test]
fn another_document_is_refused() {
    for other in
        ["<Invoice/>", "<Order xmlns='urn:oasis:names:specification:ubl:schema:xsd:Order-2'/>"]
    {
        let parsed = Parsed::read(other.as_bytes()).expect("read");
        assert!(matches!(cii_builder::of_ubl(&parsed, None), Err(cii_builder::CiiError::NotUbl)));
    }
}
