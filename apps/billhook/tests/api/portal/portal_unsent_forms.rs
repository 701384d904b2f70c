//! What somebody wrote is not lost when their session ends before they send it.

use crate::{
    people::oauth::{Browser, hidden, text},
    portal::session::Portal,
    support::*,
};

on_both!(
    what_was_written_comes_back_after_signing_in,
    what_was_written_in_another_session_comes_back,
    only_what_our_pages_sent_comes_back,
);

const NOTE: &str = "Prvý riadok\nDruhý <b>riadok</b> & \"úvodzovky\"";

const WRITTEN: [(&str, &str); 15] = [
    ("do", "issue"),
    ("once", "written-once"),
    ("payment_method", "bank_transfer"),
    ("name", "Nový odberateľ"),
    ("street", "Hlavná 1"),
    ("city", "Žilina"),
    ("postalCode", "010 01"),
    ("country", "SK"),
    ("unit", "ks"),
    ("vat_rate", "23"),
    ("description", "Práca na streche"),
    ("quantity", "3"),
    ("unit_price", "40"),
    ("note", NOTE),
    ("password", "never shown"),
];

/// The fields that the page brings back, as the browser sends them again.
fn brought_back(page: &str) -> Vec<(String, String)> {
    let form = page.split("<form ").find(|form| form.contains("name=\"resumed\"")).expect("a form");
    let plain = |text: &str| {
        [("&#60;", "<"), ("&#62;", ">"), ("&#34;", "\""), ("&#39;", "'"), ("&#38;", "&")]
            .iter()
            .fold(text.to_owned(), |text, (entity, c)| text.replace(entity, c))
    };
    form.split("type=\"hidden\" name=\"")
        .skip(1)
        .map(|field| {
            let (name, rest) = field.split_once("\" value=\"").expect("a value");
            (name.to_owned(), plain(rest.split_once("\">").expect("an end").0))
        })
        .collect()
}

fn pairs(fields: &[(String, String)]) -> Vec<(&str, &str)> {
    fields.iter().map(|(name, value)| (&**name, &**value)).collect()
}

async fn invoices(server: &TestServer) -> usize {
    let list = server.sk().get("/v1/agent/invoices").await.expect(200);
    list["data"].as_array().expect("a list").len()
}

/// Nothing is done by what is brought back: the form is shown, filled.
async fn shown_again(portal: &mut Portal, rest: &str, fields: &[(String, String)]) -> String {
    let path = format!("{}{rest}", portal.path);
    let answer = portal.browser.post(&path, &pairs(fields)).await;
    let page = text(&answer);
    assert_eq!(answer.status, 422, "{page}");
    assert!(page.contains("Práca na streche") && page.contains("value=\"40\""), "{page}");
    assert!(page.contains("Druhý &#60;b&#62;riadok&#60;/b&#62; &#38; "), "{page}");
    assert!(page.contains("pred novým prihlásením") && !page.contains("never shown"), "{page}");
    page
}

async fn what_was_written_comes_back_after_signing_in(server: TestServer) {
    let mut portal = Portal::open(&server).await;
    let token = hidden(&portal.get("/invoices/new").await, "form_token");
    let before = invoices(&server).await;
    // the session ends; the form is still open
    portal.browser.cookies.clear();
    let path = format!("{}/invoices/new", portal.path);
    let mut written = WRITTEN.to_vec();
    written.push(("form_token", &token));
    let answer = portal.browser.post(&path, &written).await;
    let page = text(&answer);
    assert_eq!(answer.status, 401, "{page}");
    assert_eq!(answer.header("cache-control"), "no-store");
    assert!(page.contains("href=\"/sign-in\" target=\"_blank\""), "{page}");
    assert!(!page.contains("<script") && !page.contains("never shown"), "{page}");
    let fields = brought_back(&page);
    let note = fields.iter().find(|(name, _)| name == "note").expect("the note");
    assert_eq!(note.1, NOTE);
    let ours = ["form_token", "once", "do", "password"];
    assert!(fields.iter().all(|(name, _)| !ours.contains(&&**name)), "{fields:?}");
    // too early: it comes back once more
    let early = portal.browser.post(&path, &pairs(&fields)).await;
    assert_eq!((early.status, brought_back(&text(&early))), (401, fields.clone()));
    let user = &server.seeded.user;
    portal.browser.sign_in("/sign-in", &user.email, &user.password).await;
    shown_again(&mut portal, "/invoices/new", &fields).await;
    assert_eq!(invoices(&server).await, before, "nothing was issued");
    // whoever reads it sends it
    let mut again = pairs(&fields);
    again.retain(|(name, _)| *name != "resumed");
    again.extend([("do", "draft"), ("once", "sent-again")]);
    portal.done("/invoices/new", &again).await;
    assert_eq!(invoices(&server).await, before + 1);
}

