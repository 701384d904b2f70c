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
    /// The AS4 message.
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
    /// Said of test sends only.
    #[serde(skip_serializing_if = "is_live")]
    pub mode: Tier,
}

// by reference: serde's signature
pub(crate) const fn is_live(tier: &Tier) -> bool {
    matches!(tier, Tier::Live)
}

/// The data of `peppol.document.received` (specification, Payload). What the document does not
/// say is null.
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
    /// ISO 4217, as the document says: any currency, not only those of our own invoices.
    pub currency: Option<String>,
    /// Said of the sandbox only.
    #[serde(skip_serializing_if = "is_live")]
    pub mode: Tier,
}

/// The data of `peppol.document.fs_report_accepted` and `_rejected` (specification, Payload).
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReportData {
    /// `direction`, with `invoiceId` or `receivedDocumentId`.
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
    /// Said of reports alone that delete an earlier one.
    #[serde(skip_serializing_if = "is_false")]
    pub deletes: bool,
    /// Said of the sandbox only.
    #[serde(skip_serializing_if = "is_live")]
    pub mode: Tier,
}

// serde hands out a reference
const fn is_false(said: &bool) -> bool {
    !*said
}

/// The data of `peppol.document.response_received`; not in the specification.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ResponseData {
    /// The received document that the response is.
    pub response_id: ReceivedId,
    /// The send that it answers.
    pub document_id: SubmissionId,
    pub invoice_id: InvoiceId,
    pub invoice_number: String,
    /// The status that the buyer gives the document, for example `accepted`.
    pub response: String,
    /// Why, and what is asked for.
    pub reasons: Vec<ResponseReason>,
    pub note: Option<String>,
    /// The day from which the status applies, if the response has one.
    pub effective_date: Option<Date>,
    pub sender_participant_id: String,
    /// Said of the sandbox only.
    #[serde(skip_serializing_if = "is_live")]
    pub mode: Tier,
}

/// A reason of a buyer, or what it asks for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ResponseReason {
    /// A code of the lists OPStatusReason and OPStatusAction.
    pub code: Option<String>,
    /// The buyer's words.
    pub message: Option<String>,
}

/// Which document a report is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "direction", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum ReportedDocument {
    /// One that the organization sent.
    Sent {
        /// The invoice.
        invoice_id: InvoiceId,
    },
    /// One that it received.
    Received {
        /// The received document.
        received_document_id: ReceivedId,
    },
}

/// One reason why a report was rejected or cannot be made. The specification shows no fields: these are ours.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportIssue {
    /// The authority's code, or the rule that the tax data break; null where there is none.
    pub code: Option<String>,
    /// The text of the fault.
    pub message: String,
    /// The official rules that the code is one of, in the release that was asked; absent for codes of the authority.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
}
