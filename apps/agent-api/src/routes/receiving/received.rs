use super::response_view::SentResponseView;
use crate::routes::sending::{
    flight_view::{FlightView, OwedStatusView},
    fs_report_view::FsReportBody,
    view::amount,
};
use crate::{
    error::{ApiError, NotFoundError},
    http::{Call, Data, List, Reply, file, operations},
    openapi::FileBytes,
    requests::ModeName,
    routes::paging,
};
use access::Scope;
use actix_web::web;
use api_http::error::ParameterFault;
use peppol_connector::{
    documents::{AttachedContent, AttachedFile},
    identifiers::{Network, ReceivedId},
    inbox::{ReceivedFilter, ReceivedRecord},
    ports::InboxStore,
};
use runtime::wiring::App;
use serde::Serialize;
use time::OffsetDateTime;
use use_cases::{
    Context,
    receiving::{
        document_files::{received_receipt, received_vat_home},
        documents::{Documented, acknowledge, fs_report, received_document},
        responses::responses_to,
    },
    sending::flight::{owed_status, status_flight},
};
use utoipa::ToSchema;
use uuid::Uuid;

operations![
    list_received,
    get_received,
    acknowledge_received,
    received_evidence,
    received_xml,
    received_attachments,
    received_attachment
];

/// A document that came over the network. What it does not say is null.
#[derive(Serialize, ToSchema)]
pub struct ReceivedView {
    pub id: Uuid,
    /// test or live
    #[schema(value_type = ModeName)]
    pub mode: Network,
    pub sender_participant_id: String,
    pub sender_name: Option<String>,
    pub receiver_participant_id: String,
    /// The document type identifier.
    pub document_type: String,
    pub process: String,
    /// BT-1
    pub document_number: Option<String>,
    /// BT-3
    pub type_code: Option<String>,
    #[schema(format = Date)]
    pub issue_date: Option<String>,
    #[schema(format = Date)]
    pub due_date: Option<String>,
    /// The total with VAT (BT-112).
    pub total: Option<String>,
    /// The amount due for payment (BT-115).
    pub amount_due: Option<String>,
    /// VAT in the accounting currency (BT-111), where the document has another; null in lists.
    pub vat_home: Option<String>,
    pub currency: Option<String>,
    pub message_id: Uuid,
    pub transaction_id: String,
    /// Bytes of the XML.
    pub size: u64,
    #[serde(with = "time::serde::rfc3339")]
    pub received_at: OffsetDateTime,
    pub acknowledged: bool,
    #[serde(with = "time::serde::rfc3339::option")]
    pub acknowledged_at: Option<OffsetDateTime>,
    /// The report to the tax authority; null until there is one, and in lists.
    pub fs_report: Option<FsReportBody>,
    /// The status that its sender is sent; null in lists, and of what did not come from another access point.
    pub status: Option<OwedStatusView>,
    /// What was answered to it, the first first; null in lists.
    pub responses: Option<Vec<SentResponseView>>,
}

impl From<ReceivedRecord> for ReceivedView {
    fn from(record: ReceivedRecord) -> Self {
        Self {
            id: record.id.0,
            mode: record.network,
            sender_participant_id: record.sender.to_string(),
            sender_name: record.sender_name,
            receiver_participant_id: record.receiver.to_string(),
            document_type: record.document_type.to_string(),
            process: record.process.to_string(),
            document_number: record.number,
            type_code: record.type_code,
            issue_date: record.issue_date.map(|date| date.to_string()),
            due_date: record.due_date.map(|date| date.to_string()),
            total: record.total.map(amount),
            amount_due: record.payable.map(amount),
            vat_home: None,
            currency: record.currency,
            message_id: record.message_id.0,
            transaction_id: record.transaction_id,
            size: record.size,
            received_at: record.received_at,
            acknowledged: record.acknowledged_at.is_some(),
            acknowledged_at: record.acknowledged_at,
            fs_report: None,
            status: None,
            responses: None,
        }
    }
}

/// A page of received documents, the newest first.
pub type ReceivedList = List<ReceivedView>;