async fn what_was_written_in_another_session_comes_back(server: TestServer) {
    let mut portal = Portal::open(&server).await;
    let old = hidden(&portal.get("/invoices/new").await, "form_token");
    let made = server.sk().issue(&invoice()).await.created_id();
    let before = server.sk().get(&format!("/v1/agent/invoices/{made}")).await.expect(200);
    let user = &server.seeded.user;
    portal.browser.cookies.clear();
    portal.browser.sign_in("/sign-in", &user.email, &user.password).await;
    for rest in ["/invoices/new".to_owned(), format!("/invoices/{made}/edit")] {
        let mut written = WRITTEN.to_vec();
        written.extend([("form_token", &*old), ("version", "1")]);
        written[0].1 = "save";
        let answer = portal.browser.post(&format!("{}{rest}", portal.path), &written).await;
        let page = text(&answer);
        assert_eq!(answer.status, 403, "{page}");
        assert!(!page.contains("/sign-in\"") && page.contains("znova"), "{page}");
        shown_again(&mut portal, &rest, &brought_back(&page)).await;
    }
    let after = server.sk().get(&format!("/v1/agent/invoices/{made}")).await.expect(200);
    assert_eq!(after, before, "nothing was changed");
    for (rest, field, value) in [
        ("/contracts/new", "name", "Upratovanie kancelárie"),
        ("/expenses/new", "note", "Za materiál na strechu"),
    ] {
        let written = [(field, value), ("form_token", &*old)];
        let path = format!("{}{rest}", portal.path);
        let left = portal.browser.post(&path, &written).await;
        assert_eq!(left.status, 403, "{rest}");
        let fields = brought_back(&text(&left));
        let shown = text(&portal.browser.post(&path, &pairs(&fields)).await);
        assert!(shown.contains(value) && shown.contains("pred novým prihlásením"), "{shown}");
    }
}

async fn only_what_our_pages_sent_comes_back(server: TestServer) {
    let portal = Portal::open(&server).await;
    let path = format!("{}/invoices/new", portal.path);
    let url = format!("{}{path}", portal.browser.base);
    let mut signed_in = portal.browser;
    let mut nobody = Browser::new(&server.base_url);
    let resumed = [&WRITTEN[..], &[("resumed", "1")]].concat();
    for (browser, status) in [(&mut nobody, 303), (&mut signed_in, 403)] {
        for form in [&WRITTEN[..], &resumed] {
            let request = browser.http.post(&url).form(form);
            let answer = browser.send(request.header("Sec-Fetch-Site", "cross-site")).await;
            assert_eq!(answer.status, status, "{form:?}");
            assert!(!text(&answer).contains("Práca na streche"), "{form:?}");
        }
    }
    // nothing was written, or it is no form
    let empty = nobody.post(&path, &[("form_token", "x"), ("note", "")]).await;
    assert_eq!((empty.status, empty.header("location")), (303, "/sign-in"));
    let request = nobody.http.post(&url).body("note=x").header("Sec-Fetch-Site", "same-origin");
    let other = nobody.send(request.header("Content-Type", "text/plain")).await;
    assert_eq!((other.status, other.header("location")), (303, "/sign-in"));
    // another company's form is nobody's here
    let other = uuid::Uuid::nil();
    let foreign = format!("/portal/{other}/test/invoices/new");
    assert_eq!(signed_in.post(&foreign, &resumed).await.status, 404);
}
