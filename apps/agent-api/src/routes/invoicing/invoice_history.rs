use crate::{
    error::NotFoundError,
    http::{Call, List, Reply, operations},
    routes::{paging::PagesOf, people::actor::ActorView},
};
use access::Scope;
use invoicing::{
    InvoiceId,
    states::{HistoryAction, HistoryRow},
};
use serde::Serialize;
use serde_json::Value;
use time::OffsetDateTime;
use utoipa::ToSchema;
use uuid::Uuid;

operations![history];

/// Their pages are short: each line may hold a thousand items twice.
type HistoryPages = PagesOf<20, 20>;

/// A page of an invoice's history.
pub type HistoryList<'a> = List<HistoryView<'a>>;

/// A change of an invoice.
#[derive(Serialize, ToSchema)]
pub struct HistoryView<'a> {
    pub id: Uuid,
    #[schema(value_type = String, example = "edited")]
    pub action: HistoryAction,
    #[serde(flatten)]
    pub actor: ActorView<'a>,
    /// Of the invoice afterwards.
    pub version: i32,
    /// What changed, as it was.
    #[schema(value_type = Object)]
    pub before: &'a Value,
    /// The same, as it became.
    #[schema(value_type = Object)]
    pub after: &'a Value,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
}

impl<'a> HistoryView<'a> {
    fn of(row: &'a HistoryRow) -> Self {
        let entry = &row.entry;
        Self {
            id: row.id.0,
            action: entry.action,
            actor: ActorView::of(entry.actor, row.email.as_deref()),
            version: entry.version,
            before: &entry.before,
            after: &entry.after,
            created_at: entry.at,
        }
    }
}

/// Every change of an invoice with what it changed, the newest first; that of a deleted draft too.
#[utoipa::path(
    get, path = "/v1/agent/invoices/{id}/history", tag = "invoices",
    operation_id = "listInvoiceHistory",
    params(
        ("id" = String, Path, description = "The invoice's id"),
        HistoryPages,
    ),
    responses((status = 200, description = "A page", body = HistoryList<'static>), NotFoundError),
)]
async fn history(call: Call) -> Reply {
    let context = call.context(Scope::InvoiceRead)?;
    let id = InvoiceId(call.id("id", "invoice")?);
    let mut query = call.query()?;
    let (after, limit) = HistoryPages::read(&mut query);
    query.finish()?;
    let page =
        use_cases::invoicing::change_invoice::invoice_history(&context, id, after, limit).await?;
    call.ok(List::of(&page, HistoryView::of))
}
