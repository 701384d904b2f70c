//! The interfaces for login sessions: a call with ids of another company changes and reveals nothing.

use super::{ids_in, operations::Interface, operations::Operation, parties::Party};
use crate::{people::partner_portal, portal::session::Portal, support::*};
use access::{OrganizationId, Role};
use members::{Group, MemberChange, MemberStore};
use reqwest::Method;
use serde_json::{Value, json};
use sign_in::SignInStore;
use std::collections::BTreeSet;
use time::OffsetDateTime;

on_both!(no_session_changes_or_reveals_anything_of_another_company);

/// Ids of the other company that are tried with each operation.
const TRIED: usize = 12;

async fn no_session_changes_or_reveals_anything_of_another_company(server: TestServer) {
    let (keys, sessions) = (Interface::read(), Interface::of_sessions());
    let o = &server.seeded.organizations;
    let (sk, buyer) = (o.sk.org_id, o.sk_buyer.org_id);
    let mut own = Party::new("the company of the session", sk, server.sk());
    let mut other = Party::new("another company", buyer, server.sk_buyer());
    for party in [&mut own, &mut other] {
        party.caller.issue(&invoice_with(json!({}))).await.created_id();
        let draft = json!({"draft": true});
        party.caller.issue(&invoice_with(draft)).await.created_id();
        let hook = json!({"url": "https://example.com/hook", "events": ["stock.low"]});
        party.caller.post("/v1/agent/webhooks", &hook).await.expect(201);
        party.list(&keys).await;
    }
    let foreign: BTreeSet<_> =
        other.listed.keys().filter(|id| !own.listed.contains_key(*id)).cloned().collect();
    assert!(foreign.len() >= TRIED / 2, "{foreign:?}");
    let mut session = Portal::open(&server).await;
    leave(&server, buyer).await;
    let company = sk.to_string();
    the_walk_sees_what_is_there(&mut session, &company, &own).await;
    let before = other.everything(&keys).await;
    let stranger = buyer.to_string();
    let is_of_company = |operation: &&Operation| operation.path.starts_with("/v1/portal/");
    for operation in sessions.operations.iter().filter(is_of_company) {
        walk(&mut session, &company, (&sessions, operation), &foreign).await;
        is_not_let_in(&mut session, &stranger, operation).await;
    }
    // what a partner names is its own; lists of what its companies do are tested with partners
    let mut partner = partner_portal::open(&server, Some(Role::Owner)).await;
    let is_named = |operation: &&Operation| !is_of_company(operation) && operation.has_parameters();
    for operation in sessions.operations.iter().filter(is_named) {
        walk(&mut partner, "", (&sessions, operation), &foreign).await;
    }
    assert_eq!(other.everything(&keys).await, before);
}

/// The person of the session belongs to both companies, and leaves one.
async fn leave(server: &TestServer, company: OrganizationId) {
    let store = server.store();
    let user = store.user_for_sign_in(&server.seeded.user.email).await.expect("asked");
    let (user, now) = (user.expect("the user").id, OffsetDateTime::now_utc());
    let group = Group::Organization(company);
    let left = store.change_member(group, user, now, |_| Ok(MemberChange::Remove)).await;
    left.expect("removed");
}

/// The same calls with an id of the company itself find it: they would find another one too.
async fn the_walk_sees_what_is_there(session: &mut Portal, company: &str, own: &Party) {
    let invoices = own.caller.get("/v1/agent/invoices").await.expect(200);
    let id = invoices["data"][0]["id"].as_str().expect("an id");
    let path = format!("/v1/portal/invoices/{id}");
    assert_eq!(session.json(company, Method::GET, &path, &Value::Null).await.status, 200);
}

async fn walk(
    session: &mut Portal,
    company: &str,
    (interface, operation): (&Interface, &Operation),
    foreign: &BTreeSet<String>,
) {
    for id in foreign.iter().take(TRIED) {
        let body = interface.body(operation, id).unwrap_or(Value::Null);
        let path = operation.at(id);
        let call = (operation.method.clone(), &*path, &body);
        tried(session, company, call, (operation, id, foreign)).await;
    }
}

async fn tried(
    session: &mut Portal,
    company: &str,
    (method, path, body): (Method, &str, &Value),
    (operation, id, foreign): (&Operation, &str, &BTreeSet<String>),
) {
    let answer = session.json(company, method, path, body).await;
    let text = String::from_utf8_lossy(&answer.bytes);
    let call = || format!("{} with {id}: {} {text}", operation.id, answer.status);
    assert!(answer.status < 500, "{}", call());
    if operation.has_parameters() {
        assert!([400, 403, 404].contains(&answer.status), "{}", call());
    }
    let revealed = ids_in(&text).find(|known| *known != id && foreign.contains(*known));
    assert_eq!(revealed, None, "in {}", call());
}

/// A company that the person does not belong to is not found, whatever the operation.
async fn is_not_let_in(session: &mut Portal, stranger: &str, operation: &Operation) {
    let path = operation.at(stranger);
    let answer = session.json(stranger, operation.method.clone(), &path, &json!({})).await;
    assert!([403, 404].contains(&answer.status), "{}: {answer:?}", operation.id);
}
