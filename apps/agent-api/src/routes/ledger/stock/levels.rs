use crate::{
    http::{Call, List, Reply, operations},
    requests::UnitName,
    routes::paging,
};
use ::stock::{InventoryRow, Item, LevelFilter, LevelRow, StockItemId, StockStore, WarehouseId};
use access::Scope;
use invoicing::Unit;
use money::Decimal;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

operations![list_levels, inventory];

/// How much of an item is in a warehouse.
#[derive(Serialize, ToSchema)]
pub struct StockLevelView<'a> {
    pub item_id: Uuid,
    pub sku: Option<&'a str>,
    pub name: &'a str,
    #[schema(value_type = UnitName, example = "ks")]
    pub unit: Unit,
    pub warehouse_id: Uuid,
    /// Below zero what is missing
    #[schema(value_type = String, example = "8")]
    pub quantity: Decimal,
    /// The weighted average of one, in the firm's own currency; of nothing what one last cost
    #[schema(value_type = String, example = "12.50")]
    pub average_cost: Decimal,
    /// Of all of it: the sum of its movements
    #[schema(value_type = String, example = "100.00")]
    pub value: Decimal,
    /// Whether it is at or below the item's minimum
    pub low: bool,
}

/// A page of levels.
pub type StockLevelList<'a> = List<StockLevelView<'a>>;

/// What was there of an item at the end of a day.
#[derive(Serialize, ToSchema)]
pub struct InventoryView<'a> {
    pub item_id: Uuid,
    pub sku: Option<&'a str>,
    pub name: &'a str,
    #[schema(value_type = UnitName, example = "ks")]
    pub unit: Unit,
    #[schema(value_type = String, example = "8")]
    pub quantity: Decimal,
    #[schema(value_type = String, example = "100.00")]
    pub value: Decimal,
}

/// A page of an inventory.
pub type InventoryList<'a> = List<InventoryView<'a>>;

fn level(LevelRow { level, item }: &LevelRow) -> StockLevelView<'_> {
    StockLevelView {
        item_id: item.id.0,
        sku: item.sku.as_deref(),
        name: &item.name,
        unit: item.unit,
        warehouse_id: level.place.warehouse.0,
        quantity: level.quantity,
        average_cost: level.average_cost(),
        value: money::round(level.value),
        low: item.minimum.is_some_and(|minimum| level.quantity <= minimum),
    }
}

fn row(InventoryRow { item, quantity, value }: &InventoryRow) -> InventoryView<'_> {
    let Item { id, sku, name, unit, .. } = item;
    let (quantity, value) = (*quantity, money::round(*value));
    InventoryView { item_id: id.0, sku: sku.as_deref(), name, unit: *unit, quantity, value }
}

/// How much is where, and what it is worth. Scope stock:read.
#[utoipa::path(
    get, path = "/v1/agent/stock/levels", tag = "stock", operation_id = "listStockLevels",
    params(
        paging::Pages,
        ("item_id" = Option<Uuid>, Query, description = "Of this item"),
        ("warehouse_id" = Option<Uuid>, Query, description = "In this warehouse"),
        ("low" = Option<bool>, Query, description = "true: at or below the item's minimum only"),
    ),
    responses((status = 200, description = "A page", body = StockLevelList<'static>)),
)]
async fn list_levels(call: Call) -> Reply {
    let organization = call.require(Scope::StockRead)?;
    let mut query = call.query()?;
    let (after, limit) = paging::Pages::read(&mut query);
    let filter = LevelFilter {
        item: query.id("item_id").map(StockItemId),
        warehouse: query.id("warehouse_id").map(WarehouseId),
        low: query.flag("low"),
    };
    query.finish()?;
    let page = call.store.stock_levels(organization, filter, after, limit).await?;
    call.ok(List::of(&page, level))
}

/// What was there at the end of a day, of each item that ever moved until then. Scope stock:read.
#[utoipa::path(
    get, path = "/v1/agent/stock/inventory", tag = "stock", operation_id = "getStockInventory",
    params(
        paging::Pages,
        ("on" = Option<String>, Query, format = Date, description = "The day; today in Europe/Bratislava by default"),
        ("warehouse_id" = Option<Uuid>, Query, description = "In this warehouse; in all by default"),
    ),
    responses((status = 200, description = "A page", body = InventoryList<'static>)),
)]
async fn inventory(call: Call) -> Reply {
    let organization = call.require(Scope::StockRead)?;
    let mut query = call.query()?;
    let (after, limit) = paging::Pages::read(&mut query);
    let day = query.date("on");
    let warehouse = query.id("warehouse_id").map(WarehouseId);
    query.finish()?;
    let day = day.unwrap_or_else(|| call.clock.today());
    let page = call.store.stock_on(organization, day, warehouse, after, limit).await?;
    call.ok(List::of(&page, row))
}
