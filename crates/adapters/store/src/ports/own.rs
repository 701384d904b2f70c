//! The ports of what an organization keeps, and of those who sign in.

use crate::{Store, timing::counted};
use access::{
    AccessStore, AddKeyError, ApiKeyId, AttemptHash, ConnectionId, Counted, FoundKey, KeyFilter,
    KeyRecord, KeyScope, KeyStore, NewKey, OrganizationId, PartnerId, Plan, Role, Tier, UserId,
    Window,
};
use accounting_export::{
    AddExportError, Export, ExportFile, ExportId, ExportStore, NewPart, Phase, Place, Selection,
};
use bank_statements::{
    Candidates, KnownLines, LineId, LineRecord, LineState, MappingId, MappingRecord, MappingStore,
    NewStatement, PaidLine, PlannedPayment, ProposalChange, ProposalError, ProposalFilter,
    ProposalId, ProposalRow, ProposedInvoice, Reopened, StatementId, StatementRecord,
    StatementStore, Wanted,
};
use contracts::{
    Contract, ContractCursor, ContractFilter, ContractId, ContractStore, DueContracts,
    ListedPeriod, PeriodInvoice, PeriodIssued, SendState,
};
use correspondence::{
    Correspondence, EmailEnd, EmailError, EmailId, EmailRecord, EmailStore, Outcome, ReminderDue,
    ReminderSettings,
};
use dashboard::{DashboardStore, Figures, MonthAmounts};
use events::NewEvent;
use expenses::{
    Expense, ExpenseChange, ExpenseError, ExpenseFilter, ExpenseId, ExpenseStore, NewExpense,
    SettledExpense,
};
use idempotency::{
    Answer, Decision, Fingerprint, IdempotencyStore, Lease, Scope, UnwritableAnswer,
};
use invoicing::{
    AnyInvoice, AttachmentId, BankAccountId, CentralBank, Contact, ContactId, Draft, Invoice,
    InvoiceFilter, InvoiceId, InvoiceStore, InvoiceSummary, InvoiceType, Issued, IssuingRecords,
    PaymentId, References, VehicleId,
    drafts::{DraftIssue, Drafted},
    figures::UsageStore,
    files::{AttachmentStore, FilesChange, FilesError, HandedOutPdf, PdfLog, StoredFile},
    numbering::SeriesFormat,
    paying::{PaymentChange, PaymentError, PaymentStore, Settlement},
    rates::{DailyRates, RateCache},
    records::{
        BankAccountFilter, BankAccountRecord, BankAccountStore, ContactFigures, ContactFilter,
        ContactLookup, ContactRow, CustomerStore, Logo, LogoStore, Provision, ProvisionStore,
        VehicleFilter, VehicleRecord, VehicleStore,
    },
    states::{
        BecomesOverdue, ChangeMoment, DueCursor, HistoryRow, InvoiceChange, InvoiceChangeStore,
        InvoiceState, OverdueStore, PastDue, ViewStore, Views,
    },
};
use jobs::NewJob;
use members::{
    Acceptance, Group, Invitation, InvitationId, Invited, Member, MemberChange, MemberError,
    MemberRefused, MemberStore, NewInvitation, PartnerMembership, SeatBilling, SeatBillingError,
    SeatCharge, SeatStore, Seats, Standing,
};
use money::Currency;
use oauth::{
    ClientId, GrantId, Taken,
    authorizations::{Approval, Grant},
    clients::Client,
    connections::{Connection, FoundConnection, RevokedBecause},
    ports::{ConnectionFilter, NewConnection, OAuthStore},
    tokens::{RefreshToken, SecretHash, SigningKey},
};
use offsets::{
    AgreementSeries, NumberedPage, Offset, OffsetChange, OffsetError, OffsetFilter, OffsetId,
    OffsetRecord, OffsetStore, PageNumber, Pair,
};
use organizations::{
    AccountChange, ClaimId, ClaimRecord, ClaimStore, ConflictingOrganization, Created, MailLimits,
    NewClaim, Opening, OperatorStore, OptionsChange, OrganizationError, OrganizationFilter,
    OrganizationRecord, OrganizationStore, PartnerRecord, PartnerSummary, TokenHash,
};
use persistence::{Cursor, Page, StoreError};
use service_day::Month;
use sign_in::{
    LastStep, Membership, PasswordChange, PendingSignIn, ResetId, ResetRequest, SecondFactor,
    Session, SessionId, SignInStore, SignedIn, User,
};
use std::collections::BTreeMap;
use time::{Date, OffsetDateTime};

