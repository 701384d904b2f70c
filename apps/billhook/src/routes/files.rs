use crate::{
    error::{ApiError, CallErrors, NotFoundError},
    http::{Caller, Query, Timing, attachment, operations, path_id},
    openapi::FileBytes,
    pdf::render_pdf,
    wiring::App,
};
use access::Scope;
use actix_web::{HttpRequest, HttpResponse, web};
use invoice_pdf::Language;
use use_cases::{UblSource, archived_or_preview};

operations![invoice_pdf, invoice_xml];

/// Tells the UBL that was sent (`archive`) from one made now (`preview`).
const UBL_SOURCE: &str = "X-Service-Ubl-Source";

/// The PDF of an invoice: PDF/A-3 with the UBL inside.
#[utoipa::path(
    get, path = "/v1/agent/invoices/{id}/pdf", tag = "invoices", operation_id = "getInvoicePdf",
    params(
        ("id" = String, Path, description = "The invoice's id"),
        ("lang" = Option<String>, Query, description = "sk (default), cs, en, de, hu"),
    ),
    responses(
        (status = 200, description = "The file", content_type = "application/pdf", body = FileBytes),
        CallErrors, NotFoundError,
    ),
    security(("api_key" = [], "organization" = [])),
)]
async fn invoice_pdf(
    http: HttpRequest,
    caller: Caller,
    app: web::Data<App>,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    let context = caller.context(&app, Scope::InvoiceDownload)?;
    let timing = Timing::of(&http);
    let id = path_id(&id, "invoice")?;
    let mut query = Query::of(&http)?;
    let language = query.one_of("lang", &Language::ALL, Language::code).unwrap_or_default();
    query.finish()?;
    let file = render_pdf(context, id, language, &timing).await?;
    Ok(attachment(&file.name, "application/pdf").body(file.bytes))
}

/// The UBL of an invoice.
#[utoipa::path(
    get, path = "/v1/agent/invoices/{id}/xml", tag = "invoices", operation_id = "getInvoiceXml",
    params(("id" = String, Path, description = "The invoice's id")),
    responses(
        (status = 200, description = "The file", content_type = "application/xml", body = FileBytes,
            headers(("X-Service-Ubl-Source" = String, description = "archive or preview"))),
        CallErrors, NotFoundError,
    ),
    security(("api_key" = [], "organization" = [])),
)]
async fn invoice_xml(
    http: HttpRequest,
    caller: Caller,
    app: web::Data<App>,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    let context = caller.context(&app, Scope::InvoiceDownload)?;
    let id = path_id(&id, "invoice")?;
    Query::of(&http)?.finish()?;
    let file = archived_or_preview(&context, id).await?;
    let source = match file.source {
        UblSource::Archive => "archive",
        UblSource::Preview => "preview",
    };
    let mut response = attachment(&format!("{}.xml", file.number), "application/xml");
    Ok(response.insert_header((UBL_SOURCE, source)).body(file.bytes))
}
