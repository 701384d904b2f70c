use crate::{
    error::{ConflictError, ErrorBody, NotFoundError},
    http::{Body, Call, Data, IdempotencyKey, List, Reply, operations, stored},
    requests::{
        StockDocumentBody, StockDocumentStatusName, StockDocumentTypeName, read_with_violations,
    },
    routes::paging,
};
use ::stock::{
    DocumentFilter, DocumentKind, DocumentLine, DocumentStatus, StockDocument, StockDocumentId,
    StockItemId, StockStore, WarehouseId,
};
use access::Scope;
use actix_web::HttpResponse;
use idempotency::Answer;
use money::Decimal;
use serde::Serialize;
use time::{Date, OffsetDateTime};
use use_cases::{
    invoicing::records::NewRecord,
    ledger::stock::{add_document, change_document, confirm_document, delete_document},
};
use utoipa::ToSchema;
use uuid::Uuid;

operations![create_document, list_documents, get_document, put_document, confirm, delete];

/// A document of the stock.
#[derive(Serialize, ToSchema)]
pub struct StockDocumentView<'a> {
    pub id: Uuid,
    #[schema(value_type = StockDocumentTypeName, example = "receipt")]
    pub r#type: &'static str,
    /// draft: it has moved nothing; confirmed: it has, and stays as it is
    #[schema(value_type = StockDocumentStatusName, example = "draft")]
    pub status: &'static str,
    /// Of its series; null of a draft
    #[schema(example = "PR20260001")]
    pub number: Option<&'a str>,
    #[serde(with = "service_day::iso_date")]
    #[schema(value_type = String, format = Date)]
    pub date: Date,
    pub warehouse_id: Uuid,
    pub to_warehouse_id: Option<Uuid>,
    pub note: Option<&'a str>,
    pub lines: Vec<StockDocumentLineView>,
    /// Grows with each change; a PUT with an outdated one is a 409
    #[schema(example = 1)]
    pub version: i32,
    #[serde(with = "time::serde::rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    pub created_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub confirmed_at: Option<OffsetDateTime>,
}

/// A line of a document.
#[derive(Serialize, ToSchema)]
pub struct StockDocumentLineView {
    pub item_id: Uuid,
    #[schema(value_type = String, example = "10")]
    pub quantity: Decimal,
    /// As the document says it; null: the average cost
    #[schema(value_type = Option<String>, example = "12.50")]
    pub unit_cost: Option<Decimal>,
}

/// A page of documents.
pub type StockDocumentList<'a> = List<StockDocumentView<'a>>;

fn view(document: &StockDocument) -> StockDocumentView<'_> {
    let line = |line: &DocumentLine| StockDocumentLineView {
        item_id: line.item.0,
        quantity: line.quantity,
        unit_cost: line.unit_cost,
    };
    StockDocumentView {
        id: document.id.0,
        r#type: document.kind.name(),
        status: document.status().name(),
        number: document.number.as_deref(),
        date: document.day,
        warehouse_id: document.warehouse.0,
        to_warehouse_id: document.to_warehouse.map(|to| to.0),
        note: document.note.as_deref(),
        lines: document.lines.iter().map(line).collect(),
        version: document.version,
        created_at: document.created_at,
        confirmed_at: document.confirmed_at,
    }
}

/// Writes a draft of a receipt, an issue, a transfer or a count. It moves nothing until it is confirmed. Scope stock:update.
#[utoipa::path(
    post, path = "/v1/agent/stock/documents", tag = "stock", operation_id = "createStockDocument",
    params(IdempotencyKey),
    request_body = StockDocumentBody,
    responses(
        (status = 201, description = "Kept", body = inline(Data<StockDocumentView<'static>>)),
        (status = 404, description = "NOT_FOUND: an item or a warehouse", body = ErrorBody),
        (status = 409, description = "STOCK_COUNT_OPEN, CONFLICT", body = ErrorBody),
    ),
)]
async fn create_document(call: Call, Body(bytes): Body) -> Reply {
    let context = call.context(Scope::StockUpdate)?;
    let lease = call.idempotency_lease("stock_documents.create", &bytes)?;
    let (input, found) = read_with_violations::<StockDocumentBody>(&bytes);
    let respond = |document: &StockDocument| Answer::json(201, &Data { data: view(document) });
    stored(add_document(&context, NewRecord { input, found, lease }, respond).await?)
}

