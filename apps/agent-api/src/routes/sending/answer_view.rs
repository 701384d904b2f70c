//! What the connector answers, named as in the specification.

use crate::requests::{RejectReasonName, SendStatusName, SeverityName};
use peppol_connector::{
    documents::{Upcoming, ValidationSummary},
    repair::{Change, Finding},
    sending::{DispatchAnswer, RecipientLookup, SendAnswer},
    submissions::RejectReason,
};
use serde::Serialize;
use time::Date;
use use_cases::sending::connector::Preflight;
use utoipa::ToSchema;
use uuid::Uuid;

#[derive(Serialize, ToSchema)]
pub struct SendData<'a> {
    pub data: SendAnswerBody<'a>,
}

/// The outcome of a document.
#[derive(Serialize, ToSchema)]
pub struct SendAnswerBody<'a> {
    #[schema(value_type = SendStatusName)]
    pub status: &'static str,
    /// Only when rejected
    #[schema(value_type = Option<RejectReasonName>)]
    pub reason: Option<&'static str>,
    /// For people; only for the reason ingest
    pub error: Option<&'a str>,
    pub invoice_id: Option<Uuid>,
    pub document_id: Option<Uuid>,
    pub job_id: Option<Uuid>,
    /// Only when staged
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, value_type = Uuid)]
    pub staged_id: Option<Uuid>,
    /// null when the validator was unavailable
    pub send_ready: Option<bool>,
    pub validator_unavailable: bool,
    pub validation: ValidationBody,
    pub repair: Vec<FindingBody<'a>>,
    /// Only when autoRepair was set and the document was sent
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, value_type = Vec<ChangeBody<'static>>)]
    pub repair_applied: Option<Vec<ChangeBody<'a>>>,
    pub recipient: Option<RecipientBody<'a>>,
    /// In a preflight: why a send would be rejected now
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, value_type = Option<RejectReasonName>)]
    pub would_be_rejected: Option<Option<&'static str>>,
    /// In a preflight: the detail of ingest
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, value_type = Option<String>)]
    pub rejection_error: Option<Option<&'a str>>,
    /// In a preflight: the rules that the document was judged by
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, value_type = String, example = "Peppol BIS Billing 3.0.21")]
    pub rules: Option<String>,
    /// In a preflight: only when the next release of the rules refuses a document that is valid now
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, value_type = UpcomingBody<'static>)]
    pub upcoming: Option<UpcomingBody<'a>>,
}

impl<'a> SendData<'a> {
    /// The answer of a send. `refusal` says the same as `reason` and `error`, for other interfaces.
    pub fn of(answer: &'a SendAnswer) -> Self {
        let SendAnswer {
            status,
            reason,
            error,
            refusal: _,
            invoice_id,
            document_id,
            job_id,
            staged_id,
            send_ready,
            validator_unavailable,
            validation,
            repair,
            repair_applied,
            recipient,
        } = answer;
        let applied = |all: &'a Vec<Change>| all.iter().map(ChangeBody::of).collect();
        let data = SendAnswerBody {
            status: status.name(),
            reason: reason.map(RejectReason::name),
            error: error.as_deref(),
            invoice_id: invoice_id.map(|id| id.0),
            document_id: document_id.map(|id| id.0),
            job_id: job_id.map(|id| id.0),
            staged_id: staged_id.map(|id| id.0),
            send_ready: *send_ready,
            validator_unavailable: *validator_unavailable,
            validation: ValidationBody::of(*validation),
            repair: repair.iter().map(FindingBody::of).collect(),
            repair_applied: repair_applied.as_ref().map(applied),
            recipient: recipient.as_ref().map(RecipientBody::of),
            would_be_rejected: None,
            rejection_error: None,
            rules: None,
            upcoming: None,
        };
        Self { data }
    }

    /// The answer of a preflight.
    pub fn of_preflight(preflight: &'a Preflight) -> Self {
        let Preflight { answer, would_be_rejected, rejection_error, rules, upcoming } = preflight;
        let data = SendAnswerBody {
            would_be_rejected: Some(would_be_rejected.map(RejectReason::name)),
            rejection_error: Some(rejection_error.as_deref()),
            rules: rules.map(|rules| rules.to_string()),
            upcoming: upcoming.as_ref().map(UpcomingBody::of),
            ..Self::of(answer).data
        };
        Self { data }
    }
}

/// What the next release of the official rules refuses in a document that is valid now.
#[derive(Serialize, ToSchema)]
pub struct UpcomingBody<'a> {
    /// That release
    #[schema(example = "Peppol BIS Billing 3.0.22")]
    pub rules: String,
    /// The first day on which receivers refuse by it
    #[serde(with = "service_day::iso_date")]
    #[schema(example = "2027-02-24")]
    pub in_force: Date,
    pub findings: Vec<FindingBody<'a>>,
}

