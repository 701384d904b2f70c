//! A running server with the demo organizations in it, and a client of it.

mod bodies;
mod client;
mod engine;
mod partner;
mod receiver;
mod sending;
mod smtp;

use agent_api::server;
use billhook::{
    commands::{Seeded, seed_with},
    interfaces,
    workers::Workers,
};
use engine::Place;
use passwords::Passwords;
use runtime::{
    config::{Config, Settings},
    wiring::{self, App},
};
use std::{
    net::SocketAddr,
    sync::{Arc, mpsc},
    thread,
};
use store::Store;

pub use bodies::{customer, invoice, invoice_of, invoice_with, item};
pub use client::{Answer, Caller, assert_error, fields};
pub(crate) use engine::on_both;
pub use engine::{Engine, run};
pub use partner::{Partner, organization};
pub use receiver::{Behaviour, Received, Receiver};
pub use sending::{Sending, base64, eventually};
pub use smtp::{MailSink, NO_MAILBOX};

/// A server with its own database. Stopping and dropping the database happen on drop.
pub struct TestServer {
    /// The demo organizations and their keys.
    pub seeded: Seeded,
    /// `http://127.0.0.1:port`.
    pub base_url: String,
    config: Config,
    handle: actix_web::dev::ServerHandle,
    thread: Option<thread::JoinHandle<()>>,
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
        let store = wiring::open_store(&config, true).await.expect("a fresh database");
        let now = time::OffsetDateTime::now_utc();
        let seeded =
            seed_with(&store, now, &Passwords::weak().expect("made")).await.expect("seeding");
        drop(store);
        let (base_url, handle, thread) = serve(config.clone());
        Self { seeded, base_url, config, handle, thread: Some(thread), place }
    }

    /// A second server process on the same database.
    pub fn another(&self) -> AnotherServer {
        let (base_url, handle, thread) = serve(self.config.clone());
        AnotherServer { base_url, handle, thread: Some(thread) }
    }

    /// A server process on the same database, with workers and some parts that are others.
    pub fn refitted(&self, refit: impl FnOnce(&mut App) + Send + 'static) -> AnotherServer {
        let (base_url, handle, thread) =
            serve_with(Config { work: true, ..self.config.clone() }, refit);
        AnotherServer { base_url, handle, thread: Some(thread) }
    }

    /// The same at another time.
    pub fn refitted_at(
        &self,
        time: time::OffsetDateTime,
        refit: impl FnOnce(&mut App) + Send + 'static,
    ) -> AnotherServer {
        let config =
            Config { work: true, clock: Some(time), clock_force: true, ..self.config.clone() };
        let (base_url, handle, thread) = serve_with(config, refit);
        AnotherServer { base_url, handle, thread: Some(thread) }
    }

    /// The same without workers: it takes requests, and what they cause waits.
    pub fn standing(&self, refit: impl FnOnce(&mut App) + Send + 'static) -> AnotherServer {
        let (base_url, handle, thread) =
            serve_with(Config { work: false, ..self.config.clone() }, refit);
        AnotherServer { base_url, handle, thread: Some(thread) }
    }

    /// A server process on the same database at another time.
    pub fn at_time(&self, time: time::OffsetDateTime) -> AnotherServer {
        let config = Config { clock: Some(time), clock_force: true, ..self.config.clone() };
        let (base_url, handle, thread) = serve(config);
        AnotherServer { base_url, handle, thread: Some(thread) }
    }

    /// A second server process on the same database, with workers.
    pub fn working(&self) -> AnotherServer {
        let (base_url, handle, thread) = serve(Config { work: true, ..self.config.clone() });
        AnotherServer { base_url, handle, thread: Some(thread) }
    }

    /// The partner with its test key, which names no organization.
    pub fn demo_partner(&self) -> Caller {
        let sk = self.seeded.organizations.sk.org_id;
        Caller::new(&self.base_url, &self.seeded.partner.test_key, sk).acting_for(None)
    }

    /// The database itself, for what the interface does not offer.
    pub async fn store(&self) -> Store {
        wiring::open_store(&self.config, false).await.expect("the database")
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

impl Drop for TestServer {
    fn drop(&mut self) {
        stop(&self.handle, &mut self.thread);
    }
}

/// A server beside the first one; stops on drop.
pub struct AnotherServer {
    /// `http://127.0.0.1:port`.
    pub base_url: String,
    handle: actix_web::dev::ServerHandle,
    thread: Option<thread::JoinHandle<()>>,
}

impl AnotherServer {
    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.base_url.trim_start_matches("http://").parse().expect("an address with its port")
    }
}

impl Drop for AnotherServer {
    fn drop(&mut self) {
        stop(&self.handle, &mut self.thread);
    }
}

fn stop(handle: &actix_web::dev::ServerHandle, thread: &mut Option<thread::JoinHandle<()>>) {
    // the command is sent at once; the answer to it is awaited by joining the thread
    drop(handle.stop(false));
    if let Some(thread) = thread.take() {
        thread.join().expect("the server's thread");
    }
}

type Started = (String, actix_web::dev::ServerHandle, thread::JoinHandle<()>);

/// Starts a server on a thread of its own.
fn serve(config: Config) -> Started {
    serve_with(config, |_| {})
}

/// The same with some parts that are others.
fn serve_with(mut config: Config, refit: impl FnOnce(&mut App) + Send + 'static) -> Started {
    let (sender, receiver) = mpsc::channel();
    let thread = thread::spawn(move || {
        actix_web::rt::System::new().block_on(async move {
            let (listener, address) = server::bind(&config.listen).expect("a free port");
            config.base_url = format!("http://{address}");
            let base_url = config.base_url.clone();
            let mut app = wiring::wire(config).await.expect("wiring");
            refit(Arc::get_mut(&mut app).expect("nobody else has it yet"));
            let workers = app.config.work.then(|| Workers::start(&app));
            let server = interfaces::server(app, listener).expect("a server");
            sender.send((base_url, server.handle())).expect("the test waits");
            server.await.expect("serving");
            if let Some(workers) = workers {
                workers.stop().await;
            }
        });
    });
    let (base_url, handle) = receiver.recv().expect("the server starts");
    (base_url, handle, thread)
}
