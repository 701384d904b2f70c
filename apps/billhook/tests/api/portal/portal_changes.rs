//! Keys and endpoints that are changed in the browser, and payments that are taken back.

use crate::{
    people::oauth::text,
    portal::session::{Portal, without_query},
    support::*,
};
use serde_json::json;

on_both!(
    a_key_is_rotated_once,
    an_endpoint_is_changed,
    a_payment_of_an_expense_is_taken_back,
    an_expense_is_entered_by_hand,
);

async fn a_key_is_rotated_once(server: TestServer) {
    let mut portal = Portal::open(&server).await;
    let made =
        text(&portal.post("/keys/new", &[("name", "ERP"), ("scopes", "invoice:read")]).await);
    let key_of = |page: &str| {
        let key = page.split("<code>").nth(1).and_then(|rest| rest.split('<').next());
        key.expect("a key").to_owned()
    };
    let before = key_of(&made);
    let list = portal.page("/keys").await;
    let rotation = list.split("name=\"replaces\"").nth(1).expect("a choice of keys");
    let option = rotation.split("<option").find(|it| it.contains("ERP")).expect("the key");
    let mark = option.split("value=\"").nth(1).and_then(|rest| rest.split('"').next());
    let mark = mark.expect("a value").to_owned();
    let rotated = portal.post("/keys/rotate", &[("replaces", &mark)]).await;
    let page = text(&rotated);
    assert_eq!(rotated.status, 200, "{page}");
    let after = key_of(&page);
    assert_ne!(before, after);
    for key in [&before, &after] {
        server.sk().with_key(Some(key)).get("/v1/agent/invoices").await.expect(200);
    }
    let again = portal.post("/keys/rotate", &[("replaces", &mark)]).await;
    assert!(again.status == 409 && !text(&again).contains("class=\"secret\""), "{}", text(&again));
    let list = portal.page("/keys").await;
    assert!(!list.contains(&after), "shown once");
    for wrong in ["", "x", "00000000-0000-7000-8000-000000000000.0"] {
        let refused = portal.post("/keys/rotate", &[("replaces", wrong)]).await;
        assert_eq!(refused.status, 404, "{wrong}: {}", text(&refused));
    }
}

async fn an_endpoint_is_changed(server: TestServer) {
    let made = json!({"url": "https://example.com/hook", "events": ["invoice.created"]});
    let made = Sending::post(&server.sk(), "/v1/agent/webhooks", &made).await.expect(201);
    let path = format!("/webhooks/{}", made["id"].as_str().expect("an id"));
    let mut portal = Portal::open(&server).await;
    assert!(portal.page(&path).await.contains(&format!("{path}/edit\"")));
    let page = portal.page(&format!("{path}/edit")).await;
    assert!(page.contains("value=\"https://example.com/hook\""), "{page}");
    assert!(page.contains("value=\"invoice.created\" checked"), "{page}");
    let form = [("url", "https://example.com/other"), ("events", "invoice.paid")];
    assert_eq!(portal.done(&format!("{path}/edit"), &form).await, format!("{path}?done=saved"));
    let after = server.sk().get(&format!("/v1/agent{path}")).await.expect(200);
    let after = after.get("data").unwrap_or(&after);
    assert_eq!(
        (&after["url"], &after["events"]),
        (&json!("https://example.com/other"), &json!(["invoice.paid"])),
        "{after}"
    );
    for form in [[("url", "ftp://x"), ("events", "invoice.paid")], [("url", ""), ("events", "x")]] {
        let refused = portal.post(&format!("{path}/edit"), &form).await;
        assert_eq!(refused.status, 422, "{}", text(&refused));
        assert!(text(&refused).contains("role=\"alert\""), "{}", text(&refused));
    }
}

async fn a_payment_of_an_expense_is_taken_back(server: TestServer) {
    let supplier = json!({"name": "Dodávateľ", "ico": "12345678"});
    let expense = json!({"number": "D-1", "supplier": supplier, "issue_date": "2026-11-01",
        "due_date": "2026-11-15", "total": "10.00", "vat_total": "0.00"});
    let made = Sending::post(&server.sk(), "/v1/agent/expenses", &expense).await.created_id();
    let path = format!("/expenses/{made}");
    let mut portal = Portal::open(&server).await;
    let page = portal.page(&path).await;
    if page.contains("/approve\"") {
        portal.done(&format!("{path}/approve"), &[]).await;
    }
    portal.done(&format!("{path}/payments"), &[("amount", "4"), ("method", "cash")]).await;
    let page = portal.page(&path).await;
    let payment = page.split("/payments/").nth(1).and_then(|rest| rest.split('/').next());
    let undo = format!("{path}/payments/{}/undo", payment.expect("a payment"));
    let undone = portal.done(&undo, &[]).await;
    assert_eq!(without_query(&undone), path);
    assert!(!portal.page(&path).await.contains("/undo\""), "nothing is paid any more");
    assert_eq!(portal.post(&undo, &[]).await.status, 404);
}

async fn an_expense_is_entered_by_hand(server: TestServer) {
    let mut portal = Portal::open(&server).await;
    assert!(portal.page("/expenses").await.contains("/expenses/new\""));
    let form = [
        ("number", "2026/0452"),
        ("supplier.name", "Dodávateľ s. r. o."),
        ("supplier.ico", "12345678"),
        ("issue_date", "2026-11-20"),
        ("due_date", "2026-12-04"),
        ("total", "1 230,00"),
        ("vat_total", "230"),
        ("once", "a-click"),
    ];
    let made = portal.done("/expenses/new", &form).await;
    assert_eq!(portal.done("/expenses/new", &form).await, made, "two clicks, one expense");
    let page = portal.page(&made).await;
    assert!(page.contains("Dodávateľ s. r. o.") && page.contains("000,00\u{a0}€"), "{page}");
    let wrong =
        [("number", "1"), ("supplier.ico", "12"), ("total", "veľa"), ("due_date", "zajtra")];
    let refused = portal.post("/expenses/new", &wrong).await;
    let page = text(&refused);
    assert_eq!(refused.status, 422, "{page}");
    for field in ["f-total-fault", "f-due_date-fault"] {
        assert!(page.contains(field), "{field}: {page}");
    }
}
