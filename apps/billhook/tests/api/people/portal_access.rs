//! The pages of webhooks and of applications: what failed goes out again, access ends.

use crate::{
    people::oauth::{App, text},
    portal::session::Portal,
    support::*,
};
use std::collections::BTreeSet;

on_both!(
    what_failed_is_delivered_again_from_the_pages,
    the_access_of_an_application_ends_on_its_page,
);

/// The id that stands first behind this text.
fn id_behind(page: &str, before: &str) -> String {
    let mut ids = page.split(before).skip(1).filter_map(|rest| rest.get(..36));
    let found = ids.find(|id| uuid::Uuid::try_parse(id).is_ok());
    found.unwrap_or_else(|| panic!("no id behind {before} in {page}")).to_owned()
}

fn ids(received: &[Received]) -> BTreeSet<String> {
    received.iter().map(|one| one.id().to_owned()).collect()
}

async fn what_failed_is_delivered_again_from_the_pages(server: TestServer) {
    let receiver = Receiver::start(Behaviour::status(503)).await;
    let (sk, mut portal) = (server.sk(), Portal::open(&server).await);
    let form = [("url", &*receiver.url), ("events", "invoice.created")];
    assert_eq!(portal.post("/webhooks/new", &form).await.status, 200);
    let path = format!("/webhooks/{}", id_behind(&portal.page("/webhooks").await, "/webhooks/"));
    for _ in 0..2 {
        sk.issue(&invoice()).await.expect(201);
    }
    receiver.wait_for(2).await;
    let rows = format!("/v1/agent{path}/deliveries");
    let all_are = async |state: &str| {
        eventually(state, || async {
            let found = sk.get(&rows).await.expect(200);
            let found = found["data"].as_array().expect("rows").iter();
            (found.filter(|row| row["state"] == state).count() == 2).then_some(())
        })
        .await;
    };
    all_are("pending").await;
    // an endpoint that is switched off gives up what was waiting
    portal.done(&format!("{path}/switch"), &[("on", "false")]).await;
    all_are("failed").await;
    let refused = receiver.received();
    let failed = portal.page(&format!("{path}?state=failed")).await;
    assert_eq!(failed.matches("/deliveries/").count(), 2, "{failed}");
    let off = portal.post(&format!("{path}/replay"), &[]).await;
    assert_eq!(off.status, 409, "while it is off: {}", text(&off));
    portal.done(&format!("{path}/switch"), &[("on", "true")]).await;
    assert_eq!(receiver.received().len(), refused.len(), "nothing goes out by itself");

    receiver.behave(Behaviour::status(204));
    portal.done(&format!("{path}/replay"), &[]).await;
    all_are("delivered").await;
    let again = receiver.received().split_off(refused.len());
    assert_eq!(again.len(), 2, "each of the two once more");
    assert_eq!(ids(&again), ids(&refused));
    // with nothing failed nothing goes out
    portal.done(&format!("{path}/replay"), &[]).await;

    // one that arrived goes out again on its own page
    let delivery = id_behind(&portal.page(&path).await, "/deliveries/");
    let one = format!("{path}/deliveries/{delivery}");
    let led = portal.done(&format!("{one}/replay"), &[]).await;
    assert_eq!(led, format!("{one}?done=on-its-way"));
    let received = receiver.wait_for(refused.len() + 3).await;
    assert_eq!(received.last().expect("the last").id(), delivery);
    all_are("delivered").await;
    assert_eq!(receiver.received().len(), refused.len() + 3);
    let elsewhere = format!("/webhooks/{}/deliveries/{delivery}/replay", uuid::Uuid::nil());
    assert_eq!(portal.post(&elsewhere, &[]).await.status, 404);
}

async fn the_access_of_an_application_ends_on_its_page(server: TestServer) {
    let mut app = App::register(&server, "none").await;
    let tokens = app.tokens(&[]).await;
    app.call(&tokens, "/v1/agent/invoices", None).await.expect(200);
    let mut portal = Portal::open(&server).await;
    let page = portal.page("/connections").await;
    assert!(page.contains("Počet volaní</dt><dd>1<"), "{page}");
    let listed = portal.browser.get("/api/auth/connections").await.expect(200);
    assert_eq!(listed["data"][0]["calls"], 1);
    let id = id_behind(&page, "/connections/");
    let end = format!("/connections/{id}/end");
    let mut buyer = Portal::open_at(&server, server.seeded.organizations.sk_buyer.org_id).await;
    assert_eq!(buyer.post(&end, &[]).await.status, 404, "of another company");
    app.call(&tokens, "/v1/agent/invoices", None).await.expect(200);
    assert_eq!(portal.done(&end, &[]).await, "/connections?done=revoked");
    let refused = app.call(&tokens, "/v1/agent/invoices", None).await;
    assert_error(&refused, 401, "UNAUTHORIZED");
    assert!(refused.header("www-authenticate").contains("connection_revoked"));
    let page = portal.page("/connections").await;
    assert!(page.contains("ukončen") && !page.contains(&end), "{page}");
}