/// Documents that came over the network of the key.
#[utoipa::path(
    get, path = "/v1/agent/peppol/received", tag = "peppol", operation_id = "listReceived",
    params(
        paging::Pages,
        ("acknowledged" = Option<bool>, Query, description = "false: those not taken over yet"),
        ("sender" = Option<String>, Query, description = "Participant id of the sender"),
        ("number" = Option<String>, Query, description = "The exact document number"),
        ("from" = Option<String>, Query, description = "Received at or after: a date in Europe/Bratislava, or an RFC 3339 time"),
        ("to" = Option<String>, Query, description = "Received at or before: a date, meant to its end, or an RFC 3339 time"),
    ),
    responses((status = 200, description = "A page", body = ReceivedList)),
)]
async fn list_received(call: Call) -> Reply {
    let context = call.context(Scope::InvoiceRead)?;
    let (mut query, after, limit) = call.page_query()?;
    let filter = ReceivedFilter {
        network: Some(context.network()),
        acknowledged: query.boolean("acknowledged"),
        sender: query.parse("sender", ParameterFault::NotAParticipant),
        receiver: None,
        number: query.text("number"),
        from: query.instant("from"),
        to: query.until("to"),
        oldest_first: false,
    };
    query.finish()?;
    let page = call.store.received(context.organization, &filter, after, limit).await?;
    call.ok(List::taking(page, ReceivedView::from))
}

/// One received document.
#[utoipa::path(
    get, path = "/v1/agent/peppol/received/{id}", tag = "peppol", operation_id = "getReceived",
    params(("id" = String, Path, description = "The received document's id")),
    responses(
        (status = 200, description = "The document", body = inline(Data<ReceivedView>)),
        NotFoundError,
    ),
)]
async fn get_received(call: Call) -> Reply {
    let context = call.context(Scope::InvoiceRead)?;
    let id = ReceivedId(call.id("id", "received document")?);
    let record = received_document(&context, id).await?;
    call.data(whole(&context, record).await?)
}

/// With the outcome.
async fn whole(
    context: &Context<'_, App>,
    record: ReceivedRecord,
) -> Result<ReceivedView, ApiError> {
    let id = record.id;
    let fs_report = fs_report(context, Documented::Received(id)).await?.map(FsReportBody::of);
    let status = match owed_status(context, id).await? {
        Some(owed) => {
            let flight = status_flight(context, id, &owed).await?;
            Some(OwedStatusView::of(owed, flight))
        }
        None => None,
    };
    let responses = responses_to(context, id).await?;
    let responses = Some(responses.iter().map(SentResponseView::from).collect());
    let vat_home = received_vat_home(context, id).await?.map(amount);
    Ok(ReceivedView { vat_home, fs_report, status, responses, ..ReceivedView::from(record) })
}

/// Says that a received document was taken over. A second time changes nothing.
#[utoipa::path(
    post, path = "/v1/agent/peppol/received/{id}/acknowledge", tag = "peppol",
    operation_id = "acknowledgeReceived",
    params(("id" = String, Path, description = "The received document's id")),
    responses(
        (status = 200, description = "The document, acknowledged", body = inline(Data<ReceivedView>)),
        NotFoundError,
    ),
)]
async fn acknowledge_received(call: Call) -> Reply {
    let context = call.context(Scope::ReceiptUpdate)?;
    let id = ReceivedId(call.id("id", "received document")?);
    let record = acknowledge(&context, id).await?;
    call.data(whole(&context, record).await?)
}

/// The receipt that was given for a document, or with `status=true` the one that came back for the status that its
/// sender was sent (Message Level Status), or with `flight=true` how that status travelled: attempts, what they asked,
/// hashes.
#[utoipa::path(
    get, path = "/v1/agent/peppol/received/{id}/evidence", tag = "peppol",
    operation_id = "receivedEvidence",
    params(
        ("id" = String, Path, description = "The received document's id"),
        ("status" = Option<bool>, Query, description = "The receipt for the status instead"),
        ("flight" = Option<bool>, Query, description = "The flight record of the status instead, as JSON"),
    ),
    responses(
        (status = 200, description = "The receipt, or the flight record", content(
            (FileBytes = "application/xml"), (inline(Data<FlightView>) = "application/json"),
        )),
        NotFoundError,
    ),
)]
async fn received_evidence(call: Call) -> Reply {
    let context = call.context(Scope::InvoiceDownload)?;
    let id = ReceivedId(call.id("id", "received document")?);
    let mut query = call.query()?;
    let of_status = query.boolean("status").unwrap_or(false);
    let whole = query.boolean("flight").unwrap_or(false);
    query.finish()?;
    if whole || of_status {
        let owed = owed_status(&context, id).await?.ok_or(ApiError::NotFound("status"))?;
        if whole {
            let flight = status_flight(&context, id, &owed).await?;
            return call.data(FlightView::from(flight.ok_or(ApiError::NotFound("status"))?));
        }
        let receipt = owed.receipt.ok_or(ApiError::NotFound("receipt"))?;
        return Ok(file(&format!("status-receipt-{id}.xml"), "application/xml").body(receipt));
    }
    let evidence = received_receipt(&context, id).await?;
    Ok(file(&format!("receipt-{id}.xml"), "application/xml").body(evidence))
}

