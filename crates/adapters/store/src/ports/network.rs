//! The ports of what goes over the networks, to the tax authority and to the receivers of webhooks.

use crate::{Store, timing::counted};
use access::{ApiKeyId, AttemptHash, Credential, OrganizationId, PartnerId, Tier};
use events::{Body, NewEvent};
use idempotency::{Answer, Lease};
use invoice_responses::{
    Between, NetworkStanding, ReceivedResponse, ResponseId, ResponseInbox, ResponseStore,
    ResponsesOf, SentDocument, SentResponse,
};
use invoicing::InvoiceId;
use jobs::{
    Claimed, Job, JobFilter, JobId, JobKind, JobOutcome, JobQueue, Lost, NewJob, OldestDue,
    QueueCount, Turn,
};
use organizations::AccountChange;
use organizations::notices::{Notice, NoticeStore, TokenHash as TokenHashOfNotice};
use peppol_connector::{
    audit::{AccountAudit, AuditEntry, AuditFilter},
    credit::{Balance, Credits, LedgerLine},
    identifiers::{MessageId, Network, ParticipantId, ReceivedId, StagedId, SubmissionId},
    inbox::{
        Arrival, ArrivingDocument, OwedStatus, ReceivedDocument, ReceivedFilter, ReceivedRecord,
        ReceivedVolume,
    },
    ports::{
        AccountStore, AttemptOutcome, AuditStore, CreditStore, FlightStore, InboxStore, Receipt,
        SendSettingsStore, StatusStore, SubmissionLists, SubmissionStore, VolumeStore,
    },
    registration::AccountRecord,
    sending::{
        DocumentBytes, DocumentKey, EarlierSend, OrganizationFacts, SendMode, SendWrites,
        StagedDocument, Submission,
    },
    submissions::{
        AttemptHops, FlightAttempt, Hop, Moved, Progress, QueuePlaces, ReportDue, SubmissionFilter,
        SubmissionRecord,
    },
};
use peppol_publishing::{
    CardChange, CardStore, CertificateNotice, CertificateNoticeStore, DueCard, Entry, EntryStore,
    IndexedCard,
};
use peppol_statistics::Month as MonthOfExchanges;
use persistence::{Cursor, Page, StoreError};
use provider_reports::{
    EarlierReport, EndUser, ExchangeLog, LoggedExchange, ProviderReport, ProviderReportId,
    ProviderReportStore, ServiceMessageArrival,
};
use sapi_sk::{Failures, FoundToken, NewTokens, TokenId, TokenStore};
use service_day::Month;
use tax_reports::{
    Decided, Earlier, Firm, GivenUp, KeptReport, MadeDocument, ReportAbout, ReportId,
    TaxReportStore,
};
use time::{Duration, OffsetDateTime};
use webhooks::{
    Delivery, DeliveryId, Endpoint, EndpointId, Owner,
    deliveries::{Attempt, Concluded},
    endpoints::{NewEndpoint, Secrets},
    feed::{FeedCursor, FeedItem},
    ports::{
        AddEndpointError, Backlog, DeliveryFilter, DeliveryRecord, DeliveryStore, EndpointStore,
        EventLog, FeedStore, FinishedAttempt, Work,
    },
};

type Result<T, E = StoreError> = std::result::Result<T, E>;

