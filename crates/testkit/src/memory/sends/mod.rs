//! The queue, submissions, staged documents, recorded invoices and credit.

mod advance;
mod commit;
mod credit;
mod jobs;
mod lists;
mod submissions;

use ::jobs::{Job, JobId};
use access::OrganizationId;
use peppol_connector::{
    Balance, DocumentBytes, LedgerLine, RecordedInvoice, RecordedInvoiceId, StagedDocument,
    StagedId, SubmissionId, SubmissionRecord,
};
use persistence::StoreError;
use std::collections::BTreeMap;
use time::OffsetDateTime;
use uuid::Uuid;

/// What the ports of sending keep.
#[derive(Clone, Default)]
pub(super) struct SendsData {
    jobs: BTreeMap<JobId, JobRow>,
    staged: BTreeMap<(OrganizationId, StagedId), StagedDocument>,
    recorded: BTreeMap<(OrganizationId, RecordedInvoiceId), (RecordedInvoice, OffsetDateTime)>,
    submissions: BTreeMap<(OrganizationId, SubmissionId), SubmissionRow>,
    balances: BTreeMap<OrganizationId, Balance>,
    ledger: Vec<(OrganizationId, LedgerLine)>,
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
