//! Denmark: sellers with an address in DK; most rules only for buyers there too.

use super::super::facts::Facts;
use super::super::names::*;
use super::super::reading::{
    any_is, exists, normalized_text_at, require, single, text_at, value_at,
};
use super::denmark_payment;
use crate::index::{Attribute, Element, Index};
use crate::logic::{Truth, both, either};
use crate::names::Name;
use crate::number::double::number;
use crate::rule::Rule;
use crate::verdict::{Hits, StylesheetAborted};
use xml::white_space::normalized;

/// The rules of this file.
pub(super) const RULES: &[&Rule] = &[&R002, &R014, &R016, &R013, &R017, &R003, &R004];

const SELLER_LEGAL_ID: &[Name] =
    &[ACCOUNTING_SUPPLIER_PARTY, PARTY, PARTY_LEGAL_ENTITY, COMPANY_ID];

/// Checks them.
pub(super) fn check(
    facts: &Facts<'_, '_>,
    domestic: bool,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    let index = facts.index;
    for root in index.named(CREDIT_NOTE).chain(index.named(INVOICE)) {
        document(facts, root, hits)?;
    }
    if !domestic {
        return Ok(());
    }
    for identification in index.named(PARTY_IDENTIFICATION) {
        let of_seller = of_document(index, identification, &[PARTY, ACCOUNTING_SUPPLIER_PARTY]);
        if of_seller || of_document(index, identification, &[PARTY, ACCOUNTING_CUSTOMER_PARTY]) {
            let blank = scheme_of(index, identification, &[ID])?.is_some_and(|s| s.is_empty());
            require(hits, &R013, identification, !blank);
        }
    }
    for party in index.named(PARTY) {
        if of_document(index, party, &[ACCOUNTING_CUSTOMER_PARTY]) {
            let scheme = scheme_of(index, party, &[PARTY_LEGAL_ENTITY, COMPANY_ID])?;
            require(hits, &R017, party, scheme.is_none_or(|scheme| scheme == "0184"));
        }
    }
    denmark_payment::check(index, hits)?;
    lines(index, hits);
    taxes(index, hits)
}

/// Whether the element stands under these ancestors, nearest first, of an invoice or credit note.
fn of_document(index: &Index<'_>, element: Element, ancestors: &[Name]) -> bool {
    if !index.is_under(element, ancestors) {
        return false;
    }
    let top = ancestors.iter().fold(element, |at, _| index.parent(at).unwrap_or(at));
    matches!(index.parent_name(top), INVOICE | CREDIT_NOTE)
}

fn document(
    facts: &Facts<'_, '_>,
    root: Element,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    let index = facts.index;
    let legal_id = normalized_text_at(index, root, SELLER_LEGAL_ID)?;
    require(hits, &R002, root, !legal_id.is_empty());
    let scheme = scheme_of(index, root, SELLER_LEGAL_ID)?;
    require(hits, &R014, root, scheme.is_none_or(|scheme| scheme == "0184"));
    if index.name(Element::ROOT) == CREDIT_NOTE {
        let domestic = facts.raw_country(CUSTOMER_COUNTRY).map(|country| country == "DK");
        let negative = || {
            let payable = text_at(index, root, &[LEGAL_MONETARY_TOTAL, PAYABLE_AMOUNT])?;
            Ok(payable.is_some_and(|text| number(&text) < 0.0))
        };
        require(hits, &R016, root, !both(domestic, negative)?);
    }
    Ok(())
}

/// The normalized scheme of the element at the path, empty if it has none; nothing if there is no
/// such element. Two elements with schemes are too many.
fn scheme_of(
    index: &Index<'_>,
    from: Element,
    path: &[Name],
) -> Result<Option<String>, StylesheetAborted> {
    if !exists(index, from, path) {
        return Ok(None);
    }
    let with_scheme = index.path(from, path).filter(|&id| index.has(id, Attribute::SchemeId));
    let scheme = single(with_scheme)?;
    let scheme = scheme.and_then(|id| index.attribute(id, Attribute::SchemeId));
    Ok(Some(normalized(scheme.unwrap_or_default()).into_owned()))
}

