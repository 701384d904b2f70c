use crate::{
    http::{Call, List, Reply, operations},
    requests::{StockItemBody, UnitName},
    routes::{ledger::put_operations::put_operations, paging},
};
use ::stock::{Item, ItemFilter, StockItemId, StockStore};
use access::Scope;
use invoicing::Unit;
use money::Decimal;
use serde::Serialize;
use time::OffsetDateTime;
use use_cases::ledger::stock::{add_item, change_item};
use utoipa::ToSchema;
use uuid::Uuid;

operations![create_item, list_items, get_item, change_stock_item];

/// An item of the stock.
#[derive(Serialize, ToSchema)]
pub struct StockItemView<'a> {
    pub id: Uuid,
    pub sku: Option<&'a str>,
    pub name: &'a str,
    #[schema(value_type = UnitName, example = "ks")]
    pub unit: Unit,
    /// At or below this quantity the stock of a warehouse is low; null turns the event off
    #[schema(value_type = Option<String>, example = "5")]
    pub minimum: Option<Decimal>,
    /// Whether more may be taken than is there
    pub below_zero: bool,
    #[serde(with = "time::serde::rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    pub created_at: OffsetDateTime,
    /// Since when it is not for new documents; null: it is
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub archived_at: Option<OffsetDateTime>,
}

/// A page of items.
pub type StockItemList<'a> = List<StockItemView<'a>>;

impl<'a> StockItemView<'a> {
    fn of(item: &'a Item) -> Self {
        Self {
            id: item.id.0,
            sku: item.sku.as_deref(),
            name: &item.name,
            unit: item.unit,
            minimum: item.minimum,
            below_zero: item.below_zero,
            created_at: item.created_at,
            archived_at: item.archived_at,
        }
    }
}

put_operations! {
    "/v1/agent/stock/items", "stock", "item": StockItemId, StockItemView::of => StockItemView, StockItemBody;
    /// Makes an item. Scope stock:update.
    create create_item "createStockItem" for Scope::StockUpdate, "stock_items.create" => add_item;
    /// One item. Scope stock:read.
    get get_item "getStockItem" for Scope::StockRead, stock_item;
    /// Changes an item to what it is described by. Scope stock:update.
    put change_stock_item "changeStockItem" for Scope::StockUpdate => change_item;
}

/// Items in use, or archived ones, the newest first. Scope stock:read.
#[utoipa::path(
    get, path = "/v1/agent/stock/items", tag = "stock", operation_id = "listStockItems",
    params(
        paging::Pages,
        ("sku" = Option<String>, Query, description = "Exact"),
        ("name" = Option<String>, Query, description = "Part of the name or of the SKU, in any case, with or without diacritics"),
        ("archived" = Option<bool>, Query, description = "true: archived ones, instead of those in use"),
    ),
    responses((status = 200, description = "A page", body = StockItemList<'static>)),
)]
async fn list_items(call: Call) -> Reply {
    let organization = call.require(Scope::StockRead)?;
    let mut query = call.query()?;
    let (after, limit) = paging::Pages::read(&mut query);
    let (sku, name) = (query.text("sku"), query.text("name"));
    let filter = ItemFilter { sku, name, archived: query.flag("archived") };
    query.finish()?;
    let page = call.store.stock_items(organization, &filter, after, limit).await?;
    call.ok(List::of(&page, StockItemView::of))
}
