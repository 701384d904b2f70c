//! Elements that only some taxes may have.

use super::{name, unused};
use crate::index::{Attribute, Element, Index};
use crate::names::Name;
use crate::rule::Rule;
use crate::verdict::Hits;

/// Elements of taxes of the document's settlement only.
static OF_SETTLEMENT: [(Name, &Rule); 3] = [
    (name::BASIS_AMOUNT, &CII_DT_041),
    (name::TAX_POINT, &CII_DT_054),
    (name::DUE_DATE_CODE, &CII_DT_058),
];

/// Elements of the taxes of breakdown and lines only.
static OF_APPLICABLE: [(Name, &Rule); 2] =
    [(name::EXEMPTION_CODE, &CII_DT_052), (name::EXEMPTION_REASON, &CII_DT_098)];

/// Runs the rules on an element whose name ends in `TradeTax`.
pub(super) fn check(index: &Index<'_>, tax: Element, hits: &mut Hits) {
    unused::check_trade_tax(index, tax, hits);
    let mut codes = index.children_named(tax, name::TYPE_CODE).peekable();
    if let Some(&first) = codes.peek()
        && !codes.any(|code| index.is(code, "VAT"))
    {
        hits.push(&CII_DT_037, first);
    }
    for (child, rule) in OF_SETTLEMENT {
        if let Some(found) = index.child(tax, child)
            && !index.has_ancestor(tax, name::SETTLEMENT)
        {
            hits.push(rule, found);
        }
    }
    if index.name(tax) != name::TAX {
        for (child, rule) in OF_APPLICABLE {
            if let Some(found) = index.child(tax, child) {
                hits.push(rule, found);
            }
        }
    }
    let formatted = |&rate: &Element| index.has(rate, Attribute::Format);
    if let Some(rate) = index.children_named(tax, name::RATE).find(formatted) {
        hits.push(&CII_DT_059, rate);
    }
}

static CII_DT_037: Rule = Rule::fatal(
    "CII-DT-037",
    &[],
    "The tax is of the type \"{found}\".",
    "Only taxes of the type VAT can be stated.",
);

static CII_DT_041: Rule = Rule::warning(
    "CII-DT-041",
    &[],
    "{name} belongs to the VAT breakdown of the document only.",
    "Remove the element.",
);

static CII_DT_054: Rule = Rule::warning(
    "CII-DT-054",
    &[],
    "{name} belongs to the VAT breakdown of the document only.",
    "Remove the element.",
);

static CII_DT_058: Rule = Rule::warning(
    "CII-DT-058",
    &[],
    "{name} belongs to the VAT breakdown of the document only.",
    "Remove the element.",
);

static CII_DT_052: Rule = Rule::warning(
    "CII-DT-052",
    &[],
    "{name} belongs to the taxes of lines and of the VAT breakdown only.",
    "Remove the element.",
);

static CII_DT_098: Rule = Rule::warning(
    "CII-DT-098",
    &[],
    "{name} belongs to the taxes of lines and of the VAT breakdown only.",
    "Remove the element.",
);

static CII_DT_059: Rule = Rule::warning(
    "CII-DT-059",
    &[],
    "{name} has the attribute format, which has no meaning here.",
    "Remove the attribute.",
);

/// The rules of this file.
pub(super) static RULES: [&Rule; 7] =
    [&CII_DT_037, &CII_DT_041, &CII_DT_054, &CII_DT_058, &CII_DT_052, &CII_DT_098, &CII_DT_059];