/// Documents, the newest first. Scope stock:read.
#[utoipa::path(
    get, path = "/v1/agent/stock/documents", tag = "stock", operation_id = "listStockDocuments",
    params(
        paging::Pages,
        ("type" = Option<StockDocumentTypeName>, Query, description = "receipt, issue, transfer or count"),
        ("status" = Option<StockDocumentStatusName>, Query, description = "draft or confirmed"),
        ("warehouse_id" = Option<Uuid>, Query, description = "From or to this warehouse"),
        ("item_id" = Option<Uuid>, Query, description = "With a line of this item"),
        ("number" = Option<String>, Query, description = "Exact"),
        ("date_from" = Option<String>, Query, format = Date, description = "Of this day or later"),
        ("date_to" = Option<String>, Query, format = Date, description = "Of this day or earlier"),
    ),
    responses((status = 200, description = "A page", body = StockDocumentList<'static>)),
)]
async fn list_documents(call: Call) -> Reply {
    let organization = call.require(Scope::StockRead)?;
    let mut query = call.query()?;
    let (after, limit) = paging::Pages::read(&mut query);
    let filter = DocumentFilter {
        kind: query.one_of("type", &DocumentKind::ALL, DocumentKind::name),
        status: query.one_of("status", &DocumentStatus::ALL, DocumentStatus::name),
        warehouse: query.id("warehouse_id").map(WarehouseId),
        item: query.id("item_id").map(StockItemId),
        number: query.text("number"),
        from: query.date("date_from"),
        to: query.date("date_to"),
    };
    query.finish()?;
    let page = call.store.stock_documents(organization, &filter, after, limit).await?;
    call.ok(List::of(&page, view))
}

/// One document. Scope stock:read.
#[utoipa::path(
    get, path = "/v1/agent/stock/documents/{id}", tag = "stock", operation_id = "getStockDocument",
    params(("id" = String, Path, description = "The document's id")),
    responses(
        (status = 200, description = "The document", body = inline(Data<StockDocumentView<'static>>)),
        NotFoundError,
    ),
)]
async fn get_document(call: Call) -> Reply {
    let organization = call.require(Scope::StockRead)?;
    let id = StockDocumentId(call.id("id", "document")?);
    let document = call.store.stock_document(organization, id).await?;
    call.data(view(&document))
}

/// Replaces a draft. Scope stock:update.
#[utoipa::path(
    put, path = "/v1/agent/stock/documents/{id}", tag = "stock", operation_id = "changeStockDocument",
    params(("id" = String, Path, description = "The document's id")),
    request_body = StockDocumentBody,
    responses(
        (status = 200, description = "Changed", body = inline(Data<StockDocumentView<'static>>)),
        NotFoundError,
        (status = 409, description = "STOCK_DOCUMENT_CONFIRMED, STOCK_COUNT_OPEN, CONFLICT", body = ErrorBody),
    ),
)]
async fn put_document(call: Call, Body(bytes): Body) -> Reply {
    let context = call.context(Scope::StockUpdate)?;
    let id = StockDocumentId(call.id("id", "document")?);
    let (input, found) = read_with_violations::<StockDocumentBody>(&bytes);
    let document = change_document(&context, id, &input, &found).await?;
    call.data(view(&document))
}

/// Confirms a draft, for good: it gets its number, and its items move. Scope stock:update.
#[utoipa::path(
    post, path = "/v1/agent/stock/documents/{id}/confirm", tag = "stock", operation_id = "confirmStockDocument",
    params(("id" = String, Path, description = "The document's id"), IdempotencyKey),
    responses(
        (status = 200, description = "Confirmed", body = inline(Data<StockDocumentView<'static>>)),
        NotFoundError,
        (status = 409, description = "STOCK_DOCUMENT_CONFIRMED, STOCK_TOO_LOW, STOCK_TOO_MUCH, CONFLICT", body = ErrorBody),
    ),
)]
async fn confirm(call: Call) -> Reply {
    let context = call.context(Scope::StockUpdate)?;
    let id = StockDocumentId(call.id("id", "document")?);
    let lease = call.idempotency_lease("stock_documents.confirm", id.0.as_bytes())?;
    let respond = |document: &StockDocument| Answer::json(200, &Data { data: view(document) });
    let answer = confirm_document(&context, id, lease, respond).await?;
    call.notifier.events();
    stored(answer)
}

/// Deletes a draft. Scope stock:update.
#[utoipa::path(
    delete, path = "/v1/agent/stock/documents/{id}", tag = "stock", operation_id = "deleteStockDocument",
    params(("id" = String, Path, description = "The document's id")),
    responses(
        (status = 204, description = "It is gone"),
        NotFoundError, ConflictError,
    ),
)]
async fn delete(call: Call) -> Reply {
    let context = call.context(Scope::StockUpdate)?;
    let id = StockDocumentId(call.id("id", "document")?);
    delete_document(&context, id).await?;
    Ok(HttpResponse::NoContent().finish())
}
