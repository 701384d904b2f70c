//! Rules on the form of identifiers, by their scheme.

use super::check_digits::*;
use super::facts::Facts;
use super::names::*;
use super::reading::{is_digits, is_number, normalized_at};
use crate::index::{Attribute, Element, Index};
use crate::rule::Rule;
use crate::verdict::{Cause, Hits, StylesheetAborted};

/// The rules of this file.
pub(super) const RULES: &[&Rule] = &[
    &R040, &R041, &R042, &R052, &R053, &R043, &R044, &R045, &R046, &R047, &R049, &R050, &R054,
    &R055, &R056_1, &R056_2, &R057,
];

/// Checks them.
pub(super) fn check(facts: &Facts<'_, '_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    let index = facts.index;
    for endpoint in index.named(ENDPOINT_ID) {
        of_scheme(index, endpoint, hits)?;
    }
    for id in index.named(ID) {
        if index.has(id, Attribute::SchemeId) && index.parent_name(id) == PARTY_IDENTIFICATION {
            of_scheme(index, id, hits)?;
        }
    }
    let companies = index.named(COMPANY_ID).filter(|_| facts.variant.companies);
    for company in companies {
        company_id(index, company, hits)?;
    }
    Ok(())
}

/// A company's identifier may be a Dutch VAT number; its scheme, if known, takes precedence, the
/// Dutch establishment number's aside.
fn company_id(
    index: &Index<'_>,
    company: Element,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    let scheme = index.attribute(company, Attribute::SchemeId);
    let scheme_first = scheme.is_some_and(|s| s != "0217" && s != "9907" && rule_of(s).is_some());
    if !scheme_first && is_dutch_vat_number(index, company) {
        if !is_dutch_vat(&index.normalized(company)) {
            hits.push(&R056_2, company);
        }
        return Ok(());
    }
    if scheme == Some("9907") { Ok(()) } else { of_scheme(index, company, hits) }
}

fn is_dutch_vat_number(index: &Index<'_>, company: Element) -> bool {
    let Some(scheme) = index.parent(company).filter(|&p| index.name(p) == PARTY_TAX_SCHEME) else {
        return false;
    };
    index.normalized(company).starts_with("NL")
        && normalized_at(index, scheme, &[TAX_SCHEME, ID]).is_ok_and(|id| id == "VAT")
}

fn of_scheme(index: &Index<'_>, id: Element, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    let Some(scheme) = index.attribute(id, Attribute::SchemeId) else { return Ok(()) };
    if scheme == "9907" && index.name(id) != ENDPOINT_ID {
        return Ok(());
    }
    let Some((rule, is_right)) = rule_of(scheme) else { return Ok(()) };
    // The Danish rules look at the text as it stands, the others at the normalized one.
    let raw = matches!(scheme, "0184" | "0096" | "0198");
    let text = if raw { index.value(id) } else { index.normalized(id) };
    match is_right(&text) {
        Some(true) => {}
        Some(false) => hits.push(rule, id),
        None => return Err(StylesheetAborted { cause: Cause::BadCast, element: Some(id) }),
    }
    Ok(())
}

/// A check says nothing where the official engine gives up.
type Check = fn(&str) -> Option<bool>;

fn rule_of(scheme: &str) -> Option<(&'static Rule, Check)> {
    Some(match scheme {
        "0088" => (&R040, |text| Some(is_gln(text))),
        "0192" => (&R041, |text| Some(is_digits(text, 9) && is_mod11(text))),
        "0184" => (&R042, |text| Some(is_danish_with_prefix(text) || is_digits(text, 8))),
        "0096" => (&R052, |text| Some(is_digits(text, 10))),
        "0198" => (&R053, |text| Some(is_danish_with_prefix(text))),
        "0208" => (&R043, |text| Some(is_belgian(text))),
        "0201" => (&R044, |text| Some(is_italian_office(text))),
        "0210" => (&R045, |text| Some(is_italian_tax_code(text))),
        "9907" => (&R046, |text| Some(is_italian_tax_code(text))),
        "0211" => (&R047, is_italian_vat),
        "0007" => (&R049, swedish),
        "0151" => (&R050, |text| Some(is_australian(text))),
        "0106" => (&R054, |text| Some(is_digits(text, 8))),
        "0190" => (&R055, |text| Some(is_digits(text, 20))),
        "9944" => (&R056_1, |text| Some(is_dutch_vat(text))),
        "0217" => (&R057, |text| Some(is_digits(text, 12))),
        _ => return None,
    })
}

