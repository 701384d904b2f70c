//! The rules of the VAT categories.

mod breakdown;
mod category;
mod census;
mod delivery;
mod general;
mod identifiers;
mod rules;
mod split;
mod taxed;

pub(super) use census::Census;
pub(super) use identifiers::Identifiers;
pub(super) use split::TaxSums;

use super::invoice::Invoice;
use crate::rule::Rule;
use crate::verdict::{Death, Hits};

/// Runs all of them.
pub(super) fn judge(invoice: &Invoice<'_, '_>, hits: &mut Hits) -> Result<(), Death> {
    census::judge(invoice, hits);
    breakdown::judge(invoice, hits)?;
    taxed::judge(invoice, hits)
}

/// The rules.
pub(super) fn rules() -> impl Iterator<Item = &'static Rule> {
    rules::FAMILIES.iter().flat_map(|family| family.rules.iter()).chain(breakdown::RULES)
}
