//! What findings say, and where they point: at the number that is wrong, with the reason where nothing
//! can be calculated.

use billing_rules::{Explanation, RuleSet, validate};
use xml::Parsed;

/// The findings of a rule on our invoice with one text replaced.
fn findings(file: &str, rule: &str, from: &str, to: &str, set: RuleSet) -> Vec<Explanation> {
    let document = fixtures::text(file);
    assert!(document.contains(from), "the fixture lacks {from}");
    let document = document.replacen(from, to, 1);
    let document = Parsed::read(document.as_bytes()).expect("well-formed");
    let all = validate(&document, set).explain();
    all.into_iter().filter(|finding| finding.rule == rule).collect()
}

fn ubl(rule: &str, from: &str, to: &str) -> Explanation {
    let mut found = findings("documents/ubl/invoice.xml", rule, from, to, RuleSet::PeppolUbl);
    assert_eq!(found.len(), 1, "{rule}");
    found.remove(0)
}

#[test]
fn totals_point_at_their_own_line() {
    let total = "/Invoice/cac:LegalMonetaryTotal/cbc:";
    for (rule, name, given) in [
        ("BR-CO-10", "LineExtensionAmount", "502.50"),
        ("BR-CO-11", "AllowanceTotalAmount", "20.00"),
        ("BR-CO-12", "ChargeTotalAmount", "10.00"),
        ("BR-CO-13", "TaxExclusiveAmount", "492.50"),
        ("BR-CO-15", "TaxInclusiveAmount", "604.38"),
        ("BR-CO-16", "PayableAmount", "504.40"),
    ] {
        let of = |amount: &str| format!("<cbc:{name} currencyID=\"EUR\">{amount}");
        let totals = "<cac:LegalMonetaryTotal>\n    ";
        let document = fixtures::text("documents/ubl/invoice.xml");
        let start = document.find(totals).expect("totals");
        let (head, tail) = document.split_at(start);
        assert!(tail.contains(&of(given)), "{name}");
        let document = format!("{head}{}", tail.replacen(&of(given), &of("7.77"), 1));
        let document = Parsed::read(document.as_bytes()).expect("well-formed");
        let all = validate(&document, RuleSet::PeppolUbl).explain();
        let found = all.iter().find(|finding| finding.rule == rule).expect(rule);
        assert_eq!(found.location.to_string(), format!("{total}{name}"));
        assert_eq!(found.actual.as_deref(), Some("7.77"), "{}", found.message);
        assert_eq!(found.expected.as_deref(), Some(given), "{}", found.message);
    }
    let line = ubl("PEPPOL-EN16931-R120", "\"EUR\">240.00", "\"EUR\">240.03");
    assert_eq!(line.location.to_string(), "/Invoice/cac:InvoiceLine[2]/cbc:LineExtensionAmount");
}

#[test]
fn a_total_that_cannot_be_calculated_says_why() {
    let given = "The total with VAT is given as 604.38, but ";
    let no_tax = ubl(
        "BR-CO-15",
        "<cbc:TaxAmount currencyID=\"EUR\">111.88",
        "<cbc:TaxAmount currencyID=\"USD\">111.88",
    );
    assert!(no_tax.message.starts_with(given), "{}", no_tax.message);
    assert!(no_tax.message.contains("no VAT total"), "{}", no_tax.message);
    assert!(no_tax.location.to_string().ends_with("cbc:TaxInclusiveAmount"));
    let total =
        "<cac:TaxTotal><cbc:TaxAmount currencyID=\"EUR\">1.00</cbc:TaxAmount></cac:TaxTotal>";
    let several =
        ubl("BR-CO-15", "<cac:LegalMonetaryTotal>", &format!("{total}<cac:LegalMonetaryTotal>"));
    assert!(several.message.contains("several VAT totals"), "{}", several.message);
    let nothing = ubl(
        "BR-CO-15",
        "<cbc:TaxExclusiveAmount currencyID=\"EUR\">492.50</cbc:TaxExclusiveAmount>",
        "",
    );
    assert!(nothing.message.contains("the total without VAT"), "{}", nothing.message);
}

#[test]
fn a_misspelt_element_is_recognized() {
    let found =
        ubl("schema-unexpected", "<cbc:ID>2026-0117</cbc:ID>", "<cbc:Id>2026-0117</cbc:Id>");
    assert_eq!(found.expected.as_deref(), Some("cbc:ID"));
    assert_eq!(found.actual.as_deref(), Some("cbc:Id"));
    assert_eq!(found.message, "cbc:Id is not allowed in Invoice: cbc:ID may be meant.");
}
