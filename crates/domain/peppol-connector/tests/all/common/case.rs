//! A send with everything in order, to be spoilt by the tests.

use super::{IDS, NOW, bytes, document, organization, right};
use peppol_connector::{
    Commit, DocumentBytes, DocumentFacts, Examined, OrganizationFacts, RejectReason, SendDecision,
    SendFacts, SendOptions, SendStatus, decide_send,
};
use time::OffsetDateTime;

/// Status, reason, `send_ready`, and whether anything is kept.
pub type Outcome = (SendStatus, Option<RejectReason>, Option<bool>, bool);

pub struct Case {
    pub options: SendOptions,
    pub examined: Examined,
    pub document: DocumentFacts,
    pub organization: OrganizationFacts,
    pub now: OffsetDateTime,
}

impl Default for Case {
    fn default() -> Self {
        Self {
            options: SendOptions::default(),
            examined: right(),
            document: document(),
            organization: organization(),
            now: NOW,
        }
    }
}

impl Case {
    pub fn decide(&self) -> SendDecision {
        let bytes: DocumentBytes = bytes();
        decide_send(SendFacts {
            options: self.options,
            examined: self.examined.clone(),
            document: &self.document,
            bytes: &bytes,
            organization: &self.organization,
            receiver: None,
            recipient: None,
            ids: IDS,
            now: self.now,
        })
    }

    /// Status, reason, `send_ready`, and whether anything is kept.
    pub fn outcome(&self) -> Outcome {
        let SendDecision { answer, commit } = self.decide();
        (answer.status, answer.reason, answer.send_ready, commit != Commit::Nothing)
    }
}
