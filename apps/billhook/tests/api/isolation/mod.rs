//! No request of one tenant or tier changes or reveals anything of another.
//!
//! Every operation of the OpenAPI document is called by each key, with the ids of each other one, in the
//! path, the query and the body. A new operation is called because the document names it.

mod filled;
mod kinds;
mod operations;
mod parties;
mod sessions;

use crate::support::*;
use filled::{exports_are_made, nothing_is_under_way, parties, to_nobody};
use futures_util::{StreamExt, stream};
use kinds::Kinds;
use operations::{Interface, Operation};
use parties::Party;
use reqwest::Method;
use runtime::config::Settings;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

on_both!(no_request_changes_or_reveals_anything_of_another,);

/// Operations that no single id of a list can read, because they need two.
const UNREAD: [&str; 1] = ["getWebhookDelivery"];

/// Operations whose path contains no id that can be read.
const OF_NOTHING: [&str; 2] = ["retryPosting", "putNumberSeries"];

/// Keys of two companies and a partner in both networks.
const PARTIES: usize = 6;

/// Requests under way at the same time.
pub const AT_ONCE: usize = 6;

/// The clock in the morning of a day, so that sends can be held.
fn morning() -> Settings {
    Settings {
        clock: Some("2026-12-01T08:00:00+01:00".to_owned()),
        clock_force: Some(true),
        live_network: Some("sandbox".to_owned()),
        ..settings()
    }
}

async fn no_request_changes_or_reveals_anything_of_another(engine: Engine) {
    let server = engine.serve(morning()).await;
    let interface = Interface::read();
    let mut parties = parties(&server).await;
    explore(&interface, &mut parties).await;
    nothing_is_under_way(&server).await;
    let mut before = Vec::new();
    for party in &parties {
        before.push(party.everything(&interface).await);
    }
    for (n, attacker) in parties.iter().enumerate() {
        for (other, party) in parties.iter().enumerate().filter(|(other, _)| *other != n) {
            try_everything(&interface, attacker, party, (n, other)).await;
        }
        eventually("the attacker's own sends have left", || async {
            let queue = attacker.caller.get("/v1/agent/peppol/queue?held=false").await.expect(200);
            (queue["data"] == json!([])).then_some(())
        })
        .await;
        exports_are_made(&attacker.caller).await;
        nothing_is_under_way(&server).await;
        for (other, party) in parties.iter().enumerate() {
            let after = party.everything(&interface).await;
            if other != n {
                assert_unchanged(attacker, party, &before[other], &after);
            }
            before[other] = after;
        }
    }
}

/// Finds out what each of them can read.
async fn explore(interface: &Interface, parties: &mut [Party]) {
    let mut kinds = Kinds::default();
    for party in parties.iter_mut() {
        party.list(interface).await;
        kinds.learn(interface, party).await;
    }
    assert_eq!(kinds.unread(interface), UNREAD);
    for party in parties.iter_mut() {
        party.explore(interface, &kinds).await;
    }
    let named = interface.operations.iter().filter(|operation| operation.has_parameters());
    let is_nobodys =
        |operation: &&Operation| parties.iter().all(|party| party.ids_for(operation).count() == 0);
    let nobodys: Vec<_> = named.filter(is_nobodys).map(|operation| &*operation.id).collect();
    assert_eq!(nobodys, OF_NOTHING, "it is tried with what it is about");
}

fn assert_unchanged(
    attacker: &Party,
    other: &Party,
    before: &BTreeMap<String, Value>,
    after: &BTreeMap<String, Value>,
) {
    for (path, read) in before.iter().filter(|(path, _)| !other.shares(attacker, path)) {
        let (by, of) = (attacker.name, other.name);
        assert_eq!(after.get(path), Some(read), "{by} changed {path} of {of}");
    }
}

/// Calls every operation with ids of another party: those that the attacker may not see.
async fn try_everything(
    interface: &Interface,
    attacker: &Party,
    other: &Party,
    pair: (usize, usize),
) {
    let foreign: BTreeSet<_> = other.ids_unknown_to(attacker).map(String::as_str).collect();
    assert!(!foreign.is_empty(), "{} has nothing of its own", other.name);
    let foreign = &foreign;
    let operations = stream::iter(interface.operations.iter().enumerate());
    // those of one operation one after the other, as they have one idempotency key
    let tries = operations.for_each_concurrent(AT_ONCE, |(n, operation)| async move {
        for id in tried(operation, other, foreign, (n, pair)) {
            let request = |body| Request { operation, id, body };
            let right = right_body(operation).map(|body| request(Some(body)));
            for request in [request(example(interface, operation, id))].into_iter().chain(right) {
                let answer = request.by(attacker).await;
                assert_nothing_revealed((attacker, other), foreign, &request, &answer);
            }
        }
    });
    tries.await;
}