fn swedish(text: &str) -> Option<bool> {
    if text.chars().count() != 10 || !is_number(text) {
        return Some(false);
    }
    is_swedish(text)
}

static R040: Rule = Rule::fatal(
    "PEPPOL-COMMON-R040",
    &[],
    "\"{found}\" is no Global Location Number (scheme 0088): its check digit is wrong.",
    "Check the GLN's thirteen digits.",
);
static R041: Rule = Rule::fatal(
    "PEPPOL-COMMON-R041",
    &[],
    "\"{found}\" is no Norwegian organization number (scheme 0192).",
    "Give nine digits; the last is a check digit.",
);
static R042: Rule = Rule::fatal(
    "PEPPOL-COMMON-R042",
    &[],
    "\"{found}\" is no Danish CVR number (scheme 0184).",
    "Give eight digits, with DK before them or not.",
);
static R052: Rule = Rule::fatal(
    "PEPPOL-COMMON-R052",
    &[],
    "\"{found}\" is no Danish P number (scheme 0096).",
    "Give ten digits.",
);
static R053: Rule = Rule::fatal(
    "PEPPOL-COMMON-R053",
    &[],
    "\"{found}\" is no Danish SE number (scheme 0198).",
    "Give DK and eight digits.",
);
static R043: Rule = Rule::fatal(
    "PEPPOL-COMMON-R043",
    &[],
    "\"{found}\" is no Belgian enterprise number (scheme 0208).",
    "Give ten digits; the last two are check digits.",
);
static R044: Rule = Rule::warning(
    "PEPPOL-COMMON-R044",
    &[],
    "\"{found}\" is no Italian IPA code (scheme 0201).",
    "Give six letters and digits.",
);
static R045: Rule = Rule::warning(
    "PEPPOL-COMMON-R045",
    &[],
    "\"{found}\" is no Italian tax code (scheme 0210).",
    "Give the sixteen characters of a person's code or the eleven digits of a company's.",
);
static R046: Rule = Rule::warning(
    "PEPPOL-COMMON-R046",
    &[],
    "\"{found}\" is no Italian tax code (scheme 9907).",
    "Give the sixteen characters of a person's code or the eleven digits of a company's.",
);
static R047: Rule = Rule::warning(
    "PEPPOL-COMMON-R047",
    &[],
    "\"{found}\" is no Italian VAT number (scheme 0211).",
    "Give IT and eleven digits; the last is a check digit.",
);
static R049: Rule = Rule::fatal(
    "PEPPOL-COMMON-R049",
    &[],
    "\"{found}\" is no Swedish organization number (scheme 0007).",
    "Give ten digits without a hyphen; the last is a check digit.",
);
static R050: Rule = Rule::fatal(
    "PEPPOL-COMMON-R050",
    &[],
    "\"{found}\" is no Australian Business Number (scheme 0151).",
    "Give eleven digits; the first two are check digits.",
);
static R054: Rule = Rule::warning(
    "PEPPOL-COMMON-R054",
    &[],
    "\"{found}\" is no Dutch KVK number (scheme 0106).",
    "Give eight digits.",
);
static R055: Rule = Rule::warning(
    "PEPPOL-COMMON-R055",
    &[],
    "\"{found}\" is no Dutch OIN (scheme 0190).",
    "Give twenty digits.",
);
static R056_1: Rule = Rule::warning(
    "PEPPOL-COMMON-R056-1",
    &[],
    "\"{found}\" is no Dutch VAT number (scheme 9944).",
    "Give NL, nine digits, B and two digits.",
);
static R056_2: Rule = Rule::warning(
    "PEPPOL-COMMON-R056-2",
    &["BT-31", "BT-48", "BT-63"],
    "\"{found}\" begins like a Dutch VAT number but is none.",
    "Give NL, nine digits, B and two digits.",
);
static R057: Rule = Rule::warning(
    "PEPPOL-COMMON-R057",
    &[],
    "\"{found}\" is no Dutch establishment number (scheme 0217).",
    "Give twelve digits.",
);
