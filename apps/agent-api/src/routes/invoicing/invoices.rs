use crate::{
    error::{ApiError, ErrorBody, NotFoundError},
    http::{Body, Call, IdempotencyKey, List, Query, Reply, operations, stored},
    requests::{
        CurrencyCode, DocumentType, InvoiceCreate, OriginName, StatusName, read_with_violations,
    },
    routes::{
        invoicing::{invoice_parts::CustomerRef, invoice_view::InvoiceView},
        paging,
    },
};
use access::{OrganizationId, Scope};
use idempotency::{Answer, UnwritableAnswer};
use invoicing::{
    Invoice, InvoiceFilter, InvoiceId, InvoiceStatus, InvoiceStore, InvoiceSummary, InvoiceType,
    Issued, recording::Origin,
};
use money::{Currency, Decimal};
use runtime::Part;
use runtime::wiring::App;
use serde::Serialize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use time::{Date, OffsetDateTime};
use use_cases::invoicing::{
    details::invoice_details,
    issue_invoice::{ISSUE_OPERATION, Issue, admit_issue, issue_invoice},
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

operations![create_invoice, get_invoice, list_invoices];

/// Issues a document, or keeps it as a draft.
#[utoipa::path(
    post, path = "/v1/agent/invoices", tag = "invoices", operation_id = "createInvoice",
    request_body = InvoiceCreate,
    params(IdempotencyKey),
    responses(
        (status = 201, description = "Issued, or kept as a draft", body = InvoiceView<'static>),
        (status = 400, description = "VALIDATION_ERROR or BANK_ACCOUNT_CURRENCY_MISMATCH", body = ErrorBody),
        (status = 403, description = "FORBIDDEN or PLAN_LIMIT_REACHED", body = ErrorBody),
        (status = 404, description = "NOT_FOUND: something the body refers to", body = ErrorBody),
        (status = 409, description = "CONFLICT: number taken, or key in use", body = ErrorBody),
        (status = 413, description = "VALIDATION_ERROR: body too large", body = ErrorBody),
    ),
)]
pub async fn create_invoice(call: Call, Body(bytes): Body) -> Reply {
    let context = call.context(Scope::InvoiceCreate)?;
    let limit = call.config.invoice_rate_per_minute;
    admit_issue(&context, limit).await?.map_err(ApiError::RateLimited)?;
    let lease = call.idempotency_lease(ISSUE_OPERATION, &bytes)?;
    let (request, found) =
        call.timing.time(Part::Domain, || read_with_violations::<InvoiceCreate>(&bytes));
    let issue = Issue { request, found, lease };
    let spent = AtomicU64::new(0);
    let (app, api_url): (&App, _) = (&call, call.api_url());
    let respond = |issued: &Issued<'_>| {
        let began = Instant::now();
        let Invoice { organization, id, status, .. } = issued.invoice;
        let public_url = public_url(app, organization, id).filter(|_| !status.is_draft());
        let answer = created(&issued.invoice, &api_url, public_url);
        let nanos = u64::try_from(began.elapsed().as_nanos()).unwrap_or(u64::MAX);
        spent.fetch_add(nanos, Ordering::Relaxed);
        answer
    };
    let answer = issue_invoice(&context, issue, respond).await;
    call.timing.move_from_database(Part::Render, Duration::from_nanos(spent.into_inner()));
    call.notifier.events();
    stored(answer?)
}

pub(in crate::routes) fn public_url(
    app: &App,
    organization: OrganizationId,
    invoice: InvoiceId,
) -> Option<String> {
    let links = app.links.as_ref()?;
    Some(links.url(&app.config.base_url, organization, invoice))
}

fn created(
    invoice: &Invoice,
    api_url: &str,
    public_url: Option<String>,
) -> Result<Answer, UnwritableAnswer> {
    let view = InvoiceView { public_url, ..InvoiceView::of(invoice, api_url) };
    Answer::json(201, &view)
}

/// One invoice with everything that belongs to it.
#[utoipa::path(
    get, path = "/v1/agent/invoices/{id}", tag = "invoices", operation_id = "getInvoice",
    params(("id" = String, Path, description = "The invoice's id")),
    responses(
        (status = 200, description = "The invoice", body = InvoiceView<'static>),
        NotFoundError,
    ),
)]
pub async fn get_invoice(call: Call) -> Reply {
    let context = call.context(Scope::InvoiceRead)?;
    let id = InvoiceId(call.id("id", "invoice")?);
    let details = invoice_details(&context, id).await?;
    let (invoice, content) = (&details.invoice, details.content.as_ref());
    let mut view = InvoiceView::of_any(invoice, content, &call.api_url());
    let public_url = public_url(&call, invoice.organization, id);
    view.public_url = public_url.filter(|_| !invoice.status.is_draft());
    call.ok(view)
}

/// A page of invoices.
pub type InvoiceList<'a> = List<InvoiceRow<'a>>;

