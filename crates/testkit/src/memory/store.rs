//! The store: all that is kept, behind one lock.

use super::{
    kept::{
        bank_statements::BankData, contracts::ContractData, correspondence::MailData,
        exports::ExportData, members::MemberData, oauth::OAuthData, organizations::ClaimData,
        provider_reports::ProviderData, sapi::SapiData, sign_in::SignInData,
        tax_reports::TaxReportData,
    },
    network::NetworkData,
    webhooks::WebhookData,
};
use crate::memory::sending::SendsData;
use access::{Counted, NewKey, NewPartner, NewUser, OrganizationId, Window};
use expenses::{ExpenseId, SettledExpense};
use idempotency::{Key, LeaseToken, Record, Scope};
use invoicing::{
    AnyInvoice, CentralBank, ContactId, InvoiceId, InvoiceType, Organization,
    files::HandedOutPdf,
    numbering::SeriesFormat,
    rates::DailyRates,
    records::{BankAccountRecord, ContactRow, Logo, VehicleRecord},
    states::{HistoryRow, Views},
};
use offsets::Offset;
use persistence::StoreError;
use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use time::Date;

/// A store in memory. Clones share their data.
#[derive(Clone, Default)]
pub struct MemoryStore(Arc<Mutex<Data>>);

#[derive(Clone, Default)]
pub(super) struct Data {
    pub(super) organizations: BTreeMap<OrganizationId, Organization>,
    pub(super) bank_accounts: Vec<(OrganizationId, BankAccountRecord)>,
    pub(super) vehicles: Vec<(OrganizationId, VehicleRecord)>,
    pub(super) logos: BTreeMap<(OrganizationId, String), (Logo, time::OffsetDateTime)>,
    pub(super) users: Vec<NewUser>,
    pub(super) partners: Vec<NewPartner>,
    pub(super) keys: Vec<KeptKey>,
    pub(super) formats: BTreeMap<(OrganizationId, InvoiceType), SeriesFormat>,
    pub(super) counts: BTreeMap<(OrganizationId, InvoiceType, i32), i64>,
    pub(super) contacts: BTreeMap<(OrganizationId, ContactId), ContactRow>,
    pub(super) invoices: BTreeMap<(OrganizationId, InvoiceId), AnyInvoice>,
    pub(super) history: Vec<((OrganizationId, InvoiceId), HistoryRow)>,
    pub(super) expenses: BTreeMap<(OrganizationId, ExpenseId), SettledExpense>,
    pub(super) offsets: Vec<(OrganizationId, Offset)>,
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
    pub(super) sends: SendsData,
    pub(super) tax_reports: TaxReportData,
    pub(super) provider: ProviderData,
    pub(super) requests: HashMap<Counted, Window>,
    pub(super) sapi: SapiData,
    pub(super) sign_in: SignInData,
    pub(super) members: MemberData,
    pub(super) oauth: OAuthData,
    pub(super) webhooks: WebhookData,
    pub(super) failing: Option<&'static str>,
}

#[derive(Clone)]
pub(super) struct KeptKey {
    pub(super) key: NewKey,
    pub(super) created_at: time::OffsetDateTime,
    pub(super) last_used_at: Option<time::OffsetDateTime>,
    pub(super) revoked_at: Option<time::OffsetDateTime>,
}

#[derive(Clone)]
pub(super) struct KeyRecord {
    pub(super) token: LeaseToken,
    pub(super) record: Record,
    pub(super) since: time::OffsetDateTime,
}

impl MemoryStore {
    pub(super) fn data(&self) -> MutexGuard<'_, Data> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The data for a call of this name, unless a test has it fail.
    pub(super) fn asked(&self, call: &'static str) -> Result<MutexGuard<'_, Data>, StoreError> {
        let data = self.data();
        match data.failing == Some(call) {
            true => Err(StoreError::Unavailable("the test says so".into())),
            false => Ok(data),
        }
    }

    /// From now on calls of this name fail, as long as it is named here. Only some calls can.
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
