use crate::fault::StockFault;
use invoicing::{
    Unit, Violations,
    checks::{TextShape, check_text},
};
use money::{Decimal, Digits};
use persistence::ids::StockItemId;
use refusals::FieldFault;
use time::OffsetDateTime;

/// Digits of a quantity of stock: more is an error, never rounded.
pub const QUANTITY_DIGITS: Digits = Digits { integer: 9, decimal: 6 };

/// Longest name, in characters: that of a line of an invoice (BT-153).
const MAX_NAME: usize = 500;

/// Longest SKU, in characters.
const MAX_SKU: usize = 64;

/// Something that is kept in stock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// Its id; lines of invoices name it.
    pub id: StockItemId,
    /// The organization's own mark for it (BT-155), unique.
    pub sku: Option<String>,
    /// What it is called.
    pub name: String,
    /// What it is counted in; it stays.
    pub unit: Unit,
    /// At or below it the stock is low, in each warehouse.
    pub minimum: Option<Decimal>,
    /// Whether more may be taken than is there.
    pub below_zero: bool,
    /// Since when it is not for new documents.
    pub archived_at: Option<OffsetDateTime>,
    /// Counts its changes, from 1.
    pub version: i32,
    /// When it was made.
    pub created_at: OffsetDateTime,
}

persistence::listed!(Item: created_at, id);

/// An item as a caller describes it, all of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ItemInput {
    /// At most 64 characters.
    pub sku: Option<String>,
    /// Required.
    pub name: Option<String>,
    /// Pieces by default.
    pub unit: Option<Unit>,
    /// None: nobody is told.
    pub minimum: Option<Decimal>,
    /// Whether more may be taken than is there; yes by default.
    pub below_zero: Option<bool>,
    /// Whether it is not for new documents.
    pub archived: Option<bool>,
}

impl ItemInput {
    /// The new item. `found` is what reading has found wrong already.
    ///
    /// # Errors
    /// Every violation, with its JSON path.
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

    /// The item with everything that it is described by.
    ///
    /// # Errors
    /// As [`Self::check`]; its unit stays as it was made.
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
    } else if let Err(error) = QUANTITY_DIGITS.check(minimum) {
        found.add("minimum", error);
    }
}
