//! What EN 16931 has no term for is told, each value once, with its place.

use crate::terms::{cii, told};
use cii_builder::MOST_LOSSES;

fn losses(edit: impl Fn(String) -> String) -> Vec<(String, String)> {
    told(&edit(fixtures::text("golden/ubl/bis-billing-3/invoice.xml")))
}

fn pairs(all: &[(&str, &str)]) -> Vec<(String, String)> {
    all.iter().map(|(path, value)| ((*path).to_owned(), (*value).to_owned())).collect()
}

#[test]
fn what_is_not_carried_is_told() {
    let extra = "<cbc:UUID x='1'>7f</cbc:UUID><cbc:IssueTime>10:00:00</cbc:IssueTime>";
    let found =
        losses(|ubl| ubl.replacen("<cbc:IssueDate>", &format!("{extra}<cbc:IssueDate>"), 1));
    let expected = pairs(&[
        ("/Invoice/cbc:UUID", "7f"),
        ("/Invoice/cbc:UUID/@x", "1"),
        ("/Invoice/cbc:IssueTime", "10:00:00"),
    ]);
    assert_eq!(found, expected);
    assert_eq!(losses(|ubl| ubl), []);
}

#[test]
fn a_day_that_is_none_is_told() {
    let found = losses(|ubl| ubl.replacen("<cbc:DueDate>2026-12-05", "<cbc:DueDate>soon", 1));
    assert_eq!(found, pairs(&[("/Invoice/cbc:DueDate", "soon")]));
}

#[test]
fn there_is_a_bound_and_the_rest_is_counted() {
    let with = |number| {
        let many = "<cbc:UUID>a</cbc:UUID>".repeat(number);
        losses(|ubl| ubl.replacen("<cbc:IssueDate>", &format!("{many}<cbc:IssueDate>"), 1))
    };
    let found = with(MOST_LOSSES + 5);
    assert_eq!(found.len(), MOST_LOSSES);
    assert_eq!(found[MOST_LOSSES - 1], ("/Invoice".to_owned(), "6 more values".to_owned()));
    assert_eq!(with(MOST_LOSSES).last().map(|(_, value)| &**value), Some("a"));
}

/// BT-110 and BT-111 stand once each: the same again says nothing, another contradicts it, and a third currency has no term.
#[test]
fn a_further_vat_total_is_told() {
    let ubl = fixtures::text("golden/ubl/bis-billing-3/invoice.xml");
    let total = "<cac:LegalMonetaryTotal>";
    let with = |amount: &str| {
        let more = format!("<cac:TaxTotal><cbc:TaxAmount {amount}</cbc:TaxAmount></cac:TaxTotal>");
        ubl.replacen(total, &format!("{more}{total}"), 1)
    };
    let own = ubl.split_once("<cbc:TaxAmount currencyID=\"EUR\">").expect("BT-110").1;
    let own = own.split_once('<').expect("its end").0;
    assert_eq!(told(&with(&format!("currencyID='EUR'>{own}"))), []);
    let (amount, currency) = (
        "/Invoice/cac:TaxTotal[2]/cbc:TaxAmount",
        "/Invoice/cac:TaxTotal[2]/cbc:TaxAmount/@currencyID",
    );
    for code in ["EUR", "HUF"] {
        let made = with(&format!("currencyID='{code}'>1.11"));
        assert_eq!(told(&made), pairs(&[(amount, "1.11"), (currency, code)]));
        assert_eq!(cii(&made, None).xml.matches("<ram:TaxTotalAmount").count(), 1);
    }
}
