use crate::{
    error::{ConflictError, NotFoundError},
    http::{Body, Call, Data, IdempotencyKey, List, Reply, operations, stored},
    requests::{WarehouseBody, read_with_violations},
    routes::paging,
};
use ::stock::{StockStore, Warehouse, WarehouseId};
use access::Scope;
use idempotency::Answer;
use serde::Serialize;
use time::OffsetDateTime;
use use_cases::{
    invoicing::records::NewRecord,
    ledger::stock::{add_warehouse, change_warehouse},
};
use utoipa::ToSchema;
use uuid::Uuid;

operations![create_warehouse, list_warehouses, get_warehouse, put_warehouse];

/// A warehouse.
#[derive(Serialize, ToSchema)]
pub struct WarehouseView<'a> {
    pub id: Uuid,
    pub name: &'a str,
    #[serde(with = "time::serde::rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    pub created_at: OffsetDateTime,
    /// Since when it is not for new documents; null: it is
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub archived_at: Option<OffsetDateTime>,
}

/// A page of warehouses.
pub type WarehouseList<'a> = List<WarehouseView<'a>>;

fn view(warehouse: &Warehouse) -> WarehouseView<'_> {
    let Warehouse { id, name, archived_at, created_at, .. } = warehouse;
    WarehouseView { id: id.0, name, created_at: *created_at, archived_at: *archived_at }
}

/// Makes a warehouse. The oldest in use is the one that is meant where a line names none. Scope stock:update.
#[utoipa::path(
    post, path = "/v1/agent/stock/warehouses", tag = "stock", operation_id = "createWarehouse",
    params(IdempotencyKey),
    request_body = WarehouseBody,
    responses(
        (status = 201, description = "Made", body = inline(Data<WarehouseView<'static>>)),
        ConflictError,
    ),
)]
async fn create_warehouse(call: Call, Body(bytes): Body) -> Reply {
    let context = call.context(Scope::StockUpdate)?;
    let lease = call.idempotency_lease("warehouses.create", &bytes)?;
    let (input, found) = read_with_violations::<WarehouseBody>(&bytes);
    let respond = |warehouse: &Warehouse| Answer::json(201, &Data { data: view(warehouse) });
    stored(add_warehouse(&context, NewRecord { input, found, lease }, respond).await?)
}

/// Warehouses in use, or archived ones, the newest first. Scope stock:read.
#[utoipa::path(
    get, path = "/v1/agent/stock/warehouses", tag = "stock", operation_id = "listWarehouses",
    params(
        paging::Pages,
        ("archived" = Option<bool>, Query, description = "true: archived ones, instead of those in use"),
    ),
    responses((status = 200, description = "A page", body = WarehouseList<'static>)),
)]
async fn list_warehouses(call: Call) -> Reply {
    let organization = call.require(Scope::StockRead)?;
    let mut query = call.query()?;
    let (after, limit) = paging::Pages::read(&mut query);
    let archived = query.flag("archived");
    query.finish()?;
    let page = call.store.warehouses(organization, archived, after, limit).await?;
    call.ok(List::of(&page, view))
}

/// One warehouse. Scope stock:read.
#[utoipa::path(
    get, path = "/v1/agent/stock/warehouses/{id}", tag = "stock", operation_id = "getWarehouse",
    params(("id" = String, Path, description = "The warehouse's id")),
    responses(
        (status = 200, description = "The warehouse", body = inline(Data<WarehouseView<'static>>)),
        NotFoundError,
    ),
)]
async fn get_warehouse(call: Call) -> Reply {
    let organization = call.require(Scope::StockRead)?;
    let id = WarehouseId(call.id("id", "warehouse")?);
    let warehouse = call.store.warehouse(organization, id).await?;
    call.data(view(&warehouse))
}

/// Changes a warehouse to what it is described by. Scope stock:update.
#[utoipa::path(
    put, path = "/v1/agent/stock/warehouses/{id}", tag = "stock", operation_id = "changeWarehouse",
    params(("id" = String, Path, description = "The warehouse's id")),
    request_body = WarehouseBody,
    responses(
        (status = 200, description = "Changed", body = inline(Data<WarehouseView<'static>>)),
        NotFoundError, ConflictError,
    ),
)]
async fn put_warehouse(call: Call, Body(bytes): Body) -> Reply {
    let context = call.context(Scope::StockUpdate)?;
    let id = WarehouseId(call.id("id", "warehouse")?);
    let (input, found) = read_with_violations::<WarehouseBody>(&bytes);
    let warehouse = change_warehouse(&context, id, &input, &found).await?;
    call.data(view(&warehouse))
}
