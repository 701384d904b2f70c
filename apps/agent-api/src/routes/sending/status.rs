use super::{
    flight_view::FlightView,
    fs_report_view::FsReportBody,
    view::{DocumentList, DocumentView, amount},
};
use crate::routes::receiving::response_view::ReceivedResponseView;
use crate::{
    error::{ApiError, NotFoundError},
    http::{Call, Data, List, Reply, file, operations},
    openapi::FileBytes,
    requests::DocumentStateName,
    routes::paging,
};
use access::Scope;
use invoice_responses::ResponsesOf;
use invoicing::{
    AnyInvoice, InvoiceId,
    recording::{AnyDocument, InvoiceContent},
};
use peppol_connector::{
    identifiers::SubmissionId,
    ports::SubmissionLists,
    submissions::{State, SubmissionFilter},
};
use serde::Serialize;
use use_cases::{
    receiving::{
        document_files::sent_xml, documents::sent_document, responses::received_responses,
    },
    sending::{
        flight::{EvidenceKind, evidence, flight},
        invoice_sends::invoice_sends,
    },
};
use utoipa::ToSchema;
use uuid::Uuid;

operations![invoice_status, list_documents, get_document, document_xml, document_evidence];

/// How an invoice has travelled.
#[derive(Serialize, ToSchema)]
pub struct StatusView {
    /// The invoice.
    pub invoice_id: Uuid,
    /// Its number.
    pub invoice_number: String,
    /// Whether it was issued here; else it is the record of a document that was sent in.
    pub native: bool,
    /// The state of its newest document; null when it was never sent.
    #[schema(value_type = Option<DocumentStateName>)]
    pub state: Option<State>,
    /// The report to the tax authority; null until there is one.
    pub fs_report: Option<FsReportBody>,
    /// What the buyer answered (Invoice Responses), the first first.
    pub responses: Vec<ReceivedResponseView>,
    /// Its documents, the newest first, which has its flight record.
    pub documents: Vec<DocumentView>,
    /// What a recorded invoice's document says.
    pub recorded: Option<RecordedView>,
}

/// A document of another system, recorded as an invoice.
#[derive(Serialize, ToSchema)]
pub struct RecordedView {
    pub variable_symbol: Option<String>,
    pub type_code: Option<String>,
    #[schema(format = Date)]
    pub issue_date: Option<String>,
    #[schema(format = Date)]
    pub due_date: Option<String>,
    pub currency: Option<String>,
    /// The amount due for payment (BT-115).
    pub payable: Option<String>,
    /// The other party.
    pub counterparty: Option<String>,
}

impl RecordedView {
    fn of(invoice: &AnyInvoice) -> Option<Self> {
        let AnyDocument::Recorded(document) = &invoice.document else { return None };
        let header = document.header();
        Some(Self {
            variable_symbol: document.variable_symbol.clone(),
            type_code: document.type_code.clone(),
            issue_date: Some(document.issue_date.to_string()),
            due_date: document.due_date.map(|date| date.to_string()),
            currency: Some(document.currency.to_string()),
            payable: Some(amount(invoice.outstanding())),
            counterparty: Some(header.customer().to_owned()),
        })
    }
}

/// The state of an invoice on the network of the key, issued here or recorded.
#[utoipa::path(
    get, path = "/v1/agent/peppol/status/{invoiceId}", tag = "peppol",
    operation_id = "invoiceStatus",
    params(("invoiceId" = String, Path, description = "An invoice issued here, or invoice_id of a connector send")),
    responses(
        (status = 200, description = "Where it is", body = inline(Data<StatusView>)),
        NotFoundError,
    ),
)]
async fn invoice_status(call: Call) -> Reply {
    let context = call.context(Scope::InvoiceRead)?;
    let id = InvoiceId(call.id("invoiceId", "invoice")?);
    let found = invoice_sends(&context, id).await?;
    let recorded = RecordedView::of(&found.invoice);
    let mut documents: Vec<_> = found.sends.into_iter().map(DocumentView::from).collect();
    if let Some(document) = documents.first_mut() {
        document.flight = found.newest.map(Into::into);
    }
    let data = StatusView {
        invoice_id: id.0,
        invoice_number: found.invoice.document.header().number.to_owned(),
        native: recorded.is_none(),
        state: documents.first().map(|document| document.state),
        fs_report: found.report.map(FsReportBody::of),
        responses: found.responses.into_iter().map(ReceivedResponseView::from).collect(),
        documents,
        recorded,
    };
    call.data(data)
}

