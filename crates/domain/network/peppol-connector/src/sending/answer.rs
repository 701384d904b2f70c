//! The answers of the connector, named as in the specification.

use crate::{
    documents::ValidationSummary,
    identifiers::{ParticipantId, StagedId, SubmissionId},
    ports::{DirectoryError, Registration},
    repair::{Change, Finding},
    sending::admission::Refusal,
    submissions::RejectReason,
};
use invoicing::InvoiceId;
use jobs::JobId;

persistence::named! {
    /// `status` of a connector answer.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum SendStatus {
        /// Credit reserved and queued.
        Queued = "queued",
        /// Rejected: it is not sent.
        Rejected = "rejected",
        /// `validateOnly`.
        Validated = "validated",
        /// `dispatch: later`.
        Staged = "staged",
    }
}

/// "Connector send response", inside `data`. Always a 200.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SendAnswer {
    /// What became of the document.
    pub status: SendStatus,
    /// The reason; only of a rejected document.
    pub reason: Option<RejectReason>,
    /// For people; only for the reason `ingest`.
    pub error: Option<String>,
    /// What both say, for who answers otherwise.
    pub refusal: Option<Refusal>,
    /// The recorded invoice; only of a document that was queued.
    pub invoice_id: Option<InvoiceId>,
    /// The submission; only of a document that was queued.
    pub document_id: Option<SubmissionId>,
    /// The job that sends it; only of a document that was queued.
    pub job_id: Option<JobId>,
    /// Only when staged.
    pub staged_id: Option<StagedId>,
    /// `null` when the validator was unavailable.
    pub send_ready: Option<bool>,
    /// Whether the validator was unavailable.
    pub validator_unavailable: bool,
    /// The verdict in numbers.
    pub validation: ValidationSummary,
    /// Findings and suggested fixes.
    pub repair: Vec<Finding>,
    /// The changes made; only when `autoRepair` was set and the document was sent or staged.
    pub repair_applied: Option<Vec<Change>>,
    /// The lookup, when `receiverPeppolId` was given.
    pub recipient: Option<RecipientLookup>,
}

/// "Dispatch response", inside `data`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DispatchAnswer {
    /// Queued or rejected.
    pub status: SendStatus,
    /// `credit`, `prepayment_overdue` or `ingest`.
    pub reason: Option<RejectReason>,
    /// For people; only for the reason `ingest`.
    pub error: Option<String>,
    /// The recorded invoice; only of a document that was queued.
    pub invoice_id: Option<InvoiceId>,
    /// The submission; only of a document that was queued.
    pub document_id: Option<SubmissionId>,
    /// The job that sends it; only of a document that was queued.
    pub job_id: Option<JobId>,
}

/// "Recipient lookup response", inside `data`, and `recipient` of a send. A missing participant is
/// found false; never blocks sending.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecipientLookup {
    /// As the caller wrote it.
    pub peppol_id: String,
    /// Whether the participant is registered; false and uncertain when the lookup failed.
    pub found: bool,
    /// State in the locator: `active`.
    pub sml_state: Option<String>,
    /// State in the directory: `published`.
    pub pd_state: Option<String>,
    /// True when the lookup failed.
    pub lookup_unavailable: Option<bool>,
}

impl RecipientLookup {
    /// The answer for what the directory said. What it cannot tell is never "not found" for certain.
    #[must_use]
    pub fn of(peppol_id: &str, result: &Result<Option<Registration>, DirectoryError>) -> Self {
        match result {
            Ok(Some(registration)) => Self::registered(peppol_id, *registration),
            Ok(None) | Err(DirectoryError::NotRegistered(_) | DirectoryError::NotReceiving(_)) => {
                Self::missing(peppol_id)
            }
            Err(DirectoryError::Unreachable(_) | DirectoryError::Untrusted(_)) => {
                Self::unavailable(peppol_id)
            }
        }
    }

    /// The answer when the directory could not be asked.
    #[must_use]
    pub fn unavailable(peppol_id: &str) -> Self {
        Self { lookup_unavailable: Some(true), ..Self::missing(peppol_id) }
    }

    /// The answer for a participant that is not registered, or an id that cannot be one.
    #[must_use]
    pub fn missing(peppol_id: &str) -> Self {
        Self {
            peppol_id: peppol_id.to_owned(),
            found: false,
            sml_state: None,
            pd_state: None,
            lookup_unavailable: None,
        }
    }

    /// The answer for a registered participant.
    #[must_use]
    pub fn registered(peppol_id: &str, registration: Registration) -> Self {
        Self {
            found: true,
            sml_state: Some("active".to_owned()),
            pd_state: registration.in_directory.then(|| "published".to_owned()),
            ..Self::missing(peppol_id)
        }
    }
}

/// Whom a text that a caller sent as a Peppol id names, for a lookup in a network.
#[must_use]
pub fn looked_up(peppol_id: &str, network: crate::identifiers::Network) -> Option<ParticipantId> {
    peppol_id.trim().parse::<ParticipantId>().ok().map(|id| id.looked_up_in(network))
}
