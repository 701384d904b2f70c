//! Rules on all elements whose name ends in a certain way, and on attributes that may not stand.

use std::sync::OnceLock;

use super::invoice::Invoice;
use super::{name, references, taxes, unused};
use crate::index::{Attribute, Element, Index};
use crate::names::{Name, Namespace, all_ram};
use crate::rule::Rule;
use crate::verdict::Hits;

/// What a name ends in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Suffix {
    Parameter,
    Id,
    Document,
    Amount,
    Quantity,
    Tax,
}

impl Suffix {
    fn of(local: &str) -> Option<Self> {
        const SUFFIXES: [(&str, Suffix); 6] = [
            ("DocumentContextParameter", Suffix::Parameter),
            ("ID", Suffix::Id),
            ("ReferencedDocument", Suffix::Document),
            ("Amount", Suffix::Amount),
            ("Quantity", Suffix::Quantity),
            ("TradeTax", Suffix::Tax),
        ];
        SUFFIXES.iter().find(|(suffix, _)| local.ends_with(suffix)).map(|found| found.1)
    }
}

/// Runs the rules.
pub(super) fn check(invoice: &Invoice<'_, '_>, hits: &mut Hits) {
    static NAMES: OnceLock<Vec<(Name, Suffix)>> = OnceLock::new();
    let names = NAMES.get_or_init(|| {
        all_ram().filter_map(|(name, local)| Some((name, Suffix::of(local)?))).collect()
    });
    let index = invoice.index;
    for &(name, suffix) in names {
        for element in index.named(name) {
            check_element(invoice, element, suffix, hits);
        }
    }
    for element in index.named(Name::UNKNOWN) {
        if let Some(suffix) = suffix_of_unknown(index, element) {
            check_element(invoice, element, suffix, hits);
        }
    }
    for code in index.named(name::TYPE_CODE) {
        check_attributes(index, code, &TYPE_CODE, hits);
    }
    for code in index.named(name::CATEGORY_CODE) {
        if is_line_category(index, code) {
            check_attributes(index, code, &LINE_CATEGORY, hits);
        }
    }
    if let Some(root) = invoice.root {
        check_attributes(index, root, &ROOT, hits);
    }
}

/// Elements that no schema knows are checked by their names too.
fn suffix_of_unknown(index: &Index<'_>, element: Element) -> Option<Suffix> {
    let node = index.node(element);
    let suffix = Suffix::of(node.tag_name().name())?;
    let namespace = node.tag_name().namespace().and_then(Namespace::of_uri);
    (namespace == Some(Namespace::Ram) || suffix == Suffix::Parameter).then_some(suffix)
}

fn check_element(invoice: &Invoice<'_, '_>, element: Element, suffix: Suffix, hits: &mut Hits) {
    let index = invoice.index;
    match suffix {
        Suffix::Parameter => unused::check_context_parameter(index, element, hits),
        Suffix::Id => {
            let plain = index.attributes(element) == 0;
            let table = if plain || !is_plain_id(index, element) { &ID[..] } else { &PLAIN_ID };
            check_attributes(index, element, table, hits);
        }
        Suffix::Document => references::check(index, element, hits),
        Suffix::Amount if index.name(element) == name::TAX_TOTAL => {}
        Suffix::Amount => check_attributes(index, element, &AMOUNT, hits),
        Suffix::Quantity => {
            check_attributes(index, element, &QUANTITY, hits);
            if index.has(element, Attribute::UnitCode) && !invoice.has_billed_unit() {
                hits.push(&CII_DT_033, element);
            }
        }
        Suffix::Tax => taxes::check(index, element, hits),
    }
}

