//! Exports for accounting: asked for, followed, downloaded, deleted.

use super::export_view::ExportView;
use crate::{
    error::{ConflictError, NotFoundError},
    http::{
        Body, Call, IdempotencyKey, List, Reply, export_file, export_file_named, no_content,
        operations, paging, stored,
    },
    openapi::FileBytes,
    requests::{ExportCreate, read_with_violations},
};
use access::Scope;
use accounting_export::{Export, ExportFile, ExportId};
use actix_web::web;
use idempotency::Answer;
use use_cases::{
    invoicing::records::NewRecord,
    ledger::exports::{ask_for_export, delete_export as delete, export, exports as list},
};

operations![create_export, list_exports, get_export, delete_export, download_export_file];

/// A page of exports.
pub type ExportList<'a> = List<ExportView<'a>>;

/// Asks for the issued and received documents of a period: CSV with their VAT, XML for Pohoda, and a ZIP of
/// PDFs and XMLs. It is made in the background; an organization has ten at a time. Scope report:read.
#[utoipa::path(
    post, path = "/v1/agent/exports", tag = "exports", operation_id = "createExport",
    params(IdempotencyKey),
    request_body = ExportCreate,
    responses(
        (status = 202, description = "Asked for", body = ExportView<'static>),
        ConflictError,
    ),
)]
async fn create_export(call: Call, Body(bytes): Body) -> Reply {
    let context = call.context(Scope::ReportRead)?;
    let lease = call.idempotency_lease("exports.create", &bytes)?;
    let (input, found) = read_with_violations::<ExportCreate>(&bytes);
    let new = NewRecord { input, found, lease };
    let respond = |export: &Export| Answer::json(202, &ExportView::of(export));
    let answer = ask_for_export(&context, new, respond).await?;
    call.notifier.jobs();
    stored(answer)
}

/// Exports that keys of this mode asked for, the newest first. Scope report:read.
#[utoipa::path(
    get, path = "/v1/agent/exports", tag = "exports", operation_id = "listExports",
    params(paging::Pages),
    responses((status = 200, description = "A page", body = ExportList<'static>)),
)]
async fn list_exports(call: Call) -> Reply {
    let context = call.context(Scope::ReportRead)?;
    let (query, after, limit) = call.page_query()?;
    query.finish()?;
    let page = list(&context, after, limit).await?;
    call.ok(List::of(&page, ExportView::of))
}

/// One export with its progress, and its totals and files when it is ready. Scope report:read.
#[utoipa::path(
    get, path = "/v1/agent/exports/{id}", tag = "exports", operation_id = "getExport",
    params(("id" = String, Path, description = "The export's id")),
    responses(
        (status = 200, description = "The export", body = ExportView<'static>),
        NotFoundError,
    ),
)]
async fn get_export(call: Call) -> Reply {
    let context = call.context(Scope::ReportRead)?;
    let id = ExportId(call.id("id", "export")?);
    call.query()?.finish()?;
    let found = export(&context, id).await?;
    call.ok(ExportView::of(&found))
}

/// Deletes an export with its files; one that is being made is made no further. Scope report:read.
#[utoipa::path(
    delete, path = "/v1/agent/exports/{id}", tag = "exports", operation_id = "deleteExport",
    params(("id" = String, Path, description = "The export's id")),
    responses((status = 204, description = "Deleted"), NotFoundError),
)]
async fn delete_export(call: Call) -> Reply {
    let context = call.context(Scope::ReportRead)?;
    let id = ExportId(call.id("id", "export")?);
    delete(&context, id).await?;
    no_content()
}

/// A file of an export that is ready. Scope report:read, and invoice:download for files.zip.
#[utoipa::path(
    get, path = "/v1/agent/exports/{id}/files/{name}", tag = "exports",
    operation_id = "downloadExportFile",
    params(
        ("id" = String, Path, description = "The export's id"),
        ("name" = String, Path, description = "documents.csv, vat.csv, totals.csv, pohoda.xml or files.zip"),
    ),
    responses(
        (status = 200, description = "The file, in its own media type", content(
            (FileBytes = "text/csv"), (FileBytes = "application/xml"),
            (FileBytes = "application/zip"), (FileBytes = "application/octet-stream"),
        )),
        NotFoundError, ConflictError,
    ),
)]
async fn download_export_file(call: Call, path: web::Path<(String, String)>) -> Reply {
    let context = call.context(Scope::ReportRead)?;
    let id = ExportId(call.id("id", "export")?);
    let wanted = export_file_named(&path.1)?;
    if wanted == ExportFile::Archive {
        call.require(Scope::InvoiceDownload)?;
    }
    call.query()?.finish()?;
    export_file(&context, id, wanted).await
}
