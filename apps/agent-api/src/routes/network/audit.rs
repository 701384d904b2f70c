use crate::{
    http::{Call, List, Reply, file, operations},
    requests::{AuditActionName, AuditFormatName, ModeName},
    routes::{paging, people::actor::ActorView},
};
use access::{Credential, Scope};
use accounting_export::csv_cell;
use peppol_connector::{
    audit::{AuditAction, AuditEntry, AuditFilter},
    identifiers::{DocumentId, Network},
    ports::AuditStore,
};
use runtime::Part;
use serde::Serialize;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use utoipa::ToSchema;
use uuid::Uuid;

operations![list_peppol_events];

/// Those of a CSV; the header `X-Next-After` goes on.
type CsvPages = paging::PagesOf<10_000, 10_000>;

/// How the audit log is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AuditFormat {
    Json,
    Csv,
}

impl AuditFormat {
    const fn name(self) -> &'static str {
        match self {
            AuditFormat::Json => "json",
            AuditFormat::Csv => "csv",
        }
    }
}

/// A page of the audit log, the oldest line first.
pub type AuditEntryList<'a> = List<AuditEntryBody<'a>>;

/// A line of the audit log.
#[derive(Serialize, ToSchema)]
pub struct AuditEntryBody<'a> {
    pub id: Uuid,
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
    #[schema(value_type = AuditActionName)]
    pub event: AuditAction,
    /// test or live
    #[schema(value_type = ModeName)]
    pub mode: Network,
    pub document_id: Option<Uuid>,
    pub invoice_id: Option<Uuid>,
    pub number: Option<&'a str>,
    pub detail: Option<&'a str>,
    #[serde(flatten)]
    pub actor: ActorView<'a>,
}

impl<'a> AuditEntryBody<'a> {
    fn of(line: &'a AuditEntry) -> Self {
        Self {
            id: line.id.0,
            at: line.at,
            event: line.event,
            mode: line.network,
            document_id: line.document_id.map(|id| id.0),
            invoice_id: line.invoice_id.map(|id| id.0),
            number: line.number.as_deref(),
            detail: line.detail.as_deref(),
            actor: ActorView::of(line.actor, line.email.as_deref()),
        }
    }
}

/// What happened to documents and to the registration in the network of the key, as JSON or CSV.
#[utoipa::path(
    get, path = "/v1/agent/peppol/events", tag = "peppol", operation_id = "listPeppolEvents",
    params(
        ("format" = Option<AuditFormatName>, Query, description = "json (default) or csv"),
        ("from" = Option<String>, Query, description = "At or after: a date in Europe/Bratislava, or an RFC 3339 time"),
        ("to" = Option<String>, Query, description = "At or before: a date, meant to its end, or an RFC 3339 time"),
        ("event" = Option<AuditActionName>, Query, description = "Of this kind"),
        ("document_id" = Option<Uuid>, Query, description = "Of this document"),
        ("after" = Option<String>, Query, pattern = r"^[A-Za-z0-9_-]{32}$", description = "next_after of the previous page"),
        ("limit" = Option<u16>, Query, minimum = 1, maximum = 10_000, description = "Of JSON at most 100, default 50; of a CSV at most 10000, which is its default"),
    ),
    responses((
        status = 200, description = "A page; of a CSV X-Next-After goes on",
        content((AuditEntryList<'static> = "application/json"), (String = "text/csv")),
    )),
)]
async fn list_peppol_events(call: Call) -> Reply {
    let context = call.context(Scope::InvoiceRead)?;
    let mut query = call.query()?;
    let format = query.one_of("format", &[AuditFormat::Json, AuditFormat::Csv], AuditFormat::name);
    let csv = format == Some(AuditFormat::Csv);
    let (after, limit) = match csv {
        true => CsvPages::read(&mut query),
        false => paging::Pages::read(&mut query),
    };
    let filter = AuditFilter {
        network: Some(context.network()),
        from: query.instant("from"),
        to: query.until("to"),
        event: query.one_of("event", &AuditAction::ALL, AuditAction::name),
        document: query.id("document_id").map(DocumentId),
    };
    query.finish()?;
    let page = call.store.audit(context.organization, &filter, after, limit).await?;
    if csv {
        let text = call.timing.time(Part::Render, || written(&page.rows));
        let mut response = file("peppol-events.csv", "text/csv; charset=utf-8");
        if let Some(next) = page.next().map(paging::encode) {
            response.insert_header(("X-Next-After", next));
        }
        return Ok(response.body(text));
    }
    call.ok(List::of(&page, AuditEntryBody::of))
}

/// CSV (RFC 4180) with a header line.
fn written(lines: &[AuditEntry]) -> String {
    let mut text =
        "at,event,document_id,invoice_id,number,detail,mode,actor,actor_id\r\n".to_owned();
    for line in lines {
        let id = |id: Option<Uuid>| id.map(|id| id.to_string()).unwrap_or_default();
        let fields = [
            line.at.format(&Rfc3339).unwrap_or_default(),
            line.event.name().to_owned(),
            id(line.document_id.map(|id| id.0)),
            id(line.invoice_id.map(|id| id.0)),
            line.number.clone().unwrap_or_default(),
            line.detail.clone().unwrap_or_default(),
            line.network.name().to_owned(),
            line.actor.map_or("", Credential::kind).to_owned(),
            id(line.actor.map(|actor| actor.id().0)),
        ];
        let fields: Vec<_> = fields.iter().map(|field| csv_cell(field, ',')).collect();
        text.push_str(&fields.join(","));
        text.push_str("\r\n");
    }
    text
}
