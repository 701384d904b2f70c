use super::path_id;
use crate::{
    error::ApiError,
    flows::{RenderError, RenderedFile, UblSource, archived_or_preview, render_pdf},
    http::{Caller, Query, Timing},
    openapi::FileBytes,
    wiring::App,
};
use access::Scope;
use actix_web::{
    HttpRequest, HttpResponse, HttpResponseBuilder,
    http::header::{Charset, ContentDisposition, DispositionParam, DispositionType, ExtendedValue},
    web,
};
use invoice_pdf::Language;

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
        (status = 400, description = "VALIDATION_ERROR", body = crate::error::ErrorBody),
        (status = 401, description = "UNAUTHORIZED", body = crate::error::ErrorBody),
        (status = 403, description = "FORBIDDEN", body = crate::error::ErrorBody),
        (status = 404, description = "NOT_FOUND", body = crate::error::ErrorBody),
    ),
    security(("api_key" = [], "organization" = [])),
)]
pub async fn invoice_pdf(
    http: HttpRequest,
    caller: Caller,
    app: web::Data<App>,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    let organization = caller.require(Scope::InvoiceDownload)?;
    let timing = Timing::of(&http);
    let id = path_id(&id, "invoice")?;
    let mut query = Query::of(&http)?;
    let language = query.one_of("lang", &Language::ALL, Language::code).unwrap_or_default();
    query.finish()?;
    let tier = caller.0.tier;
    let file = render_pdf(&app.store, organization, id, tier, language, &timing).await?;
    Ok(attachment(&file.name, "application/pdf").body(file.bytes))
}

/// The UBL of an invoice.
#[utoipa::path(
    get, path = "/v1/agent/invoices/{id}/xml", tag = "invoices", operation_id = "getInvoiceXml",
    params(("id" = String, Path, description = "The invoice's id")),
    responses(
        (status = 200, description = "The file", content_type = "application/xml", body = FileBytes,
            headers(("X-Service-Ubl-Source" = String, description = "archive or preview"))),
        (status = 400, description = "VALIDATION_ERROR", body = crate::error::ErrorBody),
        (status = 401, description = "UNAUTHORIZED", body = crate::error::ErrorBody),
        (status = 403, description = "FORBIDDEN", body = crate::error::ErrorBody),
        (status = 404, description = "NOT_FOUND", body = crate::error::ErrorBody),
    ),
    security(("api_key" = [], "organization" = [])),
)]
pub async fn invoice_xml(
    http: HttpRequest,
    caller: Caller,
    app: web::Data<App>,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    let organization = caller.require(Scope::InvoiceDownload)?;
    let timing = Timing::of(&http);
    let id = path_id(&id, "invoice")?;
    Query::of(&http)?.finish()?;
    let (RenderedFile { name, bytes }, source) =
        archived_or_preview(&app.store, organization, id, caller.0.tier, &timing).await?;
    let source = match source {
        UblSource::Archive => "archive",
        UblSource::Preview => "preview",
    };
    let mut response = attachment(&name, "application/xml");
    Ok(response.insert_header((UBL_SOURCE, source)).body(bytes))
}

/// An answer that is saved as a file.
pub(super) fn attachment(name: &str, content_type: &'static str) -> HttpResponseBuilder {
    let mut parameters = vec![DispositionParam::Filename(ascii(name))];
    if !name.is_ascii() {
        parameters.push(DispositionParam::FilenameExt(ExtendedValue {
            charset: Charset::Ext("UTF-8".to_owned()),
            language_tag: None,
            value: safe(name).into_bytes(),
        }));
    }
    let disposition = ContentDisposition { disposition: DispositionType::Attachment, parameters };
    let mut response = HttpResponse::Ok();
    response.content_type(content_type).insert_header(disposition);
    response
}

/// Without what would be a path.
fn safe(name: &str) -> String {
    name.chars().map(|c| if matches!(c, '/' | '\\' | ':') { '-' } else { c }).collect()
}

fn ascii(name: &str) -> String {
    let plain = |c: char| if c.is_ascii() && !c.is_ascii_control() && c != '"' { c } else { '_' };
    safe(name).chars().map(plain).collect()
}

impl From<RenderError> for ApiError {
    fn from(error: RenderError) -> Self {
        match error {
            RenderError::Store(error) => error.into(),
            other => ApiError::internal(other),
        }
    }
}