/// Documents that were sent over the network of the key or are about to be, the newest first, page by
/// page.
#[utoipa::path(
    get, path = "/v1/agent/peppol/documents", tag = "peppol", operation_id = "listDocuments",
    params(
        paging::Pages,
        ("state" = Option<DocumentStateName>, Query, description = "In this state only"),
        ("held" = Option<bool>, Query, description = "Held by the send settings, or not"),
        ("invoice_id" = Option<Uuid>, Query, description = "Of this invoice"),
        ("number" = Option<String>, Query, description = "The exact number"),
    ),
    responses((status = 200, description = "A page", body = DocumentList)),
)]
async fn list_documents(call: Call) -> Reply {
    let context = call.context(Scope::InvoiceRead)?;
    let (mut query, after, limit) = call.page_query()?;
    let filter = SubmissionFilter {
        network: Some(context.network()),
        states: query.one_of("state", &State::SHOWN, State::word).into_iter().collect(),
        held: query.boolean("held"),
        invoice: query.id("invoice_id").map(InvoiceId),
        number: query.text("number"),
    };
    query.finish()?;
    let page = call.store.submissions(context.organization, &filter, after, limit).await?;
    call.ok(List::taking(page, DocumentView::from))
}

/// One document on its way.
#[utoipa::path(
    get, path = "/v1/agent/peppol/documents/{documentId}", tag = "peppol",
    operation_id = "getDocument",
    params(("documentId" = String, Path, description = "document_id of a send")),
    responses(
        (status = 200, description = "The document", body = inline(Data<DocumentView>)),
        NotFoundError,
    ),
)]
async fn get_document(call: Call) -> Reply {
    let context = call.context(Scope::InvoiceRead)?;
    let id = SubmissionId(call.id("documentId", "document")?);
    let record = sent_document(&context, id).await?;
    let flight = flight(&context, &record).await?;
    let responses = received_responses(&context, ResponsesOf::Document(id)).await?;
    let responses = Some(responses.into_iter().map(ReceivedResponseView::from).collect());
    let flight = Some(flight.into());
    let data = DocumentView { flight, responses, ..DocumentView::from(record) };
    call.data(data)
}

/// The bytes that were handed to the network, or with `original=true` those that were sent in.
#[utoipa::path(
    get, path = "/v1/agent/peppol/documents/{documentId}/xml", tag = "peppol",
    operation_id = "documentXml",
    params(
        ("documentId" = String, Path, description = "document_id of a send"),
        ("original" = Option<bool>, Query, description = "As it came in, before any repair"),
    ),
    responses(
        (status = 200, description = "The document", body = FileBytes, content_type = "application/xml"),
        NotFoundError,
    ),
)]
async fn document_xml(call: Call) -> Reply {
    let context = call.context(Scope::InvoiceDownload)?;
    let id = SubmissionId(call.id("documentId", "document")?);
    let mut query = call.query()?;
    let original = query.boolean("original").unwrap_or(false);
    query.finish()?;
    let (record, bytes) = sent_xml(&context, id).await?;
    let bytes = if original { bytes.original } else { bytes.sent };
    let name = format!("{}.xml", record.submission.number);
    Ok(file(&name, "application/xml").body(bytes.to_vec()))
}

/// The network's receipt for a document, or with `status=true` what the receiving side said of it afterwards (Message
/// Level Status), or with `flight=true` the whole flight record: attempts, what they asked, hashes.
#[utoipa::path(
    get, path = "/v1/agent/peppol/documents/{documentId}/evidence", tag = "peppol",
    operation_id = "documentEvidence",
    params(
        ("documentId" = String, Path, description = "document_id of a send"),
        ("status" = Option<bool>, Query, description = "The status instead of the receipt"),
        ("flight" = Option<bool>, Query, description = "The flight record instead, as JSON"),
    ),
    responses(
        (status = 200, description = "The receipt, the status, or the flight record", content(
            (FileBytes = "application/xml"), (inline(Data<FlightView>) = "application/json"),
        )),
        NotFoundError,
    ),
)]
async fn document_evidence(call: Call) -> Reply {
    let context = call.context(Scope::InvoiceDownload)?;
    let id = SubmissionId(call.id("documentId", "document")?);
    let mut query = call.query()?;
    let status = query.boolean("status").unwrap_or(false);
    let whole = query.boolean("flight").unwrap_or(false);
    query.finish()?;
    let record = sent_document(&context, id).await?;
    if whole {
        return call.data(FlightView::from(flight(&context, &record).await?));
    }
    let (kind, name) = match status {
        true => (EvidenceKind::Status, "status"),
        false => (EvidenceKind::Receipt, "receipt"),
    };
    let kept = evidence(&context, id, kind).await?.ok_or(ApiError::NotFound(name))?;
    Ok(file(&format!("{name}-{id}.xml"), "application/xml").body(kept))
}
