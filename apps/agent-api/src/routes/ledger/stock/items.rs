use crate::{
    error::{ConflictError, NotFoundError},
    http::{Body, Call, Data, IdempotencyKey, List, Reply, operations, stored},
    requests::{StockItemBody, UnitName, read_with_violations},
    routes::paging,
};
use ::stock::{Item, ItemFilter, StockItemId, StockStore};
use access::Scope;
use idempotency::Answer;
use invoicing::Unit;
use money::Decimal;
use serde::Serialize;
use time::OffsetDateTime;
use use_cases::{
    invoicing::records::NewRecord,
    ledger::stock::{add_item, change_item},
};
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

/// Makes an item. Scope stock:update.
#[utoipa::path(
    post, path = "/v1/agent/stock/items", tag = "stock", operation_id = "createStockItem",
    params(IdempotencyKey),
    request_body = StockItemBody,
    responses(
        (status = 201, description = "Made", body = inline(Data<StockItemView<'static>>)),
        ConflictError,
    ),
)]
async fn create_item(call: Call, Body(bytes): Body) -> Reply {
    let context = call.context(Scope::StockUpdate)?;
    let lease = call.idempotency_lease("stock_items.create", &bytes)?;
    let (input, found) = read_with_violations::<StockItemBody>(&bytes);
    let respond = |item: &Item| Answer::json(201, &Data { data: StockItemView::of(item) });
    stored(add_item(&context, NewRecord { input, found, lease }, respond).await?)
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

/// One item. Scope stock:read.
#[utoipa::path(
    get, path = "/v1/agent/stock/items/{id}", tag = "stock", operation_id = "getStockItem",
    params(("id" = String, Path, description = "The item's id")),
    responses(
        (status = 200, description = "The item", body = inline(Data<StockItemView<'static>>)),
        NotFoundError,
    ),
)]
async fn get_item(call: Call) -> Reply {
    let organization = call.require(Scope::StockRead)?;
    let id = StockItemId(call.id("id", "item")?);
    let item = call.store.stock_item(organization, id).await?;
    call.data(StockItemView::of(&item))
}

/// Changes an item to what it is described by. Scope stock:update.
#[utoipa::path(
    put, path = "/v1/agent/stock/items/{id}", tag = "stock", operation_id = "changeStockItem",
    params(("id" = String, Path, description = "The item's id")),
    request_body = StockItemBody,
    responses(
        (status = 200, description = "Changed", body = inline(Data<StockItemView<'static>>)),
        NotFoundError, ConflictError,
    ),
)]
async fn change_stock_item(call: Call, Body(bytes): Body) -> Reply {
    let context = call.context(Scope::StockUpdate)?;
    let id = StockItemId(call.id("id", "item")?);
    let (input, found) = read_with_violations::<StockItemBody>(&bytes);
    let item = change_item(&context, id, &input, &found).await?;
    call.data(StockItemView::of(&item))
}
