//! Who reaches the pages of a company, and who does not.

use crate::{
    people::oauth::{Browser, hidden, text},
    portal::paths::{
        FILES, FORMS, FORMS_OF_READERS, FORMS_WITH_FILES, NOBODY, PAGES, PAGES_OF_ONE,
    },
    portal::session::Portal,
    support::*,
};
use access::Role;
use members::{Group, MemberChange, MemberStore};
use organizations::OperatorStore;
use serde_json::json;
use sign_in::SignInStore;

on_both!(
    nobody_sees_a_page_without_a_session,
    another_company_and_its_ids_are_not_there,
    a_viewer_reads_and_changes_nothing,
    forms_of_other_sites_are_refused,
);

async fn nobody_sees_a_page_without_a_session(server: TestServer) {
    let mut browser = Browser::new(&server.base_url);
    let organization = server.seeded.organizations.sk.org_id;
    let ids = PAGES_OF_ONE.map(|page| page.replace("{}", NOBODY));
    for page in PAGES.iter().chain(&FILES).map(|page| (*page).to_owned()).chain(ids) {
        let answer = browser.get(&format!("/portal/{organization}/test{page}")).await;
        assert_eq!(answer.status, 303, "{page}");
        let location = answer.header("location");
        assert!(location.starts_with("/sign-in?next=%2Fportal%2F"), "{page}: {location}");
    }
    for form in FORMS.into_iter().chain(FORMS_OF_READERS) {
        let path = format!("/portal/{organization}/test{}", form.replace("{}", NOBODY));
        assert_eq!(browser.post(&path, &[]).await.header("location"), "/sign-in", "{form}");
    }
    assert_eq!(browser.get("/portal").await.header("location"), "/sign-in");
}

async fn another_company_and_its_ids_are_not_there(server: TestServer) {
    let invoice = server.sk().issue(&invoice()).await.expect(201);
    let id = invoice["id"].as_str().expect("an id").to_owned();
    let customer = invoice["customer"]["id"].as_str().expect("an id").to_owned();
    let mut portal = Portal::open(&server).await;
    portal.page(&format!("/invoices/{id}")).await;
    portal.page(&format!("/customers/{customer}")).await;
    let mut other = Portal::open_at(&server, server.seeded.organizations.sk_buyer.org_id).await;
    for page in PAGES_OF_ONE {
        for id in [&*id, &*customer, NOBODY, "x"] {
            let answer = other.get(&page.replace("{}", id)).await;
            assert_eq!(answer.status, 404, "{page} {id}");
            assert!(text(&answer).contains("nie je"), "a page, not JSON");
        }
    }
    for form in FORMS.iter().chain(&FORMS_OF_READERS).filter(|form| form.contains("{}")) {
        let fields = [
            ("amount", "1"),
            ("method", "cash"),
            ("reason", "x"),
            ("name", "x"),
            ("customer_id", NOBODY),
        ];
        let answer = other.post(&form.replace("{}", &id), &fields).await;
        assert_eq!(answer.status, 404, "{form}: {}", text(&answer));
    }
    let store = server.store();
    let user = store.user_for_sign_in(&server.seeded.user.email).await.expect("asked");
    let user = user.expect("the user").id;
    for path in [format!("/portal/{NOBODY}/test"), "/portal/x/test".to_owned()] {
        assert_eq!(portal.browser.get(&path).await.status, 404);
    }
    let mode = portal.path.replace("/test", "/prod");
    assert_eq!(portal.browser.get(&mode).await.status, 404);
    // who left sees it no longer, and the others still
    let sk = Group::Organization(server.seeded.organizations.sk.org_id);
    store
        .change_member(sk, user, time::OffsetDateTime::now_utc(), |_| Ok(MemberChange::Remove))
        .await
        .expect("removed");
    for page in PAGES.iter().chain(&FILES) {
        assert_eq!(portal.get(page).await.status, 404, "{page}");
    }
    for page in PAGES_OF_ONE {
        assert_eq!(portal.get(&page.replace("{}", &id)).await.status, 404, "{page}");
    }
    for form in FORMS.into_iter().chain(FORMS_OF_READERS) {
        let answer = portal.post(&form.replace("{}", &id), &[]).await;
        assert_eq!(answer.status, 404, "{form}: {}", text(&answer));
    }
    other.page("/invoices").await;
}

