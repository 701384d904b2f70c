//! Rules on codes and dates.

use super::facts::Facts;
use super::grown_list::GrownList;
use super::names::*;
use super::reading::{any_is, normalized_at, normalized_text_at, require, text_at};
use crate::code_list::CodeList;
use crate::date::Date;
use crate::index::{Attribute, Element, Index};
use crate::logic::both;
use crate::release::Release;
use crate::rule::Rule;
use crate::verdict::{Hits, StylesheetAborted, Value};

/// The rules of this file.
pub(super) const RULES: &[&Rule] = &[
    &CL001, &CL002, &CL003, &CL006, &F001, &CL008, &P0104, &P0105, &P0106, &P0107, &P0108, &P0109,
    &P0110, &P0111,
];

static MEDIA_TYPES: CodeList = CodeList::new(include_str!("codes/media_types.txt"));
static ALLOWANCE_REASONS: CodeList = CodeList::new(include_str!("codes/allowance_reasons.txt"));
static CHARGE_REASONS: CodeList = CodeList::new(include_str!("codes/charge_reasons.txt"));
static PERIOD_CODES: CodeList = CodeList::new(include_str!("codes/period_codes.txt"));
/// 0158 is the Slovak company number, IČO.
static ENDPOINT_SCHEMES: GrownList = GrownList {
    before: CodeList::new(include_str!("codes/endpoint_schemes.txt")),
    since: Release::November2026,
    added: &["0158"],
};
/// The currencies that Peppol knows.
pub(super) static CURRENCIES: CodeList = CodeList::new(include_str!("codes/currencies.txt"));

/// Checks them.
pub(super) fn check(facts: &Facts<'_, '_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    let index = facts.index;
    for object in index.named(EMBEDDED_DOCUMENT_BINARY_OBJECT) {
        let known = |code: &str| MEDIA_TYPES.has(code);
        attribute(index, (object, Attribute::MimeCode), known, &CL001, hits);
    }
    for endpoint in index.named(ENDPOINT_ID) {
        let release = hits.release();
        let known = |code: &str| ENDPOINT_SCHEMES.has(code, release);
        attribute(index, (endpoint, Attribute::SchemeId), known, &CL008, hits);
    }
    reasons(index, hits)?;
    for code in index.named(DESCRIPTION_CODE) {
        if index.parent_name(code) == INVOICE_PERIOD {
            require(hits, &CL006, code, PERIOD_CODES.has(&normalized_text_at(index, code, &[])?));
        }
    }
    dates(index, hits)?;
    exemptions(index, hits)
}

fn attribute(
    index: &Index<'_>,
    (element, attribute): (Element, Attribute),
    known: impl Fn(&str) -> bool,
    rule: &'static Rule,
    hits: &mut Hits,
) {
    if let Some(code) = index.attribute(element, attribute).filter(|code| !known(code)) {
        hits.push_with(rule, element, Value::None, Value::Owned(code.into()));
    }
}

/// Reasons are checked where the indicator is exactly `false` or `true`.
fn reasons(index: &Index<'_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    for code in index.named(ALLOWANCE_CHARGE_REASON_CODE) {
        let Some(parent) = index.parent(code).filter(|&p| index.name(p) == ALLOWANCE_CHARGE) else {
            continue;
        };
        let (list, rule) = if any_is(index, parent, &[CHARGE_INDICATOR], "false") {
            (&ALLOWANCE_REASONS, &CL002)
        } else if any_is(index, parent, &[CHARGE_INDICATOR], "true") {
            (&CHARGE_REASONS, &CL003)
        } else {
            continue;
        };
        require(hits, rule, code, list.has(&normalized_text_at(index, code, &[])?));
    }
    Ok(())
}

fn dates(index: &Index<'_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    for name in [ISSUE_DATE, DUE_DATE, TAX_POINT_DATE, START_DATE, END_DATE, ACTUAL_DELIVERY_DATE] {
        for date in index.named(name) {
            let ten = text_at(index, date, &[])
                .map(|text| text.is_some_and(|text| text.chars().count() == 10));
            let right = both(ten, || Ok(Date::parse(&index.value(date)).is_some()))?;
            require(hits, &F001, date, right);
        }
    }
    Ok(())
}

/// The exemption reasons that go with one VAT category, with that category.
const EXEMPTIONS: [(&str, &str, &Rule); 8] = [
    ("VATEX-EU-G", "G", &P0104),
    ("VATEX-EU-O", "O", &P0105),
    ("VATEX-EU-IC", "K", &P0106),
    ("VATEX-EU-AE", "AE", &P0107),
    ("VATEX-EU-D", "E", &P0108),
    ("VATEX-EU-F", "E", &P0109),
    ("VATEX-EU-I", "E", &P0110),
    ("VATEX-EU-J", "E", &P0111),
];

