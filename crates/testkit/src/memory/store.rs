//! The memory store: all data behind one lock.

use super::{
    Result,
    kept::{
        accounting::AccountingData, bank_statements::BankData, contracts::ContractData,
        correspondence::MailData, exports::ExportData, members::MemberData, oauth::OAuthData,
        organizations::ClaimData, provider_reports::ProviderData, sapi::SapiData,
        sign_in::SignInData, stock::StockData,
    },
    network::NetworkData,
    table::{Table, rows},
    webhooks::WebhookData,
};
use crate::memory::sending::SendsData;
use ::tax_reports::{KeptReport, ReportId};
use access::{Counted, NewKey, NewPartner, NewUser, OrganizationId, PartnerId, UserId, Window};
use expenses::{ExpenseId, SettledExpense};
use idempotency::{Answer, Key, Lease, LeaseToken, Record, Scope};
use invoicing::{
    AnyInvoice, BankAccountId, CentralBank, ContactId, InvoiceId, InvoiceType, Organization,
    VehicleId,
    files::HandedOutPdf,
    numbering::SeriesFormat,
    rates::DailyRates,
    records::{BankAccountRecord, ContactRow, Logo, VehicleRecord},
    states::{HistoryRow, Views},
};
use offsets::{Offset, OffsetId};
use persistence::StoreError;
use projects::{Project, ProjectId};
use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use time::{Date, OffsetDateTime};

/// A store in memory. Clones share their data.
#[derive(Clone, Default)]
pub struct MemoryStore(Arc<Mutex<Data>>);

