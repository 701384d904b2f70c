//! Items and warehouses that forms offer.

use crate::{
    context::Context,
    invoicing::choices::{OFFERED, Offered, there},
    ports::Ports,
};
use persistence::{Cursor, Page, StoreError};
use std::collections::{BTreeMap, BTreeSet};
use stock::{Item, ItemFilter, Place, StockItemId, StockStore, Warehouse, WarehouseId};

/// Warehouses read at once, and how many times: a search by name goes through all that an organization is likely to have.
const WAREHOUSES: u16 = 200;
const READS: usize = 5;

/// Items in use whose name or SKU contains the text; the newest when it is empty. The selected item comes first, in use or
/// not; one that does not exist is left out.
///
/// # Errors
/// Storage failures.
pub async fn items_to_choose<P: Ports>(
    context: &Context<'_, P>,
    wanted: &str,
    chosen: Option<StockItemId>,
) -> Result<Offered<Item>, StoreError> {
    let (store, owner) = (context.database(), context.organization);
    let name = Some(wanted.trim()).filter(|text| !text.is_empty()).map(str::to_owned);
    let filter = ItemFilter { name, ..ItemFilter::default() };
    let found = store.stock_items(owner, &filter, None, OFFERED).await?;
    let selected = match chosen {
        Some(id) => there(store.stock_item(owner, id).await),
        None => Ok(None),
    };
    Offered::of(selected, found, |item| item.id)
}

/// The same of warehouses, by their names.
///
/// # Errors
/// Storage failures.
pub async fn warehouses_to_choose<P: Ports>(
    context: &Context<'_, P>,
    wanted: &str,
    chosen: Option<WarehouseId>,
) -> Result<Offered<Warehouse>, StoreError> {
    let (store, owner) = (context.database(), context.organization);
    let (wanted, mut rows, mut after) =
        (invoicing::search_name(wanted.trim()), Vec::new(), None::<Cursor>);
    for _ in 0..READS {
        let page = store.warehouses(owner, false, after, WAREHOUSES).await?;
        after = page.next();
        let named = |it: &Warehouse| invoicing::search_name(&it.name).contains(&wanted);
        rows.extend(page.rows.into_iter().filter(named));
        if after.is_none() || rows.len() > OFFERED.into() {
            break;
        }
    }
    let has_more = rows.len() > OFFERED.into() || after.is_some();
    rows.truncate(OFFERED.into());
    let selected = match chosen {
        Some(id) => there(store.warehouse(owner, id).await),
        None => Ok(None),
    };
    Offered::of(selected, Page { rows, has_more }, |warehouse| warehouse.id)
}

/// Those of the items that exist, archived or not.
///
/// # Errors
/// Storage failures.
pub async fn items_named<P: Ports>(
    context: &Context<'_, P>,
    ids: impl IntoIterator<Item = StockItemId>,
) -> Result<BTreeMap<StockItemId, Item>, StoreError> {
    let (store, owner) = (context.database(), context.organization);
    // only the item is looked up, so the warehouse is a placeholder
    let at = |item| Place { item, warehouse: WarehouseId(uuid::Uuid::nil()) };
    let places: BTreeSet<Place> = ids.into_iter().map(at).collect();
    Ok(store.stock_at(owner, &places, context.now()).await?.items)
}

/// The names of those of the warehouses that exist, archived or not.
///
/// # Errors
/// Storage failures.
pub async fn warehouses_named<P: Ports>(
    context: &Context<'_, P>,
    ids: impl IntoIterator<Item = WarehouseId>,
) -> Result<BTreeMap<WarehouseId, String>, StoreError> {
    let ids: BTreeSet<_> = ids.into_iter().collect();
    let known = context.database().warehouses_of(context.organization, &ids).await?;
    Ok(known.into_iter().map(|warehouse| (warehouse.id, warehouse.name)).collect())
}
