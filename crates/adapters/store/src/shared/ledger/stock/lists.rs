//! Lists by keyset of levels, of movements, and of the inventory of a day.

use super::{
    super::super::sql::*,
    held::LevelRow,
    rows::{ITEM, ItemRow, quantity},
};
use access::OrganizationId;
use rust_decimal::Decimal;
use stock::{InventoryRow, LevelFilter, MovementFilter, WarehouseId};
use time::Date;

/// A level next to its item.
pub(super) struct Level(LevelRow, ItemRow);

impl FromRow for Level {
    fn from_row<'a>(row: &impl diesel::row::Row<'a, Db>) -> diesel::deserialize::Result<Self> {
        Ok(Self(LevelRow::from_row(row)?, ItemRow::from_row(row)?))
    }
}

impl Level {
    pub(super) fn into_domain(self) -> Result<stock::LevelRow> {
        Ok(stock::LevelRow { level: self.0.into_domain(), item: self.1.into_domain()? })
    }
}

pub(super) fn levels(organization: OrganizationId, filter: LevelFilter) -> Statement<'static> {
    let own = sql!(
        "SELECT * FROM (
           SELECT {}, l.id, l.warehouse_id, l.quantity, l.value, l.cost, l.created_at
           FROM stock_levels l
           JOIN stock_items i ON i.organization_id = l.organization_id AND i.id = l.item_id
           WHERE l.organization_id = {}",
        ITEM,
        organization
    );
    own.and(filter.item.map(|item| sql!(" AND l.item_id = {}", item.0)))
        .and(filter.warehouse.map(|warehouse| sql!(" AND l.warehouse_id = {}", warehouse.0)))
        .and(filter.low.then(|| sql!(" AND l.quantity <= i.minimum")))
        .then(sql!(") AS levels WHERE 1 = 1"))
}

pub(super) fn movements(
    organization: OrganizationId,
    filter: MovementFilter,
) -> Statement<'static> {
    let MovementFilter { document, invoice, expense, .. } = filter;
    // what one cause has moved is few, whichever order it comes in
    let from = match document.is_some() || invoice.is_some() || expense.is_some() {
        true => sql!("stock_movements {cause_index}"),
        false => sql!("stock_movements"),
    };
    let own = sql!(
        "SELECT id, item_id, warehouse_id, cause, cause_id, quantity, value, day, created_at
         FROM {} WHERE organization_id = {}",
        from,
        organization
    );
    let by =
        |cause: &'static str, id: uuid::Uuid| sql!(" AND cause_id = {} AND cause = {}", id, cause);
    own.and(filter.item.map(|item| sql!(" AND item_id = {}", item.0)))
        .and(filter.warehouse.map(|warehouse| sql!(" AND warehouse_id = {}", warehouse.0)))
        .and(document.map(|id| by("document", id.0)))
        .and(invoice.map(|id| by("invoice", id.0)))
        .and(expense.map(|id| by("expense", id.0)))
        .and(filter.from.map(|day| sql!(" AND day >= {}", day)))
        .and(filter.to.map(|day| sql!(" AND day <= {}", day)))
}

columns! {
    struct Sums {
        whole: Option<i64>,
        millionths: Option<i64>,
        worth: Option<Decimal>,
    }
}

/// An item next to its sums.
pub(super) struct Inventory(ItemRow, Sums);

impl FromRow for Inventory {
    fn from_row<'a>(row: &impl diesel::row::Row<'a, Db>) -> diesel::deserialize::Result<Self> {
        Ok(Self(ItemRow::from_row(row)?, Sums::from_row(row)?))
    }
}

impl Inventory {
    pub(super) fn into_domain(self) -> Result<InventoryRow> {
        let Sums { whole, millionths, worth } = self.1;
        let whole = Decimal::from(whole.unwrap_or_default());
        Ok(InventoryRow {
            item: self.0.into_domain()?,
            quantity: (whole + quantity(millionths.unwrap_or_default())).normalize(),
            value: worth.unwrap_or_default(),
        })
    }
}

/// The items that moved until a day, each with its sums, which are read for the rows of the page only. Whole units
/// and millionths are summed separately, because the millionths of many warehouses together exceed 64 bits.
pub(super) fn on(
    organization: OrganizationId,
    day: Date,
    warehouse: Option<WarehouseId>,
) -> Statement<'static> {
    let of_item = || {
        let until = sql!(
            " FROM stock_movements AS m
               WHERE m.organization_id = i.organization_id AND m.item_id = i.id AND m.day <= {}",
            day
        );
        until.and(warehouse.map(|warehouse| sql!(" AND m.warehouse_id = {}", warehouse.0)))
    };
    sql!(
        "SELECT {},
           (SELECT CAST(sum(m.quantity / 1000000) AS bigint){}) AS whole,
           (SELECT CAST(sum(m.quantity % 1000000) AS bigint){}) AS millionths,
           (SELECT sum(m.value){}) AS worth
         FROM stock_items i WHERE i.organization_id = {} AND EXISTS (SELECT 1{})",
        ITEM,
        of_item(),
        of_item(),
        of_item(),
        organization,
        of_item()
    )
}
