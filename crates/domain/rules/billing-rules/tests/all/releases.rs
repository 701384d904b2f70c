//! A document is judged by the release of Peppol's rules that is asked for.

use billing_rules::{Flag, Options, Release, RuleSet, validate_with};
use time::macros::date;
use xml::Parsed;

/// Our invoice between two Slovak parties, with one text replaced.
fn slovak(from: &str, to: &str) -> String {
    let document = fixtures::text("documents/ubl/invoice.xml");
    assert!(document.contains(from), "the fixture lacks {from}");
    document.replacen(from, to, 1)
}

const BEFORE: Release = Release::May2026;
const AFTER: Release = Release::November2026;

/// The ids that fire in a release, as far as they are Slovak or about types.
fn fired(document: &str, release: Release) -> Vec<(&'static str, Flag, usize)> {
    let document = Parsed::read(document.as_bytes()).expect("well-formed");
    let options = Options { release, ..Options::default() };
    let report = validate_with(&document, RuleSet::PeppolUbl, options);
    let fired = report.fired().iter().map(|(id, (flag, count))| (*id, *flag, *count));
    fired.filter(|(id, ..)| id.starts_with("SK-") || id.contains("P0112")).collect()
}

/// The part of an address of the seller, or of the buyer, that is left out.
fn without(party: &str, part: &str) -> String {
    let whole = slovak("<", "<");
    let start = whole.find(party).expect("the party");
    let begin = start + whole[start..].find(&format!("<cbc:{part}>")).expect("the part");
    let end_tag = format!("</cbc:{part}>");
    let end = begin + whole[begin..].find(&end_tag).expect("its end") + end_tag.len();
    format!("{}{}", &whole[..begin], &whole[end..])
}

#[test]
fn slovak_addresses_are_complete() {
    assert!(fired(&slovak("<", "<"), AFTER).is_empty());
    let parties = ["<cac:AccountingSupplierParty>", "<cac:AccountingCustomerParty>"];
    let ids = [["SK-R-002", "SK-R-003", "SK-R-004"], ["SK-R-005", "SK-R-006", "SK-R-007"]];
    for (party, ids) in parties.into_iter().zip(ids) {
        for (part, id) in ["StreetName", "CityName", "PostalZone"].into_iter().zip(ids) {
            let document = without(party, part);
            assert_eq!(fired(&document, AFTER), [(id, Flag::Warning, 1)], "{party} {part}");
            assert!(fired(&document, BEFORE).is_empty());
        }
    }
}

#[test]
fn a_corrected_invoice_is_for_two_slovak_parties_too() {
    let of_type = |code: &str| slovak(">380<", &format!(">{code}<"));
    let corrected = of_type("384");
    let refused = ("PEPPOL-EN16931-P0112", Flag::Fatal, 1);
    assert_eq!(fired(&corrected, BEFORE), [refused]);
    assert!(fired(&corrected, AFTER).is_empty());
    assert_eq!(fired(&of_type("326"), AFTER), [refused]);
    let foreign = corrected.replace("Code>SK<", "Code>CZ<").replace("CompanyID>SK", "CompanyID>CZ");
    assert_eq!(fired(&foreign, AFTER), [refused]);
    let begin = corrected.find("<cac:BillingReference>").expect("a reference");
    let close = "</cac:BillingReference>";
    let end = corrected.find(close).expect("its end") + close.len();
    let lost = format!("{}{}", &corrected[..begin], &corrected[end..]);
    assert_eq!(fired(&lost, AFTER), [("SK-R-001", Flag::Warning, 1)]);
}

/// The GLN of the seller has 12 digits and a right check digit: nothing is wrong with it before the next release.
fn with_a_short_gln() -> String {
    let document = slovak("<", "<");
    let begin = document.find("<cbc:EndpointID").expect("an address");
    let end = begin + document[begin..].find("</cbc:EndpointID>").expect("its end");
    let gln = "<cbc:EndpointID schemeID=\"0088\">123456789012";
    format!("{}{gln}{}", &document[..begin], &document[end..])
}

#[test]
fn a_document_that_the_next_release_refuses_is_told_of() {
    let text = with_a_short_gln();
    let document = Parsed::read(text.as_bytes()).expect("well-formed");
    let on = |day| validate_with(&document, RuleSet::PeppolUbl, Options::on(day));
    let before = on(date!(2027 - 02 - 23));
    assert!(before.is_valid(), "{:?}", before.fired());
    assert_eq!((before.release, before.official().version), (BEFORE, "3.0.21"));
    let ahead = before.ahead.expect("refused by the next");
    assert_eq!((ahead.release, ahead.official().version), (AFTER, "3.0.22"));
    assert_eq!(ahead.release.in_force(), date!(2027 - 02 - 24));
    let rules: Vec<_> = ahead.explain().iter().map(|one| one.rule).collect();
    assert_eq!(rules, ["PEPPOL-COMMON-R040"]);
    let after = on(date!(2027 - 02 - 24));
    assert!(!after.is_valid() && after.ahead.is_none());
    assert_eq!(after.official_of("PEPPOL-COMMON-R040").map(|of| of.version), Some("3.0.22"));
    assert_eq!(after.official_of("BR-01").map(|of| of.version), Some("1.3.16"));
    assert_eq!(after.official_of("guard-size"), None);
}

#[test]
fn only_a_valid_document_of_a_changed_set_is_looked_at_ahead() {
    let valid = slovak("<", "<");
    let invalid = with_a_short_gln().replacen("<cbc:ProfileID>", "<cbc:ProfileID>x", 1);
    for (text, rule_set) in [
        (&valid, RuleSet::PeppolUbl),
        (&invalid, RuleSet::PeppolUbl),
        (&with_a_short_gln(), RuleSet::En16931Ubl),
    ] {
        let document = Parsed::read(text.as_bytes()).expect("well-formed");
        let report = validate_with(&document, rule_set, Options::on(date!(2026 - 11 - 28)));
        assert!(report.ahead.is_none(), "{rule_set:?}");
    }
    // who names no day is told of one release alone
    let text = with_a_short_gln();
    let document = Parsed::read(text.as_bytes()).expect("well-formed");
    assert!(billing_rules::validate(&document, RuleSet::PeppolUbl).ahead.is_none());
}