/// An attribute that may not stand.
type Forbidden = (Attribute, &'static Rule);

/// On identifiers of the document, of lines, of the seller's items and of the specification.
static PLAIN_ID: [Forbidden; 7] = [
    (Attribute::SchemeName, &CII_DT_001),
    (Attribute::SchemeAgencyName, &CII_DT_002),
    (Attribute::SchemeDataUri, &CII_DT_003),
    (Attribute::SchemeUri, &CII_DT_004),
    (Attribute::SchemeId, &CII_DT_005),
    (Attribute::SchemeAgencyId, &CII_DT_006),
    (Attribute::SchemeVersionId, &CII_DT_007),
];

/// On all other identifiers.
static ID: [Forbidden; 4] = [
    (Attribute::SchemeName, &CII_DT_101),
    (Attribute::SchemeAgencyName, &CII_DT_102),
    (Attribute::SchemeDataUri, &CII_DT_103),
    (Attribute::SchemeUri, &CII_DT_104),
];

static TYPE_CODE: [Forbidden; 2] =
    [(Attribute::Name, &CII_DT_008), (Attribute::ListUri, &CII_DT_009)];

static ROOT: [Forbidden; 2] =
    [(Attribute::LanguageId, &CII_DT_013), (Attribute::LanguageLocaleId, &CII_DT_014)];

static AMOUNT: [Forbidden; 2] =
    [(Attribute::CurrencyId, &CII_DT_031), (Attribute::CurrencyCodeListVersionId, &CII_DT_032)];

static QUANTITY: [Forbidden; 3] = [
    (Attribute::UnitCodeListId, &CII_DT_034),
    (Attribute::UnitCodeListAgencyId, &CII_DT_035),
    (Attribute::UnitCodeListAgencyName, &CII_DT_036),
];

static LINE_CATEGORY: [Forbidden; 4] = [
    (Attribute::ListId, &CII_DT_045),
    (Attribute::ListAgencyId, &CII_DT_046),
    (Attribute::ListVersionId, &CII_DT_047),
    (Attribute::ListUri, &CII_DT_048),
];

fn check_attributes(index: &Index<'_>, element: Element, table: &[Forbidden], hits: &mut Hits) {
    if index.attributes(element) == 0 {
        return;
    }
    for (attribute, rule) in table {
        if index.has(element, *attribute) {
            hits.push(rule, element);
        }
    }
}

fn is_plain_id(index: &Index<'_>, element: Element) -> bool {
    const LINE: [Name; 3] = [name::LINE, name::TRANSACTION, name::ROOT];
    let in_line = |part: Name| {
        index.parent_name(element) == part
            && index.parent(element).is_some_and(|parent| index.is_under(parent, &LINE))
    };
    match index.name(element) {
        name::ID => {
            index.is_under(element, &[name::GUIDELINE, name::CONTEXT, name::ROOT])
                || index.is_under(element, &[name::DOCUMENT, name::ROOT])
        }
        name::LINE_ID => in_line(name::LINE_DOCUMENT),
        name::SELLER_ASSIGNED => in_line(name::PRODUCT),
        _ => false,
    }
}

fn is_line_category(index: &Index<'_>, code: Element) -> bool {
    const PATH: [Name; 5] =
        [name::TAX, name::LINE_SETTLEMENT, name::LINE, name::TRANSACTION, name::ROOT];
    index.attributes(code) != 0 && index.is_under(code, &PATH)
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

static CII_DT_001: Rule = Rule::fatal(
    "CII-DT-001",
    &[],
    "{name} has the attribute schemeName, which may not stand here.",
    "Remove the attribute.",
);

static CII_DT_002: Rule = Rule::fatal(
    "CII-DT-002",
    &[],
    "{name} has the attribute schemeAgencyName, which may not stand here.",
    "Remove the attribute.",
);

static CII_DT_003: Rule = Rule::fatal(
    "CII-DT-003",
    &[],
    "{name} has the attribute schemeDataURI, which may not stand here.",
    "Remove the attribute.",
);

static CII_DT_004: Rule = Rule::fatal(
    "CII-DT-004",
    &[],
    "{name} has the attribute schemeURI, which may not stand here.",
    "Remove the attribute.",
);

static CII_DT_005: Rule = Rule::fatal(
    "CII-DT-005",
    &[],
    "{name} has the attribute schemeID, which may not stand here.",
    "Remove the attribute.",
);

static CII_DT_006: Rule = Rule::fatal(
    "CII-DT-006",
    &[],
    "{name} has the attribute schemeAgencyID, which may not stand here.",
    "Remove the attribute.",
);

static CII_DT_007: Rule = Rule::fatal(
    "CII-DT-007",
    &[],
    "{name} has the attribute schemeVersionID, which may not stand here.",
    "Remove the attribute.",
);

static CII_DT_008: Rule = Rule::fatal(
    "CII-DT-008",
    &[],
    "{name} has the attribute name, which may not stand here.",
    "Remove the attribute.",
);

static CII_DT_009: Rule = Rule::fatal(
    "CII-DT-009",
    &[],
    "{name} has the attribute listURI, which may not stand here.",
    "Remove the attribute.",
);

static CII_DT_010: Rule = Rule::fatal(
    "CII-DT-010",
    &[],
    "{name} has the attribute listID, which may not stand here.",
    "Remove the attribute.",
);

static CII_DT_011: Rule = Rule::fatal(
    "CII-DT-011",
    &[],
    "{name} has the attribute listAgencyID, which may not stand here.",
    "Remove the attribute.",
);

static CII_DT_012: Rule = Rule::fatal(
    "CII-DT-012",
    &[],
    "{name} has the attribute listVersionID, which may not stand here.",
    "Remove the attribute.",
);

static CII_DT_013: Rule = Rule::fatal(
    "CII-DT-013",
    &[],
    "{name} has the attribute languageID, which may not stand here.",
    "Remove the attribute.",
);

static CII_DT_014: Rule = Rule::fatal(
    "CII-DT-014",
    &[],
    "{name} has the attribute languageLocaleID, which may not stand here.",
    "Remove the attribute.",
);

static CII_DT_031: Rule = Rule::fatal(
    "CII-DT-031",
    &[],
    "{name} has the attribute currencyID, which may not stand here.",
    "Remove the attribute.",
);

static CII_DT_032: Rule = Rule::fatal(
    "CII-DT-032",
    &[],
    "{name} has the attribute currencyCodeListVersionID, which may not stand here.",
    "Remove the attribute.",
);

static CII_DT_033: Rule = Rule::fatal(
    "CII-DT-033",
    &[],
    "{name} has a unit, but no invoiced quantity of the document has one.",
    "Give the unit of the invoiced quantity of the line.",
);

static CII_DT_034: Rule = Rule::fatal(
    "CII-DT-034",
    &[],
    "{name} has the attribute unitCodeListID, which may not stand here.",
    "Remove the attribute.",
);

static CII_DT_035: Rule = Rule::fatal(
    "CII-DT-035",
    &[],
    "{name} has the attribute unitCodeListAgencyID, which may not stand here.",
    "Remove the attribute.",
);

static CII_DT_036: Rule = Rule::fatal(
    "CII-DT-036",
    &[],
    "{name} has the attribute unitCodeListAgencyName, which may not stand here.",
    "Remove the attribute.",
);

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

static CII_DT_101: Rule = Rule::fatal(
    "CII-DT-101",
    &[],
    "{name} has the attribute schemeName, which may not stand here.",
    "Remove the attribute.",
);

static CII_DT_102: Rule = Rule::fatal(
    "CII-DT-102",
    &[],
    "{name} has the attribute schemeAgencyName, which may not stand here.",
    "Remove the attribute.",
);

static CII_DT_103: Rule = Rule::fatal(
    "CII-DT-103",
    &[],
    "{name} has the attribute schemeDataURI, which may not stand here.",
    "Remove the attribute.",
);

static CII_DT_104: Rule = Rule::fatal(
    "CII-DT-104",
    &[],
    "{name} has the attribute schemeURI, which may not stand here.",
    "Remove the attribute.",
);
