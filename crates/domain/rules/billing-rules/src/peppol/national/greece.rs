//! Greece: sellers whose country is GR or EL.

use super::super::check_digits::is_greek;
use super::super::facts::Facts;
use super::super::names::*;
use super::super::reading::{
    any_is, normalized_at, require, single, substring, substring_from, value_at,
};
use super::greece_identifier;
use crate::index::{Attribute, Element, Index};
use crate::names::Name;
use crate::rule::Rule;
use crate::verdict::{Hits, StylesheetAborted};

/// The rules of this file.
pub(super) const RULES: &[&Rule] =
    &[&R002, &S011, &R003, &R004_1, &S008_1, &R008_2, &R004_2, &R008_3, &R005, &R009, &R006, &R010];

const MARK: &str = "##M.AR.K##";
const URL: &str = "##INVOICE|URL##";

/// Checks those of Greek sellers.
pub(super) fn check(facts: &Facts<'_, '_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    let index = facts.index;
    if facts.is_ubl {
        greece_identifier::check(index, hits)?;
    }
    for seller in parties(index, ACCOUNTING_SUPPLIER_PARTY) {
        require(hits, &R002, seller, is_named(index, seller)?);
        require(hits, &S011, seller, has_tax_number(index, seller)?);
        tax_numbers(index, seller, hits);
    }
    references(facts, hits)?;
    let domestic = facts.buyer_country().is_ok_and(|country| is_greece(&country));
    for buyer in parties(index, ACCOUNTING_CUSTOMER_PARTY) {
        require(hits, &R005, buyer, is_named(index, buyer)?);
        if domestic {
            require(hits, &R006, buyer, has_tax_number(index, buyer)?);
            endpoints(index, buyer, &R010, hits);
        }
    }
    Ok(())
}

/// Checks the electronic address of sellers who are Greek themselves, whatever their
/// representative.
pub(super) fn endpoint(facts: &Facts<'_, '_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    if facts.seller_own_country().is_ok_and(|country| is_greece(&country)) {
        for seller in parties(facts.index, ACCOUNTING_SUPPLIER_PARTY) {
            endpoints(facts.index, seller, &R009, hits);
        }
    }
    Ok(())
}

fn is_greece(country: &str) -> bool {
    country == "GR" || country == "EL"
}

fn parties<'i>(index: &'i Index<'_>, role: Name) -> impl Iterator<Item = Element> + 'i {
    index.named(PARTY).filter(move |&party| index.parent_name(party) == role)
}

fn is_named(index: &Index<'_>, party: Element) -> Result<bool, StylesheetAborted> {
    Ok(!value_at(index, party, &[PARTY_NAME, NAME])?.is_empty())
}

fn is_tax_number(number: &str) -> bool {
    substring(number, 1, 2) == "EL" && is_greek(substring_from(number, 3))
}

/// Whether the party has one VAT number, a valid Greek one.
fn has_tax_number(index: &Index<'_>, party: Element) -> Result<bool, StylesheetAborted> {
    let mut numbers = Vec::new();
    for scheme in index.children_named(party, PARTY_TAX_SCHEME) {
        if normalized_at(index, scheme, &[TAX_SCHEME, ID])? == "VAT" {
            numbers.extend(index.children_named(scheme, COMPANY_ID));
        }
    }
    Ok(single(numbers.into_iter()).ok().flatten().is_some_and(|n| is_tax_number(&index.value(n))))
}

fn tax_numbers(index: &Index<'_>, party: Element, hits: &mut Hits) {
    for scheme in index.children_named(party, PARTY_TAX_SCHEME) {
        if normalized_at(index, scheme, &[TAX_SCHEME, ID]).is_ok_and(|kind| kind == "VAT") {
            for number in index.children_named(scheme, COMPANY_ID) {
                require(hits, &R003, number, is_tax_number(&index.value(number)));
            }
        }
    }
}

fn endpoints(index: &Index<'_>, party: Element, rule: &'static Rule, hits: &mut Hits) {
    for endpoint in index.children_named(party, ENDPOINT_ID) {
        let right = index.attribute(endpoint, Attribute::SchemeId) == Some("9933")
            && is_greek(&index.value(endpoint));
        require(hits, rule, endpoint, right);
    }
}

