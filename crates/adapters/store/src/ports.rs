//! The ports on [`Store`]. Every call of a port comes through one door, [`delegate!`], on its way to
//! the backend that is open; its time is counted there.

use crate::{Store, timing::counted};
use access::{AccessStore, FoundKey, OrganizationId, PartnerId, Reach, Tier, Window};
use events::{Body, NewEvent};
use idempotency::{
    Answer, Claim, Decision, Fingerprint, IdempotencyStore, Scope, UnwritableAnswer,
};
use invoicing::{
    BecomesOverdue, CentralBank, ContactFilter, ContactRow, DailyRates, Draft, Invoice,
    InvoiceFilter, InvoiceStore, InvoiceSummary, InvoiceType, Issued, IssuingRecords, OverdueStore,
    Provision, ProvisionStore, RateCache, References, SeriesFormat, StoredFile,
};
use jobs::{Claimed, Job, JobFilter, JobId, JobQueue, Kind, Lost, NewJob, Outcome, QueueCount};
use organizations::{
    AccountChange, ClaimId, ClaimRecord, ClaimStore, Created, NewClaim, OptionsChange,
    OrganizationError, OrganizationFilter, OrganizationRecord, OrganizationStore, PartnerRecord,
    Rival, TokenHash,
};
use peppol_connector::{
    AccountRecord, AccountStore, Arrival, AttemptOutcome, Balance, Commit, CreditStore, Credits,
    DocumentBytes, InboxStore, LedgerLine, Moved, Network, OrganizationFacts, ParticipantId,
    Progress, ReceivedDocument, ReceivedFilter, ReceivedId, ReceivedRecord, RecordedInvoice,
    RecordedInvoiceId, SendMode, SendSettingsStore, StagedDocument, StagedId, Submission,
    SubmissionFilter, SubmissionId, SubmissionLists, SubmissionRecord, SubmissionStore,
    TrailFilter, TrailKind, TrailLine, TrailStore,
};
use persistence::{Cursor, Page, StoreError};
use std::collections::BTreeMap;
use time::{Date, Duration, OffsetDateTime};
use uuid::Uuid;
use webhooks::{
    AddEndpointError, Attempt, Concluded, Delivery, DeliveryFilter, DeliveryId, DeliveryRecord,
    DeliveryStore, Endpoint, EndpointId, EndpointStore, EventLog, FeedCursor, FeedItem, FeedStore,
    FinishedAttempt, NewEndpoint, Owner, Secrets, Work,
};

type Result<T, E = StoreError> = std::result::Result<T, E>;

/// Sends the calls of a port to the backend that is open.
macro_rules! delegate {
    ($($port:ident {
        $(fn $name:ident $(<$generic:ident: [$($bound:tt)+]>)? ($($argument:ident: $type:ty),* $(,)?) -> $result:ty;)*
    })*) => { $(
        impl $port for Store { $(
            async fn $name $(<$generic>)? (&self, $($argument: $type),*) -> $result
            $(where $generic: $($bound)+)?
            {
                let call = async move {
                    match self {
                        Store::Sqlite(store) => store.$name($($argument),*).await,
                        Store::Postgres(store) => store.$name($($argument),*).await,
                    }
                };
                counted(call).await
            }
        )* }
    )* };
}

