//! How fast messages of other access points are taken in (`POST /as4`): opened, their signature and signer checked, kept
//! with their receipt, and only then answered; workers elsewhere. Beside it: opening alone, on all cores, and what
//! PostgreSQL could do at best with the same rows in the same minute. `just bench`.

mod sender;

use self::sender::Sender;
use crate::accounts::{self, on_store};
use crate::bench_server::{self, BenchServer, Database, ORGANIZATIONS, compare, psql};
use crate::load::Load;
use access::OrganizationId;
use peppol_connector::{
    audit::AuditAction,
    identifiers::Network,
    registration::{AccountRecord, PeppolAccount},
};
use runtime::{as4::As4Endpoint, wiring::App};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use uuid::Uuid;

/// Clients at the same time.
const CLIENTS: usize = 32;

/// How far the numbers of clients are apart.
const APART: usize = 10_000_000;

/// Bytes of the document.
const SIZE: usize = 20 * 1024;

/// Messages a second that are made beforehand: making one costs nearly what taking it does.
const MADE: u64 = 800;

pub fn run() {
    let Some(time) = bench_server::begin(&format!("an AS4 message with a UBL of {SIZE} bytes"))
    else {
        return;
    };
    let sender = Arc::new(Sender::new(SIZE));
    let opened = opened(&sender, time);
    match BenchServer::postgres_with(receiving(&sender)) {
        Some(server) => {
            let served = taken_in(&server, &sender, "PostgreSQL", time);
            compare("opening alone, all cores", served, Some(opened));
            compare("the same rows by pgbench", served, pgbench(&server, time));
        }
        None => println!("PostgreSQL left out: none at TEST_DATABASE_URL or 127.0.0.1:5432"),
    }
    taken_in(&BenchServer::sqlite_with(receiving(&sender)), &sender, "SQLite", time);
}

/// The access point of the test network is the one that the sender writes to.
fn receiving(sender: &Arc<Sender>) -> impl FnOnce(&mut App) + Send + use<> {
    let sender = sender.clone();
    move |app| app.as4 = As4Endpoint::new(vec![sender.receiver()])
}

fn taken_in(server: &BenchServer, sender: &Arc<Sender>, name: &str, time: Duration) -> f64 {
    enroll(server);
    let seconds = usize::try_from(time.as_secs() * MADE).unwrap_or(usize::MAX);
    let made = Arc::new(sender.messages(name, seconds.max(CLIENTS)));
    let (sender, name_of_run) = (sender.clone(), name.to_owned());
    let load = Load::made(server, move |number| {
        let (client, request) = (number / APART, number % APART);
        let index = request * CLIENTS + client;
        match made.get(index) {
            Some(request) => request.clone(),
            None => sender.message(&name_of_run, index),
        }
    });
    let report = load.run(CLIENTS, time);
    report.print(&format!("messages over HTTP, {name}, {CLIENTS} clients"));
    let kept = kept(server);
    assert_eq!(kept, report.answers(), "each answer is a receipt for a document that is kept");
    report.per_second()
}

/// Each organization receives under an identifier of its own.
fn enroll(server: &BenchServer) {
    accounts::enroll(server, AuditAction::Enrolled, |number, before| AccountRecord {
        account: PeppolAccount::Enrolled(Network::Test),
        participant: Some(sender::receiver_of(number).parse().expect("an id")),
        ..before.clone()
    });
}

/// How many documents there are.
fn kept(server: &BenchServer) -> usize {
    on_store(server, async |store| {
        use peppol_connector::{inbox::ReceivedFilter, ports::InboxStore};
        let mut kept = 0;
        for number in 1..=ORGANIZATIONS {
            let (id, filter) = (OrganizationId(Uuid::from_u128(number)), ReceivedFilter::default());
            let mut after = None;
            loop {
                let page = store.received(id, &filter, after, 1_000).await.expect("a page");
                kept += page.rows.len();
                after = page.next();
                if after.is_none() {
                    break;
                }
            }
        }
        kept
    })
}

/// Messages a second that are opened and answered with nothing kept, on all cores.
fn opened(sender: &Arc<Sender>, time: Duration) -> f64 {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.expect("a runtime");
    let message = Arc::new(sender.sealed("opened", 0));
    let receiver = sender.receiver();
    let began = Instant::now();
    let count = runtime.block_on(async {
        let tasks: Vec<_> = (0..bench_server::cores() * 2)
            .map(|_| {
                let (message, receiver) = (message.clone(), receiver.clone());
                tokio::spawn(async move {
                    let mut count = 0_u32;
                    while began.elapsed() < time {
                        let opened = receiver.open(&message.content_type, message.body.clone());
                        opened.await.expect("opened");
                        count += 1;
                    }
                    count
                })
            })
            .collect();
        let mut count = 0;
        for task in tasks {
            count += task.await.expect("no panic");
        }
        count
    });
    f64::from(count) / began.elapsed().as_secs_f64()
}

/// Transactions a second that pgbench does with the rows of a message, in the texts of a real one.
fn pgbench(server: &BenchServer, time: Duration) -> Option<f64> {
    let Database::Postgres { .. } = server.database else { return None };
    let url = server.database.url();
    psql(
        &url,
        "create table one as select * from received_documents limit 1;
         create table one_contents as select c.* from received_contents c join one on one.id = c.received_id;
         create table one_message as select m.* from received_messages m join one on one.id = m.received_id;
         create table one_status as select s.* from message_statuses s join one on one.id = s.received_id;
         create table one_event as select * from events where name = 'peppol.document.received' limit 1",
    )?;
    bench_server::pgbench(&url, "receiving/message.pgbench.sql", &[], CLIENTS, time)
}
