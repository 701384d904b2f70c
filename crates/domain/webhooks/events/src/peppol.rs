use money::Decimal;
use persistence::{
    Tier,
    ids::{InvoiceId, ReceivedId, SubmissionId},
};
use serde::{Deserialize, Serialize};
use time::{Date, OffsetDateTime};

/// The data of `peppol.document.sent` and `.delivered` (specification, Payload).
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TransportData {
    pub invoice_id: InvoiceId,
    pub invoice_number: String,
    pub document_type: String,
    /// `live`, or `test` in the sandbox.
    pub mode: Tier,
    /// The transport's state, for example `DELIVERED`.
    pub state: String,
    /// The id of the AS4 message.
    pub message_id: String,
    /// The receiving side's id of the exchange; null when its receipt names none.
    pub transaction_id: Option<String>,
}

/// The data of `peppol.document.failed` (specification, Payload).
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FailureData {
    pub invoice_id: InvoiceId,
    pub invoice_number: String,
    pub document_type: String,
    pub error: String,
    /// Present for test sends only.
    #[serde(skip_serializing_if = "is_live")]
    pub mode: Tier,
}

// serde passes a reference
pub(crate) const fn is_live(tier: &Tier) -> bool {
    matches!(tier, Tier::Live)
}

/// The data of `peppol.document.received` (specification, Payload). Values that the document does not have are null.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReceivedData {
    pub sender_name: Option<String>,
    pub sender_participant_id: String,
    pub document_number: Option<String>,
    pub document_type: String,
    /// The total with VAT (BT-112).
    pub total: Option<Decimal>,
    /// The amount due (BT-115); not in the specification.
    pub amount_due: Option<Decimal>,
    /// The currency (ISO 4217) of the document, which need not be one of those that we issue in.
    pub currency: Option<String>,
    /// Present in the sandbox only.
    #[serde(skip_serializing_if = "is_live")]
    pub mode: Tier,
}

/// The data of `peppol.document.fs_report_accepted` and `_rejected` (specification, Payload).
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReportData {
    /// The fields `direction`, and `invoiceId` or `receivedDocumentId`.
    #[serde(flatten)]
    pub document: ReportedDocument,
    /// The id under which the document was reported.
    pub original_document_id: String,
    /// The report's state.
    pub state: String,
    /// Why it was rejected; empty when accepted.
    pub issues: Vec<ReportIssue>,
    /// The time of the tax authority's decision.
    #[serde(with = "time::serde::rfc3339")]
    pub decided_at: OffsetDateTime,
    /// Present only for reports that delete an earlier one.
    #[serde(skip_serializing_if = "is_false")]
    pub deletes: bool,
    /// Present in the sandbox only.
    #[serde(skip_serializing_if = "is_live")]
    pub mode: Tier,
}

// serde passes a reference
const fn is_false(said: &bool) -> bool {
    !*said
}

/// The data of `peppol.document.response_received`; not in the specification.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ResponseData {
    /// The received document that the response is.
    pub response_id: ReceivedId,
    /// The send that the response refers to.
    pub document_id: SubmissionId,
    pub invoice_id: InvoiceId,
    pub invoice_number: String,
    /// The status that the buyer gives the document, for example `accepted`.
    pub response: String,
    /// The reasons and the requested actions.
    pub reasons: Vec<ResponseReason>,
    pub note: Option<String>,
    /// The day from which the status applies, if the response has one.
    pub effective_date: Option<Date>,
    pub sender_participant_id: String,
    /// Present in the sandbox only.
    #[serde(skip_serializing_if = "is_live")]
    pub mode: Tier,
}

/// A reason of the buyer, or an action that it requests.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ResponseReason {
    /// A code from the list OPStatusReason or OPStatusAction.
    pub code: Option<String>,
    /// The buyer's words.
    pub message: Option<String>,
}

/// The document that a report refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "direction", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum ReportedDocument {
    /// A document that the organization sent.
    Sent {
        /// The invoice.
        invoice_id: InvoiceId,
    },
    /// A document that it received.
    Received {
        /// The received document.
        received_document_id: ReceivedId,
    },
}

/// One reason why a report was rejected or cannot be made. The specification shows no fields: these are ours.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportIssue {
    /// The authority's code, or the rule that the tax data break; null if there is none.
    pub code: Option<String>,
    /// The text of the error.
    pub message: String,
    /// The official rules that the code stands for, in the release that was used; absent for codes of the authority.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
}