delegate! {
    TokenStore {
        fn api_client(id: ApiKeyId, from: AttemptHash) -> Result<Option<sapi_sk::Client>>;
        fn count_attempt(id: ApiKeyId, from: AttemptHash, now: OffsetDateTime) -> Result<Failures>;
        fn forget_failures(id: ApiKeyId, from: AttemptHash) -> Result<()>;
        fn add_tokens(tokens: &NewTokens, from: AttemptHash) -> Result<()>;
        fn token(hash: &[u8; 32]) -> Result<Option<FoundToken>>;
        fn renew_tokens(refresh: TokenId, tokens: &NewTokens) -> Result<()>;
        fn revoke_grant(grant: sapi_sk::GrantId, now: OffsetDateTime) -> Result<()>;
        fn purge_tokens(before: OffsetDateTime) -> Result<usize>;
    }
    AccountStore {
        fn account(organization: OrganizationId) -> Result<AccountRecord>;
        fn change_account(organization: OrganizationId, before: &AccountRecord, after: &AccountRecord, audit: AccountAudit<'_>, events: &[NewEvent], now: OffsetDateTime) -> Result<()>;
        fn enrolled(network: Network, participant: &ParticipantId) -> Result<Option<OrganizationId>>;
    }
    CardStore {
        fn due_cards(network: Network, now: OffsetDateTime, limit: u16) -> Result<Vec<DueCard>>;
        fn keep_card(card: &IndexedCard, change: Option<CardChange>) -> Result<()>;
        fn forget_card(network: Network, participant: &ParticipantId, change: CardChange) -> Result<()>;
        fn settle_card(network: Network, participant: &ParticipantId, change: CardChange) -> Result<()>;
    }
    EntryStore {
        fn entry(network: Network, participant: &ParticipantId) -> Result<Option<Entry>>;
        fn due_entries(network: Network, now: OffsetDateTime, limit: u16) -> Result<Vec<(Entry, bool)>>;
        fn keep_entry(before: Option<&Entry>, after: &Entry, change: Option<AccountChange<'_>>) -> Result<()>;
        fn forget_entry(entry: &Entry) -> Result<bool>;
        fn enrolled_participants(network: Network, after: Option<&ParticipantId>, limit: u16) -> Result<Vec<(ParticipantId, OrganizationId)>>;
    }
    ExchangeLog {
        fn end_user(organization: OrganizationId) -> Result<EndUser>;
        fn log_exchange(exchange: &LoggedExchange) -> Result<()>;
        fn keep_service_message(message: &ServiceMessageArrival<'_>) -> Result<Arrival>;
        fn service_message_before(arriving: &ArrivingDocument) -> Result<Option<Arrival>>;
        fn exchanges(network: Network, month: MonthOfExchanges, after: Option<Cursor>, limit: u16) -> Result<Page<LoggedExchange>>;
        fn first_exchange(network: Network) -> Result<Option<OffsetDateTime>>;
    }
    ProviderReportStore {
        fn keep_provider_reports(reports: &[(ProviderReport, NewJob)], earlier: EarlierReport, now: OffsetDateTime) -> Result<usize>;
        fn provider_report(id: ProviderReportId) -> Result<ProviderReport>;
        fn provider_reports(network: Network, limit: u16) -> Result<Vec<ProviderReport>>;
        fn replaced_reports(network: Network, limit: u16) -> Result<Vec<ProviderReport>>;
        fn provider_report_failed(id: ProviderReportId, error: &str) -> Result<()>;
        fn provider_report_sent(id: ProviderReportId, receipt: &[u8], now: OffsetDateTime) -> Result<()>;
    }
    CertificateNoticeStore {
        fn was_notified(notice: &CertificateNotice) -> Result<bool>;
        fn keep_notified(notice: &CertificateNotice, now: OffsetDateTime) -> Result<()>;
    }
    NoticeStore {
        fn keep_notice(notice: &Notice, now: OffsetDateTime) -> Result<()>;
        fn noticed_dic(token: &TokenHashOfNotice) -> Result<Option<String>>;
    }
    SendSettingsStore {
        fn send_mode(organization: OrganizationId) -> Result<SendMode>;
        fn set_send_mode(organization: OrganizationId, mode: SendMode) -> Result<()>;
    }
    ResponseInbox {
        fn takes_responses(organization: OrganizationId) -> Result<bool>;
        fn documents_numbered(organization: OrganizationId, between: Between<'_>, number: &str) -> Result<Vec<SentDocument>>;
        fn receive_response(organization: OrganizationId, document: &ReceivedDocument, attached: Option<(&ReceivedResponse, &NewEvent)>) -> Result<Arrival>;
    }
    ResponseStore {
        fn responses_to(organization: OrganizationId, received: ReceivedId) -> Result<Vec<SentResponse>>;
        fn add_response(organization: OrganizationId, new: Option<(&SentResponse, JobId)>, answered: Option<(&Lease, &Answer)>, now: OffsetDateTime) -> Result<()>;
        fn sent_response(organization: OrganizationId, id: ResponseId) -> Result<SentResponse>;
        fn advance_response(organization: OrganizationId, after: &SentResponse) -> Result<()>;
        fn response_sent_as(network: Network, id: ResponseId) -> Result<Option<OrganizationId>>;
        fn received_responses(organization: OrganizationId, of: ResponsesOf) -> Result<Vec<ReceivedResponse>>;
        fn network_standings(organization: OrganizationId, network: Network, invoices: &[InvoiceId]) -> Result<Vec<NetworkStanding>>;
        fn is_attached(organization: OrganizationId, id: ReceivedId) -> Result<bool>;
        fn set_takes_responses(organization: OrganizationId, takes: bool) -> Result<()>;
    }
    InboxStore {
        fn receive(organization: OrganizationId, document: &ReceivedDocument, event: &NewEvent) -> Result<Arrival>;
        fn arrived_before(arriving: &ArrivingDocument) -> Result<Option<Arrival>>;

        fn received_volume(organization: OrganizationId, sender: &ParticipantId, since: OffsetDateTime) -> Result<ReceivedVolume>;
        fn received(organization: OrganizationId, filter: &ReceivedFilter, after: Option<Cursor>, limit: u16) -> Result<Page<ReceivedRecord>>;
        fn received_record(organization: OrganizationId, id: ReceivedId) -> Result<ReceivedRecord>;
        fn received_bytes(organization: OrganizationId, id: ReceivedId) -> Result<Vec<u8>>;
        fn received_evidence(organization: OrganizationId, id: ReceivedId) -> Result<Vec<u8>>;
        fn acknowledge(organization: OrganizationId, id: ReceivedId, by: Option<Credential>, now: OffsetDateTime) -> Result<OffsetDateTime>;
    }
    StatusStore {
        fn owed_status(organization: OrganizationId, id: ReceivedId) -> Result<OwedStatus>;
        fn advance_status(organization: OrganizationId, id: ReceivedId, after: &OwedStatus, attempt: Option<&FlightAttempt>) -> Result<()>;
        fn status_attempts(organization: OrganizationId, id: ReceivedId) -> Result<Vec<FlightAttempt>>;
    }
    AuditStore {
        fn audit(organization: OrganizationId, filter: &AuditFilter, after: Option<Cursor>, limit: u16) -> Result<Page<AuditEntry>>;
    }
    JobQueue {
        fn enqueue(job: &NewJob, now: OffsetDateTime) -> Result<bool>;
        fn claim_in_turn(turn: Turn<'_>, now: OffsetDateTime, lease: Duration) -> Result<Vec<Claimed>>;
        fn next_job_at(kinds: &[JobKind]) -> Result<Option<OffsetDateTime>>;
        fn recall_jobs(kinds: &[JobKind], latest: OffsetDateTime, now: OffsetDateTime) -> Result<usize>;
        fn conclude_job(claimed: &Claimed, outcome: &JobOutcome, now: OffsetDateTime) -> Result<Result<(), Lost>>;
        fn jobs(filter: JobFilter<'_>, after: Option<Cursor>, limit: u16) -> Result<Page<Job>>;
        fn job(id: JobId) -> Result<Option<Job>>;
        fn job_counts() -> Result<Vec<QueueCount>>;
        fn dead_jobs() -> Result<Vec<QueueCount>>;
        fn oldest_due() -> Result<Vec<OldestDue>>;
        fn revive_job(id: JobId, now: OffsetDateTime) -> Result<bool>;
    }
    SubmissionStore {
        fn earlier_send(organization: OrganizationId, network: Network, key: &DocumentKey) -> Result<Option<EarlierSend>>;
        fn organization_facts(organization: OrganizationId, tier: Tier, number: Option<&str>, now: OffsetDateTime) -> Result<OrganizationFacts>;
        fn commit(organization: OrganizationId, commit: &SendWrites, lease: Option<(&Lease, &Answer)>, now: OffsetDateTime) -> Result<()>;
        fn staged(organization: OrganizationId, id: StagedId) -> Result<Option<StagedDocument>>;
        fn document_size(organization: OrganizationId, id: SubmissionId) -> Result<u64>;
        fn submission(organization: OrganizationId, id: SubmissionId) -> Result<(Submission, Vec<u8>)>;
        fn advance(organization: OrganizationId, id: SubmissionId, from: Progress, moved: &Moved, outcome: AttemptOutcome<'_>, events: &[NewEvent], now: OffsetDateTime) -> Result<()>;
        fn release_held(organization: OrganizationId, network: Network, only: Option<&[SubmissionId]>, by: Option<Credential>, now: OffsetDateTime) -> Result<Vec<SubmissionId>>;
        fn delete_expired(now: OffsetDateTime) -> Result<usize>;
    }
    TaxReportStore {
        fn reporting_firm(organization: OrganizationId) -> Result<Firm>;
        fn tax_report(organization: OrganizationId, id: ReportId) -> Result<KeptReport>;
        fn earlier_reports(organization: OrganizationId, report: &KeptReport) -> Result<Vec<Earlier>>;
        fn report_failed(organization: OrganizationId, id: ReportId, given_up: Option<&GivenUp>) -> Result<()>;
        fn invoice_reports(organization: OrganizationId, invoice: InvoiceId) -> Result<Vec<KeptReport>>;
        fn withdraw_report(organization: OrganizationId, report: &KeptReport, due: &ReportDue, now: OffsetDateTime) -> Result<()>;
        fn forget_deletion(organization: OrganizationId, id: ReportId) -> Result<()>;
        fn reports_due_by(at: OffsetDateTime) -> Result<u64>;
        fn keep_tax_document(organization: OrganizationId, id: ReportId, made: &MadeDocument) -> Result<MadeDocument>;
        fn keep_report_receipt(organization: OrganizationId, id: ReportId, evidence: &[u8], now: OffsetDateTime) -> Result<()>;
        fn decide_report(organization: OrganizationId, decided: &Decided) -> Result<()>;
        fn report_sent_as(network: Network, id: ReportId) -> Result<Option<(OrganizationId, KeptReport)>>;
        fn latest_report(organization: OrganizationId, about: ReportAbout) -> Result<Option<KeptReport>>;
    }
    SubmissionLists {
        fn submissions(organization: OrganizationId, filter: &SubmissionFilter, after: Option<Cursor>, limit: u16) -> Result<Page<SubmissionRecord>>;
        fn submission_record(organization: OrganizationId, id: SubmissionId) -> Result<SubmissionRecord>;
        fn submission_bytes(organization: OrganizationId, id: SubmissionId) -> Result<DocumentBytes>;
        fn submission_receipts(organization: OrganizationId, id: SubmissionId) -> Result<Vec<Vec<u8>>>;
        fn latest_submission(organization: OrganizationId, invoice: InvoiceId, network: Network) -> Result<Option<SubmissionRecord>>;
        fn sent_as(network: Network, message_id: MessageId) -> Result<Option<(OrganizationId, SubmissionId)>>;
        fn needing_operator() -> Result<u64>;
        fn queue_places(organization: OrganizationId, submissions: &[SubmissionId]) -> Result<QueuePlaces>;
    }
    FlightStore {
        fn keep_hops(organization: OrganizationId, id: SubmissionId, hops: &[Hop], now: OffsetDateTime) -> Result<()>;
        fn hops(organization: OrganizationId, id: SubmissionId) -> Result<Vec<AttemptHops>>;
        fn keep_late_receipt(organization: OrganizationId, id: SubmissionId, receipt: &Receipt, now: OffsetDateTime) -> Result<()>;
    }
    CreditStore {
        fn balance(organization: OrganizationId) -> Result<Balance>;
        fn ledger(organization: OrganizationId, after: Option<Cursor>, limit: u16) -> Result<Page<LedgerLine>>;
        fn top_up(organization: OrganizationId, key: &str, amount: Credits, now: OffsetDateTime) -> Result<Balance>;
        fn set_prepayment_overdue(organization: OrganizationId, overdue: bool) -> Result<()>;
    }
    VolumeStore {
        fn transactions_of_month(organization: OrganizationId, month: Month) -> Result<u64>;
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
        fn purge_deliveries(before: OffsetDateTime) -> Result<usize>;
    }
    FeedStore {
        fn assign_sequence(limit: usize) -> Result<usize>;
        fn events(partner: PartnerId, after: Option<FeedCursor>, limit: u16) -> Result<Page<FeedItem>>;
        fn backlog() -> Result<Vec<Backlog>>;
        fn purge_events(before: OffsetDateTime) -> Result<usize>;
    }
}
