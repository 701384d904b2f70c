use super::super::super::sql::*;
use crate::error::{backend, require_known};
use invoicing::Unit;
use rust_decimal::Decimal;
use stock::{Cause, Item, MovementId, MovementRow, Place, StockItemId, WarehouseId};
use time::{Date, OffsetDateTime};
use uuid::Uuid;

/// Decimals of a quantity.
const DECIMALS: u32 = 6;

/// A quantity in millionths, as it is stored; never rounded.
pub(super) fn millionths(mut quantity: Decimal) -> Result<i64> {
    if quantity.normalize().scale() > DECIMALS {
        return Err(backend("a quantity with more decimals than columns have"));
    }
    quantity.rescale(DECIMALS);
    i64::try_from(quantity.mantissa()).map_err(backend)
}

pub(super) fn quantity(millionths: i64) -> Decimal {
    Decimal::new(millionths, DECIMALS).normalize()
}

columns! {
    pub(super) struct ItemRow {
        item_id: Uuid,
        sku: Option<String>,
        name: String,
        unit: String,
        minimum: Option<i64>,
        below_zero: bool,
        archived_at: Option<OffsetDateTime>,
        version: i32,
        item_at: OffsetDateTime,
    }
}

/// The columns of [`ItemRow`] in `stock_items i`.
pub(super) const ITEM: Fragment = Fragment(
    "i.id AS item_id, i.sku, i.name, i.unit, i.minimum, i.below_zero, i.archived_at, i.version,
     i.created_at AS item_at",
);

impl ItemRow {
    pub(super) fn into_domain(self) -> Result<Item> {
        let unit = Unit::ALL.into_iter().find(|unit| unit.name() == self.unit);
        Ok(Item {
            id: StockItemId(self.item_id),
            sku: self.sku,
            name: self.name,
            unit: require_known("unit", &self.unit, unit)?,
            minimum: self.minimum.map(quantity),
            below_zero: self.below_zero,
            archived_at: self.archived_at,
            version: self.version,
            created_at: self.item_at,
        })
    }
}

columns! {
    pub(super) struct Movement {
        id: Uuid,
        item_id: Uuid,
        warehouse_id: Uuid,
        cause: String,
        cause_id: Uuid,
        quantity: i64,
        value: Decimal,
        day: Date,
        created_at: OffsetDateTime,
    }
}

impl Movement {
    pub(super) fn into_domain(self) -> Result<MovementRow> {
        let (item, warehouse) = (StockItemId(self.item_id), WarehouseId(self.warehouse_id));
        let cause = Cause::of(&self.cause, self.cause_id);
        let movement = stock::Movement {
            place: Place { item, warehouse },
            cause: require_known("cause of a movement", &self.cause, cause)?,
            quantity: quantity(self.quantity),
            value: self.value,
            day: self.day,
            at: self.created_at,
        };
        Ok(MovementRow { id: MovementId(self.id), movement })
    }
}
