//! The pages of a company, as a browser without JavaScript goes through them.

use crate::{
    people::oauth::{Browser, hidden, text},
    portal::paths::{NOBODY, PAGES},
    portal::session::{Portal, without_query},
    support::*,
};

on_both!(
    a_document_is_sent_received_and_accepted,
    keys_are_shown_once_and_revoked,
    a_live_key_wants_the_password_again,
    webhooks_are_made_tested_and_replayed,
    customers_and_accounts_are_kept,
    lists_go_on_page_by_page,
    pages_are_in_both_languages,
    the_public_page_shows_the_document,
);

async fn a_document_is_sent_received_and_accepted(server: TestServer) {
    let made = server.sk().issue(&invoice()).await.expect(201);
    let id = made["id"].as_str().expect("an id").to_owned();
    let mut portal = Portal::open(&server).await;
    portal.done(&format!("/invoices/{id}/send"), &[]).await;
    let sk = server.sk();
    eventually("delivery", || async {
        let status = sk.get(&format!("/v1/agent/peppol/status/{id}")).await.expect(200);
        (status["data"]["state"] == "DELIVERED").then_some(())
    })
    .await;
    let page = portal.page("/sends").await;
    assert!(page.contains("doručené"), "{page}");
    let send = page.split("/sends/").nth(1).and_then(|rest| rest.split('"').next());
    portal.page(&format!("/sends/{}", send.expect("a send"))).await;

    let mut buyer = Portal::open_at(&server, server.seeded.organizations.sk_buyer.org_id).await;
    let page = buyer.page("/received").await;
    let received = page.split("/received/").nth(1).and_then(|rest| rest.split('"').next());
    let path = format!("/received/{}", received.expect("a document"));
    let page = buyer.page(&path).await;
    assert!(page.contains("class=\"paper\"") && page.contains("Tatranská píla"), "{page}");
    assert!(buyer.page(&format!("{path}/xml")).await.contains("<cbc:ID>"));
    let live = buyer.path.replace("/test", "/live");
    assert_eq!(buyer.browser.get(&format!("{live}{path}")).await.status, 404);
    let expense = buyer.done(&format!("{path}/accept"), &[]).await;
    let twice = buyer.post(&format!("{path}/accept"), &[]).await;
    assert_eq!(twice.status, 409, "{}", text(&twice));
    let expense = without_query(&expense).to_owned();
    assert!(buyer.page(&expense).await.contains("Schváliť"));
    buyer.done(&format!("{expense}/approve"), &[]).await;
    buyer.done(&format!("{expense}/payments"), &[("amount", "1"), ("method", "cash")]).await;
    assert!(buyer.page("/expenses").await.contains("schválený"));
}

async fn keys_are_shown_once_and_revoked(server: TestServer) {
    let mut portal = Portal::open(&server).await;
    assert!(portal.page("/keys/new").await.contains("name=\"once\" value=\""));
    let form = [
        ("name", "ERP"),
        ("scopes", "invoice:read"),
        ("scopes", "settings:update"),
        ("once", "a-click"),
    ];
    let page = text(&portal.post("/keys/new", &form).await);
    let again = portal.post("/keys/new", &form).await;
    assert_eq!(again.status, 409);
    let said = text(&again);
    assert!(said.contains("už odoslali") && !said.contains("class=\"secret\""), "{said}");
    let key = page.split("<code>").nth(1).and_then(|rest| rest.split('<').next());
    let key = key.expect("a key").to_owned();
    assert!(key.starts_with("svc_test_"), "{key}");
    let caller = server.sk().with_key(Some(&key));
    caller.get("/v1/agent/invoices").await.expect(200);
    let list = portal.page("/keys").await;
    assert!(list.contains("ERP") && !list.contains(&key), "shown once");
    let rows = caller.get("/v1/agent/keys").await.expect(200);
    let rows = rows["data"].as_array().expect("keys").clone();
    assert_eq!(rows.iter().filter(|row| row["name"] == "ERP").count(), 1, "two clicks, one key");
    let id = rows.iter().find(|row| row["name"] == "ERP").expect("the key")["id"].clone();
    portal.done("/keys/revoke", &[("id", id.as_str().expect("an id"))]).await;
    assert_error(&caller.get("/v1/agent/invoices").await, 401, "UNAUTHORIZED");
    assert_eq!(portal.post("/keys/revoke", &[("id", NOBODY)]).await.status, 404);
    // live keys are made in the live environment
    portal.path = portal.path.replace("/test", "/live");
    let page = text(&portal.post("/keys/new", &[("scopes", "invoice:read")]).await);
    assert!(page.contains("svc_live_"), "{page}");
    portal.path = portal.path.replace("/live", "/test");
    assert!(!portal.page("/keys").await.contains("svc_live_"));
}

