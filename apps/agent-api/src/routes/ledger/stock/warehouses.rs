use crate::{
    http::{Call, List, Reply, operations},
    requests::WarehouseBody,
    routes::{ledger::put_operations::put_operations, paging},
};
use ::stock::{StockStore, Warehouse, WarehouseId};
use access::Scope;
use serde::Serialize;
use time::OffsetDateTime;
use use_cases::ledger::stock::{add_warehouse, change_warehouse};
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

put_operations! {
    "/v1/agent/stock/warehouses", "stock", "warehouse": WarehouseId, view => WarehouseView, WarehouseBody;
    /// Makes a warehouse. The oldest in use is the one that is meant where a line names none. Scope stock:update.
    create create_warehouse "createWarehouse" for Scope::StockUpdate, "warehouses.create" => add_warehouse;
    /// One warehouse. Scope stock:read.
    get get_warehouse "getWarehouse" for Scope::StockRead, warehouse;
    /// Changes a warehouse to what it is described by. Scope stock:update.
    put put_warehouse "changeWarehouse" for Scope::StockUpdate => change_warehouse;
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
