//! The rules of countries.

use super::facts::Facts;
use crate::rule::Rule;
use crate::verdict::{Death, Hits};

/// Every national rule.
pub(super) const RULES: &[&[&Rule]] = &[];

/// Checks them.
pub(super) fn judge(_facts: &Facts<'_, '_>, _hits: &mut Hits) -> Result<(), Death> {
    Ok(())
}
