//! The page of an invoice for the other party: anyone who has the link may see it, and nothing else.

use crate::{
    error::{ApiError, NotFoundError},
    http::{Timing, file, operations},
    openapi::FileBytes,
    pdf::render_pdf,
    routes::html::escape,
    wiring::App,
};
use access::{OrganizationId, Tier};
use actix_web::{
    HttpMessage, HttpRequest, HttpResponse, HttpResponseBuilder,
    http::{StatusCode, header},
    web,
};
use invoice_pdf::Language;
use invoicing::{Invoice, InvoiceStore};
use persistence::StoreError;
use use_cases::{Context, viewed};
use uuid::Uuid;

operations![public_invoice, public_invoice_pdf];

/// The page, with its `{content}`.
const PAGE: &str = include_str!("../../assets/invoice_link.html");

/// What programs that look into links call themselves by.
const ROBOTS: [&str; 6] = ["bot", "crawl", "spider", "preview", "facebookexternalhit", "slurp"];

/// An invoice's page, by its `public_url`. Opening it tells `invoice.viewed`, once an hour.
#[utoipa::path(
    get, path = "/i/{token}", tag = "public", operation_id = "publicInvoice",
    params(("token" = String, Path, description = "Of the invoice's public_url")),
    responses(
        (status = 200, description = "The invoice", body = String, content_type = "text/html"),
        (status = 404, description = "No such link", body = String, content_type = "text/html"),
    ),
)]
async fn public_invoice(
    http: HttpRequest,
    app: web::Data<App>,
    token: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    let Some(invoice) = found(&http, &app, &token).await? else {
        let text = "<p>Odkaz nie je platný.</p>\n<p lang=\"en\">This link is not valid.</p>";
        return Ok(page(StatusCode::NOT_FOUND, text));
    };
    if is_person(&http) {
        if let Err(error) = viewed(&**app, &invoice).await {
            // the visitor sees the invoice all the same
            tracing::error!(org.id = %invoice.organization, %error, "a view was not published");
        }
        app.wake.events();
    }
    Ok(page(StatusCode::OK, &summary(&invoice, &token)))
}

/// The PDF of the page.
#[utoipa::path(
    get, path = "/i/{token}/pdf", tag = "public", operation_id = "publicInvoicePdf",
    params(("token" = String, Path, description = "Of the invoice's public_url")),
    responses(
        (status = 200, description = "The file", content_type = "application/pdf", body = FileBytes),
        NotFoundError,
    ),
)]
async fn public_invoice_pdf(
    http: HttpRequest,
    app: web::Data<App>,
    token: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    let invoice = found(&http, &app, &token).await?.ok_or(ApiError::NotFound("invoice"))?;
    let (organization, language) = (invoice.organization, Language::default());
    let timing = Timing::of(&http);
    let context = Context::new(&**app, organization, Tier::Live);
    let pdf = render_pdf(context, invoice.id, language, &timing).await?;
    let mut response = file(&pdf.name, "application/pdf");
    Ok(guarded(&mut response).body(pdf.bytes))
}

/// The invoice of a link. One that was deleted has none any more.
async fn found(http: &HttpRequest, app: &App, token: &str) -> Result<Option<Invoice>, StoreError> {
    let opened: Option<(OrganizationId, Uuid)> =
        app.links.as_ref().and_then(|links| links.open(token));
    let Some((organization, id)) = opened else { return Ok(None) };
    http.extensions_mut().insert::<OrganizationId>(organization);
    match app.store.invoice(organization, id).await {
        Err(StoreError::NotFound) => Ok(None),
        invoice => invoice.map(Some),
    }
}

/// A browser asks for a page of HTML, and says when it only reads ahead.
fn is_person(http: &HttpRequest) -> bool {
    let text = |name: &str| {
        let value = http.headers().get(name).and_then(|value| value.to_str().ok());
        value.unwrap_or_default().to_ascii_lowercase()
    };
    let agent = text("User-Agent");
    let ahead = text("Sec-Purpose").contains("prefetch") || text("Purpose").contains("prefetch");
    text("Accept").contains("text/html")
        && !ahead
        && !ROBOTS.iter().any(|robot| agent.contains(robot))
}

fn summary(invoice: &Invoice, token: &str) -> String {
    let document = &invoice.document;
    let currency = document.currency.code();
    let money = |amount| format!("{:.2} {currency}", money::round(amount));
    let mut rows = vec![
        ("Dodávateľ", "Supplier", document.seller.name.clone()),
        ("Odberateľ", "Customer", document.buyer.name.clone()),
        ("Vystavené", "Issued", document.issue_date.to_string()),
        ("Splatné", "Due", document.due_date.to_string()),
        ("Spolu", "Total", money(document.totals.total)),
        ("Na úhradu", "To pay", money(invoice.outstanding())),
    ];
    if let Some(account) = &document.bank_account {
        rows.push(("IBAN", "IBAN", account.iban.clone()));
    }
    if let Some(symbol) = &document.variable_symbol {
        rows.push(("Variabilný symbol", "Payment reference", symbol.clone()));
    }
    let mut content = format!("<h1>{}</h1>\n<table>\n", escape(&document.number));
    for (slovak, english, value) in rows {
        let value = escape(&value);
        content.push_str(&format!(
            "<tr><th>{slovak} <span lang=\"en\">{english}</span></th><td>{value}</td></tr>\n"
        ));
    }
    // a token that was opened has no characters but those of base64url
    content.push_str(&format!("</table>\n<p><a href=\"/i/{token}/pdf\">PDF</a></p>"));
    content
}

fn page(status: StatusCode, content: &str) -> HttpResponse {
    let mut response = HttpResponseBuilder::new(status);
    response.content_type("text/html; charset=utf-8");
    guarded(&mut response).body(PAGE.replace("{content}", content))
}

/// The address holds the token: it goes nowhere else, and is kept nowhere.
fn guarded(response: &mut HttpResponseBuilder) -> &mut HttpResponseBuilder {
    response
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header((header::REFERRER_POLICY, "no-referrer"))
        .insert_header((header::X_FRAME_OPTIONS, "DENY"))
        .insert_header((header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .insert_header(("X-Robots-Tag", "noindex, nofollow"))
        .insert_header((
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; \
             base-uri 'none'; form-action 'none'",
        ))
}
