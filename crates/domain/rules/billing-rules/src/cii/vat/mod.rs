//! The rules of the VAT categories.

mod breakdown;
mod category;
pub(super) mod category_counts;
mod delivery;
mod entries;
mod general;
pub(super) mod identifiers;
mod rules;
pub(super) mod split;
mod taxed;

use super::invoice::Invoice;
use crate::rule::Rule;
use crate::verdict::{Hits, StylesheetAborted};

/// Runs all of them.
pub(super) fn check(invoice: &Invoice<'_, '_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    entries::check(invoice, hits);
    breakdown::check(invoice, hits)?;
    taxed::check(invoice, hits)
}

/// The rules.
pub(super) fn rules() -> impl Iterator<Item = &'static Rule> {
    rules::FAMILIES.iter().flat_map(|family| family.rules.iter()).chain(breakdown::RULES)
}
