//! A running server with the demo organizations in it, and a client of it.

mod another;
mod bodies;
mod client;
mod engine;
mod mserver;
mod partner;
mod receiver;
mod sending;
mod smtp;

use billhook::commands::{Seeded, seed_with};
use engine::Place;
use passwords::Passwords;
use runtime::{
    config::{Config, Settings},
    wiring,
};
use store::Store;
use workers::Workers;

pub use another::{AnotherServer, PACE};
pub use bodies::{customer, invoice, invoice_of, invoice_with, item};
pub use client::{Answer, Caller, assert_error, fields, http};
pub(crate) use engine::on_both;
pub use engine::{Engine, run};
pub use mserver::Mserver;
pub use partner::{Partner, organization};
pub use receiver::{Behaviour, Received, Receiver};
pub use sending::{PATIENCE, Sending, base64, eventually};
pub use smtp::{MailSink, NO_MAILBOX};

/// A server with its own database. Stopping and dropping the database happen on drop.
pub struct TestServer {
    /// The demo organizations and their keys.
    pub seeded: Seeded,
    /// `http://127.0.0.1:port`.
    pub base_url: String,
    config: Config,
    // these end before the database does
    _running: AnotherServer,
    store: Store,
    place: Place,
}

/// Settings of a test: no central banks, and rate limits that are in nobody's way.
pub fn settings() -> Settings {
    Settings {
        exchange_rates: Some(false),
        invoice_rate_per_minute: Some(100_000),
        key_rate_per_minute: Some(100_000),
        link_rate_per_minute: Some(100_000),
        unknown_key_rate_per_minute: Some(100_000),
        workers: Some(2),
        database_pool: Some(4),
        // 64 clients of one organization take turns: on a busy machine the last one waits long
        database_wait_seconds: Some(60),
        migrate: Some(false),
        listen: Some("127.0.0.1:0".to_owned()),
        secrets_key: Some("5a".repeat(32)),
        webhook_allow_loopback: Some(true),
        ..Settings::default()
    }
}

impl TestServer {
    async fn start(place: Place, mut settings: Settings) -> Self {
        settings.database_url = Some(place.url());
        let config = settings.resolve().expect("settings of a test");
        let store = wiring::open_store(&config, config.migrate).await.expect("a fresh database");
        let now = time::OffsetDateTime::now_utc();
        let seeded =
            seed_with(&store, now, &Passwords::weak().expect("made")).await.expect("seeding");
        let running =
            AnotherServer::start(config.clone(), Workers::start_without_recurring, |_| {});
        let base_url = running.base_url.clone();
        Self { seeded, base_url, config, _running: running, store, place }
    }

    /// The partner with its test key, which names no organization.
    pub fn demo_partner(&self) -> Caller {
        let sk = self.seeded.organizations.sk.org_id;
        Caller::new(&self.base_url, &self.seeded.partner.test_key, sk).acting_for(None)
    }

    /// The database itself, for what the interface does not offer.
    pub fn store(&self) -> Store {
        self.store.clone()
    }

    /// All that SQLite keeps; nothing of PostgreSQL.
    pub fn sqlite_bytes(&self) -> Option<Vec<u8>> {
        let Place::Sqlite(folder) = &self.place else { return None };
        let files = ["billhook.db", "billhook.db-wal"].map(|name| folder.file(name));
        Some(files.iter().flat_map(|file| std::fs::read(file).unwrap_or_default()).collect())
    }

    /// Whether this is PostgreSQL.
    pub fn is_postgres(&self) -> bool {
        matches!(self.place, Place::Postgres(_))
    }

    /// The Slovak VAT payer with its test key.
    pub fn sk(&self) -> Caller {
        let o = &self.seeded.organizations.sk;
        Caller::new(&self.base_url, &o.test_key, o.org_id)
    }

    /// The Slovak buyer with its test key.
    pub fn sk_buyer(&self) -> Caller {
        let o = &self.seeded.organizations.sk_buyer;
        Caller::new(&self.base_url, &o.test_key, o.org_id)
    }

    /// The Slovak firm that is no VAT payer.
    pub fn sk_nonpayer(&self) -> Caller {
        let o = &self.seeded.organizations.sk_nonpayer;
        Caller::new(&self.base_url, &o.test_key, o.org_id)
    }

    /// The Czech VAT payer.
    pub fn cz(&self) -> Caller {
        let o = &self.seeded.organizations.cz;
        Caller::new(&self.base_url, &o.test_key, o.org_id)
    }
}
