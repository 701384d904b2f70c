//! Attributes that may not stand: on which elements, and the rule of each.

use crate::index::{Attribute, Element, Index};
use crate::rule::Rule;
use crate::verdict::Hits;

/// An attribute that may not stand.
pub(super) type Forbidden = (Attribute, &'static Rule);

/// On identifiers of the document, of lines, of the seller's items and of the specification.
pub(super) static PLAIN_ID: [Forbidden; 7] = [
    (Attribute::SchemeName, &CII_DT_001),
    (Attribute::SchemeAgencyName, &CII_DT_002),
    (Attribute::SchemeDataUri, &CII_DT_003),
    (Attribute::SchemeUri, &CII_DT_004),
    (Attribute::SchemeId, &CII_DT_005),
    (Attribute::SchemeAgencyId, &CII_DT_006),
    (Attribute::SchemeVersionId, &CII_DT_007),
];

/// On all other identifiers.
pub(super) static ID: [Forbidden; 4] = [
    (Attribute::SchemeName, &CII_DT_101),
    (Attribute::SchemeAgencyName, &CII_DT_102),
    (Attribute::SchemeDataUri, &CII_DT_103),
    (Attribute::SchemeUri, &CII_DT_104),
];

pub(super) static TYPE_CODE: [Forbidden; 2] =
    [(Attribute::Name, &CII_DT_008), (Attribute::ListUri, &CII_DT_009)];

pub(super) static ROOT: [Forbidden; 2] =
    [(Attribute::LanguageId, &CII_DT_013), (Attribute::LanguageLocaleId, &CII_DT_014)];

pub(super) static AMOUNT: [Forbidden; 2] =
    [(Attribute::CurrencyId, &CII_DT_031), (Attribute::CurrencyCodeListVersionId, &CII_DT_032)];

pub(super) static QUANTITY: [Forbidden; 3] = [
    (Attribute::UnitCodeListId, &CII_DT_034),
    (Attribute::UnitCodeListAgencyId, &CII_DT_035),
    (Attribute::UnitCodeListAgencyName, &CII_DT_036),
];

pub(super) static LINE_CATEGORY: [Forbidden; 4] = [
    (Attribute::ListId, &CII_DT_045),
    (Attribute::ListAgencyId, &CII_DT_046),
    (Attribute::ListVersionId, &CII_DT_047),
    (Attribute::ListUri, &CII_DT_048),
];

pub(super) fn check_attributes(
    index: &Index<'_>,
    element: Element,
    table: &[Forbidden],
    hits: &mut Hits,
) {
    if index.attributes(element) == 0 {
        return;
    }
    for (attribute, rule) in table {
        if index.has(element, *attribute) {
            hits.push(rule, element);
        }
    }
}

/// The rules of this file. CII-DT-010 to 012 no document can break: the rule on all type codes comes before them.
pub(super) static RULES: [&Rule; 28] = [
    &CII_DT_001,
    &CII_DT_002,
    &CII_DT_003,
    &CII_DT_004,
    &CII_DT_005,
    &CII_DT_006,
    &CII_DT_007,
    &CII_DT_008,
    &CII_DT_009,
    &CII_DT_010,
    &CII_DT_011,
    &CII_DT_012,
    &CII_DT_013,
    &CII_DT_014,
    &CII_DT_031,
    &CII_DT_032,
    &CII_DT_033,
    &CII_DT_034,
    &CII_DT_035,
    &CII_DT_036,
    &CII_DT_045,
    &CII_DT_046,
    &CII_DT_047,
    &CII_DT_048,
    &CII_DT_101,
    &CII_DT_102,
    &CII_DT_103,
    &CII_DT_104,
];

macro_rules! not_here {
    ($id:literal, $attribute:literal) => {
        Rule::fatal(
            $id,
            &[],
            concat!("{name} has the attribute ", $attribute, ", which may not stand here."),
            "Remove the attribute.",
        )
    };
}

static CII_DT_001: Rule = not_here! { "CII-DT-001", "schemeName" };
static CII_DT_002: Rule = not_here! { "CII-DT-002", "schemeAgencyName" };
static CII_DT_003: Rule = not_here! { "CII-DT-003", "schemeDataURI" };
static CII_DT_004: Rule = not_here! { "CII-DT-004", "schemeURI" };
static CII_DT_005: Rule = not_here! { "CII-DT-005", "schemeID" };
static CII_DT_006: Rule = not_here! { "CII-DT-006", "schemeAgencyID" };
static CII_DT_007: Rule = not_here! { "CII-DT-007", "schemeVersionID" };
static CII_DT_008: Rule = not_here! { "CII-DT-008", "name" };
static CII_DT_009: Rule = not_here! { "CII-DT-009", "listURI" };
static CII_DT_010: Rule = not_here! { "CII-DT-010", "listID" };
static CII_DT_011: Rule = not_here! { "CII-DT-011", "listAgencyID" };
static CII_DT_012: Rule = not_here! { "CII-DT-012", "listVersionID" };
static CII_DT_013: Rule = not_here! { "CII-DT-013", "languageID" };
static CII_DT_014: Rule = not_here! { "CII-DT-014", "languageLocaleID" };
static CII_DT_031: Rule = not_here! { "CII-DT-031", "currencyID" };
static CII_DT_032: Rule = not_here! { "CII-DT-032", "currencyCodeListVersionID" };

pub(super) static CII_DT_033: Rule = Rule::fatal(
    "CII-DT-033",
    &[],
    "{name} has a unit, but no invoiced quantity of the document has one.",
    "Give the unit of the invoiced quantity of the line.",
);

static CII_DT_034: Rule = not_here! { "CII-DT-034", "unitCodeListID" };
static CII_DT_035: Rule = not_here! { "CII-DT-035", "unitCodeListAgencyID" };
static CII_DT_036: Rule = not_here! { "CII-DT-036", "unitCodeListAgencyName" };

static CII_DT_045: Rule = Rule::warning(
    "CII-DT-045",
    &[],
    "{name} has the attribute listID, which may not stand here.",
    "Remove the attribute.",
);

static CII_DT_046: Rule = Rule::warning(
    "CII-DT-046",
    &[],
    "{name} has the attribute listAgencyID, which may not stand here.",
    "Remove the attribute.",
);

static CII_DT_047: Rule = Rule::warning(
    "CII-DT-047",
    &[],
    "{name} has the attribute listVersionID, which may not stand here.",
    "Remove the attribute.",
);

static CII_DT_048: Rule = Rule::warning(
    "CII-DT-048",
    &[],
    "{name} has the attribute listURI, which may not stand here.",
    "Remove the attribute.",
);

static CII_DT_101: Rule = not_here! { "CII-DT-101", "schemeName" };
static CII_DT_102: Rule = not_here! { "CII-DT-102", "schemeAgencyName" };
static CII_DT_103: Rule = not_here! { "CII-DT-103", "schemeDataURI" };
static CII_DT_104: Rule = not_here! { "CII-DT-104", "schemeURI" };
