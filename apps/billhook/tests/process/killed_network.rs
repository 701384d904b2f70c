//! Two installations that are killed while they exchange documents over the real network.

use crate::{
    binary::{Folder, Server, empty_postgres, seed},
    sending::{all, provide_with, read, template, until_queued, with_store},
};
use ::billhook::commands::{BUYER, Provider, SELLER, World, ZONE};
use peppol_connector::Network;
use peppol_messages::mls::MLS_DOCUMENT_TYPE;
use peppol_reporting::{Direction, Month};
use provider_reports::ExchangeLog;
use serde_json::{Value, json};
use std::{
    any::Any,
    collections::BTreeSet,
    env,
    net::TcpListener,
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};
use test_databases::TempFolder;
use time::OffsetDateTime;

crate::on_both!(killed_installations_exchange_each_document_once);

const CLIENTS: usize = 4;
/// Messages in all; docs/development.md names the variable for more.
const MESSAGES: u64 = 64;
const CREDIT: u64 = 10_000;
/// All that was sent is delivered before the next round: a send whose worker is killed again and again waits for a quarter of
/// an hour, as it should, and the test would with it.
const ROUNDS: usize = 4;
const KILLS_OF_A_ROUND: usize = 2;

/// How long it may take until everything is told: attempts after a lost receipt wait 10 to 12 seconds, and more after
/// others.
const PATIENCE: Duration = Duration::from_secs(400);

/// A number of the environment, or another.
fn set(variable: &str, otherwise: u64) -> u64 {
    env::var(variable).map_or(otherwise, |text| text.parse().expect(variable))
}

/// Chances that a seed decides (SplitMix64).
struct Chances(u64);

impl Chances {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % limit
    }
}

/// Another empty database on the engine of this one, and what it lives as long as.
fn beside(database: &str) -> (String, Box<dyn Any>) {
    if database.starts_with("postgres") {
        let other = empty_postgres().expect("there is one already");
        return (other.url(), Box::new(other));
    }
    let folder = TempFolder::create();
    (folder.url(), Box::new(folder))
}

/// An installation of the real binary at an address that stays, on a database of its own.
struct Installation {
    database: String,
    settings: Vec<(&'static str, String)>,
    server: Option<Server>,
    base_url: String,
    seeded: Value,
}

impl Installation {
    fn start(world: &World, provider: Provider, database: &str) -> Self {
        let database = database.to_owned();
        let seeded = seed(&database);
        provide_with(&database, &seeded, CREDIT);
        let free = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = free.local_addr().expect("an address").to_string();
        drop(free);
        let path = |path: std::path::PathBuf| path.display().to_string();
        let settings = vec![
            ("BILLHOOK_LISTEN", address.clone()),
            ("BILLHOOK_LIVE_NETWORK", "peppol".to_owned()),
            ("BILLHOOK_PEPPOL_LIVE_KEYS", path(world.keys_of(provider))),
            ("BILLHOOK_PEPPOL_LIVE_TRUST", path(world.trust())),
            ("BILLHOOK_PEPPOL_LIVE_ZONE", ZONE.to_owned()),
            ("BILLHOOK_PEPPOL_NAME_SERVERS", world.name_server().to_string()),
            ("BILLHOOK_PEPPOL_TLS_ROOTS", path(world.tls_roots())),
            ("BILLHOOK_PEPPOL_ALLOW_LOOPBACK", "true".to_owned()),
            ("BILLHOOK_JOB_LEASE_SECONDS", "2".to_owned()),
            ("BILLHOOK_JOB_LEASE_FORCE", "true".to_owned()),
            ("BILLHOOK_LOG", "warn,billhook=info".to_owned()),
        ];
        let base_url = format!("http://{address}");
        let mut installation = Self { database, settings, server: None, base_url, seeded };
        installation.restart();
        installation
    }

    /// Killed, if it runs, and started again at the same address.
    fn restart(&mut self) {
        if let Some(server) = self.server.take() {
            server.kill();
        }
        let settings: Vec<_> =
            self.settings.iter().map(|(name, value)| (*name, value.as_str())).collect();
        self.server = Some(Server::start_with(&self.database, &settings));
    }

    fn rows(&self, name: &str, path: &str) -> Vec<Value> {
        all(&self.base_url, &self.seeded, name, path)
    }

    fn detail(&self, name: &str, path: &str) -> Value {
        read(&self.base_url, &self.seeded, name, path)["data"].clone()
    }

