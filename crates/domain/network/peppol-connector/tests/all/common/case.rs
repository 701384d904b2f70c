//! A send with everything in order, to be spoilt by the tests.

use super::{IDS, NOW, bytes, document, organization, right};
use invoicing::{Invoice, InvoiceId};
use peppol_connector::{
    documents::{DocumentFacts, Inspection},
    sending::{
        DocumentBytes, EarlierRecord, OrganizationFacts, SendDecision, SendFacts, SendOptions,
        SendStatus, SendWrites, decide_send,
    },
    submissions::RejectReason,
};
use time::OffsetDateTime;

/// Status, reason, `send_ready`, and whether anything is kept.
pub type Outcome = (SendStatus, Option<RejectReason>, Option<bool>, bool);

pub struct Case {
    pub options: SendOptions,
    pub inspection: Inspection,
    pub document: DocumentFacts,
    pub organization: OrganizationFacts,
    pub now: OffsetDateTime,
}

impl Default for Case {
    fn default() -> Self {
        Self {
            options: SendOptions::default(),
            inspection: right(),
            document: document(),
            organization: organization(),
            now: NOW,
        }
    }
}

/// The record of the default document, as an earlier send left it under this id.
pub fn earlier(id: InvoiceId, live: bool) -> EarlierRecord {
    let SendWrites::Queue(send) = Case::default().decide().commit else { panic!("queued") };
    let invoice = send.invoice.expect("recorded").invoice;
    EarlierRecord { invoice: Invoice { id, ..invoice }, live, notes: Vec::new(), same: None }
}

impl Case {
    pub fn decide(&self) -> SendDecision {
        let bytes: DocumentBytes = bytes();
        decide_send(SendFacts {
            options: self.options,
            inspection: self.inspection.clone(),
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
        (answer.status, answer.reason, answer.send_ready, commit != SendWrites::Nothing)
    }
}
