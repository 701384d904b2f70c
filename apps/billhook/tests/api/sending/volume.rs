//! Transactions over Peppol, as a plan includes them.

use crate::support::*;
use access::{OrganizationId, Plan};
use organizations::OperatorStore;
use peppol_connector::{inbox::ReceivedDocument, ports::InboxStore};
use runtime::config::Settings;
use serde_json::{Value, json};
use testkit::peppol::{received_document, received_event, received_record};
use time::OffsetDateTime;
use webhooks::ports::FeedStore;

on_both!(the_first_beyond_the_plan_is_reported_and_sending_goes_on);

/// As if so many documents had come that count.
async fn fill(server: &TestServer, organization: OrganizationId, count: u64) {
    let (store, now) = (server.store(), OffsetDateTime::now_utc());
    for _ in 0..count {
        let mut record = received_record();
        record.received_at = now;
        let event = received_event(organization, &record);
        let document = ReceivedDocument { counts: true, ..received_document(record) };
        store.receive(organization, &document, &event).await.expect("kept");
    }
}

async fn warnings(server: &TestServer) -> Vec<Value> {
    server.store().assign_sequence(1_000).await.expect("placed");
    let page = server.demo_partner().get("/v1/agent/events?limit=1000").await.expect(200);
    let events = page["data"].as_array().expect("a page").iter().map(|item| &item["payload"]);
    events.filter(|event| event["event"] == "usage.limit_exceeded").cloned().collect()
}

async fn the_first_beyond_the_plan_is_reported_and_sending_goes_on(engine: Engine) {
    let settings = Settings { live_network: Some("sandbox".to_owned()), ..settings() };
    let server = engine.serve(settings).await;
    server.enroll_live().await;
    let (sk, organization) = (server.sk_live(), server.seeded.organizations.sk.org_id);
    server.top_up(organization, 5).await;
    server.store().set_plan(organization, Plan::Free).await.expect("set");
    let included = Plan::Free.monthly_transactions().expect("bounded");
    fill(&server, organization, included - 1).await;
    for sent in 0..3 {
        let xml = sk.ubl(&format!("EXT-{sent}")).await;
        let data = sk.connector_data(&xml, json!({})).await;
        assert_eq!(data["status"], "queued", "{data}");
        sk.document_in(&data["document_id"], "delivered").await;
        let usage = sk.get("/v1/agent/usage").await.expect(200);
        let expected = json!({"used": included + sent, "included": included});
        assert_eq!(usage["transactions"], expected, "{usage}");
        let told = warnings(&server).await;
        assert_eq!(told.len(), usize::from(sent > 0), "{told:?}");
        let Some(event) = told.first() else { continue };
        let data = &event["data"];
        assert_eq!((&data["plan"], &data["included"]), (&json!("free"), &json!(included)));
        assert_eq!(data["used"], included + 1);
    }
    // what a test key sends is none
    let test = server.sk();
    let before = sk.get("/v1/agent/usage").await.expect(200)["transactions"].clone();
    test.issue(&invoice()).await.expect(201);
    assert_eq!(test.get("/v1/agent/usage").await.expect(200)["transactions"], before);
}
