//! Invoices: list, create, read, edit, delete; their files, and their number series.

use super::call::PortalCall;
use crate::routes::{
    handlers,
    views::{InvoiceFilters, InvoiceList, InvoiceView, OfDay, SeriesList},
};
use agent_requests::{InvoiceCreate, InvoicePatch, LanguageName, PdfFormatName, XmlFormatName};
use api_http::{
    Body, FileBytes, IdempotencyKey, Reply,
    error::{BusyError, ErrorBody, NotFoundError},
    operations, paging,
};

operations![
    list_invoices,
    create_invoice,
    get_invoice,
    edit_invoice,
    delete_invoice,
    invoice_pdf,
    invoice_xml,
    list_number_series,
];

/// Invoices, the newest first, page by page.
#[utoipa::path(
    get, path = "/v1/portal/invoices", tag = "portal", operation_id = "listPortalInvoices",
    params(paging::Pages, InvoiceFilters),
    responses((status = 200, description = "A page", body = InvoiceList<'static>)),
)]
async fn list_invoices(PortalCall(call): PortalCall) -> Reply {
    handlers::list_invoices(call).await
}

/// Issues a document, or keeps it as a draft. An `invoice_number` that is not the next one of its series needs
/// `numberSeriesAction`.
#[utoipa::path(
    post, path = "/v1/portal/invoices", tag = "portal", operation_id = "createPortalInvoice",
    request_body = InvoiceCreate,
    params(IdempotencyKey),
    responses(
        (status = 201, description = "Issued, or kept as a draft", body = InvoiceView<'static>),
        (status = 400, description = "VALIDATION_ERROR or BANK_ACCOUNT_CURRENCY_MISMATCH", body = ErrorBody),
        (status = 403, description = "FORBIDDEN or PLAN_LIMIT_REACHED", body = ErrorBody),
        (status = 404, description = "NOT_FOUND: something the body refers to", body = ErrorBody),
        (status = 409, description = "NUMBER_OUT_OF_SERIES: say what the series does; CONFLICT: number taken, or key in use", body = ErrorBody),
        (status = 413, description = "VALIDATION_ERROR: body too large", body = ErrorBody),
    ),
)]
async fn create_invoice(PortalCall(call): PortalCall, body: Body) -> Reply {
    handlers::create_invoice(call, body).await
}

/// One invoice with everything that belongs to it.
#[utoipa::path(
    get, path = "/v1/portal/invoices/{id}", tag = "portal", operation_id = "getPortalInvoice",
    params(("id" = String, Path, description = "The invoice's id")),
    responses(
        (status = 200, description = "The invoice", body = InvoiceView<'static>),
        NotFoundError,
    ),
)]
async fn get_invoice(PortalCall(call): PortalCall) -> Reply {
    handlers::get_invoice(call).await
}

/// Edits an invoice. What is not named stays; totals are calculated as at creation.
#[utoipa::path(
    patch, path = "/v1/portal/invoices/{id}", tag = "portal", operation_id = "editPortalInvoice",
    request_body = InvoicePatch,
    params(("id" = String, Path, description = "The invoice's id")),
    responses(
        (status = 200, description = "As it is now", body = InvoiceView<'static>),
        (status = 400, description = "VALIDATION_ERROR or BANK_ACCOUNT_CURRENCY_MISMATCH", body = ErrorBody),
        NotFoundError,
        (status = 409, description = "CONFLICT: the version is stale, or the invoice is cancelled, archived, locked, or sent over Peppol", body = ErrorBody),
    ),
)]
async fn edit_invoice(PortalCall(call): PortalCall, body: Body) -> Reply {
    handlers::edit(call, body).await
}

/// Deletes a draft; an invoice that has its number is cancelled instead.
#[utoipa::path(
    delete, path = "/v1/portal/invoices/{id}", tag = "portal", operation_id = "deletePortalInvoice",
    params(("id" = String, Path, description = "The invoice's id")),
    responses(
        (status = 204, description = "It is gone"),
        NotFoundError,
        (status = 409, description = "CONFLICT: it has its number", body = ErrorBody),
    ),
)]
async fn delete_invoice(PortalCall(call): PortalCall) -> Reply {
    handlers::delete(call).await
}

/// The PDF of an invoice: PDF/A-3 with the UBL inside.
#[utoipa::path(
    get, path = "/v1/portal/invoices/{id}/pdf", tag = "portal", operation_id = "getPortalInvoicePdf",
    params(
        ("id" = String, Path, description = "The invoice's id"),
        ("lang" = Option<LanguageName>, Query, description = "sk (default), cs, en, de, hu"),
        ("format" = Option<PdfFormatName>, Query, description = "What is inside: ubl (default), factur-x"),
    ),
    responses(
        (status = 200, description = "The file", content_type = "application/pdf", body = FileBytes),
        (status = 422, description = "PDF_NOT_AVAILABLE: a recorded document with too many lines or digits for a page; its XML is there. FORMAT_NOT_AVAILABLE: what the format asks for and the invoice lacks, each with its place", body = ErrorBody),
        NotFoundError, BusyError,
    ),
)]
async fn invoice_pdf(PortalCall(call): PortalCall) -> Reply {
    handlers::invoice_pdf(call).await
}

/// The XML of an invoice: its UBL, or another format.
#[utoipa::path(
    get, path = "/v1/portal/invoices/{id}/xml", tag = "portal", operation_id = "getPortalInvoiceXml",
    params(
        ("id" = String, Path, description = "The invoice's id"),
        ("format" = Option<XmlFormatName>, Query, description = "ubl (default), cii, xrechnung-ubl, xrechnung-cii"),
    ),
    responses(
        (status = 200, description = "The file", content_type = "application/xml", body = FileBytes),
        (status = 422, description = "FORMAT_NOT_AVAILABLE: what the format asks for and the invoice lacks, each with its place", body = ErrorBody),
        NotFoundError,
    ),
)]
async fn invoice_xml(PortalCall(call): PortalCall) -> Reply {
    handlers::invoice_xml(call).await
}

/// The number series of every type of document, with the next number of each: what a form begins with.
#[utoipa::path(
    get, path = "/v1/portal/number-series", tag = "portal", operation_id = "listPortalNumberSeries",
    params(OfDay),
    responses((status = 200, description = "The series", body = SeriesList)),
)]
async fn list_number_series(PortalCall(call): PortalCall) -> Reply {
    handlers::list_number_series(call).await
}