/// An invoice in a list.
#[derive(Serialize, ToSchema)]
pub struct InvoiceRow<'a> {
    pub id: Uuid,
    #[schema(value_type = OriginName)]
    pub origin: Origin,
    /// Null of a draft.
    pub invoice_number: Option<&'a str>,
    #[schema(value_type = DocumentType)]
    pub r#type: InvoiceType,
    #[schema(value_type = StatusName)]
    pub status: InvoiceStatus,
    pub customer: CustomerRef<'a>,
    #[schema(value_type = String)]
    pub subtotal: Decimal,
    #[schema(value_type = String)]
    pub vat_total: Decimal,
    #[schema(value_type = String)]
    pub total: Decimal,
    #[schema(value_type = String)]
    pub paid_amount: Decimal,
    /// What credit notes in force take back of it, with VAT; of a credit note, what of it is set against its original.
    #[schema(value_type = String)]
    pub credited_amount: Decimal,
    /// Still to pay: of a recorded document its amount due (BT-115), less what was paid since and what credit
    /// notes take off it.
    #[schema(value_type = String)]
    pub outstanding: Decimal,
    #[schema(value_type = String)]
    pub currency: money::CurrencyCode,
    #[schema(value_type = Option<String>)]
    pub exchange_rate: Option<Decimal>,
    #[serde(with = "service_day::iso_date")]
    pub issue_date: Date,
    /// Null where a recorded document names none.
    #[serde(with = "service_day::iso_date::option")]
    pub due_date: Option<Date>,
    /// Null of a draft.
    pub pdf_url: Option<String>,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
}

fn row<'a>(summary: &'a InvoiceSummary, api_url: &str) -> InvoiceRow<'a> {
    InvoiceRow {
        id: summary.id.0,
        origin: summary.origin,
        invoice_number: Some(summary.number.as_str()).filter(|number| !number.is_empty()),
        r#type: summary.invoice_type,
        status: summary.status,
        customer: CustomerRef { id: summary.customer_id.0, name: &summary.customer_name },
        subtotal: summary.subtotal,
        vat_total: summary.vat_total,
        total: summary.total,
        paid_amount: money::round(summary.paid_amount),
        credited_amount: money::round(summary.credited_amount),
        outstanding: money::round(summary.outstanding),
        currency: summary.currency,
        exchange_rate: summary.exchange_rate,
        issue_date: summary.issue_date,
        due_date: summary.due_date,
        pdf_url: (!summary.status.is_draft())
            .then(|| format!("{api_url}/invoices/{}/pdf", summary.id)),
        created_at: summary.created_at,
    }
}

/// What a list of invoices is filtered by. It is only described.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub struct InvoiceFilters {
    /// native (issued here) or connector (recorded when it was sent)
    pub origin: Option<OriginName>,
    /// Where it stands
    pub status: Option<StatusName>,
    /// What kind of document
    pub r#type: Option<DocumentType>,
    /// Contact
    pub customer_id: Option<Uuid>,
    /// Of this project
    pub project_id: Option<Uuid>,
    /// The exact invoice number
    pub number: Option<String>,
    /// ISO 4217
    pub currency: Option<CurrencyCode>,
    /// Inclusive
    #[param(format = Date)]
    pub issue_date_from: Option<String>,
    /// Inclusive
    #[param(format = Date)]
    pub issue_date_to: Option<String>,
    /// Inclusive
    #[param(format = Date)]
    pub due_date_from: Option<String>,
    /// Inclusive
    #[param(format = Date)]
    pub due_date_to: Option<String>,
    /// true: only what customers owe, as `open` of the dashboard counts it
    pub owed: Option<bool>,
}

/// Invoices, the newest first, page by page.
#[utoipa::path(
    get, path = "/v1/agent/invoices", tag = "invoices", operation_id = "listInvoices",
    params(paging::Pages, InvoiceFilters),
    responses((status = 200, description = "A page", body = InvoiceList<'static>)),
)]
pub async fn list_invoices(call: Call) -> Reply {
    let organization = call.require(Scope::InvoiceRead)?;
    let (mut query, after, limit) = call.page_query()?;
    let filter = filter(&mut query);
    query.finish()?;
    let page = call.store.invoices(organization, &filter, after, limit).await?;
    let api_url = call.api_url();
    call.ok(List::of(&page, |summary| row(summary, &api_url)))
}

fn filter(query: &mut Query) -> InvoiceFilter {
    let (issued_from, issued_to) = (query.date("issue_date_from"), query.date("issue_date_to"));
    let (due_from, due_to) = (query.date("due_date_from"), query.date("due_date_to"));
    InvoiceFilter {
        origin: query.one_of("origin", &Origin::ALL, Origin::name),
        status: query.one_of("status", &InvoiceStatus::ALL, InvoiceStatus::name),
        invoice_type: query.one_of("type", &InvoiceType::ALL, InvoiceType::name),
        customer_id: query.id("customer_id"),
        project_id: query.id("project_id"),
        number: query.text("number"),
        currency: query.one_of("currency", Currency::ALL, Currency::code),
        issued_from,
        issued_to,
        due_from,
        due_to,
        owed: query.boolean("owed").unwrap_or(false),
        paid_between: None,
        open_advances: false,
    }
}