async fn a_viewer_reads_and_changes_nothing(server: TestServer) {
    let invoice = server.sk().issue(&invoice()).await.expect(201);
    let id = invoice["id"].as_str().expect("an id").to_owned();
    let mut portal = Portal::open(&server).await;
    let store = server.store();
    let user = store.user_for_sign_in(&server.seeded.user.email).await.expect("asked");
    let sk = server.seeded.organizations.sk.org_id;
    store.set_member(sk, user.expect("the user").id, Role::Viewer).await.expect("set");
    let page = portal.page(&format!("/invoices/{id}")).await;
    for action in ["/send\"", "/cancel\"", "/payments\"", "/edit\""] {
        assert!(!page.contains(&format!("/invoices/{id}{action}")), "{action}");
    }
    assert!(!page.contains("/keys\""));
    for page in [
        "/keys",
        "/keys/new",
        "/webhooks",
        "/webhooks/new",
        "/invoices/new",
        "/accounts/new",
        "/expenses/new",
        "/settings/network",
    ] {
        let answer = portal.get(page).await;
        assert_eq!(answer.status, 403, "{page}");
        assert!(text(&answer).contains("rola"), "{page}");
    }
    for form in FORMS {
        let fields = [("amount", "1"), ("method", "cash"), ("reason", "x"), ("name", "x")];
        let answer = portal.post(&form.replace("{}", &id), &fields).await;
        assert_eq!(answer.status, 403, "{form}: {}", text(&answer));
    }
    for form in FORMS_WITH_FILES {
        let answer = portal.upload(form, "file", "x").await;
        assert_eq!(answer.status, 403, "{form}: {}", text(&answer));
        assert!(text(&answer).contains("rola"), "{form}: {}", text(&answer));
    }
    let after = server.sk().get(&format!("/v1/agent/invoices/{id}")).await.expect(200);
    assert_eq!((&after["status"], &after["version"]), (&json!("issued"), &json!(1)));
}

async fn forms_of_other_sites_are_refused(server: TestServer) {
    let invoice = server.sk().issue(&invoice()).await.expect(201);
    let id = invoice["id"].as_str().expect("an id").to_owned();
    let mut portal = Portal::open(&server).await;
    let token = hidden(&portal.get("/invoices").await, "form_token");
    for form in FORMS.into_iter().chain(FORMS_OF_READERS) {
        let path = format!("{}{}", portal.path, form.replace("{}", &id));
        let none = portal.browser.post(&path, &[("form_token", "")]).await;
        let wrong = portal.browser.post(&path, &[("form_token", &token[1..])]).await;
        let url = format!("{}{path}", portal.browser.base);
        let request = portal.browser.http.post(&url).form(&[("form_token", &token)]);
        let elsewhere = portal.browser.send(request.header("Sec-Fetch-Site", "cross-site")).await;
        let request = portal.browser.http.post(&url).json(&json!({ "form_token": token }));
        let not_a_form = portal.browser.send(request).await;
        for answer in [none, wrong, elsewhere, not_a_form] {
            assert_eq!(answer.status, 403, "{form}: {}", text(&answer));
        }
    }
    for form in FORMS_WITH_FILES {
        for (site, token) in
            [("same-origin", ""), ("same-origin", &token[1..]), ("cross-site", &*token)]
        {
            let answer = portal.upload_from(site, token, (form, "file", "x")).await;
            assert_eq!(answer.status, 403, "{form} {site} {token}: {}", text(&answer));
        }
        let own = portal.upload_from("same-origin", &token, (form, "file", "x")).await;
        assert_eq!(own.status, 422, "{form}: the form itself is right: {}", text(&own));
    }
    let after = server.sk().get(&format!("/v1/agent/invoices/{id}")).await.expect(200);
    assert_eq!(after["version"], 1);
}
