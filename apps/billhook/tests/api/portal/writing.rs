//! An invoice that is written in the browser, and what the form says of it.

use crate::{
    people::oauth::text,
    portal::paths::PAGES,
    portal::session::{Portal, typed, without_query},
    support::*,
};
use serde_json::json;

on_both!(
    an_invoice_is_written_in_the_browser,
    what_is_wrong_is_said_at_its_field,
    what_is_missing_is_said_at_its_field,
    an_invoice_is_changed_in_the_browser,
    whatever_others_wrote_is_text,
);

async fn an_invoice_is_written_in_the_browser(server: TestServer) {
    let mut portal = Portal::open(&server).await;
    let page = portal.page("/invoices/new").await;
    assert!(page.contains("value=\"preview\"") && page.contains("value=\"issue\""));
    let shown = portal.post("/invoices/new", &typed("preview", "Odberateľ s. r. o.")).await;
    assert_eq!(shown.status, 200, "{}", text(&shown));
    let page = text(&shown);
    assert!(page.contains("100,00\u{a0}€") && page.contains("123,00\u{a0}€"), "{page}");
    assert!(page.contains("value=\"Odberateľ s. r. o.\""), "what was typed stays");
    let more = text(&portal.post("/invoices/new", &typed("add_line", "O")).await);
    assert_eq!(more.matches("name=\"description\"").count(), 5);

    // two clicks, one invoice
    let mut form = typed("issue", "Odberateľ s. r. o.");
    form.push(("once", "a-click"));
    let first = portal.done("/invoices/new", &form).await;
    assert_eq!(portal.done("/invoices/new", &form).await, first);
    let list = server.sk().get("/v1/agent/invoices").await.expect(200);
    assert_eq!(list["data"].as_array().map(Vec::len), Some(1));
    let page = portal.page(&first).await;
    assert!(page.contains("vystavená.") && page.contains("class=\"qr\""), "{page}");
    let path = without_query(&first).to_owned();
    assert!(portal.page(&format!("{path}/xml")).await.contains("<cbc:ID>"));
    assert!(portal.page(&format!("{path}/check")).await.contains("Zodpovedá pravidlám"));

    let pay = [("amount", "23,00"), ("method", "cash"), ("once", "a-payment")];
    for _ in 0..2 {
        assert_eq!(
            portal.done(&format!("{path}/payments"), &pay).await,
            format!("{path}?done=paid")
        );
    }
    let page = portal.page(&path).await;
    assert!(page.contains("100,00\u{a0}€") && page.contains("čiastočne uhradené"), "{page}");
    // the same form of another invoice is none of that
    let other = portal.done("/invoices/new", &typed("issue", "Druhý s. r. o.")).await;
    let other = format!("{}/payments", without_query(&other));
    assert_eq!(portal.post(&other, &pay).await.status, 422);
    let undo = page.split("/payments/").nth(1).and_then(|rest| rest.split('/').next());
    portal.done(&format!("{path}/payments/{}/undo", undo.expect("a payment")), &[]).await;
    let much =
        portal.post(&format!("{path}/payments"), &[("amount", "999"), ("method", "cash")]).await;
    assert_eq!(much.status, 422, "{}", text(&much));
    portal.done(&format!("{path}/cancel"), &[]).await;
    let page = portal.page(&path).await;
    assert!(page.contains("stornovaná") && page.contains("platba stiahnutá"), "the trail");
    let user = &server.seeded.user.email;
    assert!(page.matches(&**user).count() >= 4, "who did it: {page}");
    let history = server.sk().get(&format!("/v1/agent{path}/history")).await.expect(200);
    let by = &history["data"][0];
    assert_eq!((&by["user"]["email"], &by["key_id"]), (&json!(user), &json!(null)));
    let first = history["data"].as_array().and_then(|lines| lines.last()).expect("a line");
    assert_eq!((&first["action"], &first["user"]["email"]), (&json!("issued"), &json!(user)));

    let draft = portal.done("/invoices/new", &typed("draft", "Neskôr")).await;
    let path = without_query(&draft).to_owned();
    portal.done(&format!("{path}/issue"), &[]).await;
    let again = portal.post(&format!("{path}/issue"), &[]).await;
    assert_eq!(again.status, 409, "{}", text(&again));
    let draft = portal.done("/invoices/new", &typed("draft", "Nikdy")).await;
    portal.done(&format!("{}/delete", without_query(&draft)), &[]).await;
    assert_eq!(portal.get(without_query(&draft)).await.status, 404);
}

