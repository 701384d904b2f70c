use super::offset_view::{OffsetList, OffsetPage, OffsetView};
use crate::{
    error::{BusyError, ConflictError, ErrorBody, NotFoundError},
    http::{Body, Call, Data, IdempotencyKey, Query, Reply, file, no_content, operations, stored},
    openapi::FileBytes,
    requests::{OffsetBody, SetOffLanguageName, read_with_violations},
};
use ::expenses::ExpenseId;
use ::offsets::{OffsetFilter, OffsetId, OffsetRecord, OffsetRequest, OffsetStore, PageNumber};
use access::Scope;
use api_http::error::ParameterFault;
use idempotency::Answer;
use invoice_pdf::{Language, SET_OFF_LANGUAGES};
use invoicing::InvoiceId;
use refusals::FieldFault;
use runtime::set_off_pdf::render_agreement;
use use_cases::ledger::{
    accounting::accounting_now,
    offsets::{offset_record, set_off, undo_set_off},
};

operations![create, list, get, undo, agreement_pdf];

/// The operation under which idempotency keys are kept.
const CREATE: &str = "offsets.create";

/// Rows of a page unless asked otherwise.
const PER_PAGE: u16 = 50;

/// Rows of a page at most.
const MAX_PER_PAGE: u16 = 100;

/// Sets an issued invoice off against an approved invoice of the same firm. Slovak firms only. Both
/// documents get a payment by set-off. Scopes invoice:update and receipt:update.
#[utoipa::path(
    post, path = "/v1/agent/offsets", tag = "offsets", operation_id = "createOffset",
    params(IdempotencyKey),
    request_body = OffsetBody,
    responses(
        (status = 201, description = "Set off", body = inline(Data<OffsetView>)),
        (status = 400, description = "VALIDATION_ERROR, OFFSET_NOT_SUPPORTED, OFFSET_INVOICE_TYPE, OFFSET_INVOICE_STATUS, OFFSET_EXPENSE_TYPE, OFFSET_COUNTERPARTY_MISMATCH, OFFSET_CURRENCY_MISMATCH, OFFSET_DATE, OFFSET_EXCEEDS_BALANCE", body = ErrorBody),
        NotFoundError, ConflictError,
    ),
)]
async fn create(call: Call, Body(bytes): Body) -> Reply {
    let context = call.context(Scope::InvoiceUpdate)?;
    call.require(Scope::ReceiptUpdate)?;
    let lease = call.idempotency_lease(CREATE, &bytes)?;
    let (input, found) = read_with_violations::<OffsetBody>(&bytes);
    let request = OffsetRequest::check(&input, found)?;
    let base_url = &*call.config.base_url;
    let accounting = accounting_now(&context, &[]).await?;
    let respond = |record: &OffsetRecord| {
        Answer::json(201, &Data { data: OffsetView::of(record, &accounting, base_url) })
    };
    let answer = set_off(&context, &request, lease, respond).await?;
    call.notifier.events();
    stored(answer)
}

/// Set-offs, the newest first. Scope invoice:read.
#[utoipa::path(
    get, path = "/v1/agent/offsets", tag = "offsets", operation_id = "listOffsets",
    params(
        ("invoice_id" = Option<Uuid>, Query, description = "Of this invoice"),
        ("expense_id" = Option<Uuid>, Query, description = "Of this expense"),
        ("page" = Option<u64>, Query, minimum = 1, maximum = 4294967295_u32, description = "Default 1"),
        ("per_page" = Option<u16>, Query, minimum = 1, maximum = 100, description = "Default 50"),
    ),
    responses((status = 200, description = "A page", body = OffsetList)),
)]
async fn list(call: Call) -> Reply {
    let context = call.context(Scope::InvoiceRead)?;
    let mut query = call.query()?;
    let filter = OffsetFilter {
        seen_from: Some(context.network()),
        invoice: query.id("invoice_id").map(InvoiceId),
        expense: query.id("expense_id").map(ExpenseId),
    };
    let page = page(&mut query);
    query.finish()?;
    let found = call.store.offsets(context.organization, filter, page).await?;
    let ids: Vec<_> = found.rows.iter().map(|record| record.offset.id).collect();
    let accounting = accounting_now(&context, &ids).await?;
    let row = |record| OffsetView::of(record, &accounting, &call.config.base_url);
    let total_pages = found.total.div_ceil(page.per_page.into());
    let meta =
        OffsetPage { page: page.page, per_page: page.per_page, total: found.total, total_pages };
    call.ok(OffsetList { data: found.rows.iter().map(row).collect(), meta })
}

