//! Rules of the VAT categories: nine families of ten rules, with their differences as data.

mod breakdown;
mod families;
mod family;
mod presence;
pub(super) mod sums;

pub(super) use families::rules;
pub(super) use presence::presence;

use std::cmp::Ordering;

use super::category_counts::in_breakdown;
use super::context::Ubl;
use super::entry::{Outcome, Tested, holds};
use super::tax::{Code, Indicator, has_vat_scheme};
use crate::index::Element;
use crate::names::ubl::{cac, cbc};
use crate::rule::Rule;
use crate::verdict::{Hits, StylesheetAborted, Value};

use families::family_of;
use family::Rate;

/// Tries the rules of a tax category, whose places are the breakdown, an allowance or charge and a
/// line's item.
pub(super) fn category(
    ubl: &Ubl<'_, '_>,
    category: Element,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    // What cannot be read matches no context.
    let (Ok(code), Ok(true)) = (Code::of_category(ubl, category), has_vat_scheme(ubl, category))
    else {
        return Ok(());
    };
    let Some(family) = family_of(code) else { return Ok(()) };
    let Some(parent) = ubl.parent(category) else { return Ok(()) };
    if ubl.name(category) == cac::CLASSIFIED_TAX_CATEGORY {
        if ubl.is_of_line_item(category) {
            push(&family.rules[4], category, rate(ubl, category, family.rate)?, hits);
        }
    } else if ubl.name(parent) == cac::ALLOWANCE_CHARGE {
        let indicator = Indicator::of(ubl, parent).unwrap_or_default();
        if indicator.allowance || indicator.charge {
            let row = if indicator.allowance { 5 } else { 6 };
            push(&family.rules[row], category, rate(ubl, category, family.rate)?, hits);
        }
    } else if in_breakdown(ubl, category) && !hits.leaves_out(&family.rules[7]) {
        push(&family.rules[7], category, breakdown::base(ubl, category, parent, family)?, hits);
        push(&family.rules[8], category, breakdown::tax(ubl, category, parent, family)?, hits);
        push(&family.rules[9], category, breakdown::exemption(ubl, category, family), hits);
    }
    Ok(())
}

fn push(rule: &'static Rule, element: Element, outcome: Outcome, hits: &mut Hits) {
    match outcome {
        Outcome::Holds => {}
        Outcome::Fails => hits.push(rule, element),
        Outcome::Differs { expected, actual, at } => {
            let actual = actual.map_or(Value::None, Value::Decimal);
            hits.push_with(rule, at.unwrap_or(element), expected, actual);
        }
    }
}

/// Whether the category's rate is one that its code allows.
fn rate(ubl: &Ubl<'_, '_>, category: Element, allowed: Rate) -> Tested {
    let any = |fits: fn(Ordering) -> bool| -> Tested {
        for percent in ubl.children_named(category, cbc::PERCENT) {
            if fits(ubl.compared_with_zero(percent)?) {
                return Ok(Outcome::Holds);
            }
        }
        Ok(Outcome::Fails)
    };
    match allowed {
        Rate::Zero => {
            holds(ubl.child_decimal(category, cbc::PERCENT)?.is_some_and(|rate| rate.is_zero()))
        }
        Rate::Positive => any(Ordering::is_gt),
        Rate::NotNegative => any(Ordering::is_ge),
        Rate::None => holds(!ubl.has_child(category, cbc::PERCENT)),
    }
}
