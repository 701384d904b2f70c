//! The queue, submissions, staged documents and credit.

mod advance;
mod commit;
mod credit;
mod jobs;
mod lists;
mod submissions;

use ::jobs::{Job, JobId};
use access::OrganizationId;
use invoicing::InvoiceId;
use peppol_connector::{
    Balance, DocumentBytes, LedgerLine, Network, StagedDocument, StagedId, State, SubmissionId,
    SubmissionRecord,
};
use persistence::StoreError;
use std::collections::BTreeMap;
use uuid::Uuid;

/// What the ports of sending keep.
#[derive(Clone, Default)]
pub(super) struct SendsData {
    jobs: BTreeMap<JobId, JobRow>,
    staged: BTreeMap<(OrganizationId, StagedId), StagedDocument>,
    submissions: BTreeMap<(OrganizationId, SubmissionId), SubmissionRow>,
    balances: BTreeMap<OrganizationId, Balance>,
    ledger: Vec<(OrganizationId, LedgerLine)>,
}

impl SendsData {
    /// Whether the live network has an invoice, or is to get it.
    pub(super) fn is_under_way_live(&self, owner: OrganizationId, invoice: InvoiceId) -> bool {
        let own = self.submissions.iter().filter(|((of, _), _)| *of == owner);
        own.map(|(_, row)| &row.record.submission).any(|submission| {
            submission.invoice == invoice
                && submission.network == Network::Live
                && submission.progress.state != State::Failed
        })
    }

    /// Whether the live network has taken an invoice.
    pub(super) fn is_sent_live(&self, organization: OrganizationId, invoice: InvoiceId) -> bool {
        let own = self.submissions.iter().filter(|((owner, _), _)| *owner == organization);
        own.map(|(_, row)| &row.record.submission).any(|submission| {
            submission.invoice == invoice
                && submission.network == Network::Live
                && matches!(submission.progress.state, State::Sent | State::Delivered)
        })
    }
}

#[derive(Clone)]
struct JobRow {
    job: Job,
    token: Option<Uuid>,
}

#[derive(Clone)]
struct SubmissionRow {
    /// Without the time of its job.
    record: SubmissionRecord,
    document: DocumentBytes,
    receipts: Vec<Vec<u8>>,
}

type Result<T> = std::result::Result<T, StoreError>;
