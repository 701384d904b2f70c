//! Two tenants, two tiers and a partner, each with something of everything.

use super::parties::Party;
use crate::support::*;
use access::OrganizationId;
use jobs::{Job, JobFilter, JobQueue, JobState};
use peppol_connector::{identifiers::Network, registration::PeppolAccount};
use reqwest::Method;
use serde_json::{Value, json};
use time::{OffsetDateTime, macros::datetime};
use webhooks::ports::FeedStore;

/// The keys of two companies, and those of a partner that acts for a third.
pub async fn parties(server: &TestServer) -> Vec<Party> {
    let o = &server.seeded.organizations;
    let (sk, buyer) = (o.sk.org_id, o.sk_buyer.org_id);
    let partner = server.new_partner(datetime!(2026-10-01 12:00 UTC)).await;
    let made = partner.test.post("/v1/agent/organizations", &organization(7)).await.expect(201);
    let third = made["data"]["org_id"].as_str().expect("an id");
    let third = OrganizationId(third.parse().expect("an id"));
    let mut parties = vec![
        Party::new("a company with its test key", sk, server.sk()),
        Party::new("a company with its live key", sk, server.sk_live()),
        Party::new("another company with its test key", buyer, server.sk_buyer()),
        Party::new("another company with its live key", buyer, server.sk_buyer_live()),
        Party::new("a partner with its test key", third, partner.test),
        Party::new("a partner with its live key", third, partner.live),
    ];
    fill(server, &mut parties).await;
    parties
}

/// Something of everything in each network.
async fn fill(server: &TestServer, parties: &mut [Party]) {
    for (network, first) in [(Network::Test, 0), (Network::Live, 1)] {
        for party in parties.iter().skip(first).step_by(2) {
            server.set_account(party.tenant, PeppolAccount::Enrolled(network)).await;
            server.top_up(party.tenant, 9).await;
        }
        for party in parties.iter_mut().skip(first).step_by(2) {
            let staged = send_and_hold(party, network).await;
            party.has_staged(staged);
        }
    }
    for party in parties.iter() {
        set_off_something(&party.caller, party.name).await;
        stock_something(&party.caller, party.name).await;
        let project = json!({"code": party.name, "name": party.name});
        party.caller.post("/v1/agent/projects", &project).await.expect(201);
    }
    for party in parties.iter() {
        let period = json!({"from": "2026-11-01", "to": "2026-12-31", "include_files": false});
        party.caller.post("/v1/agent/exports", &period).await.expect(202);
        exports_are_made(&party.caller).await;
    }
    for party in parties.iter().take(4).step_by(2) {
        propose_a_payment(party).await;
        // this event does not occur here, so nothing is delivered while the keys are used
        let body = json!({"url": "https://example.com/hook", "events": ["stock.low"]});
        party.caller.post("/v1/agent/webhooks", &body).await.expect(201);
    }
}

/// Waits until no job is about to change answers: the reports are with the tax authority and are asked about later,
/// and the events have their places in the feed.
pub async fn nothing_is_under_way(server: &TestServer) {
    let store = server.store();
    let soon = OffsetDateTime::now_utc() + time::Duration::minutes(5);
    eventually("no report is about to change", || async {
        let reports = JobFilter { kind: Some("tax.report"), state: None };
        let page = store.jobs(reports, None, 1_000).await.expect("a page");
        let rests = |job: &Job| match job.state {
            JobState::Waiting { run_at } => run_at > soon,
            JobState::Running { .. } => false,
            JobState::Dead { .. } => true,
        };
        page.rows.iter().all(rests).then_some(())
    })
    .await;
    store.assign_sequence(1_000).await.expect("placed");
}

/// Waits until the exports are made.
pub async fn exports_are_made(caller: &Caller) {
    eventually("the exports are made", || async {
        let exports = caller.get("/v1/agent/exports").await.expect(200);
        let mut rows = exports["data"].as_array().expect("a list").iter();
        rows.all(|row| row["status"] == "ready").then_some(())
    })
    .await;
}

/// An invoice set off against an approved expense.
async fn set_off_something(caller: &Caller, number: &str) {
    let invoice = caller.issue(&to_nobody()).await.created_id();
    let supplier = customer_of("0000000001");
    let body =
        json!({"supplier": supplier, "number": number, "issue_date": "2026-11-01", "total": "9"});
    let expense = caller.post("/v1/agent/expenses", &body).await.created_id();
    caller.post(&format!("/v1/agent/expenses/{expense}/approve"), &json!({})).await.expect(200);
    let body = json!({"invoice_id": invoice, "expense_id": expense, "amount": "5"});
    caller.post("/v1/agent/offsets", &body).await.expect(201);
}