/// A file that a received document brings with it (BG-24). What it does not say is null.
#[derive(Serialize, ToSchema)]
pub struct ReceivedAttachmentView<'a> {
    /// Its place in the document, from 1.
    pub number: usize,
    pub filename: &'a str,
    pub mime_code: &'a str,
    /// BT-122
    pub reference: Option<&'a str>,
    /// BT-123
    pub description: Option<&'a str>,
    /// Bytes; null of one that is elsewhere.
    pub size: Option<usize>,
    /// The URL of an external attachment (BT-124), which the service does not fetch.
    pub url: Option<&'a str>,
}

/// The files of a received document.
#[derive(Serialize, ToSchema)]
pub struct ReceivedAttachmentList<'a> {
    /// In the order of the document.
    pub data: Vec<ReceivedAttachmentView<'a>>,
}

fn attachment((place, file): (usize, &AttachedFile)) -> ReceivedAttachmentView<'_> {
    let (size, url) = match &file.content {
        AttachedContent::Embedded(bytes) => (Some(bytes.len()), None),
        AttachedContent::Elsewhere(url) => (None, Some(url.as_str())),
    };
    ReceivedAttachmentView {
        number: place + 1,
        filename: &file.filename,
        mime_code: &file.mime_code,
        reference: file.reference.as_deref(),
        description: file.description.as_deref(),
        size,
        url,
    }
}

/// The files of a received document, UBL or CII. Scope invoice:read.
#[utoipa::path(
    get, path = "/v1/agent/peppol/received/{id}/attachments", tag = "peppol",
    operation_id = "receivedAttachments",
    params(("id" = String, Path, description = "The received document's id")),
    responses(
        (status = 200, description = "All of them", body = ReceivedAttachmentList<'static>),
        NotFoundError,
    ),
)]
async fn received_attachments(call: Call) -> Reply {
    let context = call.context(Scope::InvoiceRead)?;
    let id = ReceivedId(call.id("id", "received document")?);
    let files = use_cases::receiving::document_files::received_attachments(&context, id).await?;
    call.ok(ReceivedAttachmentList { data: files.iter().enumerate().map(attachment).collect() })
}

/// A file of a received document. Scope invoice:download.
#[utoipa::path(
    get, path = "/v1/agent/peppol/received/{id}/attachments/{number}", tag = "peppol",
    operation_id = "receivedAttachment",
    params(
        ("id" = String, Path, description = "The received document's id"),
        ("number" = String, Path, description = "The file's place in the document, from 1"),
    ),
    responses(
        (status = 200, description = "The file, in its own media type", content(
            (FileBytes = "*/*"), (FileBytes = "application/octet-stream"),
        )),
        NotFoundError,
    ),
)]
async fn received_attachment(call: Call, path: web::Path<(String, String)>) -> Reply {
    let context = call.context(Scope::InvoiceDownload)?;
    let id = ReceivedId(call.id("id", "received document")?);
    let files = use_cases::receiving::document_files::received_attachments(&context, id).await?;
    let place = path.1.parse().ok().and_then(|number: usize| number.checked_sub(1));
    let found = place.and_then(|place| files.into_iter().nth(place));
    let missing = ApiError::NotFound("attachment");
    let Some(AttachedFile { filename, mime_code, content, .. }) = found else {
        return Err(missing);
    };
    let AttachedContent::Embedded(bytes) = content else { return Err(missing) };
    // what others made is not to be shown as a page of ours
    let mut response = file(&filename, &mime_code);
    Ok(response.insert_header(("X-Content-Type-Options", "nosniff")).body(bytes))
}

/// The document itself, byte for byte as it came.
#[utoipa::path(
    get, path = "/v1/agent/peppol/received/{id}/xml", tag = "peppol", operation_id = "receivedXml",
    params(("id" = String, Path, description = "The received document's id")),
    responses(
        (status = 200, description = "The document", body = FileBytes, content_type = "application/xml"),
        NotFoundError,
    ),
)]
async fn received_xml(call: Call) -> Reply {
    let context = call.context(Scope::InvoiceDownload)?;
    let id = ReceivedId(call.id("id", "received document")?);
    let (record, bytes) = use_cases::receiving::document_files::received_xml(&context, id).await?;
    let name = record.number.unwrap_or_else(|| id.to_string());
    Ok(file(&format!("{name}.xml"), "application/xml").body(bytes))
}
