use crate::{
    http::{Call, List, Reply, operations},
    routes::paging,
};
use ::stock::{
    Cause, MovementFilter, MovementRow, StockDocumentId, StockItemId, StockStore, WarehouseId,
};
use access::Scope;
use expenses::ExpenseId;
use invoicing::InvoiceId;
use money::Decimal;
use serde::Serialize;
use time::{Date, OffsetDateTime};
use utoipa::ToSchema;
use uuid::Uuid;

operations![list_movements];

/// What came to a warehouse or was taken from it. One of no quantity sets the value right.
#[derive(Serialize, ToSchema)]
pub struct StockMovementView {
    pub id: Uuid,
    pub item_id: Uuid,
    pub warehouse_id: Uuid,
    /// The document behind it, if it was one
    pub document_id: Option<Uuid>,
    /// The invoice behind it, if it was one
    pub invoice_id: Option<Uuid>,
    /// The expense behind it, if it was one
    pub expense_id: Option<Uuid>,
    /// Below zero for what was taken
    #[schema(value_type = String, example = "-2")]
    pub quantity: Decimal,
    /// In the firm's own currency, of the same sign
    #[schema(value_type = String, example = "-25.00")]
    pub value: Decimal,
    /// The day to which it belongs
    #[serde(with = "service_day::iso_date")]
    #[schema(value_type = String, format = Date)]
    pub date: Date,
    #[serde(with = "time::serde::rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    pub created_at: OffsetDateTime,
}

/// A page of movements.
pub type StockMovementList = List<StockMovementView>;

fn view(MovementRow { id, movement }: &MovementRow) -> StockMovementView {
    let (document_id, invoice_id, expense_id) = match movement.cause {
        Cause::Document(id) => (Some(id.0), None, None),
        Cause::Invoice(id) => (None, Some(id.0), None),
        Cause::Expense(id) => (None, None, Some(id.0)),
    };
    StockMovementView {
        id: id.0,
        item_id: movement.place.item.0,
        warehouse_id: movement.place.warehouse.0,
        document_id,
        invoice_id,
        expense_id,
        quantity: movement.quantity,
        value: money::round(movement.value),
        date: movement.day,
        created_at: movement.at,
    }
}

/// Movements, the newest first. Scope stock:read.
#[utoipa::path(
    get, path = "/v1/agent/stock/movements", tag = "stock", operation_id = "listStockMovements",
    params(
        paging::Pages,
        ("item_id" = Option<Uuid>, Query, description = "Of this item"),
        ("warehouse_id" = Option<Uuid>, Query, description = "In this warehouse"),
        ("document_id" = Option<Uuid>, Query, description = "By this document"),
        ("invoice_id" = Option<Uuid>, Query, description = "By this invoice"),
        ("expense_id" = Option<Uuid>, Query, description = "By this expense"),
        ("date_from" = Option<String>, Query, format = Date, description = "Of this day or later"),
        ("date_to" = Option<String>, Query, format = Date, description = "Of this day or earlier"),
    ),
    responses((status = 200, description = "A page", body = StockMovementList)),
)]
async fn list_movements(call: Call) -> Reply {
    let organization = call.require(Scope::StockRead)?;
    let mut query = call.query()?;
    let (after, limit) = paging::Pages::read(&mut query);
    let filter = MovementFilter {
        item: query.id("item_id").map(StockItemId),
        warehouse: query.id("warehouse_id").map(WarehouseId),
        document: query.id("document_id").map(StockDocumentId),
        invoice: query.id("invoice_id").map(InvoiceId),
        expense: query.id("expense_id").map(ExpenseId),
        from: query.date("date_from"),
        to: query.date("date_to"),
    };
    query.finish()?;
    let page = call.store.stock_movements(organization, filter, after, limit).await?;
    call.ok(List::of(&page, view))
}
