use super::view::DocumentView;
use crate::{
    http::{Body, Call, Data, List, Reply, operations},
    requests::{ReleaseBody, SendModeName, SendSettingsBody, read, read_optional},
    routes::paging,
};
use access::Scope;
use peppol_connector::{
    identifiers::SubmissionId,
    ports::SendSettingsStore,
    sending::{MAX_RELEASED, SendMode},
    submissions::{QueuePlaces, SubmissionRecord},
};
use runtime::wiring::App;
use serde::Serialize;
use time::OffsetDateTime;
use use_cases::sending::{
    queue::{Queue, queue},
    send_settings::set_send_mode,
};
use utoipa::ToSchema;
use uuid::Uuid;

operations![get_send_settings, put_send_settings, release_held, list_queue];

/// How the organization's own invoices leave after they were handed to sending.
#[derive(Serialize, ToSchema)]
pub struct SendSettingsView {
    /// immediate, scheduled or manual
    #[schema(value_type = SendModeName)]
    pub mode: &'static str,
    /// HH:MM in Europe/Bratislava, of the mode scheduled.
    pub time: Option<String>,
    /// What is held leaves by itself so that it is out by then.
    pub leaves_by: &'static str,
}

impl From<SendMode> for SendSettingsView {
    fn from(mode: SendMode) -> Self {
        Self { mode: mode.name(), time: mode.time(), leaves_by: "21:00" }
    }
}

/// The send settings.
#[utoipa::path(
    get, path = "/v1/agent/peppol/send-settings", tag = "peppol", operation_id = "getSendSettings",
    responses((status = 200, description = "The settings", body = inline(Data<SendSettingsView>))),
)]
async fn get_send_settings(call: Call) -> Reply {
    let organization = call.require(Scope::InvoiceRead)?;
    let mode = call.store.send_mode(organization).await?;
    call.data(SendSettingsView::from(mode))
}

/// Sets the send settings. What is held already keeps its time.
#[utoipa::path(
    put, path = "/v1/agent/peppol/send-settings", tag = "peppol", operation_id = "putSendSettings",
    request_body = SendSettingsBody,
    responses((status = 200, description = "Set", body = inline(Data<SendSettingsView>))),
)]
async fn put_send_settings(call: Call, Body(bytes): Body) -> Reply {
    let context = call.context(Scope::SettingsUpdate)?;
    let mode = read::<SendSettingsBody>(&bytes)?;
    set_send_mode(&context, mode).await?;
    call.data(SendSettingsView::from(mode))
}

/// Held sends that were let go.
#[derive(Serialize, ToSchema)]
pub struct Released {
    /// How many.
    pub released: usize,
    /// Which.
    pub document_ids: Vec<Uuid>,
    /// Whether more may be held: then ask again.
    pub has_more: bool,
}

/// Lets held sends to the network of the key leave now: the 500 oldest, or those that the body names.
#[utoipa::path(
    post, path = "/v1/agent/peppol/batches/send", tag = "peppol", operation_id = "releaseHeld",
    request_body = Option<ReleaseBody>,
    responses((status = 200, description = "What was held", body = inline(Data<Released>))),
)]
async fn release_held(call: Call, Body(bytes): Body) -> Reply {
    let context = call.context(Scope::InvoiceSend)?;
    let only = read_optional::<ReleaseBody>(&bytes)?;
    let only: Option<Vec<_>> = only.map(|ids| ids.into_iter().map(SubmissionId).collect());
    let released =
        use_cases::sending::send_settings::release_held(&context, only.as_deref()).await?;
    call.notifier.jobs();
    let document_ids: Vec<_> = released.into_iter().map(|id| id.0).collect();
    let has_more = only.is_none() && document_ids.len() == MAX_RELEASED;
    let data = Released { released: document_ids.len(), document_ids, has_more };
    call.data(data)
}

/// A document that has not left yet.
#[derive(Serialize, ToSchema)]
pub struct QueueItem {
    /// The document.
    #[serde(flatten)]
    pub document: DocumentView,
    /// How many leave before it, of all organizations (10,000: or more); null while held or in doubt.
    pub ahead: Option<u64>,
    /// When it is likely to have left; null when its outcome is in doubt.
    #[serde(with = "time::serde::rfc3339::option")]
    pub estimated_completion_at: Option<OffsetDateTime>,
}

/// A page of the queue, the newest first.
pub type QueueList = List<QueueItem>;

/// What waits to be sent over the network of the key, with an estimate of when it will have left.
#[utoipa::path(
    get, path = "/v1/agent/peppol/queue", tag = "peppol", operation_id = "listQueue",
    params(
        paging::Pages,
        ("held" = Option<bool>, Query, description = "Held by the send settings, or not"),
    ),
    responses((status = 200, description = "A page", body = QueueList)),
)]
async fn list_queue(call: Call) -> Reply {
    let context = call.context(Scope::InvoiceRead)?;
    let (mut query, after, limit) = call.page_query()?;
    let held = query.boolean("held");
    query.finish()?;
    let Queue { sends, places } = queue(&context, held, after, limit).await?;
    let now = call.clock.now();
    call.ok(List::taking(sends, |record| queue_item(record, &places, &call, now)))
}

fn queue_item(
    record: SubmissionRecord,
    places: &QueuePlaces,
    app: &App,
    now: OffsetDateTime,
) -> QueueItem {
    let ahead = places.ahead(&record);
    let document = DocumentView::from(record);
    let due = document.next_attempt_at.unwrap_or(now).max(now);
    let leaves = app.throughput.estimate(due, ahead.unwrap_or(0));
    QueueItem { ahead, estimated_completion_at: (!document.parked).then_some(leaves), document }
}
