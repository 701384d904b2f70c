//! The ports of sending on [`Store`].

use crate::{Store, timing::counted};
use access::{OrganizationId, Tier};
use events::NewEvent;
use idempotency::{Answer, Claim};
use jobs::{Claimed, Job, JobFilter, JobId, JobQueue, Kind, Lost, NewJob, Outcome, QueueCount};
use peppol_connector::{
    AttemptOutcome, Balance, Commit, CreditStore, Credits, DocumentBytes, LedgerLine, Moved,
    OrganizationFacts, Progress, RecordedInvoice, RecordedInvoiceId, StagedDocument, StagedId,
    Submission, SubmissionFilter, SubmissionId, SubmissionLists, SubmissionRecord, SubmissionStore,
};
use persistence::{Cursor, Page, StoreError};
use time::{Duration, OffsetDateTime};

macro_rules! delegate_to {
    ($error:ty: $($name:ident($($argument:ident: $type:ty),*) -> $result:ty;)*) => { $(
        async fn $name(&self, $($argument: $type),*) -> Result<$result, $error> {
            counted(async move {
 match self {
Store::Sqlite(store) => store.$name($($argument),*).await,
Store::Postgres(store) => store.$name($($argument),*).await,
}
})
.await
        }
    )* };
}

impl JobQueue for Store {
    delegate_to! { StoreError:
        enqueue(job: &NewJob, now: OffsetDateTime) -> bool;
        claim_jobs(kinds: &[Kind], now: OffsetDateTime, lease: Duration, limit: u16) -> Vec<Claimed>;
        next_job_at(kinds: &[Kind]) -> Option<OffsetDateTime>;
        conclude_job(claimed: &Claimed, outcome: &Outcome, now: OffsetDateTime) -> Result<(), Lost>;
        jobs(filter: JobFilter<'_>, after: Option<Cursor>, limit: u16) -> Page<Job>;
        job(id: JobId) -> Option<Job>;
        job_counts() -> Vec<QueueCount>;
        revive_job(id: JobId, now: OffsetDateTime) -> bool;
    }
}

impl SubmissionStore for Store {
    delegate_to! { StoreError:
        organization_facts(organization: OrganizationId, tier: Tier, number: Option<&str>, now: OffsetDateTime) -> OrganizationFacts;
        commit(organization: OrganizationId, commit: &Commit, claim: Option<(&Claim, &Answer)>, now: OffsetDateTime) -> ();
        staged(organization: OrganizationId, id: StagedId) -> Option<StagedDocument>;
        submission(organization: OrganizationId, id: SubmissionId) -> (Submission, Vec<u8>);
        advance(organization: OrganizationId, id: SubmissionId, from: Progress, moved: &Moved, outcome: AttemptOutcome<'_>, events: &[NewEvent], now: OffsetDateTime) -> ();
        release_held(organization: OrganizationId, only: Option<&[SubmissionId]>, now: OffsetDateTime) -> Vec<SubmissionId>;
        delete_expired(now: OffsetDateTime) -> usize;
    }
}

impl SubmissionLists for Store {
    delegate_to! { StoreError:
        submissions(organization: OrganizationId, filter: &SubmissionFilter, after: Option<Cursor>, limit: u16) -> Page<SubmissionRecord>;
        submission_record(organization: OrganizationId, id: SubmissionId) -> SubmissionRecord;
        submission_bytes(organization: OrganizationId, id: SubmissionId) -> DocumentBytes;
        submission_receipts(organization: OrganizationId, id: SubmissionId) -> Vec<Vec<u8>>;
        latest_submission(organization: OrganizationId, invoice: RecordedInvoiceId) -> Option<SubmissionRecord>;
        recorded_invoice(organization: OrganizationId, id: RecordedInvoiceId) -> (RecordedInvoice, OffsetDateTime);
        ahead_in_queue(run_at: OffsetDateTime) -> u64;
    }
}

impl CreditStore for Store {
    delegate_to! { StoreError:
        balance(organization: OrganizationId) -> Balance;
        ledger(organization: OrganizationId, after: Option<Cursor>, limit: u16) -> Page<LedgerLine>;
        top_up(organization: OrganizationId, key: &str, amount: Credits, now: OffsetDateTime) -> Balance;
        set_prepayment_overdue(organization: OrganizationId, overdue: bool) -> ();
    }
}