#[derive(Clone, Default)]
pub(super) struct Data {
    pub(super) organizations: BTreeMap<OrganizationId, Organization>,
    pub(super) bank_accounts: Table<BankAccountRecord>,
    pub(super) vehicles: Table<VehicleRecord>,
    pub(super) logos: BTreeMap<(OrganizationId, String), (Logo, OffsetDateTime)>,
    pub(super) users: Vec<NewUser>,
    pub(super) partners: Vec<NewPartner>,
    pub(super) keys: Vec<KeptKey>,
    pub(super) formats: BTreeMap<(OrganizationId, InvoiceType), SeriesFormat>,
    pub(super) counts: BTreeMap<(OrganizationId, InvoiceType, i32), i64>,
    pub(super) contacts: Table<ContactRow>,
    pub(super) invoices: Table<AnyInvoice>,
    pub(super) history: Vec<((OrganizationId, InvoiceId), HistoryRow)>,
    pub(super) expenses: Table<SettledExpense>,
    pub(super) offsets: Table<Offset>,
    pub(super) projects: Table<Project>,
    /// Whether an organization was a VAT payer until a day on which it ceased to be one, or became one.
    pub(super) vat_changes: BTreeMap<(OrganizationId, Date), bool>,
    /// How many numbers of agreements were drawn of a year.
    pub(super) agreements: BTreeMap<(OrganizationId, i32), i64>,
    pub(super) files: HashMap<InvoiceId, Vec<Vec<u8>>>,
    pub(super) pdfs: Vec<(OrganizationId, HandedOutPdf)>,
    pub(super) views: HashMap<(OrganizationId, InvoiceId), Views>,
    pub(super) mail: MailData,
    pub(super) usage: HashMap<(OrganizationId, service_day::Month), u64>,
    pub(super) bank: BankData,
    pub(super) events: Vec<(OrganizationId, String)>,
    pub(super) answers: HashMap<(Scope, Cow<'static, str>, Key), KeyRecord>,
    pub(super) rates: BTreeMap<(CentralBank, Date), DailyRates>,
    pub(super) network: NetworkData,
    pub(super) claims: ClaimData,
    pub(super) contracts: ContractData,
    pub(super) exports: ExportData,
    pub(super) accounting: AccountingData,
    pub(super) sends: SendsData,
    pub(super) tax_reports: Table<KeptReport>,
    pub(super) provider: ProviderData,
    pub(super) requests: HashMap<Counted, Window>,
    pub(super) sapi: SapiData,
    pub(super) sign_in: SignInData,
    pub(super) stock: StockData,
    pub(super) members: MemberData,
    pub(super) oauth: OAuthData,
    pub(super) webhooks: WebhookData,
    pub(super) failing: Option<&'static str>,
    /// How often open invoices were looked for.
    pub(super) looks: usize,
}

rows! {
    BankAccountRecord: BankAccountId = account.id;
    VehicleRecord: VehicleId = vehicle.id;
    ContactRow: ContactId = contact.id;
    AnyInvoice: InvoiceId = id;
    SettledExpense: ExpenseId = expense.id;
    Offset: OffsetId = id;
    Project: ProjectId = id;
    KeptReport: ReportId = report.id;
}

#[derive(Clone)]
pub(super) struct KeptKey {
    pub(super) key: NewKey,
    pub(super) created_at: OffsetDateTime,
    pub(super) last_used_at: Option<OffsetDateTime>,
    pub(super) revoked_at: Option<OffsetDateTime>,
}

#[derive(Clone)]
pub(super) struct KeyRecord {
    pub(super) token: LeaseToken,
    pub(super) record: Record,
    pub(super) since: OffsetDateTime,
}

impl MemoryStore {
    pub(super) fn data(&self) -> MutexGuard<'_, Data> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The data for a call of this name, unless a test has it fail.
    pub(super) fn call(&self, call: &'static str) -> Result<MutexGuard<'_, Data>> {
        let data = self.data();
        match data.failing == Some(call) {
            true => Err(StoreError::Unavailable("the test says so".into())),
            false => Ok(data),
        }
    }

    /// How often open invoices were looked for so far.
    #[must_use]
    pub fn looks(&self) -> usize {
        self.data().looks
    }

    /// Makes a change that is stored as a whole or not at all.
    pub(super) fn change<T, E>(
        &self,
        change: impl FnOnce(&mut Data) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut data = self.data();
        let mut copy = data.clone();
        let done = change(&mut copy)?;
        *data = copy;
        Ok(done)
    }

    /// Makes calls with this name fail, until another name or `None` is set. Only some calls can fail.
    pub fn fail(&self, call: Option<&'static str>) {
        self.data().failing = call;
    }

    /// The payloads of an organization's events, the oldest first.
    #[must_use]
    pub fn events(&self, organization: OrganizationId) -> Vec<String> {
        let data = self.data();
        let own = data.events.iter().filter(|(owner, _)| *owner == organization);
        own.map(|(_, payload)| payload.clone()).collect()
    }
}

impl Data {
    pub(super) fn organization(&self, id: OrganizationId) -> Result<&Organization> {
        self.organizations.get(&id).ok_or(StoreError::NotFound)
    }

    pub(super) fn must_exist(&self, organization: OrganizationId) -> Result<()> {
        self.organization(organization).map(drop)
    }

    pub(super) fn known_user(&mut self, id: UserId) -> Result<&mut NewUser> {
        self.users.iter_mut().find(|known| known.id == id).ok_or(StoreError::NotFound)
    }

    pub(super) fn known_partner(&mut self, id: PartnerId) -> Result<&mut NewPartner> {
        self.partners.iter_mut().find(|known| known.id == id).ok_or(StoreError::NotFound)
    }

    /// Keeps the answer under its lease, if it has one.
    pub(super) fn answer(
        &mut self,
        owner: OrganizationId,
        answered: Option<(&Lease, &Answer)>,
        now: OffsetDateTime,
    ) -> Result<()> {
        let Some((lease, answer)) = answered else { return Ok(()) };
        self.complete((owner.into(), now), lease, answer)
    }

    /// The same where the answer was decided.
    pub(super) fn decided(
        &mut self,
        owner: OrganizationId,
        answered: Option<(&Lease, OffsetDateTime)>,
        answer: Answer,
    ) -> Result<Answer> {
        if let Some((lease, now)) = answered {
            self.complete((owner.into(), now), lease, &answer)?;
        }
        Ok(answer)
    }
}