fn exemptions(index: &Index<'_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    for reason in index.named(TAX_EXEMPTION_REASON_CODE) {
        let Some(category) = index.parent(reason).filter(|&p| index.name(p) == TAX_CATEGORY) else {
            continue;
        };
        if index.only(category, TAX_EXEMPTION_REASON_CODE).is_err() {
            continue;
        }
        let code = index.value(reason).to_uppercase();
        let Some((_, right, rule)) = EXEMPTIONS.iter().find(|known| known.0 == code) else {
            continue;
        };
        let found = normalized_at(index, category, &[ID])?;
        if found != *right {
            let found = Value::Owned(found.as_ref().into());
            hits.push_with(rule, category, Value::Text(right), found);
        }
    }
    Ok(())
}

static CL001: Rule = Rule::fatal(
    "PEPPOL-EN16931-CL001",
    &["BT-125"],
    "An attachment cannot be of the media type \"{found}\".",
    "Attach PDF, PNG, JPEG, CSV, XLSX or ODS.",
);
static CL002: Rule = Rule::fatal(
    "PEPPOL-EN16931-CL002",
    &["BT-98", "BT-140"],
    "The allowance reason code \"{found}\" is not in Peppol's part of UNCL 5189.",
    "Use a listed code such as 95 (discount), or only the reason in words.",
);
static CL003: Rule = Rule::fatal(
    "PEPPOL-EN16931-CL003",
    &["BT-105", "BT-145"],
    "The charge reason code \"{found}\" is not in UNCL 7161.",
    "Use a listed code such as FC (freight), or only the reason in words.",
);
static CL006: Rule = Rule::fatal(
    "PEPPOL-EN16931-CL006",
    &["BT-8"],
    "The VAT date code \"{found}\" is none of 3, 35 and 432.",
    "Use 3 (invoice date), 35 (delivery date) or 432 (payment date).",
);
static F001: Rule = Rule::fatal(
    "PEPPOL-EN16931-F001",
    &[],
    "{name} holds \"{found}\", which is no date in the form YYYY-MM-DD.",
    "Write dates such as 2026-11-30, without a time zone.",
);
static CL008: Rule = Rule::fatal(
    "PEPPOL-EN16931-CL008",
    &["BT-34", "BT-49"],
    "The electronic address scheme \"{found}\" is not one that Peppol has in force.",
    "Use a scheme of Peppol's list, such as 0245 or 0088.",
);
static P0104: Rule = Rule::fatal(
    "PEPPOL-EN16931-P0104",
    &["BT-118", "BT-121"],
    "The exemption reason VATEX-EU-G goes with VAT category G, not with {found}.",
    "Use category G for exports, or another reason.",
);
static P0105: Rule = Rule::fatal(
    "PEPPOL-EN16931-P0105",
    &["BT-118", "BT-121"],
    "The exemption reason VATEX-EU-O goes with VAT category O, not with {found}.",
    "Use category O for what is not subject to VAT, or another reason.",
);
static P0106: Rule = Rule::fatal(
    "PEPPOL-EN16931-P0106",
    &["BT-118", "BT-121"],
    "The exemption reason VATEX-EU-IC goes with VAT category K, not with {found}.",
    "Use category K for intra-community supplies, or another reason.",
);
static P0107: Rule = Rule::fatal(
    "PEPPOL-EN16931-P0107",
    &["BT-118", "BT-121"],
    "The exemption reason VATEX-EU-AE goes with VAT category AE, not with {found}.",
    "Use category AE for reverse charge, or another reason.",
);
static P0108: Rule = Rule::fatal(
    "PEPPOL-EN16931-P0108",
    &["BT-118", "BT-121"],
    "The exemption reason VATEX-EU-D goes with VAT category E, not with {found}.",
    "Use category E, or another reason.",
);
static P0109: Rule = Rule::fatal(
    "PEPPOL-EN16931-P0109",
    &["BT-118", "BT-121"],
    "The exemption reason VATEX-EU-F goes with VAT category E, not with {found}.",
    "Use category E, or another reason.",
);
static P0110: Rule = Rule::fatal(
    "PEPPOL-EN16931-P0110",
    &["BT-118", "BT-121"],
    "The exemption reason VATEX-EU-I goes with VAT category E, not with {found}.",
    "Use category E, or another reason.",
);
static P0111: Rule = Rule::fatal(
    "PEPPOL-EN16931-P0111",
    &["BT-118", "BT-121"],
    "The exemption reason VATEX-EU-J goes with VAT category E, not with {found}.",
    "Use category E, or another reason.",
);
