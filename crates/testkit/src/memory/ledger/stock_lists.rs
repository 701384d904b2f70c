//! Lists of the stock, in no order.

use crate::memory::{Result, kept::stock::StockData};
use access::OrganizationId;
use persistence::StoreError;
use std::collections::BTreeMap;
use stock::{
    Cause, DocumentFilter, InventoryRow, Item, ItemFilter, LevelFilter, LevelRow, MovementFilter,
    MovementRow, StockDocument, StockItemId, WarehouseId,
};
use time::Date;

pub(super) fn items<'a>(
    data: &'a StockData,
    owner: OrganizationId,
    filter: &'a ItemFilter,
) -> impl Iterator<Item = Item> + 'a {
    let part = filter.name.as_deref().map(invoicing::search_name);
    let passes = move |item: &&Item| {
        item.archived_at.is_some() == filter.archived
            && (filter.sku.is_none() || filter.sku == item.sku)
            && part.as_ref().is_none_or(|part| item.search_text().contains(part.as_str()))
    };
    of(&data.items, owner).filter(passes).cloned()
}

pub(super) fn levels(
    data: &StockData,
    owner: OrganizationId,
    filter: LevelFilter,
) -> impl Iterator<Item = LevelRow> {
    let row = move |level: &stock::Level| {
        let item = data.items.get(&(owner, level.place.item))?.clone();
        Some(LevelRow { level: level.clone(), item })
    };
    let passes = move |LevelRow { level, item }: &LevelRow| {
        filter.item.is_none_or(|id| id == item.id)
            && filter.warehouse.is_none_or(|id| id == level.place.warehouse)
            && (!filter.low || item.minimum.is_some_and(|minimum| level.quantity <= minimum))
    };
    of(&data.levels, owner).filter_map(row).filter(passes)
}

pub(super) fn movements(
    data: &StockData,
    owner: OrganizationId,
    filter: MovementFilter,
) -> impl Iterator<Item = MovementRow> {
    let passes = move |MovementRow { movement, .. }: &MovementRow| {
        let by = |cause: Option<Cause>| cause.is_none_or(|cause| cause == movement.cause);
        filter.item.is_none_or(|id| id == movement.place.item)
            && filter.warehouse.is_none_or(|id| id == movement.place.warehouse)
            && by(filter.document.map(Cause::Document))
            && by(filter.invoice.map(Cause::Invoice))
            && by(filter.expense.map(Cause::Expense))
            && filter.from.is_none_or(|day| day <= movement.day)
            && filter.to.is_none_or(|day| day >= movement.day)
    };
    let own = data.movements.iter().filter(move |(of, _)| *of == owner);
    own.map(|(_, row)| row.clone()).filter(passes)
}

pub(super) fn on(
    data: &StockData,
    owner: OrganizationId,
    (day, warehouse): (Date, Option<WarehouseId>),
) -> Result<impl Iterator<Item = InventoryRow>> {
    let mut sums: BTreeMap<StockItemId, InventoryRow> = BTreeMap::new();
    for (of, MovementRow { movement, .. }) in &data.movements {
        let place = movement.place;
        let of_it = *of == owner && movement.day <= day;
        if !of_it || warehouse.is_some_and(|id| id != place.warehouse) {
            continue;
        }
        let item = data.items.get(&(owner, place.item)).ok_or(StoreError::NotFound)?.clone();
        let none = InventoryRow { item, quantity: 0.into(), value: 0.into() };
        let sum = sums.entry(place.item).or_insert(none);
        sum.quantity += movement.quantity;
        sum.value += movement.value;
    }
    Ok(sums.into_values())
}

pub(super) fn documents<'a>(
    data: &'a StockData,
    owner: OrganizationId,
    filter: &'a DocumentFilter,
) -> impl Iterator<Item = StockDocument> + 'a {
    let passes = move |document: &&StockDocument| {
        let places = [Some(document.warehouse), document.to_warehouse];
        filter.kind.is_none_or(|kind| kind == document.kind)
            && filter.status.is_none_or(|status| status == document.status())
            && filter.warehouse.is_none_or(|id| places.contains(&Some(id)))
            && filter.item.is_none_or(|id| document.lines.iter().any(|line| line.item == id))
            && filter.number.as_ref().is_none_or(|it| document.number.as_ref() == Some(it))
            && filter.from.is_none_or(|day| day <= document.day)
            && filter.to.is_none_or(|day| document.day <= day)
    };
    of(&data.documents, owner).filter(passes).cloned()
}

/// The rows of an organization.
pub(super) fn of<K, T>(
    map: &BTreeMap<(OrganizationId, K), T>,
    owner: OrganizationId,
) -> impl Iterator<Item = &T> {
    map.iter().filter(move |((of, _), _)| *of == owner).map(|(_, value)| value)
}
