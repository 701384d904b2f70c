//! Answers of the Peppol operations that `peppol_connector` writes, as the OpenAPI document shows
//! them.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// Where a document stands.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum DocumentStateName {
    Queued,
    Sending,
    Sent,
    Delivered,
    Failed,
}

/// Of which network.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ModeName {
    Test,
    Live,
}

/// The report of a document to the tax authority.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FsReportBody {
    pub state: ReportStateName,
    /// Why it was rejected or failed; empty otherwise
    pub issues: Vec<ReportIssueBody>,
    /// When the authority decided; null until then
    #[schema(format = DateTime)]
    pub decided_at: Option<String>,
    /// Until when the authority must have it
    #[schema(format = DateTime)]
    pub due_at: String,
    /// Whether it deletes what an earlier report said: the invoice was cancelled
    pub deletes: bool,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReportStateName {
    /// On its way
    Queued,
    /// It was given up: the authority does not have it, and an operator has to look at it
    Failed,
    /// The authority's access point has it
    Sent,
    Accepted,
    Rejected,
}

#[derive(Serialize, ToSchema)]
pub struct ReportIssueBody {
    /// The authority's code, or the rule that the tax data break
    pub code: Option<String>,
    /// What is wrong
    pub message: String,
}

/// How far a status is.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StatusStateName {
    Waiting,
    Sent,
    Failed,
    NotOwed,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeverityName {
    Error,
    Warning,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LedgerKindName {
    TopUp,
    /// A seat that the plan does not include was paid for; `key` names month and number.
    Seat,
    Reserve,
    Capture,
    Release,
}

#[derive(Serialize, ToSchema)]
pub struct SendData {
    pub data: SendAnswerBody,
}

/// What became of a document.
#[derive(Serialize, ToSchema)]
pub struct SendAnswerBody {
    pub status: SendStatusName,
    /// Only when rejected
    pub reason: Option<RejectReasonName>,
    /// For people; only for the reason ingest
    pub error: Option<String>,
    pub invoice_id: Option<Uuid>,
    pub document_id: Option<Uuid>,
    pub job_id: Option<Uuid>,
    /// Only when staged
    #[schema(required = false)]
    pub staged_id: Uuid,
    /// null when the validator was unavailable
    pub send_ready: Option<bool>,
    pub validator_unavailable: bool,
    pub validation: ValidationBody,
    pub repair: Vec<FindingBody>,
    /// Only when autoRepair was set and the document was sent
    #[schema(required = false)]
    pub repair_applied: Vec<ChangeBody>,
    pub recipient: Option<RecipientBody>,
    /// In a preflight: why a send would be rejected now
    #[schema(required = false)]
    pub would_be_rejected: Option<RejectReasonName>,
    /// In a preflight: the detail of ingest
    #[schema(required = false)]
    pub rejection_error: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SendStatusName {
    Queued,
    Rejected,
    Validated,
    Staged,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RejectReasonName {
    Validation,
    NeedsRepair,
    Credit,
    PrepaymentOverdue,
    ValidatorUnavailable,
    Ingest,
}

#[derive(Serialize, ToSchema)]
pub struct ValidationBody {
    pub ran: bool,
    pub valid: bool,
    pub error_count: u32,
    pub warning_count: u32,
}

/// A finding, or a suggested fix.
#[derive(Serialize, ToSchema)]
pub struct FindingBody {
    /// Where: a path in the document
    pub field: String,
    /// The rule, for example BR-CO-15, or the kind of repair
    pub code: String,
    pub message: String,
    pub severity: SeverityName,
}

/// A change that was made.
#[derive(Serialize, ToSchema)]
pub struct ChangeBody {
    pub field: String,
    /// In words
    pub change: String,
    pub before: Option<String>,
    pub after: String,
}

#[derive(Serialize, ToSchema)]
pub struct RecipientData {
    pub data: RecipientBody,
}

/// Whether a participant is registered.
#[derive(Serialize, ToSchema)]
pub struct RecipientBody {
    pub peppol_id: String,
    pub found: bool,
    #[schema(required = false, example = "active")]
    pub sml_state: String,
    #[schema(required = false, example = "published")]
    pub pd_state: String,
    /// When true, found is uncertain
    #[schema(required = false)]
    pub lookup_unavailable: bool,
}

#[derive(Serialize, ToSchema)]
pub struct DispatchData {
    pub data: DispatchAnswerBody,
}

/// What became of a staged document.
#[derive(Serialize, ToSchema)]
pub struct DispatchAnswerBody {
    pub status: SendStatusName,
    pub reason: Option<RejectReasonName>,
    pub error: Option<String>,
    pub invoice_id: Option<Uuid>,
    pub document_id: Option<Uuid>,
    pub job_id: Option<Uuid>,
}

/// A line of the credit ledger.
#[derive(Serialize, ToSchema)]
pub struct LedgerLineBody {
    pub id: Uuid,
    #[schema(format = DateTime)]
    pub at: String,
    pub kind: LedgerKindName,
    pub amount: u64,
    pub document_id: Option<Uuid>,
    pub key: Option<String>,
}
