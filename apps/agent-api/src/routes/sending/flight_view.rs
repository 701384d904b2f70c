//! How documents travelled, as answers show it.

use crate::requests::{AuditActionName, StatusStateName};
use data_encoding::HEXLOWER;
use peppol_connector::{
    audit::AuditAction,
    inbox::{OwedStatus, StatusState},
    submissions::{FlightAttempt, Hop},
};
use serde::Serialize;
use time::OffsetDateTime;
use use_cases::sending::flight::{Evidence, Flight};
use utoipa::ToSchema;
use uuid::Uuid;

/// How a document travelled, or the status about it.
#[derive(Serialize, ToSchema)]
pub struct FlightView {
    /// SHA-256 of the document without its envelope, in hexadecimal digits.
    pub sha256: String,
    /// Its bytes.
    pub size: usize,
    /// The attempts to hand it over, the first first.
    pub attempts: Vec<AttemptView>,
    /// What came back, the first first.
    pub evidence: Vec<EvidenceView>,
}

/// An attempt to hand a document over.
#[derive(Serialize, ToSchema)]
pub struct AttemptView {
    #[serde(with = "time::serde::rfc3339")]
    pub began_at: OffsetDateTime,
    /// Null while it is under way, or when its worker vanished.
    #[serde(with = "time::serde::rfc3339::option")]
    pub ended_at: Option<OffsetDateTime>,
    /// How long it took.
    pub milliseconds: Option<u64>,
    /// sent, attempt_failed, failed or parked.
    #[schema(value_type = Option<AuditActionName>)]
    pub outcome: Option<AuditAction>,
    /// Why it failed.
    pub error: Option<String>,
    /// What it asked, in order: the look-ups, the certificate, the message. Empty in the sandbox, which sends no requests.
    pub hops: Vec<HopView>,
}

/// A question of an attempt and its answer.
#[derive(Serialize, ToSchema)]
pub struct HopView {
    /// dns, service-group, service-metadata, redirect, revocation, certificate or message.
    pub step: &'static str,
    /// A name of the DNS, a URL, or the subject of a certificate.
    pub asked: String,
    /// The outcome.
    pub answer: String,
    /// Whether the answer was remembered from before. Of the DNS it is not known: never.
    pub cached: bool,
    /// How long it took.
    pub milliseconds: u64,
}

/// What the receiving side gave.
#[derive(Serialize, ToSchema)]
pub struct EvidenceView {
    /// A receipt of the receiving access point, or a status of it.
    pub kind: EvidenceKind,
    /// SHA-256, in hexadecimal digits.
    pub sha256: String,
    /// Seat id of the access point that signed it.
    pub signer: Option<String>,
    /// Of a status: AP delivered, AB accepted, RE rejected.
    pub response: Option<&'static str>,
}

/// What a piece of evidence is.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EvidenceKind {
    Receipt,
    /// A Message Level Status.
    Status,
}

/// The status that the sender of a received document is sent (Message Level Status).
#[derive(Serialize, ToSchema)]
pub struct OwedStatusView {
    /// waiting, sent, failed or not_owed.
    #[schema(value_type = StatusStateName)]
    pub state: StatusState,
    /// AP delivered, AB accepted, RE rejected; null until it is decided, and where nothing is owed.
    pub response: Option<String>,
    /// The service provider that it is sent to.
    pub to: Option<String>,
    /// Of the status itself.
    pub message_id: Uuid,
    pub attempts: u16,
    /// Why the last attempt failed.
    pub error: Option<String>,
    /// When it is due: 20 minutes after the document.
    #[serde(with = "time::serde::rfc3339")]
    pub due_at: OffsetDateTime,
    /// When it was sent, given up, or found not to be owed.
    #[serde(with = "time::serde::rfc3339::option")]
    pub ended_at: Option<OffsetDateTime>,
    /// How it travelled; null until it is decided.
    pub flight: Option<FlightView>,
}

impl From<Flight> for FlightView {
    fn from(flight: Flight) -> Self {
        Self {
            sha256: HEXLOWER.encode(&flight.sha256),
            size: flight.size,
            attempts: flight.attempts.into_iter().map(AttemptView::from).collect(),
            evidence: flight.evidence.into_iter().map(EvidenceView::from).collect(),
        }
    }
}

impl From<FlightAttempt> for AttemptView {
    fn from(attempt: FlightAttempt) -> Self {
        let FlightAttempt { began_at, ended_at, outcome, error, hops } = attempt;
        let took = ended_at.map(|ended| (ended - began_at).whole_milliseconds());
        let milliseconds = took.and_then(|took| u64::try_from(took).ok());
        let hops = hops.into_iter().map(HopView::from).collect();
        Self { began_at, ended_at, milliseconds, outcome, error, hops }
    }
}

impl From<Hop> for HopView {
    fn from(hop: Hop) -> Self {
        let Hop { step, asked, answer, cached, took } = hop;
        let milliseconds = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
        Self { step: step.name(), asked, answer, cached, milliseconds }
    }
}

impl From<Evidence> for EvidenceView {
    fn from(evidence: Evidence) -> Self {
        let response = evidence.status.map(|status| status.response.code());
        Self {
            kind: if response.is_some() { EvidenceKind::Status } else { EvidenceKind::Receipt },
            sha256: HEXLOWER.encode(&evidence.sha256),
            signer: evidence.signer,
            response,
        }
    }
}

impl OwedStatusView {
    pub fn of(owed: OwedStatus, flight: Option<Flight>) -> Self {
        let (response, to) =
            owed.outgoing.map(|status| (status.response, status.to.to_string())).unzip();
        Self {
            state: owed.state,
            response,
            to,
            message_id: owed.message_id.0,
            attempts: owed.attempts,
            error: owed.error,
            due_at: owed.due_at,
            ended_at: owed.ended_at,
            flight: flight.map(FlightView::from),
        }
    }
}
