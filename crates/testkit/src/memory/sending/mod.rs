//! The queue, submissions, staged documents and credit.

mod advance;
mod commit;
mod credit;
mod flight;
mod jobs;
mod lists;
pub(super) mod sapi;
mod seats;
mod submissions;
mod volume;

use crate::memory::table::{Table, rows};
use ::jobs::{ClaimToken, Job, JobId};
use access::OrganizationId;
use invoicing::{InvoiceId, states::LiveSend};
use peppol_connector::{
    credit::{Balance, LedgerLine},
    identifiers::{Network, StagedId, SubmissionId},
    sending::{DocumentBytes, DocumentKey, StagedDocument, Submission},
    submissions::{AttemptHops, State, SubmissionRecord},
    volume::Volume,
};
use service_day::Month;
use std::collections::BTreeMap;

/// The data of the sending ports.
#[derive(Clone, Default)]
pub(super) struct SendsData {
    jobs: BTreeMap<JobId, JobRow>,
    staged: Table<StagedDocument>,
    submissions: Table<SubmissionRow>,
    balances: BTreeMap<OrganizationId, Balance>,
    ledger: Vec<(OrganizationId, LedgerLine)>,
    volumes: BTreeMap<(OrganizationId, Month), Volume>,
}

rows! {
    StagedDocument: StagedId = id;
    SubmissionRow: SubmissionId = record.submission.id;
}

impl SendsData {
    /// The documents that an organization has sent under a number, with their types, the newest first.
    pub(super) fn numbered(
        &self,
        organization: OrganizationId,
        number: &str,
    ) -> Vec<(Submission, Option<String>)> {
        let own = self.submissions.of(organization);
        let mut own: Vec<_> = own.filter(|row| row.record.submission.number == number).collect();
        own.sort_by_key(|row| std::cmp::Reverse((row.record.created_at, row.record.submission.id)));
        own.iter().map(|row| (row.record.submission.clone(), row.type_code.clone())).collect()
    }

    /// Where an invoice is on its way over the live network.
    pub(super) fn live_send(&self, organization: OrganizationId, invoice: InvoiceId) -> LiveSend {
        let own = self.submissions.of(organization).map(|row| &row.record.submission);
        let live = own.filter(|submission| {
            submission.invoice == invoice && submission.network == Network::Live
        });
        let states: Vec<State> = live.map(|submission| submission.progress.state).collect();
        if states.iter().any(|state| matches!(state, State::Sent | State::Delivered)) {
            LiveSend::Taken
        } else if states.iter().any(|state| matches!(state, State::Queued | State::Sending)) {
            LiveSend::UnderWay
        } else {
            LiveSend::None
        }
    }
}

#[derive(Clone)]
struct JobRow {
    job: Job,
    token: Option<ClaimToken>,
}

#[derive(Clone)]
struct SubmissionRow {
    /// Without the time of its job.
    record: SubmissionRecord,
    type_code: Option<String>,
    key: Option<DocumentKey>,
    document: DocumentBytes,
    receipts: Vec<Vec<u8>>,
    has_late_receipt: bool,
    hops: Vec<AttemptHops>,
}