impl<'a> UpcomingBody<'a> {
    /// What is shown of it: all.
    pub fn of(Upcoming { rules, in_force, findings }: &'a Upcoming) -> Self {
        let findings = findings.iter().map(FindingBody::of).collect();
        Self { rules: rules.to_string(), in_force: *in_force, findings }
    }
}

#[derive(Serialize, ToSchema)]
pub struct ValidationBody {
    pub ran: bool,
    pub valid: bool,
    #[schema(value_type = u32)]
    pub error_count: usize,
    #[schema(value_type = u32)]
    pub warning_count: usize,
}

impl ValidationBody {
    /// The verdict in numbers.
    pub const fn of(summary: ValidationSummary) -> Self {
        let ValidationSummary { ran, valid, error_count, warning_count } = summary;
        Self { ran, valid, error_count, warning_count }
    }
}

/// A finding, or a suggested fix.
#[derive(Serialize, ToSchema)]
pub struct FindingBody<'a> {
    /// Where: a path in the document
    pub field: &'a str,
    /// The rule, for example BR-CO-15, or the kind of repair
    pub code: &'a str,
    pub message: &'a str,
    #[schema(value_type = SeverityName)]
    pub severity: &'static str,
    /// The official rules that the code is one of, in the release that was asked; absent for codes of our own
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, value_type = String, example = "Peppol BIS Billing 3.0.21")]
    pub rules: Option<String>,
}

impl<'a> FindingBody<'a> {
    /// What is shown of it: all.
    pub fn of(Finding { field, code, message, severity, rules }: &'a Finding) -> Self {
        let rules = rules.map(|rules| rules.to_string());
        Self { field, code, message, severity: severity.name(), rules }
    }
}

/// A change that was made.
#[derive(Serialize, ToSchema)]
pub struct ChangeBody<'a> {
    pub field: String,
    /// In words
    pub change: String,
    pub before: Option<&'a str>,
    pub after: &'a str,
}

impl<'a> ChangeBody<'a> {
    fn of(change: &'a Change) -> Self {
        let (before, after) = (change.before.as_deref(), &*change.after);
        Self { field: change.field(), change: change.in_words(), before, after }
    }
}

/// Whether a participant is registered.
#[derive(Serialize, ToSchema)]
pub struct RecipientBody<'a> {
    pub peppol_id: &'a str,
    pub found: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, value_type = String, example = "active")]
    pub sml_state: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, value_type = String, example = "published")]
    pub pd_state: Option<&'a str>,
    /// When true, found is uncertain
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, value_type = bool)]
    pub lookup_unavailable: Option<bool>,
}

impl<'a> RecipientBody<'a> {
    /// What a lookup says.
    pub fn of(lookup: &'a RecipientLookup) -> Self {
        let RecipientLookup { peppol_id, found, sml_state, pd_state, lookup_unavailable } = lookup;
        Self {
            peppol_id,
            found: *found,
            sml_state: sml_state.as_deref(),
            pd_state: pd_state.as_deref(),
            lookup_unavailable: *lookup_unavailable,
        }
    }
}

#[derive(Serialize, ToSchema)]
pub struct RecipientData<'a> {
    pub data: RecipientBody<'a>,
}

#[derive(Serialize, ToSchema)]
pub struct DispatchData<'a> {
    pub data: DispatchAnswerBody<'a>,
}

/// The outcome of a staged document.
#[derive(Serialize, ToSchema)]
pub struct DispatchAnswerBody<'a> {
    #[schema(value_type = SendStatusName)]
    pub status: &'static str,
    #[schema(value_type = Option<RejectReasonName>)]
    pub reason: Option<&'static str>,
    pub error: Option<&'a str>,
    pub invoice_id: Option<Uuid>,
    pub document_id: Option<Uuid>,
    pub job_id: Option<Uuid>,
    /// Only when the rules of the day of the dispatch refuse the document: what they find
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub repair: Vec<FindingBody<'a>>,
}

impl<'a> DispatchAnswerBody<'a> {
    /// What is shown of it: all.
    pub fn of(answer: &'a DispatchAnswer) -> Self {
        let DispatchAnswer { status, reason, error, invoice_id, document_id, job_id, repair } =
            answer;
        Self {
            status: status.name(),
            reason: reason.map(RejectReason::name),
            error: error.as_deref(),
            invoice_id: invoice_id.map(|id| id.0),
            document_id: document_id.map(|id| id.0),
            job_id: job_id.map(|id| id.0),
            repair: repair.iter().map(FindingBody::of).collect(),
        }
    }
}
