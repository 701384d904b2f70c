//! At most two decimals, counted in the text as it stands.

use crate::decimals::decimals;
use crate::index::{Element, Index};
use crate::names::Name;
use crate::rule::Rule;
use crate::verdict::{Hits, StylesheetAborted};

/// The rule that an amount has at most two decimals.
macro_rules! two_decimals {
    ($id:literal, $terms:expr, $what:literal) => {
        $crate::rule::Rule::fatal(
            $id,
            &$terms,
            concat!($what, ", \"{found}\", has more than two decimals."),
            "Round the amount to two decimals.",
        )
    };
}
pub(super) use two_decimals;

/// Holds the only child of the name against the rule.
pub(super) fn check(
    index: &Index<'_>,
    parent: Element,
    child: Name,
    rule: &'static Rule,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    if let Some(amount) = index.only(parent, child)? {
        check_amount(index, amount, rule, hits);
    }
    Ok(())
}

/// Holds an amount against the rule.
pub(super) fn check_amount(
    index: &Index<'_>,
    amount: Element,
    rule: &'static Rule,
    hits: &mut Hits,
) {
    if decimals(&index.value(amount)) > 2 {
        hits.push(rule, amount);
    }
}
