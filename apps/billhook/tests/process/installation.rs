//! An installation of a provider in a network on this machine: the real binary, which is killed and started again.

use crate::{
    binary::{Server, free_address, migrated_postgres, migrated_sqlite, seed},
    kills::{LEASE, Later},
    sending::{all, provide_with, read, with_store},
};
use ::billhook::commands::{Provider, World, ZONE};
use peppol_connector::identifiers::Network;
use peppol_messages::mls::MLS_DOCUMENT_TYPE;
use peppol_statistics::{Direction, Month};
use provider_reports::ExchangeLog;
use serde_json::Value;
use std::{any::Any, collections::BTreeSet};
use time::OffsetDateTime;

/// What each organization may send at first.
pub const CREDIT: u64 = 10_000;

/// Another database with nothing in it, on the engine of this one, and what it lives as long as.
pub fn beside(database: &str) -> (String, Box<dyn Any>) {
    if database.starts_with("postgres") {
        let other = migrated_postgres();
        return (other.url(), Box::new(other));
    }
    let folder = migrated_sqlite();
    (folder.url(), Box::new(folder))
}

/// An installation of the real binary at an address that stays, on a database of its own.
pub struct Installation {
    database: String,
    settings: Vec<(&'static str, String)>,
    server: Option<Server>,
    later: Later,
    pub base_url: String,
    pub seeded: Value,
}

impl Installation {
    pub fn start(world: &World, provider: Provider, database: &str) -> Self {
        let database = database.to_owned();
        let seeded = seed(&database);
        provide_with(&database, &seeded, CREDIT);
        let address = free_address();
        let path = |path: std::path::PathBuf| path.display().to_string();
        let mut settings = vec![
            ("BILLHOOK_LISTEN", address.clone()),
            ("BILLHOOK_LIVE_NETWORK", "peppol".to_owned()),
            ("BILLHOOK_PEPPOL_LIVE_KEYS", path(world.keys_of(provider))),
            ("BILLHOOK_PEPPOL_LIVE_TRUST", path(world.trust())),
            ("BILLHOOK_PEPPOL_LIVE_ZONE", ZONE.to_owned()),
            ("BILLHOOK_PEPPOL_NAME_SERVERS", world.name_server().to_string()),
            ("BILLHOOK_PEPPOL_TLS_ROOTS", path(world.tls_roots())),
            ("BILLHOOK_PEPPOL_ALLOW_LOOPBACK", "true".to_owned()),
            ("BILLHOOK_LOG", "warn,billhook=info".to_owned()),
        ];
        settings.extend(LEASE.map(|(name, value)| (name, value.to_owned())));
        let base_url = format!("http://{address}");
        let later = Later::default();
        let mut installation = Self { database, settings, server: None, later, base_url, seeded };
        installation.restart(time::Duration::ZERO);
        installation
    }

    pub fn kill(&mut self) {
        if let Some(server) = self.server.take() {
            server.kill();
        }
    }

    /// Killed, if it runs, and started again at the same address, so much later by its clock.
    pub fn restart(&mut self, later: time::Duration) {
        self.kill();
        let settings: Vec<_> =
            self.settings.iter().map(|(name, value)| (*name, value.as_str())).collect();
        self.server = Some(self.later.by(later).start(&self.database, &settings));
    }

    pub fn rows(&self, name: &str, path: &str) -> Vec<Value> {
        all(&self.base_url, &self.seeded, name, path)
    }

    pub fn detail(&self, name: &str, path: &str) -> Value {
        read(&self.base_url, &self.seeded, name, path)["data"].clone()
    }

    /// How many documents, and how many statuses, the message log counts that went this way.
    pub fn logged(&self, direction: Direction) -> (usize, usize) {
        let mut counted = (0, 0);
        with_store(&self.database, async |store| {
            let now = OffsetDateTime::now_utc();
            // a month may end while the test runs
            let months = BTreeSet::from([now, now + self.later.0].map(Month::of));
            for month in months {
                let page = store.exchanges(Network::Live, month, None, 10_000).await;
                let rows = page.expect("a page").rows;
                for one in rows.iter().filter(|one| one.direction == direction) {
                    match one.document_type.value() == MLS_DOCUMENT_TYPE {
                        true => counted.1 += 1,
                        false => counted.0 += 1,
                    }
                }
            }
        });
        counted
    }
}
