//! No request of one tenant or tier changes or reveals anything of another.
//!
//! Every operation of the OpenAPI document is called by each key, with the ids of each other one, in the
//! path, the query and the body. A new operation is called because the document names it.

mod operations;
mod parties;

use crate::support::*;
use futures_util::{StreamExt, stream};
use operations::{Interface, Operation};
use parties::{Party, exports_are_made, parties, to_nobody};
use reqwest::Method;
use runtime::config::Settings;
use serde_json::{Value, json};
use std::collections::BTreeMap;

on_both!(no_request_changes_or_reveals_anything_of_another,);

/// Ids of a party that another tries with an operation: others of them in each pair.
const TRIED: usize = 3;

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
    for party in &mut parties {
        party.explore(&interface).await;
    }
    for (n, attacker) in parties.iter().enumerate() {
        let others: Vec<_> = parties.iter().enumerate().filter(|(other, _)| *other != n).collect();
        let mut before = Vec::new();
        for (_, other) in &others {
            before.push(other.everything(&interface).await);
        }
        for (of, other) in &others {
            try_everything(&interface, attacker, other, n + parties.len() * of).await;
        }
        eventually("the attacker's own sends have left", || async {
            let queue = attacker.caller.get("/v1/agent/peppol/queue?held=false").await.expect(200);
            (queue["data"] == json!([])).then_some(())
        })
        .await;
        exports_are_made(&attacker.caller).await;
        for ((_, other), before) in others.iter().zip(before) {
            let after = other.everything(&interface).await;
            assert_unchanged(attacker, other, &before, &after);
        }
    }
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
async fn try_everything(interface: &Interface, attacker: &Party, other: &Party, pair: usize) {
    let foreign: Vec<_> = other.ids_unknown_to(attacker).collect();
    assert!(!foreign.is_empty(), "{} has nothing of its own", other.name);
    // from all over: ids grow with time, and kinds come one after the other
    let step = foreign.len().div_ceil(TRIED);
    let operations = stream::iter(interface.operations.iter().enumerate());
    // those of one operation one after the other, as they have one idempotency key
    let tries = operations.for_each_concurrent(AT_ONCE, |(n, operation)| {
        let tried = if operation.has_parameters() { TRIED } else { 1 };
        let ids: Vec<_> =
            foreign.iter().skip((n + pair) % step).step_by(step).take(tried).collect();
        async move {
            for id in ids {
                let request = |body| Request { operation, id, body };
                let right = right_body(operation).map(|body| request(Some(body)));
                for request in [request(interface.body(operation, id))].into_iter().chain(right) {
                    let answer = request.by(attacker).await;
                    assert_nothing_revealed(attacker, other, &request, &answer);
                }
            }
        }
    });
    tries.await;
}

/// Bodies that reach further than what the schema says: with them the call does its work.
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

/// What the path names is not there; and no answer has an id of the other that was not asked with.
fn assert_nothing_revealed(
    attacker: &Party,
    other: &Party,
    request: &Request<'_>,
    answer: &Answer,
) {
    let Request { operation, id, body } = request;
    let text = String::from_utf8_lossy(&answer.bytes);
    let (by, of, name) = (attacker.name, other.name, &operation.id);
    let told =
        || format!("{name} by {by} with {id} of {of} and {body:?}: {} {text}", answer.status);
    assert!(answer.status < 500, "{}", told());
    if operation.has_parameters() {
        let refused: &[u16] = match operation.method {
            Method::GET => &[403, 404],
            // what is wrong with a body may be said first
            _ => &[400, 403, 404],
        };
        assert!(refused.contains(&answer.status), "{}", told());
    }
    for known in other.ids_unknown_to(attacker).filter(|known| known != id) {
        assert!(!text.contains(known.as_str()), "{known} in {}", told());
    }
}