/// One id of what the operation is about, and of each attacker's others in turn one of anything: other ones in each
/// pair.
fn tried<'a>(
    operation: &Operation,
    other: &'a Party,
    foreign: &BTreeSet<&'a str>,
    (n, (attacker, of)): (usize, (usize, usize)),
) -> Vec<&'a str> {
    let right = other.ids_for(operation).map(String::as_str);
    let right: Vec<_> = right.filter(|id| foreign.contains(id)).collect();
    let turn = n + attacker + of;
    let one = right.get(turn % right.len().max(1)).copied();
    let is_its_turn = turn % PARTIES == 0;
    let any = foreign.iter().nth((7 * turn) % foreign.len()).copied();
    let any = any.filter(|_| one.is_none() || is_its_turn);
    one.into_iter().chain(any).collect()
}

/// A body with `id` wherever one may occur. Exports are made without files, because the attacker's own would take
/// minutes.
fn example(interface: &Interface, operation: &Operation, id: &str) -> Option<Value> {
    let mut body = interface.body(operation, id)?;
    if operation.id == "createExport" {
        body["include_files"] = json!(false);
    }
    Some(body)
}

/// Bodies that satisfy more than the schema, so that the call has an effect.
fn right_body(operation: &Operation) -> Option<Value> {
    match &*operation.id {
        "createInvoice" => Some(to_nobody()),
        "releaseHeld" => Some(json!({})),
        "changeOrganization" => Some(json!({"name": "Iná firma"})),
        "createBankAccount" => Some(json!({"iban": "SK3112000000198742637541"})),
        "createVehicle" | "changeVehicle" => Some(json!({"plate": "ZV123AB"})),
        "enrollOrganization" => Some(json!({"verificationTokenHex": "c0ffee"})),
        _ => None,
    }
}

/// A call with an id of another party.
struct Request<'a> {
    operation: &'a Operation,
    id: &'a str,
    body: Option<Value>,
}

impl Request<'_> {
    async fn by(&self, attacker: &Party) -> Answer {
        let Self { operation, id, body } = self;
        let bytes = body.as_ref().map(|body| body.to_string().into_bytes()).unwrap_or_default();
        // the same key for everybody: answers to one are never replayed to another
        let caller = attacker.caller.clone().once(&operation.id);
        caller.send(operation.method.clone(), &operation.at(id), bytes).await
    }
}

/// Checks that the record of the path is not found, and that no answer contains an id of the other party that was not
/// in the request.
fn assert_nothing_revealed(
    (attacker, other): (&Party, &Party),
    foreign: &BTreeSet<&str>,
    request: &Request<'_>,
    answer: &Answer,
) {
    let Request { operation, id, body } = request;
    let text = String::from_utf8_lossy(&answer.bytes);
    let (by, of, name) = (attacker.name, other.name, &operation.id);
    let call =
        || format!("{name} by {by} with {id} of {of} and {body:?}: {} {text}", answer.status);
    assert!(answer.status < 500, "{}", call());
    if operation.has_parameters() {
        let refused: &[u16] = match operation.method {
            Method::GET => &[403, 404],
            // a fault of the body may be reported first
            _ => &[400, 403, 404],
        };
        assert!(refused.contains(&answer.status), "{}", call());
    }
    let revealed = ids_in(&text).find(|known| known != id && foreign.contains(known));
    assert_eq!(revealed, None, "in {}", call());
}

/// The parts of a text that look like ids.
fn ids_in(text: &str) -> impl Iterator<Item = &str> {
    let dashes = text.bytes().enumerate().filter(|(_, byte)| *byte == b'-').map(|(at, _)| at);
    let is_dash = move |at: usize| text.as_bytes().get(at) == Some(&b'-');
    let firsts = dashes.filter(move |at| [5, 10, 15].iter().all(|next| is_dash(at + next)));
    firsts.filter_map(move |at| text.get(at.checked_sub(8)?..at + 28))
}