fn page(query: &mut Query) -> PageNumber {
    let page = query.read("page", |text| match text.parse() {
        Ok(page) if page >= 1 => Ok(page),
        _ => Err(ParameterFault::Page),
    });
    let per_page = query.read("per_page", |text| match text.parse() {
        Ok(rows) if (1..=MAX_PER_PAGE).contains(&rows) => Ok(rows),
        _ => Err(FieldFault::OutOfRange { least: 1, most: MAX_PER_PAGE.into() }),
    });
    PageNumber { page: page.unwrap_or(1), per_page: per_page.unwrap_or(PER_PAGE) }
}

/// One set-off with its documents as they stand. Scope invoice:read.
#[utoipa::path(
    get, path = "/v1/agent/offsets/{id}", tag = "offsets", operation_id = "getOffset",
    params(("id" = String, Path, description = "The set-off's id")),
    responses(
        (status = 200, description = "The set-off", body = inline(Data<OffsetView>)),
        NotFoundError,
    ),
)]
async fn get(call: Call) -> Reply {
    let context = call.context(Scope::InvoiceRead)?;
    let id = OffsetId(call.id("id", "set-off")?);
    let record = offset_record(&context, id).await?;
    let accounting = accounting_now(&context, &[id]).await?;
    call.data(OffsetView::of(&record, &accounting, &call.config.base_url))
}

/// Undoes a set-off that was recorded by mistake, with the payments of both documents. Scopes
/// invoice:update and receipt:update.
#[utoipa::path(
    delete, path = "/v1/agent/offsets/{id}", tag = "offsets", operation_id = "deleteOffset",
    params(("id" = String, Path, description = "The set-off's id")),
    responses((status = 204, description = "It is gone"), NotFoundError, ConflictError),
)]
async fn undo(call: Call) -> Reply {
    let context = call.context(Scope::InvoiceUpdate)?;
    call.require(Scope::ReceiptUpdate)?;
    let id = OffsetId(call.id("id", "set-off")?);
    let gone = |_: &OffsetRecord| Ok(Answer { status: 204, body: Vec::new() });
    undo_set_off(&context, id, gone).await?;
    call.notifier.events();
    no_content()
}

/// The agreement on a set-off, to be signed by both firms. Scope invoice:download.
#[utoipa::path(
    get, path = "/v1/agent/offsets/{id}/pdf", tag = "offsets", operation_id = "getOffsetPdf",
    params(
        ("id" = String, Path, description = "The set-off's id"),
        ("lang" = Option<SetOffLanguageName>, Query, description = "sk (default), en"),
    ),
    responses(
        (status = 200, description = "The file", content_type = "application/pdf", body = FileBytes),
        NotFoundError, BusyError,
    ),
)]
async fn agreement_pdf(call: Call) -> Reply {
    let context = call.context(Scope::InvoiceDownload)?;
    let id = OffsetId(call.id("id", "set-off")?);
    let mut query = call.query()?;
    let language = query.one_of("lang", &SET_OFF_LANGUAGES, Language::code).unwrap_or_default();
    query.finish()?;
    let pdf = render_agreement(context, id, language, &call.timing).await?;
    Ok(file(&pdf.name, "application/pdf").body(pdf.bytes))
}
