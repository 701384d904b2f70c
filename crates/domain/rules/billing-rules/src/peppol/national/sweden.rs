//! Sweden: sellers with an address in SE, by their exact country code.

use super::super::check_digits::is_swedish;
use super::super::facts::Facts;
use super::super::names::*;
use super::super::reading::{
    any_is, exists, is_number, normalized_at, require, single, substring, value_at,
};
use super::sweden_payment;
use crate::index::{Element, Index};
use crate::names::Name;
use crate::number::double::number;
use crate::release::Release;
use crate::rule::Rule;
use crate::verdict::{Cause, Hits, StylesheetAborted};
use xml::white_space::normalized;

/// The rules of this file.
pub(super) const RULES: &[&Rule] = &[&R001, &R002, &R003, &R004, &R013, &R005, &R006_2026_5, &R006];

const COUNTRY_CODE: &[Name] = &[POSTAL_ADDRESS, COUNTRY, IDENTIFICATION_CODE];

/// Checks them.
pub(super) fn check(facts: &Facts<'_, '_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    let index = facts.index;
    let swedish = |of: Name| {
        index.named(PARTY).filter(move |&party| {
            index.parent_name(party) == of && any_is(index, party, COUNTRY_CODE, "SE")
        })
    };
    let sellers: Vec<Element> = swedish(ACCOUNTING_SUPPLIER_PARTY).collect();
    if sellers.is_empty() {
        return Ok(());
    }
    let mut registered = false;
    for &seller in &sellers {
        if has_swedish_vat_number(index, seller) {
            registered = true;
            vat_number(index, seller, hits)?;
        }
        organization_numbers(index, seller, hits)?;
        tax_approval(index, seller, hits);
    }
    let domestic = swedish(ACCOUNTING_CUSTOMER_PARTY).next().is_some();
    if registered {
        rates(index, &R006_2026_5, hits)?;
    }
    if registered && domestic {
        rates(index, &R006, hits)?;
    }
    sweden_payment::check(index, domestic, hits);
    Ok(())
}

/// The party's tax schemes of exactly the kind VAT.
fn vat_schemes(index: &Index<'_>, party: Element) -> impl Iterator<Item = Element> {
    index
        .children_named(party, PARTY_TAX_SCHEME)
        .filter(move |&scheme| any_is(index, scheme, &[TAX_SCHEME, ID], "VAT"))
}

fn has_swedish_vat_number(index: &Index<'_>, party: Element) -> bool {
    for scheme in vat_schemes(index, party) {
        match value_at(index, scheme, &[COMPANY_ID]) {
            Ok(number) if substring(&number, 1, 2) == "SE" => return true,
            Ok(_) => {}
            Err(_) => return false,
        }
    }
    false
}

fn vat_number(index: &Index<'_>, party: Element, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    let numbers = vat_schemes(index, party).flat_map(|s| index.children_named(s, COMPANY_ID));
    let found = single(numbers)?.map(|number| index.value(number)).unwrap_or_default();
    require(hits, &R001, party, normalized(&found).chars().count() == 14);
    require(hits, &R002, party, is_number(substring(&found, 3, 12)));
    Ok(())
}

fn organization_numbers(
    index: &Index<'_>,
    party: Element,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    for entity in index.children_named(party, PARTY_LEGAL_ENTITY) {
        let Some(id) = index.only(entity, COMPANY_ID)? else { continue };
        require(hits, &R003, entity, is_number(&index.value(id)));
        let number = index.normalized(id);
        require(hits, &R004, entity, number.chars().count() == 10);
        let died = StylesheetAborted { cause: Cause::Arithmetic, element: Some(id) };
        require(hits, &R013, entity, is_swedish(&number).ok_or(died)?);
    }
    Ok(())
}

/// A tax registration other than VAT is the approval for F tax.
fn tax_approval(index: &Index<'_>, party: Element, hits: &mut Hits) {
    if !exists(index, party, &[PARTY_LEGAL_ENTITY, COMPANY_ID]) {
        return;
    }
    for scheme in index.children_named(party, PARTY_TAX_SCHEME) {
        let kind = normalized_at(index, scheme, &[TAX_SCHEME, ID]);
        if kind.is_ok_and(|kind| kind.to_uppercase() != "VAT") {
            for id in index.children_named(scheme, COMPANY_ID) {
                let approved = index.normalized(id).to_uppercase() == "GODKÄND FÖR F-SKATT";
                require(hits, &R005, id, approved);
            }
        }
    }
}

fn rates(index: &Index<'_>, rule: &'static Rule, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    if !hits.asks(rule) {
        return Ok(());
    }
    for category in index.named(TAX_CATEGORY).chain(index.named(CLASSIFIED_TAX_CATEGORY)) {
        if any_is(index, category, &[ID], "S") {
            let rate = number(&value_at(index, category, &[PERCENT])?);
            require(hits, rule, category, [25.0, 12.0, 6.0].contains(&rate));
        }
    }
    Ok(())
}

static R001: Rule = Rule::fatal(
    "SE-R-001",
    &["BT-31"],
    "The seller's Swedish VAT number has not 14 characters.",
    "Give SE, the ten digits of the organization number and 01.",
);
static R002: Rule = Rule::fatal(
    "SE-R-002",
    &["BT-31"],
    "The seller's Swedish VAT number has other characters than digits after SE.",
    "Give SE and twelve digits.",
);
static R003: Rule = Rule::fatal(
    "SE-R-003",
    &["BT-30"],
    "The seller's Swedish organization number is no number.",
    "Give ten digits without a hyphen.",
);
static R004: Rule = Rule::fatal(
    "SE-R-004",
    &["BT-30"],
    "The seller's Swedish organization number has not ten characters.",
    "Give ten digits without a hyphen.",
);
static R013: Rule = Rule::fatal(
    "SE-R-013",
    &["BT-30"],
    "The check digit of the seller's Swedish organization number is wrong.",
    "Check the number's ten digits.",
);
static R005: Rule = Rule::fatal(
    "SE-R-005",
    &["BT-32"],
    "The Swedish seller's tax registration is \"{found}\".",
    "Write Godkänd för F-skatt.",
);
static R006_2026_5: Rule = Rule::fatal(
    "SE-R-006",
    &["BT-96", "BT-103", "BT-119", "BT-152"],
    "A Swedish seller charges a standard VAT rate that Sweden has not.",
    "Use 25, 12 or 6.",
)
.until(Release::May2026);
static R006: Rule = Rule::fatal(
    "SE-R-006",
    &["BT-55", "BT-96", "BT-103", "BT-119", "BT-152"],
    "A Swedish seller charges a Swedish buyer a standard VAT rate that Sweden has not.",
    "Use 25, 12 or 6.",
)
.since(Release::November2026);
