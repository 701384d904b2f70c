//! Seats for people: taken by who accepts an invitation, and paid for beyond those of the plan.

use super::{
    members::{link, post, signed_in},
    oauth::{Browser, text},
};
use crate::support::*;
use access::{OrganizationId, Plan, Role};
use invoicing::records::{Provision, ProvisionStore};
use organizations::OperatorStore;
use peppol_connector::credit::SEAT_PRICE;
use runtime::config::Settings;
use serde_json::{Value, json};
use sign_in::SignInStore;
use testkit::build::user;
use time::OffsetDateTime;

on_both!(one_person_more_is_paid_for_or_does_not_join, a_session_is_told_why_nobody_joined);

const PASSWORD: &str = "iné správne heslo";

async fn served(engine: Engine) -> (TestServer, MailSink) {
    let sink = MailSink::new();
    let server = engine.serve(Settings { mail_url: Some(sink.url()), ..settings() }).await;
    (server, sink)
}

/// The link of the invitation that is sent to this address.
async fn invited(owner: &mut Browser, sink: &MailSink, (page, email): (&str, &str)) -> String {
    let form = [("email", email), ("role", "viewer")];
    let sent = post(owner, page, &format!("{page}/invite"), &form).await;
    assert_eq!(sent.status, 303, "{}", text(&sent));
    link(sink, email, "/invitation/").await
}

async fn accepts(browser: &mut Browser, link: &str) -> Answer {
    post(browser, link, link, &[("password", PASSWORD)]).await
}

async fn seats(caller: &Caller) -> Value {
    caller.get("/v1/agent/usage").await.expect(200)["seats"].clone()
}

fn counted(used: u32, charged: u32) -> Value {
    json!({"used": used, "included": 2, "charged": charged, "price": SEAT_PRICE.0})
}

async fn one_person_more_is_paid_for_or_does_not_join(engine: Engine) {
    let (server, sink) = served(engine).await;
    let (sk, organization) = (server.sk_live(), server.seeded.organizations.sk.org_id);
    server.store().set_plan(organization, Plan::Free).await.expect("set");
    let (mut owner, page) =
        (signed_in(&server).await, format!("/members/organization/{organization}"));
    assert_eq!(seats(&sk).await, counted(1, 0));
    let first = invited(&mut owner, &sink, (&page, "prva@firma.example")).await;
    assert_eq!(accepts(&mut Browser::new(&server.base_url), &first).await.status, 303);
    assert_eq!(seats(&sk).await, counted(2, 0));
    let price = format!("účtuje: {}", SEAT_PRICE.0);
    assert!(text(&owner.get(&page).await).contains(&price), "the owner is told before");
    let email = "druha@firma.example";
    let second = invited(&mut owner, &sink, (&page, email)).await;
    let mut new = Browser::new(&server.base_url);
    let refused = accepts(&mut new, &second).await;
    assert_eq!(refused.status, 402, "{}", text(&refused));
    assert!(text(&refused).contains("dobila kredit"), "{}", text(&refused));
    assert_eq!(seats(&sk).await, counted(2, 0));
    assert!(server.store().user_for_sign_in(email).await.expect("asked").is_none());
    server.top_up(organization, SEAT_PRICE.0).await;
    let joined = accepts(&mut new, &second).await;
    assert_eq!((joined.status, joined.header("location")), (303, &*page), "{}", text(&joined));
    assert_eq!(seats(&sk).await, counted(3, 1));
    let lines = sk.get("/v1/agent/peppol/credit/entries").await.expect(200);
    let kinds: Vec<_> =
        lines["data"].as_array().expect("a list").iter().map(|line| &line["kind"]).collect();
    assert_eq!(kinds, ["seat", "top_up"]);
    let plan = text(&owner.get(&format!("/portal/{organization}/live/plan")).await);
    assert!(plan.contains("Miesta zaplatené navyše tento mesiac"), "{plan}");
}

/// A company whose seats are taken, with its page; the seeded user is an owner.
async fn full(server: &TestServer) -> (OrganizationId, String) {
    let (store, organization) = (server.store(), server.seeded.organizations.sk_buyer.org_id);
    let owner = store.user_for_sign_in(&server.seeded.user.email).await.expect("asked");
    let owner = owner.expect("the seeded user").id;
    store.set_member(organization, owner, Role::Owner).await.expect("set");
    while seats(&server.sk_buyer_live()).await["used"] != 2 {
        let users = vec![user(organization, Role::Viewer)];
        let provision = Provision { users, ..Provision::default() };
        store.provision(&provision, OffsetDateTime::now_utc()).await.expect("provisioned");
    }
    store.set_plan(organization, Plan::Free).await.expect("set");
    (organization, format!("/members/organization/{organization}"))
}

async fn a_session_is_told_why_nobody_joined(engine: Engine) {
    let (server, sink) = served(engine).await;
    let mut owner = signed_in(&server).await;
    let (organization, page) = full(&server).await;
    let own = format!("/members/organization/{}", server.seeded.organizations.sk.org_id);
    // somebody with an account elsewhere
    let email = "druha@firma.example";
    let elsewhere = invited(&mut owner, &sink, (&own, email)).await;
    let mut second = Browser::new(&server.base_url);
    assert_eq!(accepts(&mut second, &elsewhere).await.status, 303);
    let form = [("email", email), ("role", "viewer")];
    let sent = post(&mut owner, &page, &format!("{page}/invite"), &form).await;
    assert_eq!(sent.status, 303, "{}", text(&sent));
    let link = eventually("the second mail", || async {
        let newest = link(&sink, email, "/invitation/").await;
        (newest != elsewhere).then_some(newest)
    });
    let link = link.await;
    let token = link.rsplit('/').next().expect("a token");
    let url = format!("{}/api/auth/invitations/accept", server.base_url);
    let ask = |browser: &Browser, token: &str| {
        let request = browser.http.post(&url).header("Sec-Fetch-Site", "same-origin");
        request.json(&json!({"token": token}))
    };
    let unknown = second.send(ask(&second, "nobody's")).await;
    assert_error(&unknown, 404, "NOT_FOUND");
    let others = owner.send(ask(&owner, token)).await;
    assert_error(&others, 403, "FORBIDDEN");
    assert_error(&second.send(ask(&second, token)).await, 402, "SEAT_PAYMENT_FAILED");
    assert_eq!(second.get(&page).await.status, 404, "nobody has joined");
    server.top_up(organization, SEAT_PRICE.0).await;
    assert_eq!(second.send(ask(&second, token)).await.status, 204);
    assert_eq!(second.get(&page).await.status, 200);
    assert_error(&second.send(ask(&second, token)).await, 404, "NOT_FOUND");
}
