//! The page of an invoice for the other party. Anyone with the link may see it, and nothing else.

use super::page::{guarded, page};
use crate::document_view::{NoLink, document_language, link_page, link_without_page, no_link};
use access::{Counted, OrganizationId, RateLimited, Tier};
use actix_web::{
    HttpMessage, HttpRequest, HttpResponse,
    http::{StatusCode, header},
    web,
};
use api_http::visitors::Language;
use api_http::{
    FileBytes,
    error::{ApiError, BusyError, ErrorBody, NotFoundError},
    file, is_head, operations, timing_of,
};
use document_formats::PdfFormat;
use invoicing::{InvoiceId, recording::InvoiceContent};
use persistence::StoreError;
use runtime::{pdf::render_pdf, wiring::App};
use use_cases::{
    Context,
    invoicing::{
        details::details_of,
        ubl::archived_or_preview,
        viewed::{invoice_of_link, viewed},
    },
    people::sign_in::admit,
};

operations![public_invoice, public_invoice_pdf, public_invoice_xml];

/// Parts of the `User-Agent` of programs that open links.
const ROBOTS: [&str; 6] = ["bot", "crawl", "spider", "preview", "facebookexternalhit", "slurp"];

/// An invoice's page, by its `public_url`. Opening it tells `invoice.viewed`, once an hour.
#[utoipa::path(
    get, path = "/i/{token}", tag = "public", operation_id = "publicInvoice",
    params(("token" = String, Path, description = "Of the invoice's public_url")),
    responses(
        (status = 200, description = "The invoice", body = String, content_type = "text/html"),
        (status = 404, description = "No such link", body = String, content_type = "text/html"),
        (status = 429, description = "The link was opened too often in this minute", body = String, content_type = "text/html",
            headers(("Retry-After" = u32, description = "Whole seconds until the window ends"))),
    ),
)]
async fn public_invoice(
    http: HttpRequest,
    app: web::Data<App>,
    token: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    let language = Language::of(&http);
    let not_valid = || page(StatusCode::NOT_FOUND, no_link(NoLink::NotValid, language));
    let Some(link) = opened(&http, &app, &token) else { return Ok(not_valid()) };
    if let Err(limited) = counted(&app, link).await? {
        return Ok(too_often(limited, language));
    }
    let Some(invoice) = invoice_of_link(&**app, link.0, link.1).await? else {
        return Ok(not_valid());
    };
    if is_person(&http) {
        if let Err(error) = viewed(&**app, &invoice).await {
            // the visitor sees the invoice all the same
            tracing::warn!(org.id = %invoice.organization, invoice.id = %invoice.id, %error, "view of an invoice link not recorded: the visitor sees the invoice");
        }
        app.notifier.events();
    }
    let context = Context::new(&**app, link.0, Tier::Live);
    let details = details_of(&context, invoice).await?;
    let path = format!("/i/{token}");
    let shown = runtime::pdf::page(&details, document_language(language));
    Ok(page(
        StatusCode::OK,
        match &shown {
            Some(shown) => link_page(shown, &path, language),
            None => link_without_page(details.invoice.document.header().number, &path, language),
        },
    ))
}

fn too_often(limited: RateLimited, language: Language) -> HttpResponse {
    let mut answer = page(StatusCode::TOO_MANY_REQUESTS, no_link(NoLink::TooOften, language));
    answer.headers_mut().insert(header::RETRY_AFTER, limited.retry_after.into());
    answer
}

/// The PDF of the page.
#[utoipa::path(
    get, path = "/i/{token}/pdf", tag = "public", operation_id = "publicInvoicePdf",
    params(("token" = String, Path, description = "Of the invoice's public_url")),
    responses(
        (status = 200, description = "The file", content_type = "application/pdf", body = FileBytes),
        (status = 429, description = "RATE_LIMITED", body = ErrorBody,
            headers(("Retry-After" = u32, description = "Whole seconds until the window ends"))),
        NotFoundError, BusyError,
    ),
)]
async fn public_invoice_pdf(
    http: HttpRequest,
    app: web::Data<App>,
    token: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    let link = opened(&http, &app, &token).ok_or(ApiError::NotFound("invoice"))?;
    counted(&app, link).await?.map_err(ApiError::RateLimited)?;
    let timing = timing_of(&http);
    let context = Context::new(&**app, link.0, Tier::Live);
    let language = document_language(Language::of(&http));
    let pdf = render_pdf(context, link.1, (language, PdfFormat::Ubl), &timing).await?;
    let mut response = file(&pdf.name, "application/pdf");
    Ok(guarded(&mut response).body(pdf.bytes))
}

/// The UBL of the page.
#[utoipa::path(
    get, path = "/i/{token}/xml", tag = "public", operation_id = "publicInvoiceXml",
    params(("token" = String, Path, description = "Of the invoice's public_url")),
    responses(
        (status = 200, description = "The file", content_type = "application/xml", body = FileBytes),
        (status = 429, description = "RATE_LIMITED", body = ErrorBody,
            headers(("Retry-After" = u32, description = "Whole seconds until the window ends"))),
        NotFoundError,
    ),
)]
async fn public_invoice_xml(
    http: HttpRequest,
    app: web::Data<App>,
    token: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    let link = opened(&http, &app, &token).ok_or(ApiError::NotFound("invoice"))?;
    counted(&app, link).await?.map_err(ApiError::RateLimited)?;
    let found = invoice_of_link(&**app, link.0, link.1).await?;
    found.ok_or(ApiError::NotFound("invoice"))?;
    let context = Context::new(&**app, link.0, Tier::Live);
    let ubl = archived_or_preview(&context, link.1).await?;
    let mut response = file(&format!("{}.xml", ubl.number), "application/xml");
    Ok(guarded(&mut response).body(ubl.bytes))
}

/// The organization and the invoice of a link.
type Link = (OrganizationId, InvoiceId);

/// The link in a token, if the token is ours.
fn opened(http: &HttpRequest, app: &App, token: &str) -> Option<Link> {
    let link = app.links.as_ref()?.open(token)?;
    http.extensions_mut().insert::<OrganizationId>(link.0);
    Some(link)
}

/// Counts a request of a link; its page and its PDF count together.
async fn counted(app: &App, (_, invoice): Link) -> Result<Result<(), RateLimited>, StoreError> {
    admit(app, Counted::Link(invoice), app.config.link_rate_per_minute).await
}

/// Whether a person opens the link: a browser accepts HTML, and says when it only prefetches.
fn is_person(http: &HttpRequest) -> bool {
    let text = |name: &str| {
        let value = http.headers().get(name).and_then(|value| value.to_str().ok());
        value.unwrap_or_default().to_ascii_lowercase()
    };
    let agent = text("User-Agent");
    let ahead = text("Sec-Purpose").contains("prefetch") || text("Purpose").contains("prefetch");
    text("Accept").contains("text/html")
        && !is_head(http)
        && !ahead
        && !ROBOTS.iter().any(|robot| agent.contains(robot))
}
