use crate::{
    http::{Call, Part, Reply, file, operations},
    openapi::TrailLineBody,
    routes::paging,
};
use access::Scope;
use peppol_connector::{TrailFilter, TrailKind, TrailLine, TrailStore};
use serde::Serialize;
use time::format_description::well_known::Rfc3339;
use utoipa::ToSchema;

operations![list_peppol_events];

/// Lines of a CSV at most; the header `X-Next-After` goes on.
const CSV_LIMIT: u16 = 10_000;

/// How the trail is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TrailFormat {
    Json,
    Csv,
}

impl TrailFormat {
    const fn name(self) -> &'static str {
        match self {
            TrailFormat::Json => "json",
            TrailFormat::Csv => "csv",
        }
    }
}

/// A page of the trail, the oldest line first.
#[derive(Serialize, ToSchema)]
pub struct TrailList {
    #[schema(value_type = Vec<TrailLineBody>)]
    pub data: Vec<TrailLine>,
    /// Pass it as `after` to go on; null on the last page.
    pub next_after: Option<String>,
    pub has_more: bool,
}

/// What happened to documents and to the registration, as JSON or CSV.
#[utoipa::path(
    get, path = "/v1/agent/peppol/events", tag = "peppol", operation_id = "listPeppolEvents",
    params(
        ("format" = Option<String>, Query, description = "json (default) or csv"),
        ("from" = Option<String>, Query, description = "At or after: a date in Europe/Bratislava, or an RFC 3339 time"),
        ("to" = Option<String>, Query, description = "Before: a date or an RFC 3339 time"),
        ("event" = Option<String>, Query, description = "Of this kind: queued, sent, delivered, failed, received, …"),
        ("document_id" = Option<uuid::Uuid>, Query, description = "Of this document"),
        ("after" = Option<String>, Query, description = "next_after of the previous page"),
        ("limit" = Option<u16>, Query, minimum = 1, maximum = 100, description = "Default 50; a CSV has up to 10000 lines"),
    ),
    responses((status = 200, description = "A page", body = TrailList)),
)]
async fn list_peppol_events(call: Call) -> Reply {
    let organization = call.require(Scope::InvoiceRead)?;
    let mut query = call.query()?;
    let format = query.one_of("format", &[TrailFormat::Json, TrailFormat::Csv], TrailFormat::name);
    let (after, limit) = paging::page_parameters(&mut query);
    let filter = TrailFilter {
        from: query.instant("from"),
        to: query.instant("to"),
        event: query.one_of("event", &TrailKind::ALL, TrailKind::name),
        document: query.parse("document_id", "must be a UUID"),
    };
    query.finish()?;
    let csv = format == Some(TrailFormat::Csv);
    let limit = if csv { CSV_LIMIT } else { limit };
    let page = call.store.trail(organization, &filter, after, limit).await?;
    let next = page.next().map(paging::encode);
    if csv {
        let text = call.timing.time(Part::Render, || written(&page.rows));
        let mut response = file("peppol-events.csv", "text/csv; charset=utf-8");
        if let Some(next) = next {
            response.insert_header(("X-Next-After", next));
        }
        return Ok(response.body(text));
    }
    let list = TrailList { data: page.rows, next_after: next, has_more: page.has_more };
    call.ok(list)
}

/// CSV (RFC 4180) with a header line.
fn written(lines: &[TrailLine]) -> String {
    let mut text = "at,event,document_id,invoice_id,number,detail\r\n".to_owned();
    for line in lines {
        let id = |id: Option<uuid::Uuid>| id.map(|id| id.to_string()).unwrap_or_default();
        let fields = [
            line.at.format(&Rfc3339).unwrap_or_default(),
            line.event.name().to_owned(),
            id(line.document_id),
            id(line.invoice_id),
            line.number.clone().unwrap_or_default(),
            line.detail.clone().unwrap_or_default(),
        ];
        let fields: Vec<_> = fields.iter().map(|field| cell(field)).collect();
        text.push_str(&fields.join(","));
        text.push_str("\r\n");
    }
    text
}

/// A cell: quoted where it must be; what a spreadsheet would take for a formula is marked.
fn cell(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let text = if formula { format!("'{text}") } else { text.to_owned() };
    if text.contains(['"', ',', '\n', '\r']) {
        return format!("\"{}\"", text.replace('"', "\"\""));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_data() {
        for (text, written) in [
            ("FA1", "FA1"),
            ("a,b", "\"a,b\""),
            ("say \"x\"", "\"say \"\"x\"\"\""),
            ("=1+1", "'=1+1"),
            ("", ""),
        ] {
            assert_eq!(cell(text), written);
        }
    }
}
