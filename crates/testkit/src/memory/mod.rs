//! The ports in memory: what each does, without a database in the way.

mod access;
mod idempotency;
mod invoices;
mod issue;
mod network;
mod organizations;
mod overdue;
mod provision;
mod rates;
mod sends;
mod webhooks;

use ::access::{NewKey, NewPartner, NewUser, OrganizationId, Window};
use ::idempotency::{Key, Record, Scope};
use invoicing::{
    BankAccount, CentralBank, ContactRow, DailyRates, Invoice, InvoiceType, Organization,
    SeriesFormat, Vehicle,
};
use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use time::Date;
use uuid::Uuid;

/// A store in memory. Clones share their data.
#[derive(Clone, Default)]
pub struct MemoryStore(Arc<Mutex<Data>>);

#[derive(Clone, Default)]
struct Data {
    organizations: BTreeMap<OrganizationId, Organization>,
    bank_accounts: Vec<(OrganizationId, BankAccount)>,
    vehicles: Vec<(OrganizationId, Vehicle)>,
    users: Vec<NewUser>,
    partners: Vec<NewPartner>,
    keys: Vec<NewKey>,
    formats: BTreeMap<(OrganizationId, InvoiceType), SeriesFormat>,
    counts: BTreeMap<(OrganizationId, InvoiceType, i32), i64>,
    contacts: BTreeMap<(OrganizationId, Uuid), ContactRow>,
    invoices: BTreeMap<(OrganizationId, Uuid), Invoice>,
    files: HashMap<Uuid, Vec<Vec<u8>>>,
    events: Vec<(OrganizationId, String)>,
    answers: HashMap<(Scope, &'static str, Key), KeyRecord>,
    rates: BTreeMap<(CentralBank, Date), DailyRates>,
    network: network::NetworkData,
    claims: organizations::ClaimData,
    sends: sends::SendsData,
    requests: HashMap<(OrganizationId, &'static str), Window>,
    webhooks: webhooks::WebhookData,
}

#[derive(Clone)]
struct KeyRecord {
    token: Uuid,
    record: Record,
    since: time::OffsetDateTime,
}

impl MemoryStore {
    fn data(&self) -> MutexGuard<'_, Data> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The payloads of an organization's events, the oldest first.
    #[must_use]
    pub fn events(&self, organization: OrganizationId) -> Vec<String> {
        let data = self.data();
        let own = data.events.iter().filter(|(owner, _)| *owner == organization);
        own.map(|(_, payload)| payload.clone()).collect()
    }
}