async fn a_live_key_wants_the_password_again(server: TestServer) {
    let mut portal = Portal::open(&server).await;
    let later = server.at_time(time::OffsetDateTime::now_utc() + sign_in::FRESH_FOR);
    portal.browser.base.clone_from(&later.base_url);
    assert!(!portal.page("/keys/new").await.contains("type=\"password\""));
    portal.path = portal.path.replace("/test", "/live");
    assert!(portal.page("/keys/new").await.contains("type=\"password\""));
    let user = &server.seeded.user;
    let key = [("scopes", "invoice:read")];
    let hook = [("url", "https://example.com/hook"), ("events", "invoice.created")];
    for (path, form) in [("/keys/new", &key[..]), ("/webhooks/new", &hook)] {
        for password in ["", "wrong", "\"><script>"] {
            let refused = portal.post(path, &[form, &[("password", password)]].concat()).await;
            let page = text(&refused);
            assert_eq!(refused.status, 422, "{path} {password}: {page}");
            assert!(page.contains("f-password-fault") && !page.contains("class=\"secret\""));
        }
        let made = portal.post(path, &[form, &[("password", &*user.password)]].concat()).await;
        assert!(made.status == 200 && text(&made).contains("class=\"secret\""), "{}", text(&made));
    }
    // endpoints hear of both environments
    portal.path = portal.path.replace("/live", "/test");
    assert!(portal.page("/webhooks/new").await.contains("type=\"password\""));
    let list = portal.page("/webhooks").await;
    let id = list
        .split("/webhooks/")
        .find_map(|rest| rest.split('"').next().filter(|id| id.len() == 36));
    let rotate = format!("/webhooks/{}/rotate", id.expect("an endpoint"));
    assert_eq!(portal.post(&rotate, &[("password", "wrong")]).await.status, 422);
}

async fn webhooks_are_made_tested_and_replayed(server: TestServer) {
    let receiver = Receiver::good().await;
    let mut portal = Portal::open(&server).await;
    let form = [("url", &*receiver.url), ("events", "invoice.created"), ("once", "a-click")];
    let page = text(&portal.post("/webhooks/new", &form).await);
    assert_eq!(portal.post("/webhooks/new", &form).await.status, 409);
    let secret = page.split("<code>").nth(1).and_then(|rest| rest.split('<').next());
    let secret = secret.expect("a secret").to_owned();
    let list = portal.page("/webhooks").await;
    assert!(!list.contains(&secret) && list.matches("scope=\"row\"").count() == 1, "{list}");
    let id = list.split("/webhooks/").find_map(|rest| {
        let id = rest.split('"').next()?;
        (id.len() == 36).then(|| id.to_owned())
    });
    let path = format!("/webhooks/{}", id.expect("an endpoint"));
    let delivery = portal.done(&format!("{path}/test"), &[]).await;
    receiver.wait_for(1).await;
    let page = portal.page(without_query(&delivery)).await;
    assert!(page.contains("invoice.created") && page.contains("<pre"), "{page}");
    // two clicks, one rotation: the old secret goes on signing for a day, and no other is lost
    let mark = hidden(&portal.get(&path).await, "replaces");
    let rotate = format!("{path}/rotate");
    let page = text(&portal.post(&rotate, &[("replaces", &mark)]).await);
    assert!(page.contains("class=\"secret\"") && !page.contains(&secret));
    let again = portal.post(&rotate, &[("replaces", &mark)]).await;
    assert!(again.status == 409 && !text(&again).contains("class=\"secret\""), "{}", text(&again));
    assert_ne!(hidden(&portal.get(&path).await, "replaces"), mark);
    portal.done(&format!("{path}/switch"), &[("on", "false")]).await;
    assert!(portal.page(&path).await.contains("vypnutý"));
    portal.done(&format!("{path}/switch"), &[("on", "true")]).await;
    portal.done(&format!("{path}/remove"), &[]).await;
    assert_eq!(portal.get(&path).await.status, 404);
}