/// An item in a warehouse, by a document that is confirmed, and a draft.
async fn stock_something(caller: &Caller, name: &str) {
    let make = |path: &'static str, body: serde_json::Value| async move {
        let made = caller.post(&format!("/v1/agent/stock/{path}"), &body).await.expect(201);
        made["data"]["id"].as_str().expect("an id").to_owned()
    };
    let warehouse = make("warehouses", json!({"name": name})).await;
    let item = make("items", json!({"name": name})).await;
    let line = json!([{"item_id": item, "quantity": 3, "unit_cost": "2"}]);
    let receipt = json!({"type": "receipt", "warehouse_id": warehouse, "lines": line});
    let document = make("documents", receipt.clone()).await;
    let confirm = format!("/v1/agent/stock/documents/{document}/confirm");
    caller.post(&confirm, &json!({})).await.expect(200);
    make("documents", receipt).await;
}

/// A statement with a line that may pay an invoice.
async fn propose_a_payment(party: &Party) {
    let accounts = party.caller.get("/v1/agent/bank-accounts?currency=EUR").await.expect(200);
    let iban = accounts["data"][0]["iban"].as_str().expect("an account");
    let made = party.caller.issue(&to_nobody()).await.expect(201);
    let symbol = made["variable_symbol"].as_str().expect("a symbol");
    let text = format!("Účet;Dátum;Suma;VS\n{iban};21.11.2025;1,00;{symbol}\n");
    let path = "/v1/agent/bank-statements";
    let taken = party.caller.send(Method::POST, path, text.into_bytes()).await.expect(201);
    assert_eq!(taken["data"]["proposed"], 1);
    let columns = json!({"headings": ["Tag", "Wert"], "date": "Tag", "amount": "Wert"});
    party.caller.post(&format!("{path}/mappings"), &columns).await.expect(201);
}

/// A document that arrives at the other company, one of another system, one that is staged, and an
/// invoice that is held. Answers the id of what is staged.
async fn send_and_hold(party: &Party, network: Network) -> String {
    let caller = &party.caller;
    let to = if party.name.starts_with("another") { "2021234567" } else { "2020876550" };
    let body = json!({"customer": customer_of(to)});
    let id = caller.issue(&invoice_with(body)).await.created_id();
    let path = format!("/v1/agent/peppol/send/{id}");
    let sent = caller.post(&path, &json!({})).await.expect(200)["data"].clone();
    caller.document_in(&sent["document_id"], "delivered").await;
    let xml = caller.ubl(&format!("EXT-{}", network.name())).await;
    let xml = xml.replace(">2020876550</cbc:EndpointID>", ">0000000001</cbc:EndpointID>");
    let sent = caller.connector_data(&xml, json!({})).await;
    caller.document_in(&sent["document_id"], "delivered").await;
    let staged = caller.connector_data(&xml, json!({"dispatch": "later"})).await;
    let settings = |mode: &str| json!({"mode": mode}).to_string().into_bytes();
    let path = "/v1/agent/peppol/send-settings";
    caller.send(Method::PUT, path, settings("manual")).await.expect(200);
    let id = caller.issue(&to_nobody()).await.created_id();
    let sent = caller.post(&format!("/v1/agent/peppol/send/{id}"), &json!({})).await.expect(200);
    assert_eq!(sent["data"]["held"], true);
    caller.send(Method::PUT, path, settings("immediate")).await.expect(200);
    keep_contract(caller).await;
    staged["staged_id"].as_str().expect("an id").to_owned()
}

/// A contract without a due period.
async fn keep_contract(caller: &Caller) {
    let customers = caller.get("/v1/agent/customers").await.expect(200);
    let body = json!({
        "customer_id": customers["data"][0]["id"], "interval": "yearly", "start_date": "2027-12-01",
        "items": [{"description": "a", "quantity": 1, "unit_price": 1, "vat_rate": 23}]});
    caller.post("/v1/agent/contracts", &body).await.expect(201);
}

fn customer_of(dic: &str) -> Value {
    let mut customer = customer();
    customer["dic"] = json!(dic);
    customer["ic_dph"] = json!(format!("SK{dic}"));
    customer
}

/// An invoice to a participant that accepts everything and has no organization.
pub fn to_nobody() -> Value {
    invoice_with(json!({"customer": customer_of("0000000001")}))
}