delegate! {
    InvoiceStore {
        fn issue<R: [Fn(&Issued<'_>) -> std::result::Result<Answer, UnwritableAnswer> + Send + Sync]>(draft: &Draft, claim: Option<&Claim>, respond: R) -> Result<(Invoice, Answer)>;
        fn issuing_records(organization: OrganizationId, references: &References) -> Result<IssuingRecords>;
        fn invoice(organization: OrganizationId, id: Uuid) -> Result<Invoice>;
        fn invoices(organization: OrganizationId, filter: &InvoiceFilter, after: Option<Cursor>, limit: u16) -> Result<Page<InvoiceSummary>>;
        fn contact(organization: OrganizationId, id: Uuid) -> Result<ContactRow>;
        fn contacts(organization: OrganizationId, filter: &ContactFilter, after: Option<Cursor>, limit: u16) -> Result<Page<ContactRow>>;
        fn files(organization: OrganizationId, invoice: Uuid) -> Result<Vec<StoredFile>>;
        fn series_formats(organization: OrganizationId) -> Result<BTreeMap<InvoiceType, SeriesFormat>>;
        fn set_series_format(organization: OrganizationId, invoice_type: InvoiceType, format: &SeriesFormat) -> Result<()>;
    }
    OverdueStore {
        fn past_due(today: Date, limit: u16) -> Result<Vec<Invoice>>;
        fn make_overdue(invoices: &[BecomesOverdue]) -> Result<usize>;
    }
    RateCache {
        fn cached_rates(bank: CentralBank, from: Date, to: Date) -> Result<Option<DailyRates>>;
        fn keep_rates(bank: CentralBank, days: &[DailyRates]) -> Result<()>;
    }
    ProvisionStore {
        fn is_empty() -> Result<bool>;
        fn provision(provision: &Provision, now: OffsetDateTime) -> Result<()>;
    }
    IdempotencyStore {
        fn claim(scope: Scope, claim: &Claim, fingerprint: Fingerprint, now: OffsetDateTime) -> Result<Decision>;
        fn release(scope: Scope, claim: &Claim) -> Result<()>;
        fn forget_answers(before: OffsetDateTime) -> Result<usize>;
    }
    AccessStore {
        fn key(hash: &[u8; 32], named: Option<OrganizationId>) -> Result<Option<FoundKey>>;
        fn count_request(organization: OrganizationId, operation: &'static str, now: i64) -> Result<Window>;
        fn has_live_key() -> Result<bool>;
    }
    OrganizationStore {
        fn partner(partner: PartnerId) -> Result<PartnerRecord>;
        fn create_organization(partner: PartnerId, created: Created<'_>, now: OffsetDateTime) -> Result<(), OrganizationError>;
        fn organization_record(reach: Reach, organization: OrganizationId) -> Result<OrganizationRecord>;
        fn organization_records(reach: Reach, filter: &OrganizationFilter, after: Option<Cursor>, limit: u16) -> Result<Page<OrganizationRecord>>;
        fn change_options(organization: OrganizationId, change: &OptionsChange) -> Result<()>;
        fn rivals(organization: OrganizationId, partner: PartnerId) -> Result<Vec<Rival>>;
    }
    ClaimStore {
        fn open_claim(organization: OrganizationId, claim: &NewClaim, job: &NewJob, repeat_after: Duration) -> Result<bool>;
        fn claim_record(organization: OrganizationId, id: ClaimId) -> Result<ClaimRecord>;
        fn add_claim_token(organization: OrganizationId, id: ClaimId, token: &TokenHash) -> Result<()>;
        fn claim_by_token(token: &TokenHash) -> Result<ClaimRecord>;
        fn confirm_claim(organization: OrganizationId, id: ClaimId, change: Option<AccountChange<'_>>, now: OffsetDateTime) -> Result<()>;
    }
    AccountStore {
        fn account(organization: OrganizationId) -> Result<AccountRecord>;
        fn change_account(organization: OrganizationId, before: &AccountRecord, after: &AccountRecord, trail: (TrailKind, Option<&str>), events: &[NewEvent], now: OffsetDateTime) -> Result<()>;
        fn enrolled(network: Network, participant: &ParticipantId) -> Result<Option<OrganizationId>>;
    }
    SendSettingsStore {
        fn send_mode(organization: OrganizationId) -> Result<SendMode>;
        fn set_send_mode(organization: OrganizationId, mode: SendMode) -> Result<()>;
    }
    InboxStore {
        fn receive(organization: OrganizationId, document: &ReceivedDocument, event: &NewEvent) -> Result<Arrival>;
        fn received(organization: OrganizationId, filter: &ReceivedFilter, after: Option<Cursor>, limit: u16) -> Result<Page<ReceivedRecord>>;
        fn received_record(organization: OrganizationId, id: ReceivedId) -> Result<ReceivedRecord>;
        fn received_bytes(organization: OrganizationId, id: ReceivedId) -> Result<Vec<u8>>;
        fn received_evidence(organization: OrganizationId, id: ReceivedId) -> Result<Vec<u8>>;
        fn acknowledge(organization: OrganizationId, id: ReceivedId, now: OffsetDateTime) -> Result<OffsetDateTime>;
    }
    TrailStore {
        fn trail(organization: OrganizationId, filter: &TrailFilter, after: Option<Cursor>, limit: u16) -> Result<Page<TrailLine>>;
    }
    JobQueue {
        fn enqueue(job: &NewJob, now: OffsetDateTime) -> Result<bool>;
        fn claim_jobs(kinds: &[Kind], now: OffsetDateTime, lease: Duration, limit: u16) -> Result<Vec<Claimed>>;
        fn next_job_at(kinds: &[Kind]) -> Result<Option<OffsetDateTime>>;
        fn conclude_job(claimed: &Claimed, outcome: &Outcome, now: OffsetDateTime) -> Result<Result<(), Lost>>;
        fn jobs(filter: JobFilter<'_>, after: Option<Cursor>, limit: u16) -> Result<Page<Job>>;
        fn job(id: JobId) -> Result<Option<Job>>;
        fn job_counts() -> Result<Vec<QueueCount>>;
        fn revive_job(id: JobId, now: OffsetDateTime) -> Result<bool>;
    }
    SubmissionStore {
        fn organization_facts(organization: OrganizationId, tier: Tier, number: Option<&str>, now: OffsetDateTime) -> Result<OrganizationFacts>;
        fn commit(organization: OrganizationId, commit: &Commit, claim: Option<(&Claim, &Answer)>, now: OffsetDateTime) -> Result<()>;
        fn staged(organization: OrganizationId, id: StagedId) -> Result<Option<StagedDocument>>;
        fn submission(organization: OrganizationId, id: SubmissionId) -> Result<(Submission, Vec<u8>)>;
        fn advance(organization: OrganizationId, id: SubmissionId, from: Progress, moved: &Moved, outcome: AttemptOutcome<'_>, events: &[NewEvent], now: OffsetDateTime) -> Result<()>;
        fn release_held(organization: OrganizationId, only: Option<&[SubmissionId]>, now: OffsetDateTime) -> Result<Vec<SubmissionId>>;
        fn delete_expired(now: OffsetDateTime) -> Result<usize>;
    }
    SubmissionLists {
        fn submissions(organization: OrganizationId, filter: &SubmissionFilter, after: Option<Cursor>, limit: u16) -> Result<Page<SubmissionRecord>>;
        fn submission_record(organization: OrganizationId, id: SubmissionId) -> Result<SubmissionRecord>;
        fn submission_bytes(organization: OrganizationId, id: SubmissionId) -> Result<DocumentBytes>;
        fn submission_receipts(organization: OrganizationId, id: SubmissionId) -> Result<Vec<Vec<u8>>>;
        fn latest_submission(organization: OrganizationId, invoice: RecordedInvoiceId) -> Result<Option<SubmissionRecord>>;
        fn recorded_invoice(organization: OrganizationId, id: RecordedInvoiceId) -> Result<(RecordedInvoice, OffsetDateTime)>;
        fn ahead_in_queue(run_at: OffsetDateTime) -> Result<u64>;
    }
    CreditStore {
        fn balance(organization: OrganizationId) -> Result<Balance>;
        fn ledger(organization: OrganizationId, after: Option<Cursor>, limit: u16) -> Result<Page<LedgerLine>>;
        fn top_up(organization: OrganizationId, key: &str, amount: Credits, now: OffsetDateTime) -> Result<Balance>;
        fn set_prepayment_overdue(organization: OrganizationId, overdue: bool) -> Result<()>;
    }
    EventLog {
        fn keep_event(event: &NewEvent) -> Result<()>;
    }
    EndpointStore {
        fn add_endpoint(owner: Owner, id: EndpointId, new: &NewEndpoint, secrets: &Secrets, now: OffsetDateTime) -> Result<Endpoint, AddEndpointError>;
        fn endpoints(owner: Owner) -> Result<Vec<Endpoint>>;
        fn endpoint(owner: Owner, id: EndpointId) -> Result<Endpoint>;
        fn change_endpoint(owner: Owner, before: &Endpoint, after: &Endpoint) -> Result<()>;
        fn remove_endpoint(owner: Owner, id: EndpointId) -> Result<()>;
        fn secrets(owner: Owner, id: EndpointId) -> Result<Secrets>;
        fn change_secrets(owner: Owner, id: EndpointId, before: &Secrets, after: &Secrets) -> Result<()>;
    }
    DeliveryStore {
        fn claim_due(now: OffsetDateTime, per_endpoint: usize, limit: usize) -> Result<Vec<Work>>;
        fn next_due(now: OffsetDateTime, per_endpoint: usize) -> Result<Option<OffsetDateTime>>;
        fn conclude(organization: OrganizationId, delivery: DeliveryId, attempt: Attempt) -> Result<Concluded>;
        fn conclude_all(attempts: Vec<FinishedAttempt>) -> Result<Vec<Result<Concluded>>>;
        fn add_test(organization: OrganizationId, delivery: &Delivery, body: &Body) -> Result<()>;
        fn deliveries(owner: Owner, endpoint: EndpointId, filter: &DeliveryFilter, after: Option<Cursor>, limit: u16) -> Result<Page<DeliveryRecord>>;
        fn delivery(owner: Owner, endpoint: EndpointId, id: DeliveryId) -> Result<DeliveryRecord>;
        fn change_delivery(owner: Owner, before: &Delivery, after: &Delivery) -> Result<()>;
        fn forget_deliveries(before: OffsetDateTime) -> Result<usize>;
    }
    FeedStore {
        fn place_events(limit: usize) -> Result<usize>;
        fn events(partner: PartnerId, after: Option<FeedCursor>, limit: usize) -> Result<Vec<FeedItem>>;
        fn forget_events(before: OffsetDateTime) -> Result<usize>;
    }
}
