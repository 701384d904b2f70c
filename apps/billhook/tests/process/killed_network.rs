//! Two installations that are killed while they exchange documents over the real network.

use crate::{
    binary::Folder,
    installation::{CREDIT, Installation, beside},
    kills::{Instants, MUCH_LATER, PATIENCE},
    sending::{template, until_queued},
};
use ::billhook::commands::{BUYER, SELLER, World};
use peppol_statistics::Direction;
use serde_json::{Value, json};
use std::{
    collections::BTreeSet,
    env,
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};
use time::OffsetDateTime;

crate::on_both!(killed_installations_exchange_each_document_once);

const CLIENTS: usize = 4;
/// Messages in all; docs/development.md names the variable for more.
const MESSAGES: usize = 64;
/// All that was sent is delivered before the next round: a send whose worker is killed again and again waits for hours, as it
/// should, and one that lost nine is left to the operator. So none loses more than those of one round, and the one that
/// [`settle`] kills.
const ROUNDS: usize = 4;
const KILLS_OF_A_ROUND: usize = 2;

/// After the waits of what a round interrupted.
const A_ROUND_LATER: time::Duration = time::Duration::minutes(20);

/// Looks again until something holds; `open` says what does not yet.
fn until<T>(mut look: impl FnMut() -> Result<T, String>) -> T {
    let end = Instant::now() + PATIENCE;
    loop {
        match look() {
            Ok(found) => return found,
            Err(open) => assert!(Instant::now() < end, "{open}"),
        }
        thread::sleep(Duration::from_millis(100));
    }
}

/// Messages between two installations, each killed at instants that a seed decides: each document arrives once, is charged
/// once, proved by one receipt and counted, its sender hears of it, and both sides agree in the end.
fn killed_installations_exchange_each_document_once(database: &str) {
    let clock = OffsetDateTime::now_utc();
    let mut instants = Instants::draw();
    let each = messages().div_ceil(CLIENTS * ROUNDS);
    println!("{} messages", each * CLIENTS * ROUNDS);
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
    for round in 0..ROUNDS {
        send_and_kill(&mut seller, &mut buyer, (round, each), &mut instants);
        settle(&mut seller, &mut buyer, each * CLIENTS * (round + 1));
    }
    let sent = began.elapsed();
    check(&mut seller, &mut buyer, each * CLIENTS * ROUNDS);
    println!("sent in {sent:?}, all is known after {:?}", began.elapsed());
}

fn messages() -> usize {
    let named = env::var("BILLHOOK_KILL_MESSAGES").ok();
    named.map_or(MESSAGES, |text| text.parse().expect("BILLHOOK_KILL_MESSAGES is a number"))
}

/// After the waits of both for what the other did not answer: first what the seller sends arrives, then what the buyer says
/// of it.
fn settle(seller: &mut Installation, buyer: &mut Installation, count: usize) {
    seller.kill();
    buyer.restart(A_ROUND_LATER);
    seller.restart(A_ROUND_LATER);
    in_states(seller, count, &["SENT", "DELIVERED"]);
    buyer.restart(A_ROUND_LATER);
    in_states(seller, count, &["DELIVERED"]);
}

/// Clients send, each document under a key that is repeated until it is answered, while one of both is killed, or both.
fn send_and_kill(
    seller: &mut Installation,
    buyer: &mut Installation,
    (round, each): (usize, usize),
    instants: &mut Instants,
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
        thread::sleep(Duration::from_millis(100 + instants.below(500)));
        let who = instants.below(3);
        if who != 1 {
            seller.restart(time::Duration::ZERO);
        }
        if who != 0 {
            buyer.restart(time::Duration::ZERO);
        }
    }
    for client in clients {
        client.join().expect("a client");
    }
}

/// The documents, once there are so many and each is in one of these states.
fn in_states(seller: &Installation, count: usize, states: &[&str]) -> Vec<Value> {
    until(|| {
        let rows = seller.rows("sk", "/v1/agent/peppol/documents");
        let is_open = |row: &&Value| !states.iter().any(|state| row["state"] == *state);
        let open: Vec<_> = rows.iter().filter(is_open).collect();
        let is_over = rows.len() == count && open.is_empty();
        if is_over { Ok(rows) } else { Err(format!("of {}: {open:#?}", rows.len())) }
    })
}

/// Each restarts once more, when what was lost on its side alone is asked for: receipts of documents, and of statuses.
fn check(seller: &mut Installation, buyer: &mut Installation, count: usize) {
    seller.restart(MUCH_LATER);
    let documents = in_states(seller, count, &["DELIVERED"]);
    let received = buyer.rows("sk_buyer", "/v1/agent/peppol/received");
    let numbers = |rows: &[Value], field: &str| {
        rows.iter().map(|row| row[field].to_string()).collect::<BTreeSet<_>>()
    };
    assert_eq!((documents.len(), received.len()), (count, count), "each arrived once");
    assert_eq!(numbers(&documents, "number"), numbers(&received, "document_number"));
    for document in &documents {
        proved(seller, document["document_id"].as_str().expect("an id"));
    }
    buyer.restart(MUCH_LATER);
    let (seller, buyer) = (&*seller, &*buyer);
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
