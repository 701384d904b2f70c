//! The feed of a partner: whole, in order, nothing behind a cursor.

use crate::support::*;
use crate::webhooks::deliveries::register;
use serde_json::Value;
use std::{
    collections::BTreeSet,
    time::{Duration, Instant},
};

on_both!(
    concurrent_issuers_leave_no_gap_behind_a_cursor,
    the_payload_is_the_webhook_s_body_byte_for_byte,
    bad_cursors_and_limits_are_refused,
);

const FEED: &str = "/v1/agent/events";

/// Reads the feed from a cursor to its end.
async fn read_on(partner: &Caller, after: &mut Option<String>, limit: usize) -> Vec<Value> {
    let mut all = Vec::new();
    loop {
        let after_text = after.as_ref().map(|after| format!("&after={after}")).unwrap_or_default();
        let page = partner.get(&format!("{FEED}?limit={limit}{after_text}")).await.expect(200);
        let items = page["data"].as_array().expect("items");
        assert!(items.len() <= limit);
        all.extend(items.iter().cloned());
        *after = page["next_after"].as_str().map(str::to_owned);
        if page["has_more"] != true {
            return all;
        }
        assert_eq!(items.len(), limit, "a page that is followed by another is full");
    }
}

async fn read_until(partner: &Caller, count: usize) -> Vec<Value> {
    let (mut after, mut all) = (None, Vec::new());
    let until = Instant::now() + PATIENCE;
    loop {
        all.extend(read_on(partner, &mut after, 7).await);
        if all.len() >= count {
            return all;
        }
        assert!(Instant::now() < until, "{} of {count} events", all.len());
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

fn place(item: &Value) -> u64 {
    item["id"].as_str().expect("an id").parse().expect("a number")
}

async fn concurrent_issuers_leave_no_gap_behind_a_cursor(engine: Engine) {
    const ISSUERS: usize = 8;
    const EACH: usize = 12;
    let server = engine.serve(settings()).await;
    let partner = server.demo_partner();
    let organizations = [server.sk(), server.sk_buyer()];
    let issuers = (0..ISSUERS).map(|n| {
        let caller = organizations[n % organizations.len()].clone();
        async move {
            for _ in 0..EACH {
                caller.issue(&invoice()).await.expect(201);
            }
        }
    });
    let all = futures_util::future::join_all(issuers);
    // read while they write: whatever came behind the cursor would never be seen
    let (seen, _) = tokio::join!(read_until(&partner, ISSUERS * EACH), all);
    assert_eq!(seen.len(), ISSUERS * EACH);
    assert!(seen.windows(2).all(|two| place(&two[0]) < place(&two[1])), "ids increase");
    let invoices: BTreeSet<_> =
        seen.iter().map(|item| item["payload"]["data"]["invoiceId"].to_string()).collect();
    assert_eq!(invoices.len(), ISSUERS * EACH, "each once");
    for item in &seen {
        assert_eq!(item["org_id"], item["payload"]["data"]["orgId"]);
        assert!(item.get("event_id").is_none());
    }
    let mut after = None;
    assert_eq!(read_on(&partner, &mut after, 1_000).await, seen, "the same again");
    let last = after.clone();
    assert_eq!(read_on(&partner, &mut after, 5).await, Vec::<Value>::new());
    assert_eq!(after, last, "an empty page repeats the cursor");
}

async fn the_payload_is_the_webhook_s_body_byte_for_byte(server: TestServer) {
    let (sk, partner, receiver) = (server.sk(), server.demo_partner(), Receiver::good().await);
    register(&sk, &receiver.url, &["invoice.created"]).await;
    sk.issue(&invoice()).await.expect(201);
    let delivered = receiver.wait_for(1).await.remove(0);
    let page = partner.get(FEED).await;
    let text = String::from_utf8(page.bytes.clone()).expect("UTF-8");
    let body = String::from_utf8(delivered.body).expect("UTF-8");
    assert!(text.contains(&format!("\"payload\":{body}")), "{text}\n{body}");
    page.expect(200);
}

async fn bad_cursors_and_limits_are_refused(server: TestServer) {
    let partner = server.demo_partner();
    for query in [
        "after=x",
        "after=0",
        "after=-1",
        "after=9999999999999999999",
        "limit=0",
        "limit=1001",
        "limit=+1",
        "page=2",
    ] {
        let answer = partner.get(&format!("{FEED}?{query}")).await;
        assert_error(&answer, 400, "VALIDATION_ERROR");
    }
    let page = partner.get(&format!("{FEED}?after=77&limit=1000")).await.expect(200);
    assert_eq!(page["next_after"], "77");
    // an organization need not be named; one that is must be the partner's
    let sk = server.seeded.organizations.sk.org_id.to_string();
    partner.clone().acting_for(Some(&sk)).get(FEED).await.expect(200);
    let unknown = partner.acting_for(Some("nonsense")).get(FEED).await;
    assert_error(&unknown, 403, "FORBIDDEN");
}