/// The mark of the tax authority and the address at which the invoice can be verified.
fn references(facts: &Facts<'_, '_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    let index = facts.index;
    let described =
        |&reference: &Element, text| any_is(index, reference, &[DOCUMENT_DESCRIPTION], text);
    let resident = any_is(index, Element::ROOT, SUPPLIER_COUNTRY, "GR");
    if resident && facts.is_ubl {
        let count = |text| {
            let all = index.children_named(Element::ROOT, ADDITIONAL_DOCUMENT_REFERENCE);
            all.filter(|reference| described(reference, text)).count()
        };
        require(hits, &R004_1, Element::ROOT, count(MARK) == 1);
        require(hits, &S008_1, Element::ROOT, count(URL) == 1);
        require(hits, &R008_2, Element::ROOT, count(URL) <= 1);
    }
    for reference in index.named(ADDITIONAL_DOCUMENT_REFERENCE) {
        if resident && described(&reference, MARK) {
            for id in index.children_named(reference, ID) {
                let positive = matches!(index.value(id).bytes().next(), Some(b'1'..=b'9'));
                require(hits, &R004_2, id, positive);
            }
        }
        if described(&reference, URL) {
            let url = normalized_at(index, reference, &[ATTACHMENT, EXTERNAL_REFERENCE, URI])?;
            require(hits, &R008_3, reference, !url.is_empty());
        }
    }
    Ok(())
}

static R002: Rule = Rule::fatal(
    "GR-R-002",
    &["BT-28"],
    "The Greek seller's name in the register is missing.",
    "Add PartyName/Name.",
);
static S011: Rule = Rule::warning(
    "GR-S-011",
    &["BT-31"],
    "The Greek seller should give one VAT number that begins with EL.",
    "Give EL and the nine digits of the tax number.",
);
static R003: Rule = Rule::fatal(
    "GR-R-003",
    &["BT-31"],
    "The Greek seller's VAT number \"{found}\" is invalid.",
    "Give EL and the nine digits of the tax number.",
);
static R004_1: Rule = Rule::fatal(
    "GR-R-004-1",
    &["BT-122"],
    "A Greek seller's document has to carry one mark of the tax authority.",
    "Add one AdditionalDocumentReference with DocumentDescription ##M.AR.K##.",
);
static S008_1: Rule = Rule::warning(
    "GR-S-008-1",
    &["BT-124"],
    "A Greek seller's document should say where it can be verified.",
    "Add one AdditionalDocumentReference with DocumentDescription ##INVOICE|URL##.",
);
static R008_2: Rule = Rule::fatal(
    "GR-R-008-2",
    &["BT-124"],
    "A Greek seller's document names more than one address for its verification.",
    "Keep one reference with DocumentDescription ##INVOICE|URL##.",
);
static R004_2: Rule = Rule::fatal(
    "GR-R-004-2",
    &["BT-122"],
    "The tax authority's mark \"{found}\" is no positive number.",
    "Give the number that the authority has issued.",
);
static R008_3: Rule = Rule::fatal(
    "GR-R-008-3",
    &["BT-124"],
    "The reference for the verification has no address.",
    "Add Attachment/ExternalReference/URI.",
);
static R005: Rule = Rule::fatal(
    "GR-R-005",
    &["BT-45"],
    "A Greek seller has to give the buyer's name.",
    "Add PartyName/Name.",
);
static R009: Rule = Rule::fatal(
    "GR-R-009",
    &["BT-34"],
    "The Greek seller's electronic address is not its tax number.",
    "Give the nine digits with schemeID 9933.",
);
static R006: Rule = Rule::fatal(
    "GR-R-006",
    &["BT-48"],
    "The Greek buyer's VAT number is missing or invalid.",
    "Give EL and the nine digits of the tax number.",
);
static R010: Rule = Rule::fatal(
    "GR-R-010",
    &["BT-49"],
    "The Greek buyer's electronic address is not its tax number.",
    "Give the nine digits with schemeID 9933.",
);
