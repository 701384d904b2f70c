//! The ports in memory: what each does, without a database in the way.

mod access;
mod bank_statements;
mod changes;
mod contracts;
mod correspondence;
pub(crate) mod dashboard;
mod expenses;
mod exports;
mod filing;
mod idempotency;
mod invoices;
mod issue;
mod keys;
mod members;
mod network;
mod oauth;
mod offsets;
mod operator;
mod organizations;
mod overdue;
mod payments;
mod pdf_log;
mod provider_reports;
mod provision;
mod rates;
mod records;
mod sapi;
mod sends;
mod sign_in;
mod tax_reports;
mod usage;
mod webhooks;

use ::access::{Counted, NewKey, NewPartner, NewUser, OrganizationId, Window};
use ::expenses::{ExpenseId, SettledExpense};
use ::idempotency::{Key, LeaseToken, Record, Scope};
use ::offsets::Offset;
use invoicing::{
    AnyInvoice, BankAccountRecord, CentralBank, ContactId, ContactRow, DailyRates, HandedOutPdf,
    HistoryRow, InvoiceId, InvoiceType, Logo, Organization, SeriesFormat, VehicleRecord,
};
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
struct Data {
    organizations: BTreeMap<OrganizationId, Organization>,
    bank_accounts: Vec<(OrganizationId, BankAccountRecord)>,
    vehicles: Vec<(OrganizationId, VehicleRecord)>,
    logos: BTreeMap<(OrganizationId, String), (Logo, time::OffsetDateTime)>,
    users: Vec<NewUser>,
    partners: Vec<NewPartner>,
    keys: Vec<KeptKey>,
    formats: BTreeMap<(OrganizationId, InvoiceType), SeriesFormat>,
    counts: BTreeMap<(OrganizationId, InvoiceType, i32), i64>,
    contacts: BTreeMap<(OrganizationId, ContactId), ContactRow>,
    invoices: BTreeMap<(OrganizationId, InvoiceId), AnyInvoice>,
    history: Vec<((OrganizationId, InvoiceId), HistoryRow)>,
    expenses: BTreeMap<(OrganizationId, ExpenseId), SettledExpense>,
    offsets: Vec<(OrganizationId, Offset)>,
    files: HashMap<InvoiceId, Vec<Vec<u8>>>,
    pdfs: Vec<(OrganizationId, HandedOutPdf)>,
    mail: correspondence::MailData,
    usage: HashMap<(OrganizationId, invoicing::Month), u64>,
    bank: bank_statements::BankData,
    events: Vec<(OrganizationId, String)>,
    answers: HashMap<(Scope, Cow<'static, str>, Key), KeyRecord>,
    rates: BTreeMap<(CentralBank, Date), DailyRates>,
    network: network::NetworkData,
    claims: organizations::ClaimData,
    contracts: contracts::ContractData,
    exports: exports::ExportData,
    sends: sends::SendsData,
    tax_reports: tax_reports::TaxReportData,
    provider: provider_reports::ProviderData,
    requests: HashMap<Counted, Window>,
    sapi: sapi::SapiData,
    sign_in: sign_in::SignInData,
    members: members::MemberData,
    oauth: oauth::OAuthData,
    webhooks: webhooks::WebhookData,
    failing: Option<&'static str>,
}

#[derive(Clone)]
struct KeptKey {
    key: NewKey,
    created_at: time::OffsetDateTime,
    last_used_at: Option<time::OffsetDateTime>,
    revoked_at: Option<time::OffsetDateTime>,
}

#[derive(Clone)]
struct KeyRecord {
    token: LeaseToken,
    record: Record,
    since: time::OffsetDateTime,
}

impl MemoryStore {
    fn data(&self) -> MutexGuard<'_, Data> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The data for a call of this name, unless a test has it fail.
    fn asked(&self, call: &'static str) -> Result<MutexGuard<'_, Data>, StoreError> {
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