    /// How many documents, and how many statuses, the message log counts that went this way.
    fn logged(&self, direction: Direction) -> (usize, usize) {
        let mut counted = (0, 0);
        with_store(&self.database, async |store| {
            let month = Month::of(OffsetDateTime::now_utc());
            let page = store.exchanges(Network::Live, month, None, 10_000).await.expect("a page");
            for one in page.rows.iter().filter(|one| one.direction == direction) {
                match one.document_type.value() == MLS_DOCUMENT_TYPE {
                    true => counted.1 += 1,
                    false => counted.0 += 1,
                }
            }
        });
        counted
    }
}

/// Looks again until something holds; `open` says what does not yet.
fn until<T>(mut look: impl FnMut() -> Result<T, String>) -> T {
    let end = Instant::now() + PATIENCE;
    loop {
        match look() {
            Ok(found) => return found,
            Err(open) => assert!(Instant::now() < end, "{open}"),
        }
        thread::sleep(Duration::from_millis(300));
    }
}

/// Messages between two installations, each killed at instants that a seed decides: each document arrives once, is charged
/// once, proved by one receipt and counted, its sender hears of it, and both sides agree in the end.
fn killed_installations_exchange_each_document_once(database: &str) {
    let clock = OffsetDateTime::now_utc();
    let seed = set("BILLHOOK_KILL_SEED", u64::from(clock.nanosecond()));
    let messages = usize::try_from(set("BILLHOOK_KILL_MESSAGES", MESSAGES)).expect("a count");
    let each = messages.div_ceil(CLIENTS * ROUNDS);
    eprintln!("BILLHOOK_KILL_SEED={seed}, {} messages", each * CLIENTS * ROUNDS);
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let folder = Folder::new();
    let world = runtime.block_on(World::open(&folder.0, clock)).expect("a network");
    let (other, _lives) = beside(database);
    let mut seller = Installation::start(&world, SELLER, database);
    let mut buyer = Installation::start(&world, BUYER, &other);
    let participant = "0245:2020876550".parse().expect("a participant");
    runtime.block_on(async {
        world.publish(SELLER, &seller.base_url, None).await.expect("published");
        world.publish(BUYER, &buyer.base_url, Some(&participant)).await.expect("published");
    });
    let began = Instant::now();
    let mut chances = Chances(seed);
    for round in 0..ROUNDS {
        send_and_kill(&mut seller, &mut buyer, (round, each), &mut chances);
        delivered(&seller, each * CLIENTS * (round + 1));
    }
    let sent = began.elapsed();
    check(&seller, &buyer, each * CLIENTS * ROUNDS);
    eprintln!("sent in {sent:?}, all told after {:?}", began.elapsed());
}

/// Clients send, each document under a key that is repeated until it is answered, while one of both is killed, or both.
fn send_and_kill(
    seller: &mut Installation,
    buyer: &mut Installation,
    (round, each): (usize, usize),
    chances: &mut Chances,
) {
    let address = Arc::new(Mutex::new(seller.base_url.clone()));
    let template = Arc::new(template(&seller.base_url, &seller.seeded));
    let clients: Vec<_> = (0..CLIENTS)
        .map(|client| {
            let (seeded, address) = (seller.seeded.clone(), Arc::clone(&address));
            let template = Arc::clone(&template);
            thread::spawn(move || {
                for i in 0..each {
                    until_queued(
                        &address,
                        &seeded,
                        &template,
                        &format!("EXT-{round}-{client}-{i}"),
                    );
                    thread::sleep(Duration::from_millis(50));
                }
            })
        })
        .collect();
    for _ in 0..KILLS_OF_A_ROUND {
        thread::sleep(Duration::from_millis(100 + chances.below(500)));
        let who = chances.below(3);
        if who != 1 {
            seller.restart();
        }
        if who != 0 {
            buyer.restart();
        }
    }
    for client in clients {
        client.join().expect("a client");
    }
}

/// The documents, once so many are delivered and none is not.
fn delivered(seller: &Installation, count: usize) -> Vec<Value> {
    until(|| {
        let rows = seller.rows("sk", "/v1/agent/peppol/documents");
        let open: Vec<_> = rows.iter().filter(|row| row["state"] != "DELIVERED").collect();
        let is_over = rows.len() == count && open.is_empty();
        if is_over { Ok(rows) } else { Err(format!("of {}: {open:#?}", rows.len())) }
    })
}

fn check(seller: &Installation, buyer: &Installation, count: usize) {
    let documents = delivered(seller, count);
    let received = buyer.rows("sk_buyer", "/v1/agent/peppol/received");
    let numbers = |rows: &[Value], field: &str| {
        rows.iter().map(|row| row[field].to_string()).collect::<BTreeSet<_>>()
    };
    assert_eq!((documents.len(), received.len()), (count, count), "each arrived once");
    assert_eq!(numbers(&documents, "number"), numbers(&received, "document_number"));
    for document in &documents {
        proved(seller, document["document_id"].as_str().expect("an id"));
    }
    for document in &received {
        let path = format!("/v1/agent/peppol/received/{}", document["id"].as_str().expect("an id"));
        let status = until(|| {
            let status = buyer.detail("sk_buyer", &path)["status"].clone();
            if status["state"] == "waiting" { Err(status.to_string()) } else { Ok(status) }
        });
        assert_eq!((&status["state"], &status["response"]), (&json!("sent"), &json!("AB")));
    }
    for (installation, direction, counted) in [
        (seller, Direction::Out, (count, 0)),
        (seller, Direction::In, (0, count)),
        (buyer, Direction::In, (count, 0)),
        (buyer, Direction::Out, (0, count)),
    ] {
        assert_eq!(installation.logged(direction), counted, "{direction:?}");
    }
    let credit = seller.detail("sk", "/v1/agent/peppol/credit");
    let left = CREDIT - u64::try_from(count).expect("a count");
    assert_eq!((&credit["available"], &credit["reserved"]), (&json!(left), &json!(0)));
    let lines = seller.rows("sk", "/v1/agent/peppol/credit/entries");
    let of = |kind: &str| lines.iter().filter(|line| line["kind"] == kind).count();
    assert_eq!((of("reserve"), of("capture"), of("release")), (count, count, 0));
}

/// That one receipt proves a document, and one status: of a worker that was killed, a little later.
fn proved(seller: &Installation, id: &str) {
    let path = format!("/v1/agent/peppol/documents/{id}");
    let count = |document: &Value| {
        let evidence = document["flight"]["evidence"].as_array().expect("a list");
        let of = |kind: &str| evidence.iter().filter(|one| one["kind"] == kind).count();
        (of("receipt"), of("status"))
    };
    let document = until(|| {
        let document = seller.detail("sk", &path);
        if count(&document).0 == 0 { Err(format!("{document:#}")) } else { Ok(document) }
    });
    assert_eq!(count(&document), (1, 1), "{document:#}");
    let hops = document["flight"]["attempts"][0]["hops"].as_array().expect("a list");
    assert!(hops.iter().all(|hop| hop["milliseconds"].is_u64()), "{document}");
}