fn lines(index: &Index<'_>, hits: &mut Hits) {
    const CLASSES: &[Name] = &[ITEM, COMMODITY_CLASSIFICATION, ITEM_CLASSIFICATION_CODE];
    const VERSIONS: [&str; 4] = ["19.05.01", "19.0501", "26.08.01", "26.0801"];
    for line in index.named(CREDIT_NOTE_LINE).chain(index.named(INVOICE_LINE)) {
        let root = if index.name(line) == INVOICE_LINE { INVOICE } else { CREDIT_NOTE };
        if index.parent_name(line) != root {
            continue;
        }
        let any = |attribute, wanted: &[&str]| {
            let mut values =
                index.path(line, CLASSES).filter_map(|code| index.attribute(code, attribute));
            values.any(|value| wanted.contains(&value))
        };
        let unspsc = any(Attribute::ListId, &["TST"]);
        require(hits, &R003, line, !unspsc || any(Attribute::ListVersionId, &VERSIONS));
    }
}

fn taxes(index: &Index<'_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    for allowance in index.named(ALLOWANCE_CHARGE) {
        if any_is(index, allowance, &[ALLOWANCE_CHARGE_REASON_CODE], "ZZZ") {
            require(hits, &R004, allowance, names_tax(index, allowance)?);
        }
    }
    Ok(())
}

/// Four digits, or two parts around a number sign.
fn names_tax(index: &Index<'_>, allowance: Element) -> Truth {
    let reason = value_at(index, allowance, &[ALLOWANCE_CHARGE_REASON]);
    let holds = |check: fn(&str) -> bool| reason.as_ref().map(|r| check(r)).map_err(|d| *d);
    let text = normalized_text_at(index, allowance, &[ALLOWANCE_CHARGE_REASON]);
    let digits = both(text.map(|text| text.chars().count() == 4), || {
        holds(|reason| (0.0..=9999.0).contains(&number(reason)))
    });
    either(digits, || {
        holds(|reason| reason.contains('#') && !reason.starts_with('#') && !reason.ends_with('#'))
    })
}

static R002: Rule = Rule::fatal(
    "DK-R-002",
    &["BT-30"],
    "The Danish seller gives no CVR number.",
    "Add PartyLegalEntity/CompanyID with schemeID 0184.",
);
static R014: Rule = Rule::fatal(
    "DK-R-014",
    &["BT-30"],
    "The Danish seller's legal identifier is not marked as a CVR number.",
    "Set schemeID to 0184.",
);
static R016: Rule = Rule::fatal(
    "DK-R-016",
    &["BT-115"],
    "The total of a Danish credit note is below zero.",
    "Credit a positive amount, or send an invoice.",
);
static R013: Rule = Rule::fatal(
    "DK-R-013",
    &["BT-29", "BT-46"],
    "A party's identifier between Danish parties has no scheme.",
    "Add schemeID to PartyIdentification/ID.",
);
static R017: Rule = Rule::fatal(
    "DK-R-017",
    &["BT-47"],
    "The Danish buyer's legal identifier is not marked as a CVR number.",
    "Set schemeID to 0184.",
);
static R003: Rule = Rule::fatal(
    "DK-R-003",
    &["BT-158"],
    "A line is classified by UNSPSC in a version that Denmark does not use.",
    "Set listVersionID to 19.05.01 or 26.08.01.",
);
static R004: Rule = Rule::fatal(
    "DK-R-004",
    &["BT-97", "BT-104"],
    "A Danish tax other than VAT (reason code ZZZ) is not named in the form asked for.",
    "Give the four digits of the tax category, or a text with # inside, in AllowanceChargeReason.",
);