async fn customers_and_accounts_are_kept(server: TestServer) {
    let mut portal = Portal::open(&server).await;
    let form = [
        ("name", "Nový odberateľ"),
        ("street", "Dlhá 2"),
        ("city", "Nitra"),
        ("postalCode", "949 01"),
        ("country", "SK"),
        ("once", "a-customer"),
    ];
    assert!(portal.page("/customers/new").await.contains("name=\"once\" value=\""));
    // two clicks, one customer
    for _ in 0..2 {
        portal.done("/customers/new", &form).await;
    }
    let list = portal.page("/customers?name=novy").await;
    assert_eq!(list.matches("scope=\"row\"").count(), 1, "{list}");
    let id = list.split("/customers/").find_map(|rest| {
        let id = rest.split('"').next()?;
        (id.len() == 36).then(|| id.to_owned())
    });
    let path = format!("/customers/{}", id.expect("a customer"));
    let form = [("name", "Iný názov"), ("email", "a@b.example"), ("country", "SK")];
    portal.done(&path, &form).await;
    let page = portal.page(&path).await;
    assert!(
        page.contains("Iný názov") && page.contains("a@b.example") && page.contains("Dlhá 2"),
        "{page}"
    );
    portal.done(&format!("{path}/retire"), &[]).await;
    assert!(portal.page(&path).await.contains("vyradený"));

    let account = [("iban", "SK13 0900 0000 0051 1234 5678"), ("bic", "GIBASKBX"), ("once", "x")];
    for _ in 0..2 {
        portal.done("/accounts/new", &account).await;
    }
    let page = portal.page("/accounts").await;
    let id = page.split("/accounts/").find_map(|rest| {
        rest.strip_suffix("/default").or_else(|| {
            let (id, rest) = rest.split_once('/')?;
            rest.starts_with("default").then_some(id)
        })
    });
    let id = id.expect("an account that is no default").to_owned();
    portal.done(&format!("/accounts/{id}/default"), &[]).await;
    portal.done(&format!("/accounts/{id}/retire"), &[]).await;
    assert!(!portal.page("/accounts").await.contains(&id));
}

async fn lists_go_on_page_by_page(server: TestServer) {
    let sk = server.sk();
    for _ in 0..52 {
        sk.issue(&invoice()).await.expect(201);
    }
    let mut portal = Portal::open(&server).await;
    let first = portal.page("/invoices?status=issued").await;
    assert_eq!(first.matches("scope=\"row\"").count(), 50);
    let next = first.split("href=\"?").nth(1).and_then(|rest| rest.split('"').next());
    let next = next.expect("a next page").replace("&#38;", "&").replace("&amp;", "&");
    assert!(next.contains("status=issued"), "{next}");
    let second = portal.page(&format!("/invoices?{next}")).await;
    assert_eq!(second.matches("scope=\"row\"").count(), 2);
    let overview = portal.page("").await;
    assert!(overview.contains("<svg") && overview.contains("<rect"), "{overview}");
}

async fn pages_are_in_both_languages(server: TestServer) {
    let mut portal = Portal::open(&server).await;
    assert!(portal.page("/invoices").await.contains("<html lang=\"sk\">"));
    let back = format!("{}/invoices", portal.path);
    let chosen = portal.browser.post("/language", &[("language", "en"), ("back", &back)]).await;
    assert_eq!((chosen.status, chosen.header("location")), (303, &*back));
    for page in PAGES {
        let page = portal.page(page).await;
        assert!(page.contains("<html lang=\"en\">") && page.contains("Sign out"), "{page}");
    }
    for back in ["https://evil.example", "//evil.example", "/\\evil.example", "x", "/č", "/\u{7f}"]
    {
        let chosen = portal.browser.post("/language", &[("language", "sk"), ("back", back)]).await;
        assert_eq!(chosen.header("location"), "/", "{back}");
    }
    let home = portal.browser.get("/").await;
    assert!(home.status == 200 && text(&home).contains("href=\"/portal\""), "{}", text(&home));
    let css = text(&home)
        .split("href=\"/assets/")
        .nth(1)
        .and_then(|it| it.split('"').next().map(str::to_owned));
    let css = portal.browser.get(&format!("/assets/{}", css.expect("a stylesheet"))).await;
    assert!(css.status == 200 && css.header("cache-control").contains("immutable"));
}

async fn the_public_page_shows_the_document(server: TestServer) {
    let made = server.sk().issue(&invoice()).await.expect(201);
    let url = made["public_url"].as_str().expect("a link");
    let path = format!("/i/{}", url.rsplit('/').next().expect("a token"));
    let mut browser = Browser::new(&server.base_url);
    let page = text(&browser.get(&path).await);
    for text in
        ["lang=\"sk\"", "class=\"paper\"", "class=\"qr\"", "PAY by square", "Tatranská píla"]
    {
        assert!(page.contains(text), "{text}: {page}");
    }
    assert!(page.contains(made["invoice_number"].as_str().expect("a number")));
    assert!(page.len() < 50_000 && !page.contains("<style"), "{}", page.len());
    let xml = browser.get(&format!("{path}/xml")).await;
    assert!(xml.status == 200 && text(&xml).contains("<cbc:ID>"));
    assert_eq!(browser.get("/i/x/xml").await.status, 404);
    browser.post("/language", &[("language", "en"), ("back", &path)]).await;
    assert!(text(&browser.get(&path).await).contains("<html lang=\"en\">"));
}
