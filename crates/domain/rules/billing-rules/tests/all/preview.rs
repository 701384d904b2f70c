//! What is announced for the next release of Peppol is checked when it is asked for, and then only.

use billing_rules::{Flag, Options, RuleSet, validate_with};
use xml::Parsed;

/// Our invoice between two Slovak parties, with one text replaced.
fn slovak(from: &str, to: &str) -> String {
    let document = fixtures::text("documents/ubl/invoice.xml");
    assert!(document.contains(from), "the fixture lacks {from}");
    document.replacen(from, to, 1)
}

/// The ids that fire with the preview and without it, as far as they are Slovak or about types.
fn fired(document: &str, preview: bool) -> Vec<(&'static str, Flag, usize)> {
    let document = Parsed::read(document.as_bytes()).expect("well-formed");
    let options = Options { preview, ..Options::default() };
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
    assert!(fired(&slovak("<", "<"), true).is_empty());
    let parties = ["<cac:AccountingSupplierParty>", "<cac:AccountingCustomerParty>"];
    let ids = [["SK-R-002", "SK-R-003", "SK-R-004"], ["SK-R-005", "SK-R-006", "SK-R-007"]];
    for (party, ids) in parties.into_iter().zip(ids) {
        for (part, id) in ["StreetName", "CityName", "PostalZone"].into_iter().zip(ids) {
            let document = without(party, part);
            assert_eq!(fired(&document, true), [(id, Flag::Warning, 1)], "{party} {part}");
            assert!(fired(&document, false).is_empty());
        }
    }
}

#[test]
fn a_corrected_invoice_is_for_two_slovak_parties_too() {
    let of_type = |code: &str| slovak(">380<", &format!(">{code}<"));
    let corrected = of_type("384");
    let refused = ("PEPPOL-EN16931-P0112", Flag::Fatal, 1);
    assert_eq!(fired(&corrected, false), [refused]);
    assert!(fired(&corrected, true).is_empty());
    assert_eq!(fired(&of_type("326"), true), [refused]);
    let foreign = corrected.replace("Code>SK<", "Code>CZ<").replace("CompanyID>SK", "CompanyID>CZ");
    assert_eq!(fired(&foreign, true), [refused]);
    let begin = corrected.find("<cac:BillingReference>").expect("a reference");
    let close = "</cac:BillingReference>";
    let end = corrected.find(close).expect("its end") + close.len();
    let lost = format!("{}{}", &corrected[..begin], &corrected[end..]);
    assert_eq!(fired(&lost, true), [("SK-R-001", Flag::Warning, 1)]);
}