type Result<T, E = StoreError> = std::result::Result<T, E>;

delegate! {
    InvoiceStore {
        fn issue<R: [Fn(&Issued<'_>) -> std::result::Result<Answer, UnwritableAnswer> + Send + Sync]>(draft: &Draft, lease: Option<&Lease>, respond: R) -> Result<(Invoice, Answer)>;
        fn issuing_records(organization: OrganizationId, references: &References) -> Result<IssuingRecords>;
        fn invoice(organization: OrganizationId, id: InvoiceId) -> Result<AnyInvoice>;
        fn invoices(organization: OrganizationId, filter: &InvoiceFilter, after: Option<Cursor>, limit: u16) -> Result<Page<InvoiceSummary>>;
        fn contact(organization: OrganizationId, id: ContactId) -> Result<ContactRow>;
        fn contacts_like(organization: OrganizationId, lookup: &ContactLookup) -> Result<Vec<Contact>>;
        fn contact_figures(organization: OrganizationId, contacts: &[ContactId]) -> Result<Vec<ContactFigures>>;
        fn contacts(organization: OrganizationId, filter: &ContactFilter, after: Option<Cursor>, limit: u16) -> Result<Page<ContactRow>>;
        fn files(organization: OrganizationId, invoice: InvoiceId) -> Result<Vec<StoredFile>>;
        fn series_formats(organization: OrganizationId) -> Result<BTreeMap<InvoiceType, SeriesFormat>>;
        fn set_series_format(organization: OrganizationId, invoice_type: InvoiceType, format: &SeriesFormat) -> Result<()>;
    }
    BankAccountStore {
        fn bank_accounts_in_use(organization: OrganizationId) -> Result<Vec<BankAccountRecord>>;
        fn bank_account(organization: OrganizationId, id: BankAccountId) -> Result<BankAccountRecord>;
        fn bank_accounts(organization: OrganizationId, filter: &BankAccountFilter, after: Option<Cursor>, limit: u16) -> Result<Page<BankAccountRecord>>;
        fn change_bank_accounts(organization: OrganizationId, before: &[BankAccountRecord], after: &[BankAccountRecord], answered: Option<(&Lease, &Answer)>, now: OffsetDateTime) -> Result<()>;
    }
    VehicleStore {
        fn add_vehicle(organization: OrganizationId, vehicle: &VehicleRecord, answered: Option<(&Lease, &Answer)>) -> Result<()>;
        fn vehicle(organization: OrganizationId, id: VehicleId) -> Result<VehicleRecord>;
        fn vehicles(organization: OrganizationId, filter: &VehicleFilter, after: Option<Cursor>, limit: u16) -> Result<Page<VehicleRecord>>;
        fn change_vehicle(organization: OrganizationId, before: &VehicleRecord, after: &VehicleRecord) -> Result<()>;
    }
    CustomerStore {
        fn add_contact(organization: OrganizationId, contact: &ContactRow, answered: Option<(&Lease, &Answer)>) -> Result<()>;
        fn merge_contacts(organization: OrganizationId, other: &ContactRow, stays: &ContactRow, after: &ContactRow, now: OffsetDateTime) -> Result<()>;
        fn change_contact(organization: OrganizationId, before: &ContactRow, after: &ContactRow) -> Result<()>;
    }
    LogoStore {
        fn logo(organization: OrganizationId, sha256: &str) -> Result<Logo>;
    }
    PaymentStore {
        fn change_payments<D: [Fn(&Settlement) -> std::result::Result<(PaymentChange, Answer), PaymentError> + Send + Sync]>(organization: OrganizationId, invoice: InvoiceId, answered: Option<(&Lease, OffsetDateTime)>, decide: D) -> Result<Answer, PaymentError>;
    }
    InvoiceChangeStore {
        fn keep_draft<R: [Fn(&Drafted<'_>) -> std::result::Result<Answer, UnwritableAnswer> + Send + Sync]>(draft: &Draft, moment: &ChangeMoment, lease: Option<&Lease>, respond: R) -> Result<(Invoice, Answer)>;
        fn issue_draft<R: [Fn(&Drafted<'_>) -> std::result::Result<Answer, UnwritableAnswer> + Send + Sync]>(issue: &DraftIssue, lease: Option<&Lease>, respond: R) -> Result<(Invoice, Answer)>;
        fn invoice_state(organization: OrganizationId, id: InvoiceId) -> Result<InvoiceState>;
        fn change_invoice(change: &InvoiceChange) -> Result<()>;
        fn invoice_history(organization: OrganizationId, id: InvoiceId, after: Option<Cursor>, limit: u16) -> Result<Page<HistoryRow>>;
    }
    AttachmentStore {
        fn change_files<D: [Fn(&InvoiceState) -> std::result::Result<(Option<FilesChange>, Answer), FilesError> + Send + Sync]>(organization: OrganizationId, invoice: InvoiceId, answered: Option<(&Lease, OffsetDateTime)>, decide: D) -> Result<Answer, FilesError>;
        fn file(organization: OrganizationId, invoice: InvoiceId, id: AttachmentId) -> Result<StoredFile>;
        fn stored_bytes(organization: OrganizationId) -> Result<u64>;
    }
    SignInStore {
        fn user_for_sign_in(email: &str) -> Result<Option<User>>;
        fn user(id: UserId) -> Result<User>;
        fn users(after: Option<Cursor>, limit: u16) -> Result<Page<User>>;
        fn set_password(user: UserId, hash: &str, mail: &NewJob) -> Result<()>;
        fn change_password(change: &PasswordChange<'_>) -> Result<()>;
        fn rehash_password(user: UserId, before: &str, after: &str) -> Result<()>;
        fn memberships(user: UserId) -> Result<Vec<Membership>>;
        fn add_session(hash: &SecretHash, session: &Session, password_hash: &str) -> Result<()>;
        fn use_session(hash: &SecretHash, now: OffsetDateTime) -> Result<Option<SignedIn>>;
        fn sessions(user: UserId, now: OffsetDateTime) -> Result<Vec<Session>>;
        fn end_session(user: UserId, id: SessionId) -> Result<()>;
        fn second_factor(user: UserId) -> Result<Option<SecondFactor>>;
        fn keep_second_factor(before: Option<&SecondFactor>, after: &SecondFactor, mail: Option<&NewJob>) -> Result<()>;
        fn confirm_second_factor(begun: &SecondFactor, after: &SecondFactor, here: SessionId, mail: &NewJob) -> Result<()>;
        fn remove_second_factor(user: UserId, mail: Option<&NewJob>) -> Result<bool>;
        fn add_pending_sign_in(hash: &SecretHash, pending: &PendingSignIn) -> Result<()>;
        fn pending_sign_in(hash: &SecretHash) -> Result<Option<PendingSignIn>>;
        fn finish_sign_in(step: &LastStep<'_>) -> Result<()>;
        fn ask_reset(request: &ResetRequest, job: &NewJob) -> Result<()>;
        fn reset_request(id: ResetId) -> Result<ResetRequest>;
        fn add_reset_token(id: ResetId, token: &SecretHash) -> Result<()>;
        fn reset_by_token(token: &SecretHash) -> Result<Option<ResetRequest>>;
        fn use_reset(request: &ResetRequest, user: UserId, password_hash: &str, mail: &NewJob, now: OffsetDateTime) -> Result<()>;
        fn purge_sessions(now: OffsetDateTime) -> Result<usize>;
    }
    MemberStore {
        fn members(group: Group) -> Result<Vec<Member>>;
        fn partner_memberships(user: UserId) -> Result<Vec<PartnerMembership>>;
        fn change_member<D: [Fn(&[Member]) -> std::result::Result<MemberChange, MemberRefused> + Send + Sync]>(group: Group, user: UserId, now: OffsetDateTime, decide: D) -> Result<(), MemberError>;
        fn invite<D: [Fn(&Standing) -> std::result::Result<Invited, MemberRefused> + Send + Sync]>(group: Group, now: OffsetDateTime, decide: D) -> Result<(), MemberError>;
        fn open_invitations(group: Group, now: OffsetDateTime) -> Result<Vec<Invitation>>;
        fn end_invitation(group: Group, id: InvitationId, now: OffsetDateTime) -> Result<()>;
        fn purge_invitations(before: OffsetDateTime) -> Result<usize>;
        fn invitation(id: InvitationId) -> Result<Invitation>;
        fn add_invitation_token(id: InvitationId, token: &SecretHash) -> Result<()>;
        fn invitation_by_token(token: &SecretHash) -> Result<Invitation>;
        fn accept_invitation(invitation: &NewInvitation, acceptance: &Acceptance, now: OffsetDateTime) -> Result<()>;
    }
    SeatStore {
        fn seats(organization: OrganizationId, month: Month) -> Result<Seats>;
        fn keep_paid_seat(charge: &SeatCharge, now: OffsetDateTime) -> Result<()>;
        fn keep_unpaid(organization: OrganizationId, month: Month, mail: &NewJob, now: OffsetDateTime) -> Result<()>;
        fn organizations_larger_than(members: u32, month: Month, after: Option<OrganizationId>, limit: u16) -> Result<Vec<(OrganizationId, Seats)>>;
    }
    SeatBilling {
        fn charge(charge: &SeatCharge, now: OffsetDateTime) -> Result<(), SeatBillingError>;
    }
    OAuthStore {
        fn add_client(client: &Client, from: AttemptHash) -> Result<()>;
        fn client(id: &ClientId) -> Result<Client>;
        fn keep_client_document(client: &Client, from: AttemptHash) -> Result<()>;
        fn recent_clients(from: AttemptHash, since: OffsetDateTime) -> Result<Taken>;
        fn add_grant(grant: &Grant, from: AttemptHash) -> Result<()>;
        fn pending_grants(from: AttemptHash, since: OffsetDateTime) -> Result<Taken>;
        fn grant(id: GrantId) -> Result<Grant>;
        fn grant_of_code(code: &SecretHash) -> Result<Option<Grant>>;
        fn decide_grant(id: GrantId, approval: Option<(&Approval, &SecretHash)>) -> Result<()>;
        fn exchange_grant(id: GrantId, new: NewConnection<'_>) -> Result<()>;
        fn refresh_token(hash: &SecretHash) -> Result<Option<(RefreshToken, FoundConnection)>>;
        fn rotate_refresh_token(used: &SecretHash, next: &RefreshToken) -> Result<()>;
        fn use_connection(organization: OrganizationId, id: ConnectionId, now: OffsetDateTime) -> Result<Option<(FoundConnection, Window)>>;
        fn connection(organization: OrganizationId, id: ConnectionId) -> Result<FoundConnection>;
        fn connections(filter: ConnectionFilter, after: Option<Cursor>, limit: u16) -> Result<Page<Connection>>;
        fn revoke_connection(organization: OrganizationId, id: ConnectionId, why: RevokedBecause, mail: Option<&NewJob>, now: OffsetDateTime) -> Result<bool>;
        fn signing_keys(now: OffsetDateTime) -> Result<Vec<SigningKey>>;
        fn rotate_signing_key(before: Option<&str>, key: &SigningKey) -> Result<()>;
        fn retire_unreadable_keys(now: OffsetDateTime) -> Result<usize>;
        fn purge_oauth(grants_before: OffsetDateTime, clients_before: OffsetDateTime) -> Result<usize>;
        fn purge_pending_grants(before: OffsetDateTime) -> Result<usize>;
    }
    UsageStore {
        fn invoices_of_month(organization: OrganizationId, month: Month) -> Result<u64>;
    }
    EmailStore {
        fn queue_email<D: [Fn(&Correspondence) -> std::result::Result<(Outcome, Answer), EmailError> + Send + Sync]>(organization: OrganizationId, invoice: InvoiceId, at: (Tier, OffsetDateTime), lease: Option<&Lease>, decide: D) -> Result<Answer, EmailError>;
        fn email(organization: OrganizationId, id: EmailId) -> Result<EmailRecord>;
        fn emails(organization: OrganizationId, tier: Tier, invoice: InvoiceId, after: Option<Cursor>, limit: u16) -> Result<Page<EmailRecord>>;
        fn end_email(organization: OrganizationId, id: EmailId, end: &EmailEnd, now: OffsetDateTime) -> Result<bool>;
        fn reminder_settings(organization: OrganizationId, tier: Tier) -> Result<ReminderSettings>;
        fn set_reminder_settings(organization: OrganizationId, tier: Tier, settings: &ReminderSettings) -> Result<()>;
        fn who_reminds(after: Option<(OrganizationId, Tier)>, limit: u16) -> Result<Vec<ReminderDue>>;
        fn open_due(organization: OrganizationId, days: (Date, Date), after: Option<(Date, InvoiceId)>, limit: u16) -> Result<Vec<(Date, InvoiceId)>>;
    }
    ExpenseStore {
        fn add_expense(organization: OrganizationId, new: &NewExpense, answered: Option<(&Lease, &Answer)>) -> Result<()>;
        fn expense(organization: OrganizationId, id: ExpenseId) -> Result<SettledExpense>;
        fn expenses(organization: OrganizationId, filter: &ExpenseFilter, after: Option<Cursor>, limit: u16) -> Result<Page<Expense>>;
        fn change_expense<D: [Fn(&SettledExpense) -> std::result::Result<(ExpenseChange, Answer), ExpenseError> + Send + Sync]>(organization: OrganizationId, id: ExpenseId, answered: Option<(&Lease, OffsetDateTime)>, decide: D) -> Result<Answer, ExpenseError>;
    }
    OffsetStore {
        fn set_off<D: [Fn(&Pair) -> std::result::Result<(OffsetChange, Answer), OffsetError> + Send + Sync]>(organization: OrganizationId, documents: (InvoiceId, ExpenseId), series: Option<AgreementSeries>, answered: Option<(&Lease, OffsetDateTime)>, decide: D) -> Result<Answer, OffsetError>;
        fn undo_offset<D: [Fn(&Offset, &Pair) -> std::result::Result<(OffsetChange, Answer), OffsetError> + Send + Sync]>(organization: OrganizationId, id: OffsetId, decide: D) -> Result<Answer, OffsetError>;
        fn offset(organization: OrganizationId, id: OffsetId) -> Result<OffsetRecord>;
        fn offsets(organization: OrganizationId, filter: OffsetFilter, page: PageNumber) -> Result<NumberedPage<OffsetRecord>>;
    }
    StatementStore {
        fn statement_of(organization: OrganizationId, sha256: &[u8; 32]) -> Result<Option<StatementRecord>>;
        fn known_lines(organization: OrganizationId, account: (&str, Currency), keys: &[String], contents: &[String]) -> Result<KnownLines>;
        fn candidates(organization: OrganizationId, account: (&str, Currency), wanted: &Wanted) -> Result<Candidates>;
        fn keep_statement<D: [Fn(&Settlement, &PlannedPayment) -> std::result::Result<PaymentChange, PaymentError> + Send + Sync]>(organization: OrganizationId, new: &NewStatement, decide: D) -> Result<(), PaymentError>;
        fn statement(organization: OrganizationId, id: StatementId) -> Result<StatementRecord>;
        fn statements(organization: OrganizationId, account: Option<BankAccountId>, after: Option<Cursor>, limit: u16) -> Result<Page<StatementRecord>>;
        fn statement_lines(organization: OrganizationId, id: StatementId, state: Option<LineState>, after: Option<Cursor>, limit: u16) -> Result<Page<LineRecord>>;
        fn proposal(organization: OrganizationId, id: ProposalId) -> Result<ProposalRow>;
        fn proposals(organization: OrganizationId, filter: ProposalFilter, after: Option<Cursor>, limit: u16) -> Result<Page<ProposalRow>>;
        fn proposed_invoices(organization: OrganizationId, ids: &[InvoiceId]) -> Result<Vec<ProposedInvoice>>;
        fn is_of_line(organization: OrganizationId, payment: PaymentId) -> Result<bool>;
        fn reopen_line<D: [Fn(&PaidLine, &Settlement) -> std::result::Result<(Reopened, Answer), PaymentError> + Send + Sync]>(organization: OrganizationId, of: (LineId, InvoiceId), decide: D) -> Result<Answer, PaymentError>;
        fn answer_proposal<D: [Fn(&ProposalRow, &Settlement) -> std::result::Result<ProposalChange, ProposalError> + Send + Sync]>(organization: OrganizationId, id: ProposalId, decide: D) -> Result<ProposalRow, ProposalError>;
    }
    MappingStore {
        fn keep_mapping(organization: OrganizationId, mapping: &MappingRecord) -> Result<()>;
        fn mappings(organization: OrganizationId, after: Option<Cursor>, limit: u16) -> Result<Page<MappingRecord>>;
        fn mapping(organization: OrganizationId, id: MappingId) -> Result<MappingRecord>;
        fn delete_mapping(organization: OrganizationId, id: MappingId) -> Result<()>;
    }
    ContractStore {
        fn issue_period<D: [Fn(&Invoice) -> PeriodIssued + Send + Sync]>(organization: OrganizationId, before: &Contract, draft: &Draft, decide: D) -> Result<Invoice>;
        fn add_contract(organization: OrganizationId, contract: &Contract, answered: Option<(&Lease, &Answer)>) -> Result<()>;
        fn contract(organization: OrganizationId, id: ContractId) -> Result<Contract>;
        fn contracts(organization: OrganizationId, filter: &ContractFilter, after: Option<Cursor>, limit: u16) -> Result<Page<Contract>>;
        fn change_contract(organization: OrganizationId, before: &Contract, after: &Contract, job: Option<&NewJob>, now: OffsetDateTime) -> Result<()>;
        fn due_contracts(today: Date, now: OffsetDateTime, after: Option<ContractCursor>, limit: u16) -> Result<DueContracts>;
        fn period_invoices(organization: OrganizationId, contract: ContractId, after: Option<Cursor>, limit: u16) -> Result<Page<ListedPeriod>>;
        fn period_invoice(organization: OrganizationId, invoice: InvoiceId) -> Result<PeriodInvoice>;
        fn keep_period_send(organization: OrganizationId, invoice: InvoiceId, send: &SendState, job: Option<&NewJob>, now: OffsetDateTime) -> Result<()>;
    }
    ExportStore {
        fn documents_in(organization: OrganizationId, selection: &Selection) -> Result<u64>;
        fn documents(organization: OrganizationId, selection: &Selection, phase: Phase, after: Option<Place>, limit: u16) -> Result<Vec<Place>>;
        fn add_export(organization: OrganizationId, export: &Export, job: &NewJob, most: u32, answered: Option<(&Lease, &Answer)>) -> Result<(), AddExportError>;
        fn export(organization: OrganizationId, id: ExportId) -> Result<Export>;
        fn exports(organization: OrganizationId, tier: Tier, after: Option<Cursor>, limit: u16) -> Result<Page<Export>>;
        fn advance_export(organization: OrganizationId, after: &Export, parts: &[NewPart]) -> Result<()>;
        fn export_part(organization: OrganizationId, id: ExportId, file: ExportFile, position: u32) -> Result<Vec<u8>>;
        fn delete_export(organization: OrganizationId, id: ExportId) -> Result<()>;
        fn purge_exports(now: OffsetDateTime) -> Result<usize>;
    }
    DashboardStore {
        fn figures(organization: OrganizationId, window: &dashboard::Window) -> Result<Figures>;
        fn flows(organization: OrganizationId, span: &dashboard::Span) -> Result<Vec<MonthAmounts>>;
    }
    OverdueStore {
        fn past_due(today: Date, after: Option<DueCursor>, limit: u16) -> Result<PastDue>;
        fn make_overdue(invoices: &[BecomesOverdue]) -> Result<usize>;
    }
    ViewStore {
        fn keep_view(organization: OrganizationId, invoice: InvoiceId, event: &NewEvent) -> Result<()>;
        fn views(organization: OrganizationId, invoice: InvoiceId) -> Result<Option<Views>>;
    }
    PdfLog {
        fn keep_pdf(organization: OrganizationId, pdf: &HandedOutPdf) -> Result<()>;
        fn handed_out_pdfs(organization: OrganizationId, invoice: InvoiceId) -> Result<Vec<HandedOutPdf>>;
        fn who_handed_out(sha256: &[u8; 32]) -> Result<Vec<(OrganizationId, HandedOutPdf)>>;
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
        fn claim(scope: Scope, lease: &Lease, fingerprint: Fingerprint, now: OffsetDateTime) -> Result<Decision>;
        fn release(scope: Scope, lease: &Lease) -> Result<()>;
        fn purge_answers(before: OffsetDateTime) -> Result<usize>;
    }
    AccessStore {
        fn use_key(hash: &[u8; 32], named: Option<OrganizationId>, now: OffsetDateTime) -> Result<Option<FoundKey>>;
        fn count_request(counted: Counted, now: i64) -> Result<Window>;
        fn purge_windows(before: i64) -> Result<usize>;
        fn has_live_key() -> Result<bool>;
    }
    KeyStore {
        fn add_key(key: &NewKey, most: Option<u32>, now: OffsetDateTime) -> Result<(), AddKeyError>;
        fn keys(scope: Option<KeyScope>, filter: KeyFilter, after: Option<Cursor>, limit: u16) -> Result<Page<KeyRecord>>;
        fn key_record(scope: Option<KeyScope>, id: ApiKeyId) -> Result<KeyRecord>;
        fn revoke_key(scope: Option<KeyScope>, id: ApiKeyId, now: OffsetDateTime) -> Result<()>;
        fn replace_key(before: &KeyRecord, ends_at: OffsetDateTime, successor: &NewKey, most: Option<u32>, now: OffsetDateTime) -> Result<(), AddKeyError>;
    }
    OrganizationStore {
        fn partner(partner: PartnerId) -> Result<PartnerRecord>;
        fn create_organization(partner: PartnerId, created: Created<'_>, now: OffsetDateTime) -> Result<(), OrganizationError>;
        fn organization_record(reach: KeyScope, organization: OrganizationId) -> Result<OrganizationRecord>;
        fn organization_records(reach: KeyScope, filter: &OrganizationFilter, after: Option<Cursor>, limit: u16) -> Result<Page<OrganizationRecord>>;
        fn change_options(organization: OrganizationId, change: &OptionsChange) -> Result<()>;
        fn conflicting_organizations(organization: OrganizationId) -> Result<Vec<ConflictingOrganization>>;
    }
    OperatorStore {
        fn partners(after: Option<Cursor>, limit: u16) -> Result<Page<PartnerSummary>>;
        fn all_organizations(filter: &OrganizationFilter, after: Option<Cursor>, limit: u16) -> Result<Page<OrganizationRecord>>;
        fn set_plan(organization: OrganizationId, plan: Plan) -> Result<()>;
        fn add_to_partner(organization: OrganizationId, partner: PartnerId) -> Result<()>;
        fn remove_from_partner(organization: OrganizationId, partner: PartnerId) -> Result<()>;
        fn user_by_email(email: &str) -> Result<Option<UserId>>;
        fn set_member(organization: OrganizationId, user: UserId, role: Role) -> Result<()>;
        fn set_partner_member(partner: PartnerId, user: UserId, role: Role) -> Result<()>;
    }
    ClaimStore {
        fn open_claim(organization: OrganizationId, claim: &NewClaim, job: Option<&NewJob>, limits: MailLimits) -> Result<Opening>;
        fn claim_record(organization: OrganizationId, id: ClaimId) -> Result<ClaimRecord>;
        fn add_claim_token(organization: OrganizationId, id: ClaimId, token: &TokenHash) -> Result<()>;
        fn claim_by_token(token: &TokenHash) -> Result<ClaimRecord>;
        fn confirm_claim(organization: OrganizationId, id: ClaimId, change: Option<AccountChange<'_>>, now: OffsetDateTime) -> Result<()>;
    }
}
