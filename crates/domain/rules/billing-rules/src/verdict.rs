//! What the rules hand back: hits, or that a whole stylesheet was aborted.

use crate::index::{Element, Index};
use crate::rule::Rule;

pub use crate::aborted::{Cause, StylesheetAborted};
pub use crate::hit::Value;
pub(crate) use crate::hit::{Hit, Values};
pub use crate::hits::Hits;

/// Runs the rules of one official stylesheet. If it is aborted, its findings are replaced by one of
/// our own, as the official engine then says nothing at all.
pub fn run<'a>(
    index: &Index<'a>,
    hits: &mut Hits,
    stylesheet: impl FnOnce(&Index<'a>, &mut Hits) -> Result<(), StylesheetAborted>,
) {
    let mut found = hits.fresh();
    index.refresh();
    let result = stylesheet(index, &mut found);
    let instead = if index.is_exhausted() {
        Some((&TOO_COSTLY, Element::ROOT))
    } else {
        result.err().map(|aborted| (rule_of(aborted), aborted.element.unwrap_or(Element::ROOT)))
    };
    if let Some((rule, element)) = instead {
        found = hits.fresh();
        found.push(rule, element);
    }
    hits.append_stylesheet(found, instead.is_some());
}

/// What is said of a stylesheet that gave up.
fn rule_of(aborted: StylesheetAborted) -> &'static Rule {
    match aborted.cause {
        Cause::BadCast => &BAD_CAST,
        Cause::TooMany => &TOO_MANY,
        Cause::Arithmetic => &ARITHMETIC,
        Cause::TooLong => &TOO_LONG,
    }
}

/// What is said in the place of a stylesheet that gives up.
pub(crate) static RULES: [&Rule; 5] = [&BAD_CAST, &TOO_MANY, &ARITHMETIC, &TOO_LONG, &TOO_COSTLY];

static BAD_CAST: Rule = Rule::fatal(
    "dead-value",
    &[],
    "{name} holds \"{found}\", which is no value of its type: the official rules cannot be run at all.",
    "Write amounts as plain decimals (12.50), dates as YYYY-MM-DD and indicators as true or false.",
);

static TOO_MANY: Rule = Rule::fatal(
    "dead-repeated",
    &[],
    "{name} stands more than once where the official rules can deal with one: they cannot be run at all.",
    "Keep one of the repeated elements.",
);

static ARITHMETIC: Rule = Rule::fatal(
    "dead-arithmetic",
    &[],
    "{name} holds \"{found}\", with which the official rules cannot calculate.",
    "Check for a divisor of zero and for digits of other scripts.",
);

static TOO_LONG: Rule = Rule::fatal(
    "dead-long-number",
    &[],
    "{name} holds a number of more than 1,000 characters, which is too long to calculate with.",
    "Write amounts, quantities and rates with the digits that they need.",
);

static TOO_COSTLY: Rule = Rule::fatal(
    "dead-costly",
    &[],
    "The document repeats elements so often that the official rules cannot be run in any reasonable time.",
    "Write no more than one of each element where EN 16931 knows one.",
);
