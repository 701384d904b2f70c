//! Rules on the form of identifiers, by their scheme.

use super::check_digits::*;
use super::facts::Facts;
use super::identifier_rules::*;
use super::names::*;
use super::reading::{is_digits, is_number, normalized_at};
use crate::index::{Attribute, Element, Index};
use crate::rule::Rule;
use crate::verdict::{Cause, Hits, StylesheetAborted};

/// The rules of this file.
pub(super) static RULES: [&Rule; ROWS.len()] = {
    let mut rules = [ROWS[0].rule; ROWS.len()];
    let mut at = 0;
    while at < ROWS.len() {
        rules[at] = ROWS[at].rule;
        at += 1;
    }
    rules
};

/// Checks them.
pub(super) fn check(facts: &Facts<'_, '_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    let index = facts.index;
    for endpoint in index.named(ENDPOINT_ID) {
        judge(index, endpoint, hits)?;
    }
    for id in index.named(ID) {
        if index.has(id, Attribute::SchemeId) && index.parent_name(id) == PARTY_IDENTIFICATION {
            judge(index, id, hits)?;
        }
    }
    let companies = index.named(COMPANY_ID).filter(|_| facts.variant.companies);
    for company in companies {
        judge(index, company, hits)?;
    }
    Ok(())
}

/// The first rule whose context the identifier matches is the one that it is judged by.
fn judge(index: &Index<'_>, id: Element, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    let scheme = index.attribute(id, Attribute::SchemeId);
    let release = hits.release();
    let applies = |row: &&Row| row.rule.is_in(release) && row.context.holds(index, id, scheme);
    let Some(Row { rule, is_right, .. }) = ROWS.iter().find(applies) else { return Ok(()) };
    // The Danish rules look at the text as it stands, the others at the normalized one.
    let raw = matches!(scheme, Some("0184" | "0096" | "0198"));
    let text = if raw { index.value(id) } else { index.normalized(id) };
    match is_right(&text) {
        Some(true) => {}
        Some(false) => hits.push(rule, id),
        None => return Err(StylesheetAborted { cause: Cause::BadCast, element: Some(id) }),
    }
    Ok(())
}

/// Which identifiers a rule looks at.
enum Context {
    /// Those of a scheme.
    Scheme(&'static str),
    /// Electronic addresses of a scheme.
    Endpoint(&'static str),
    /// VAT numbers that begin with the letters, whatever their scheme.
    Vat(&'static str),
    /// The same in any case of the letters.
    VatInAnyCase(&'static str),
}

impl Context {
    fn holds(&self, index: &Index<'_>, id: Element, scheme: Option<&str>) -> bool {
        match self {
            Self::Scheme(own) => scheme == Some(own),
            Self::Endpoint(own) => scheme == Some(own) && index.name(id) == ENDPOINT_ID,
            Self::Vat(begin) => is_vat_number(index, id) && index.normalized(id).starts_with(begin),
            Self::VatInAnyCase(begin) => {
                is_vat_number(index, id) && index.normalized(id).to_uppercase().starts_with(begin)
            }
        }
    }
}

fn is_vat_number(index: &Index<'_>, id: Element) -> bool {
    if index.name(id) != COMPANY_ID {
        return false;
    }
    let scheme = index.parent(id).filter(|&parent| index.name(parent) == PARTY_TAX_SCHEME);
    scheme.is_some_and(|scheme| {
        normalized_at(index, scheme, &[TAX_SCHEME, ID]).is_ok_and(|id| id == "VAT")
    })
}

/// A check says nothing where the official engine gives up.
type Check = fn(&str) -> Option<bool>;

struct Row {
    context: Context,
    rule: &'static Rule,
    is_right: Check,
}

const fn scheme(code: &'static str, rule: &'static Rule, is_right: Check) -> Row {
    Row { context: Context::Scheme(code), rule, is_right }
}

const DUTCH_VAT: Context = Context::Vat("NL");

/// The rules in the official order.
static ROWS: [Row; 27] = [
    scheme("0088", &R040_2026_5, |text| Some(has_gs1_check_digit(text))),
    scheme("0088", &R040, |text| Some(is_digits(text, 13) && has_gs1_check_digit(text))),
    scheme("0192", &R041, |text| Some(is_digits(text, 9) && is_mod11(text))),
    scheme("0184", &R042, |text| Some(is_danish_with_prefix(text) || is_digits(text, 8))),
    scheme("0096", &R052, |text| Some(is_digits(text, 10))),
    scheme("0198", &R053, |text| Some(is_danish_with_prefix(text))),
    scheme("0208", &R043_2026_5, |text| Some(has_belgian_check_digits(text))),
    scheme("0208", &R043, |text| Some(is_belgian(text))),
    Row { context: Context::Vat("BE"), rule: &R062, is_right: |text| Some(is_belgian_vat(text)) },
    scheme("0201", &R044, |text| Some(is_italian_office(text))),
    scheme("0210", &R045, |text| Some(is_italian_tax_code(text))),
    Row {
        context: Context::Endpoint("9907"),
        rule: &R046,
        is_right: |text| Some(is_italian_tax_code(text)),
    },
    scheme("0211", &R047, is_italian_vat),
    scheme("0007", &R049, swedish),
    scheme("0151", &R050, |text| Some(is_australian(text))),
    scheme("0106", &R054_2026_5, |text| Some(is_digits(text, 8))),
    scheme("0106", &R054, |text| Some(is_digits(text, 8))),
    scheme("0190", &R055_2026_5, |text| Some(is_digits(text, 20))),
    scheme("0190", &R055, |text| Some(is_digits(text, 20))),
    scheme("9944", &R056_1_2026_5, |text| Some(is_dutch_vat(text))),
    scheme("9944", &R056_1, |text| Some(is_dutch_vat(text))),
    Row { context: DUTCH_VAT, rule: &R056_2_2026_5, is_right: |text| Some(is_dutch_vat(text)) },
    Row { context: DUTCH_VAT, rule: &R056_2, is_right: |text| Some(is_dutch_vat(text)) },
    scheme("0217", &R057_2026_5, |text| Some(is_digits(text, 12))),
    scheme("0217", &R057, |text| Some(is_digits(text, 12))),
    Row {
        context: Context::VatInAnyCase("LU"),
        rule: &R058,
        is_right: |text| Some(is_luxembourg_vat(text)),
    },
    scheme("0240", &R059, |text| Some(is_luxembourg_matricule(text))),
];

fn swedish(text: &str) -> Option<bool> {
    if text.chars().count() != 10 || !is_number(text) {
        return Some(false);
    }
    is_swedish(text)
}