async fn what_is_wrong_is_said_at_its_field(server: TestServer) {
    let mut portal = Portal::open(&server).await;
    let mut form = typed("issue", "O");
    form.retain(|(name, _)| *name != "quantity");
    form.extend([("quantity", "0"), ("quantity", "1"), ("due_date", "zajtra")]);
    let shown = portal.post("/invoices/new", &form).await;
    assert_eq!(shown.status, 422);
    let page = text(&shown);
    assert!(
        page.contains("id=\"l0-quantity-fault\"") && page.contains("id=\"f-due_date-fault\""),
        "{page}"
    );
    for rest in [
        "/customers/new",
        "/accounts/new",
        "/keys/new",
        "/webhooks/new",
        "/offsets/new",
        "/projects/new",
        "/stock/items/new",
        "/stock/warehouses/new",
        "/stock/documents/new",
        "/contracts/new",
        "/exports/new",
    ] {
        let shown = portal.post(rest, &[]).await;
        assert_eq!(shown.status, 422, "{rest}: {}", text(&shown));
        assert!(text(&shown).contains("role=\"alert\""), "{rest}");
    }
    for query in ["?status=x", "?after=x", "?nothing=1"] {
        assert_eq!(portal.get(&format!("/invoices{query}")).await.status, 400, "{query}");
    }
}

/// The form as it is opened and issued: nothing is typed but what it offers.
async fn what_is_missing_is_said_at_its_field(server: TestServer) {
    let mut portal = Portal::open(&server).await;
    let mut form = typed("issue", "");
    let kept = ["do", "country", "payment_method", "quantity", "unit", "vat_rate", "tax_treatment"];
    form.iter_mut().filter(|(name, _)| !kept.contains(name)).for_each(|field| field.1 = "");
    let shown = portal.post("/invoices/new", &form).await;
    assert_eq!(shown.status, 422);
    let page = text(&shown);
    for field in ["customer_id", "l0-description"] {
        assert!(page.contains(&format!("{field}-fault\"")), "{field}: {page}");
    }
    assert!(page.matches("aria-invalid=\"true\"").count() >= 2, "{page}");
    assert!(page.contains("<details class=\"more\" open><summary>Nový zákazník"), "{page}");
    assert!(!page.contains("customer_id, or") && !page.contains("or customer_id"), "{page}");
}

async fn an_invoice_is_changed_in_the_browser(server: TestServer) {
    let mut portal = Portal::open(&server).await;
    let made = portal.done("/invoices/new", &typed("draft", "O")).await;
    let path = without_query(&made).to_owned();
    let page = portal.page(&format!("{path}/edit")).await;
    assert!(
        page.contains("value=\"2.5\"") && page.contains("name=\"version\" value=\"1\""),
        "{page}"
    );
    let mut form = typed("save", "O");
    form.extend([("version", "1"), ("note", "Ďakujeme")]);
    form.iter_mut().filter(|(name, _)| *name == "unit_price").take(1).for_each(|it| it.1 = "50");
    portal.done(&format!("{path}/edit"), &form).await;
    let page = portal.page(&path).await;
    assert!(page.contains("125,00") && page.contains("Ďakujeme"), "{page}");
    let stale = portal.post(&format!("{path}/edit"), &form).await;
    assert_eq!(stale.status, 422, "{}", text(&stale));
}

async fn whatever_others_wrote_is_text(server: TestServer) {
    let evil = "\"><script>alert(1)</script>";
    let mut body = invoice();
    body["customer"]["name"] = json!(evil);
    body["customer"]["address"]["street"] = json!(evil);
    body["items"][0]["description"] = json!(evil);
    for field in ["note", "internal_note", "order_number", "buyer_reference"] {
        body[field] = json!(evil);
    }
    let made = server.sk().issue(&body).await.expect(201);
    let id = made["id"].as_str().expect("an id").to_owned();
    let customer = made["customer"]["id"].as_str().expect("an id").to_owned();
    let mut portal = Portal::open(&server).await;
    let supplier = json!({"name": evil, "ico": "12345678"});
    let expense = json!({"number": evil, "supplier": supplier, "issue_date": "2026-11-01", "due_date": "2026-11-15", "total": "10.00", "subtotal": "10.00", "vat_total": "0.00", "note": evil});
    server.sk().post("/v1/agent/expenses", &expense).await;
    let key = [("name", evil), ("scopes", "invoice:read")];
    assert_eq!(portal.post("/keys/new", &key).await.status, 200);
    let pages = PAGES.iter().map(|page| (*page).to_owned());
    let of_one = [
        format!("/invoices/{id}"),
        format!("/invoices/{id}/edit"),
        format!("/invoices/{id}/check"),
        format!("/customers/{customer}"),
        format!("/invoices?number={}", "%22%3E%3Cscript%3E"),
        "/customers?name=%22%3E%3Cscript%3E".to_owned(),
        "?done=%3Cscript%3E".to_owned(),
    ];
    let mut seen = 0;
    for page in pages.chain(of_one) {
        seen += portal.page(&page).await.matches("&#60;script&#62;").count();
    }
    assert!(seen >= 8, "the texts are shown: {seen}");
    let mut form = typed("preview", evil);
    form.iter_mut().filter(|it| it.1.is_empty()).for_each(|it| it.1 = evil);
    form.extend([("note", evil), ("issue_date", evil), ("customer_id", evil), ("once", evil)]);
    let shown = text(&portal.post("/invoices/new", &form).await);
    assert_eq!(shown.matches("<script").count(), 1, "htmx: {shown}");
    assert!(shown.contains("<script src=\"/assets/htmx-") && shown.contains("&#60;script&#62;"));
}
