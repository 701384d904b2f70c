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
        /// Queued, with the credit reserved.
        Queued = "queued",
        /// Rejected; it is not sent.
        Rejected = "rejected",
        /// Only validated (`validateOnly`).
        Validated = "validated",
        /// Staged (`dispatch: later`).
        Staged = "staged",
    }
}

/// "Connector send response", inside `data`. Always a 200.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SendAnswer {
    /// The result for the document.
    pub status: SendStatus,
    /// The reason; `None` unless rejected.
    pub reason: Option<RejectReason>,
    /// Text for people; `None` unless the reason is `ingest`.
    pub error: Option<String>,
    /// The typed refusal, for callers that build another answer.
    pub refusal: Option<Refusal>,
    /// The recorded invoice; `None` unless queued.
    pub invoice_id: Option<InvoiceId>,
    /// The submission; `None` unless queued.
    pub document_id: Option<SubmissionId>,
    /// The job that sends it; `None` unless queued.
    pub job_id: Option<JobId>,
    /// The staged document; `None` unless staged.
    pub staged_id: Option<StagedId>,
    /// Whether it may be sent; `null` when the validator was unavailable.
    pub send_ready: Option<bool>,
    /// Whether the validator was unavailable.
    pub validator_unavailable: bool,
    /// The validation in numbers.
    pub validation: ValidationSummary,
    /// Findings and suggested fixes.
    pub repair: Vec<Finding>,
    /// The changes made; `None` unless `autoRepair` was set and the document was sent or staged.
    pub repair_applied: Option<Vec<Change>>,
    /// The lookup of the recipient; `None` without `receiverPeppolId`.
    pub recipient: Option<RecipientLookup>,
}

/// "Dispatch response", inside `data`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DispatchAnswer {
    /// Queued or rejected.
    pub status: SendStatus,
    /// `credit`, `prepayment_overdue`, `ingest`, or what the rules of the day say: `validation`, `needs_repair`,
    /// `validator_unavailable`.
    pub reason: Option<RejectReason>,
    /// Text for people; `None` unless the reason is `ingest`.
    pub error: Option<String>,
    /// The recorded invoice; `None` unless queued.
    pub invoice_id: Option<InvoiceId>,
    /// The submission; `None` unless queued.
    pub document_id: Option<SubmissionId>,
    /// The job that sends it; `None` unless queued.
    pub job_id: Option<JobId>,
    /// What the rules of the day of the dispatch find; empty unless they refuse the document.
    pub repair: Vec<Finding>,
}

/// "Recipient lookup response", inside `data`, and `recipient` of a send. A participant that does not exist has
/// `found` false. A lookup never blocks sending.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecipientLookup {
    /// As the caller wrote it.
    pub peppol_id: String,
    /// Whether the participant is registered; also `false` when the lookup failed.
    pub found: bool,
    /// State in the locator (SML): `active`.
    pub sml_state: Option<String>,
    /// State in the Peppol Directory: `published`.
    pub pd_state: Option<String>,
    /// `true` when the lookup failed.
    pub lookup_unavailable: Option<bool>,
}

impl RecipientLookup {
    /// The answer for a directory result. A directory failure is reported as unavailable, not as "not found".
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

/// The participant to look up in a network for a caller's Peppol id; `None` when the text is no Peppol id.
#[must_use]
pub fn looked_up(peppol_id: &str, network: crate::identifiers::Network) -> Option<ParticipantId> {
    peppol_id.trim().parse::<ParticipantId>().ok().map(|id| id.looked_up_in(network))
}
