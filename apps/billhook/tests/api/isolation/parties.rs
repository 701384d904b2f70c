//! A key with whom it acts for, and what it can read.

use super::{
    AT_ONCE,
    kinds::{Kind, Kinds, gather},
    operations::{Interface, Operation},
};
use crate::support::*;
use access::OrganizationId;
use futures_util::{StreamExt, stream};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The paths that a test key may use for the whole organization: the list in docs/API-DESIGN.md, "Test keys and live
/// keys". Everything else belongs to the network of the key.
const SHARED: &[&str] = &[
    "/v1/agent/invoices",
    "/v1/agent/expenses",
    "/v1/agent/offsets",
    // invoices and expenses of both networks belong to one project
    "/v1/agent/projects",
    // invoices of both networks take from one stock
    "/v1/agent/stock",
    "/v1/agent/customers",
    "/v1/agent/bank-accounts",
    "/v1/agent/bank-statements",
    "/v1/agent/payment-proposals",
    "/v1/agent/vehicles",
    "/v1/agent/number-series",
    "/v1/agent/peppol/send-settings",
    "/v1/agent/peppol/invoice-responses",
    "/v1/agent/organizations",
    "/v1/agent/webhooks",
    "/v1/agent/events",
    // it counts the organization's invoices, those of test keys too
    "/v1/agent/usage",
    // a live key sees the contracts of test keys; `contracts` tests that a test key sees no others
    "/v1/agent/contracts",
    // what is owed is the organization's; of received documents the key's network is shown
    "/v1/agent/dashboard",
    // a live key sees the test keys too; `keys` tests that a test key sees and ends test keys only
    "/v1/agent/keys",
];

/// Members of answers that time changes, not requests.
const VOLATILE: [&str; 3] = ["ahead", "estimated_completion_at", "last_used_at"];

/// Ids that are read by one operation, and tried by others: the first, which have the most about them.
const LOOKED_AT: usize = 3;

/// A key and whom it acts for.
pub struct Party {
    pub name: &'static str,
    /// Equal for the keys of one organization.
    pub tenant: OrganizationId,
    pub caller: Caller,
    /// The ids that it is shown, and where.
    pub listed: BTreeMap<String, BTreeSet<Kind>>,
    /// The ids that it can read.
    known: Vec<String>,
    /// The ids by the paths of the operations that read them.
    things: BTreeMap<String, Vec<String>>,
    /// The ids that it can read something with, and of what it has staged.
    ids: BTreeSet<String>,
    /// The ids that keys of both tiers of its organization see.
    shared: BTreeSet<String>,
}

impl Party {
    pub fn new(name: &'static str, tenant: OrganizationId, caller: Caller) -> Self {
        let caller = caller.acting_for(Some(&tenant.to_string()));
        Self {
            name,
            tenant,
            caller,
            listed: BTreeMap::new(),
            known: Vec::new(),
            things: BTreeMap::new(),
            ids: BTreeSet::new(),
            shared: BTreeSet::new(),
        }
    }

    /// The ids that another party must not see.
    pub fn ids_unknown_to<'a>(&'a self, other: &'a Party) -> impl Iterator<Item = &'a String> {
        let shared = |id: &&String| self.tenant == other.tenant && self.shared.contains(*id);
        self.ids.difference(&other.ids).filter(move |id| !shared(id))
    }

    /// Whether a path is another key's of the same organization too.
    pub fn shares(&self, other: &Party, path: &str) -> bool {
        self.tenant == other.tenant && is_shared(path)
    }

    /// Adds the id of a staged document, which no list contains.
    pub fn has_staged(&mut self, id: String) {
        self.ids.insert(id.clone());
        self.things
            .entry("/v1/agent/peppol/connector/dispatch/{stagedId}".to_owned())
            .or_default()
            .push(id);
    }

    /// The ids for the path of an operation.
    pub fn ids_for(&self, operation: &Operation) -> impl Iterator<Item = &String> {
        let things = self.things.iter().filter(|(read, _)| operation.names_the_same_as(read));
        things.flat_map(|(_, ids)| ids)
    }

    /// Finds the ids that it is shown.
    pub async fn list(&mut self, interface: &Interface) {
        for list in interface.reads().filter(|operation| !operation.has_parameters()) {
            let answer = self.caller.get(&list.path).await;
            if answer.status == 200 {
                gather(&answer.json(), &list.path, &mut self.listed);
            }
        }
        assert!(self.listed.len() > 3, "{} has nothing", self.name);
    }

    /// Finds out what it can read one by one.
    pub async fn explore(&mut self, interface: &Interface, kinds: &Kinds) {
        let paths = interface.reads().filter(|operation| operation.has_parameters());
        let listed = &self.listed;
        let paths = paths.flat_map(|read| listed.iter().map(move |(id, of)| (read, id, of)));
        let paths = paths.filter(|(read, _, of)| kinds.may_read(read, of));
        let caller = &self.caller;
        let reads = paths.map(|(read, id, _)| async move {
            let path = read.at(id);
            let is_there = caller.get(&path).await.status == 200;
            is_there.then(|| (read, id.clone(), path))
        });
        let found: Vec<_> = stream::iter(reads).buffered(AT_ONCE).collect().await;
        let found: Vec<_> = found.into_iter().flatten().collect();
        for (read, id, path) in &found {
            // the network status of an invoice depends on the network, but the invoice belongs to the organization
            if is_shared(path) || path.starts_with("/v1/agent/peppol/status/") {
                self.shared.insert(id.clone());
            }
            self.ids.insert(id.clone());
            let things = self.things.entry(read.path.clone()).or_default();
            if things.len() < LOOKED_AT {
                things.push(id.clone());
                self.known.push(path.clone());
            }
        }
    }

    /// Everything that it can read, by path.
    pub async fn everything(&self, interface: &Interface) -> BTreeMap<String, Value> {
        let lists = interface.reads().filter(|operation| !operation.has_parameters());
        let paths = lists.map(|operation| operation.path.clone()).chain(self.known.clone());
        let reads = paths.map(|path| async move {
            let answer = self.caller.get(&path).await;
            let mut value = json!({"status": answer.status, "body": answer.json()});
            steady(&mut value);
            (path, value)
        });
        stream::iter(reads).buffer_unordered(AT_ONCE).collect().await
    }
}

fn is_shared(path: &str) -> bool {
    SHARED.iter().any(|shared| path.starts_with(shared))
}

fn steady(value: &mut Value) {
    match value {
        Value::Object(members) => {
            VOLATILE.iter().for_each(|name| drop(members.remove(*name)));
            members.values_mut().for_each(steady);
        }
        Value::Array(values) => values.iter_mut().for_each(steady),
        _ => {}
    }
}
