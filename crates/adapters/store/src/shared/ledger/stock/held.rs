//! Reads and writes items with their levels in warehouses.

use super::{
    super::super::{
        events::{ONCE, event_row},
        sql::*,
    },
    rows::{ITEM, ItemRow, millionths, quantity},
};
use crate::sql_types::{AsExact, AsMoney};
use access::OrganizationId;
use rust_decimal::Decimal;
use std::collections::{BTreeMap, BTreeSet};
use stock::{Booked, Held, Level, LevelId, Place, StockItemId, WarehouseId};
use time::{Date, OffsetDateTime};
use uuid::Uuid;

columns! {
    pub(super) struct LevelRow {
        id: Uuid,
        item_id: Uuid,
        warehouse_id: Uuid,
        quantity: i64,
        value: Decimal,
        cost: AsExact,
        created_at: OffsetDateTime,
    }
}

impl LevelRow {
    pub(super) fn into_domain(self) -> Level {
        let (item, warehouse) = (StockItemId(self.item_id), WarehouseId(self.warehouse_id));
        Level {
            id: LevelId(self.id),
            place: Place { item, warehouse },
            quantity: quantity(self.quantity),
            value: self.value,
            cost: self.cost.0,
            created_at: self.created_at,
        }
    }
}

/// Items as they are now.
pub(super) fn items(organization: OrganizationId, ids: &BTreeSet<Uuid>) -> Statement<'static> {
    sql!(
        "SELECT {} FROM stock_items i WHERE i.organization_id = {} AND i.id IN {}",
        ITEM,
        organization,
        list(ids.iter().copied())
    )
}

/// Items, locked until the transaction ends; all transactions lock them in the order of their ids.
pub(super) fn locked(organization: OrganizationId, ids: &BTreeSet<Uuid>) -> Statement<'static> {
    items(organization, ids).then(sql!(" ORDER BY i.id {for_change}"))
}

/// The levels of items in all warehouses.
pub(super) fn levels(organization: OrganizationId, ids: &BTreeSet<Uuid>) -> Statement<'static> {
    sql!(
        "SELECT id, item_id, warehouse_id, quantity, value, cost, created_at FROM stock_levels
         WHERE organization_id = {} AND item_id IN {}",
        organization,
        list(ids.iter().copied())
    )
}

/// Reads the items that `select` finds and then, in a statement of its own, the levels of the places, so that it sees
/// what was committed while a lock was waited for.
pub(super) async fn read(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    places: &BTreeSet<Place>,
    now: OffsetDateTime,
    select: fn(OrganizationId, &BTreeSet<Uuid>) -> Statement<'static>,
) -> Result<Held> {
    let ids: BTreeSet<Uuid> = places.iter().map(|place| place.item.0).collect();
    if ids.is_empty() {
        return Ok(Held::default());
    }
    let found: Vec<ItemRow> = select(organization, &ids).all(conn).await?;
    let found = found.into_iter().map(ItemRow::into_domain);
    let mut held = Held::default();
    for item in found {
        let item = item?;
        held.items.insert(item.id, item);
    }
    let levels: Vec<LevelRow> = levels(organization, &ids).all(conn).await?;
    let levels = levels.into_iter().map(LevelRow::into_domain);
    held.levels = levels.map(|level| (level.place, level)).collect();
    held.levels.retain(|place, _| places.contains(place));
    for place in places.iter().filter(|place| held.items.contains_key(&place.item)) {
        let none = || Level::none(*place, LevelId(Uuid::now_v7()), now);
        held.levels.entry(*place).or_insert_with(none);
    }
    Ok(held)
}

columns! {
    struct LaterRow {
        item_id: Uuid,
        warehouse_id: Uuid,
        quantity: i64,
    }
}

/// How much of the levels of places moved after a day.
pub(super) async fn later(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    places: &BTreeSet<Place>,
    day: Date,
) -> Result<BTreeMap<Place, Decimal>> {
    let ids: BTreeSet<Uuid> = places.iter().map(|place| place.item.0).collect();
    if ids.is_empty() {
        return Ok(BTreeMap::new());
    }
    let rows: Vec<LaterRow> = later_query(organization, &ids, day).all(conn).await?;
    let of = |row: LaterRow| {
        let (item, warehouse) = (StockItemId(row.item_id), WarehouseId(row.warehouse_id));
        (Place { item, warehouse }, quantity(row.quantity))
    };
    Ok(rows.into_iter().map(of).filter(|(place, _)| places.contains(place)).collect())
}

pub(super) fn later_query(
    organization: OrganizationId,
    ids: &BTreeSet<Uuid>,
    day: Date,
) -> Statement<'static> {
    sql!(
        "SELECT item_id, warehouse_id, CAST(sum(quantity) AS bigint) AS quantity
         FROM stock_movements
         WHERE organization_id = {} AND item_id IN {} AND day > {}
         GROUP BY item_id, warehouse_id",
        organization,
        list(ids.iter().copied()),
        day
    )
}

/// Keeps what was written, within the transaction that holds the items.
pub(in super::super::super) async fn keep(
    conn: &mut Conn,
    organization: OrganizationId,
    booked: &Booked,
) -> Result<()> {
    let levels = booked.levels.iter().map(|level| level_row(organization, level));
    let levels = levels.collect::<Result<Vec<_>>>()?;
    if !levels.is_empty() {
        let instead = sql!(
            " ON CONFLICT (organization_id, item_id, warehouse_id) DO UPDATE
              SET quantity = excluded.quantity, value = excluded.value, cost = excluded.cost"
        );
        if let Some(insert) = insert_all(levels) {
            insert.then(instead).once().execute(conn).await?;
        }
    }
    let movements = booked.movements.iter().map(|movement| movement_row(organization, movement));
    if let Some(insert) = insert_all(movements.collect::<Result<Vec<_>>>()?) {
        insert.once().execute(conn).await?;
    }
    let events = booked.events.iter().map(|event| event_row(event, Uuid::now_v7()));
    match insert_all(events) {
        Some(insert) => insert.then(sql!(ONCE)).once().execute(conn).await.map(drop),
        None => Ok(()),
    }
}

fn level_row(organization: OrganizationId, level: &Level) -> Result<NewRow<'_>> {
    Ok(row!("stock_levels",
        organization_id: organization,
        item_id: level.place.item.0,
        warehouse_id: level.place.warehouse.0,
        id: level.id.0,
        quantity: millionths(level.quantity)?,
        value: AsMoney(level.value),
        cost: AsExact(level.cost),
        created_at: level.created_at,
    ))
}

fn movement_row(organization: OrganizationId, movement: &stock::Movement) -> Result<NewRow<'_>> {
    Ok(row!("stock_movements",
        organization_id: organization,
        id: Uuid::now_v7(),
        item_id: movement.place.item.0,
        warehouse_id: movement.place.warehouse.0,
        cause: movement.cause.name(),
        cause_id: movement.cause.id(),
        quantity: millionths(movement.quantity)?,
        value: AsMoney(movement.value),
        day: movement.day,
        created_at: movement.at,
    ))
}
