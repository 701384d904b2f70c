use crate::fault::StockFault;
use invoicing::{
    STOCK_DIGITS, Unit, Violations,
    checks::{TextShape, check_text},
};
use money::Decimal;
use persistence::ids::StockItemId;
use refusals::FieldFault;
use time::OffsetDateTime;

/// Longest name, in characters: that of a line of an invoice (BT-153).
const MAX_NAME: usize = 500;

/// Longest SKU, in characters.
const MAX_SKU: usize = 64;

/// A stock item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// Its id, which lines of invoices refer to.
    pub id: StockItemId,
    /// The seller's item identifier (BT-155), unique in the organization.
    pub sku: Option<String>,
    /// Its name (BT-153).
    pub name: String,
    /// Its unit, which cannot change.
    pub unit: Unit,
    /// The level at or below which stock is low, for each warehouse.
    pub minimum: Option<Decimal>,
    /// Whether its levels may go below zero.
    pub below_zero: bool,
    /// The time of archiving; an archived one is not for new documents.
    pub archived_at: Option<OffsetDateTime>,
    /// The version, from 1; each change adds one.
    pub version: i32,
    /// The time of creation.
    pub created_at: OffsetDateTime,
}

impl Item {
    /// The text that it is found by: [`invoicing::search_name`] of its name and its SKU.
    #[must_use]
    pub fn search_text(&self) -> String {
        let sku = self.sku.as_deref().unwrap_or_default();
        invoicing::search_name(&format!("{} {sku}", self.name))
    }
}

persistence::listed!(Item: created_at, id);

/// A whole item as a caller sends it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ItemInput {
    /// At most 64 characters.
    pub sku: Option<String>,
    /// Required.
    pub name: Option<String>,
    /// Pieces by default.
    pub unit: Option<Unit>,
    /// None: there is no event about a low level.
    pub minimum: Option<Decimal>,
    /// Whether its levels may go below zero; true by default.
    pub below_zero: Option<bool>,
    /// Whether it is archived.
    pub archived: Option<bool>,
}

impl ItemInput {
    /// Checks it and returns the new item. `found` has the violations that parsing found.
    ///
    /// # Errors
    /// All violations, each with its JSON path.
    pub fn check(
        &self,
        id: StockItemId,
        now: OffsetDateTime,
        mut found: Violations,
    ) -> Result<Item, Violations> {
        if self.name.is_none() {
            found.add("name", FieldFault::Required);
        }
        let mut line = |name, text: &Option<String>, least, most| {
            let text = text.as_deref();
            text.and_then(|text| check_text(name, text, least, most, TextShape::Line, &mut found))
        };
        let sku = line("sku", &self.sku, 0, MAX_SKU);
        let name = line("name", &self.name, 1, MAX_NAME);
        if let Some(minimum) = self.minimum {
            check_minimum(minimum, &mut found);
        }
        found.into_result()?;
        Ok(Item {
            id,
            sku,
            name: name.unwrap_or_default(),
            unit: self.unit.unwrap_or_default(),
            minimum: self.minimum.map(|minimum| minimum.normalize()),
            below_zero: self.below_zero.unwrap_or(true),
            archived_at: self.archived.unwrap_or_default().then_some(now),
            version: 1,
            created_at: now,
        })
    }

    /// Checks it and returns the changed item.
    ///
    /// # Errors
    /// As [`Self::check`]; the unit cannot change.
    pub fn change(
        &self,
        before: &Item,
        now: OffsetDateTime,
        mut found: Violations,
    ) -> Result<Item, Violations> {
        if self.unit.is_some_and(|unit| unit != before.unit) {
            found.add("unit", StockFault::OtherUnit { unit: before.unit.name() });
        }
        let after = self.check(before.id, now, found)?;
        let archived_at = after.archived_at.map(|at| before.archived_at.unwrap_or(at));
        let (version, created_at) = (before.version + 1, before.created_at);
        Ok(Item { unit: before.unit, archived_at, version, created_at, ..after })
    }
}

fn check_minimum(minimum: Decimal, found: &mut Violations) {
    if minimum < Decimal::ZERO {
        found.add("minimum", FieldFault::Negative);
    } else if let Err(error) = STOCK_DIGITS.check(minimum) {
        found.add("minimum", error);
    }
}
