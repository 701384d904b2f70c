//! Invoices of suppliers over HTTP.

use crate::support::*;
use reqwest::Method;
use serde_json::{Value, json};

on_both!(
    an_expense_is_entered_approved_and_paid,
    a_repeat_enters_once,
    a_number_is_its_suppliers_own,
    wrong_expenses_are_named,
    a_received_document_becomes_an_expense,
    a_document_that_is_no_expense_is_refused,
    only_what_is_ready_is_approved,
    what_is_not_owed_is_rejected,
    a_correction_moves_it_on,
    a_correction_takes_nothing_away,
    expenses_are_listed_by_every_filter,
    each_step_has_its_scope,
    expenses_of_others_are_not_found,
);

const PATH: &str = "/v1/agent/expenses";

/// Over 100 and 23 % of VAT.
pub fn expense(number: &str) -> Value {
    json!({
        "supplier": customer(), "number": number, "issue_date": "2026-01-02",
        "due_date": "2026-01-16", "total": "123.00",
        "vat_breakdown": [{"vat_rate": 23, "taxable_amount": "100.00", "tax_amount": "23.00"}],
    })
}

fn with(number: &str, members: Value) -> Value {
    let mut body = expense(number);
    for (name, value) in members.as_object().expect("members") {
        body[name] = value.clone();
    }
    body
}

async fn enter(sk: &Caller, body: &Value) -> String {
    sk.post(PATH, body).await.created_id()
}

async fn step(sk: &Caller, id: &str, step: &str) -> Answer {
    sk.post(&format!("{PATH}/{id}/{step}"), &json!({})).await
}

async fn patch(sk: &Caller, id: &str, body: Value) -> Answer {
    sk.send(Method::PATCH, &format!("{PATH}/{id}"), body.to_string().into_bytes()).await
}

async fn pay(sk: &Caller, id: &str, amount: &str) -> Answer {
    let body = json!({"amount": amount, "method": "bank_transfer"});
    sk.post(&format!("{PATH}/{id}/payments"), &body).await
}

/// Slovakia and Czechia give IČOs from one old register, and a number is one in any case and spacing.
async fn a_number_is_its_suppliers_own(server: TestServer) {
    let sk = server.sk();
    let of = |country: &str, name: &str, number: &str| {
        let address = json!({"street": "Hlavná 1", "city": "Nitra", "postalCode": "94901", "country": country});
        with(number, json!({"supplier": {"name": name, "ico": "36123456", "address": address}}))
    };
    let first = enter(&sk, &of("SK", "Píla", "W-1")).await;
    enter(&sk, &of("CZ", "Mlýn", "W-1")).await;
    for number in ["W-1", "w-1", " W -1"] {
        let again = sk.post(PATH, &of("SK", "Píla", number)).await;
        let refused = assert_error(&again, 409, "CONFLICT");
        assert!(refused.to_string().contains(&first), "{number}: {refused}");
    }
    enter(&sk, &of("SK", "Píla", "W1")).await;
}

async fn an_expense_is_entered_approved_and_paid(server: TestServer) {
    let sk = server.sk();
    let made = sk.post(PATH, &expense("2026/1")).await.expect(201);
    let shown = ["status", "payment_status", "subtotal", "vat_total", "variable_symbol", "origin"];
    let shown = shown.map(|name| made[name].clone());
    let expected = ["pending_approval", "unpaid", "100.00", "23.00", "20261", "manual"];
    assert_eq!(shown, expected.map(Value::from));
    let id = made["id"].as_str().expect("an id");
    let approved = step(&sk, id, "approve").await.expect(200);
    assert_eq!(approved["status"], "approved");
    assert_eq!(step(&sk, id, "approve").await.expect(200), approved, "again changes nothing");
    let paid = pay(&sk, id, "100").await.expect(201);
    let meta = json!({"balance": "23.00", "paid_amount": "100.00", "currency": "EUR", "payment_status": "partially_paid"});
    assert_eq!(paid["meta"], meta);
    let more = pay(&sk, id, "23.01").await;
    assert_eq!(fields(&assert_error(&more, 400, "VALIDATION_ERROR")), ["amount"]);
    pay(&sk, id, "23").await.expect(201);
    let kept = sk.get(&format!("{PATH}/{id}")).await.expect(200);
    assert_eq!((&kept["payment_status"], &kept["outstanding"]), (&json!("paid"), &json!("0.00")));
    let list = sk.get(&format!("{PATH}/{id}/payments")).await.expect(200);
    assert_eq!(list["data"], kept["payments"]);
    let first = format!("{PATH}/{id}/payments/{}", paid["data"]["id"].as_str().expect("an id"));
    let gone = sk.send(Method::DELETE, &first, Vec::new()).await.expect(200);
    assert_eq!(gone["meta"]["balance"], "100.00");
    assert_error(&sk.send(Method::DELETE, &first, Vec::new()).await, 404, "NOT_FOUND");
    let delete = sk.send(Method::DELETE, &format!("{PATH}/{id}"), Vec::new()).await;
    assert_error(&delete, 409, "CONFLICT");
}

async fn a_repeat_enters_once(server: TestServer) {
    let sk = server.sk();
    let once = sk.clone().once("expense-1");
    let first = once.post(PATH, &expense("1")).await;
    let again = once.post(PATH, &expense("1")).await;
    assert_eq!((first.status, &first.bytes), (201, &again.bytes));
    assert_error(&once.post(PATH, &expense("2")).await, 409, "CONFLICT");
    let id = first.json()["id"].as_str().expect("an id").to_owned();
    let supplier = first.json()["supplier"]["id"].clone();
    let same = json!({"supplier": null, "supplier_id": supplier});
    assert_error(&sk.post(PATH, &with("1", same.clone())).await, 409, "CONFLICT");
    assert_error(&sk.post(PATH, &expense("1")).await, 409, "CONFLICT");
    enter(&sk, &with("2", same)).await;
    let paying = sk.clone().once("payment-1");
    let (one, two) = (pay(&paying, &id, "5").await, pay(&paying, &id, "5").await);
    assert_eq!((one.status, one.bytes), (201, two.bytes));
    let kept = sk.get(&format!("{PATH}/{id}")).await.expect(200);
    assert_eq!(kept["paid_amount"], "5.00");
}

async fn wrong_expenses_are_named(server: TestServer) {
    let sk = server.sk();
    let unknown = json!({"supplier": null, "supplier_id": "00000000-0000-4000-8000-000000000000"});
    assert_error(&sk.post(PATH, &with("1", unknown)).await, 404, "NOT_FOUND");
    for (body, named) in [
        (json!({}), vec!["supplier", "number", "issue_date", "total"]),
        (with("1", json!({"total": 123})), vec!["total"]),
        (with("1", json!({"total": "123.001"})), vec!["total"]),
        (with("1", json!({"total": "124.00"})), vec!["vat_breakdown"]),
        (with("1", json!({"vat_total": "22.00"})), vec!["vat_breakdown"]),
        (with("1", json!({"issue_date": "2.1.2026"})), vec!["issue_date"]),
        (with("1", json!({"due_date": "2026-01-01"})), vec!["due_date"]),
        (with("1", json!({"currency": "€"})), vec!["currency"]),
        (with("1", json!({"type": "receipt"})), vec!["type"]),
        (with("1", json!({"status": "approved"})), vec!["status"]),
        (
            with("1", json!({"supplier": {"name": "", "ico": "1"}})),
            vec!["supplier.name", "supplier.ico"],
        ),
        (with("1", json!({"colour": "blue"})), vec!["colour"]),
        (
            json!({"received_document_id": "00000000-0000-4000-8000-000000000000", "total": "1"}),
            vec!["received_document_id"],
        ),
    ] {
        let answer = assert_error(&sk.post(PATH, &body).await, 400, "VALIDATION_ERROR");
        assert_eq!(fields(&answer), named, "{body}");
    }
}

/// The id of the document that `from` sends to `to`: an invoice over 123.00.
async fn received(from: &Caller, to: &Caller, dic: &str) -> String {
    let body = invoice_with(json!({"customer": {
        "name": "Odberateľ", "dic": dic,
        "address": {"street": "Hlavná 1", "city": "Žilina", "postalCode": "010 01", "country": "SK"},
    }}));
    let id = from.issue(&body).await.created_id();
    let sent = from.post(&format!("/v1/agent/peppol/send/{id}"), &json!({})).await.expect(200);
    from.document_in(&sent["data"]["document_id"], "delivered").await;
    let list = to.get("/v1/agent/peppol/received").await.expect(200);
    list["data"][0]["id"].as_str().expect("received").to_owned()
}

async fn a_received_document_becomes_an_expense(server: TestServer) {
    let (sk, buyer) = (server.sk(), server.sk_buyer());
    let document = received(&sk, &buyer, "2020876550").await;
    let long = json!({"received_document_id": document, "note": "x".repeat(2001)});
    let refused = assert_error(&buyer.post(PATH, &long).await, 400, "VALIDATION_ERROR");
    assert_eq!(fields(&refused), ["note"]);
    let body = json!({"received_document_id": document, "note": "drevo"});
    let made = buyer.post(PATH, &body).await.expect(201);
    let shown = ["status", "origin", "total", "vat_total", "note", "received_document_id"];
    let shown = shown.map(|name| made[name].clone());
    let expected = ["pending_approval", "peppol", "123.00", "23.00", "drevo", &*document];
    assert_eq!(shown, expected.map(Value::from), "{made}");
    assert_eq!(made["vat_breakdown"][0]["vat_category"], "S");
    assert_eq!(made["supplier"]["dic"], "2021234567");
    // the document and its receipt are there as they came
    for link in ["document_url", "evidence_url"] {
        let url = made[link].as_str().expect("a link");
        let path = url.strip_prefix(&server.base_url).expect("of this server");
        assert_eq!(buyer.get(path).await.status, 200, "{link}");
    }
    assert_error(&buyer.post(PATH, &body).await, 409, "CONFLICT");
    let id = made["id"].as_str().expect("an id");
    step(&buyer, id, "approve").await.expect(200);
    // a second document of the same supplier is of the same contact
    let next = received(&sk, &buyer, "2020876550").await;
    let next = buyer.post(PATH, &json!({"received_document_id": next})).await.expect(201);
    assert_eq!(next["supplier"]["id"], made["supplier"]["id"]);
    // a live key sees neither document nor expense of the sandbox
    let live = server.sk_buyer_live();
    assert_error(&live.post(PATH, &body).await, 404, "NOT_FOUND");
    assert_error(&live.get(&format!("{PATH}/{id}")).await, 404, "NOT_FOUND");
    assert_error(&step(&live, id, "approve").await, 404, "NOT_FOUND");
    assert_eq!(live.get(PATH).await.expect(200)["data"], json!([]));
}

async fn a_document_that_is_no_expense_is_refused(server: TestServer) {
    let (sk, buyer) = (server.sk(), server.sk_buyer());
    let address =
        json!({"street": "Hlavná 1", "city": "Žilina", "postalCode": "010 01", "country": "SK"});
    let supplier = json!({"name": "Dodávateľ", "dic": "2020876550", "ic_dph": "SK2020876550", "address": address});
    let body = invoice_with(json!({"type": "self_invoice", "customer": supplier}));
    let id = sk.issue(&body).await.created_id();
    let sent = sk.post(&format!("/v1/agent/peppol/send/{id}"), &json!({})).await.expect(200);
    sk.document_in(&sent["data"]["document_id"], "delivered").await;
    let list = buyer.get("/v1/agent/peppol/received").await.expect(200);
    let body = json!({"received_document_id": list["data"][0]["id"]});
    let refused = assert_error(&buyer.post(PATH, &body).await, 400, "VALIDATION_ERROR");
    assert_eq!(fields(&refused), ["received_document_id"]);
    let foreign = assert_error(&sk.post(PATH, &body).await, 404, "NOT_FOUND");
    assert_eq!(fields(&foreign), ["received_document_id"]);
}

async fn only_what_is_ready_is_approved(server: TestServer) {
    let sk = server.sk();
    for (n, status) in (0..).zip(["processing", "needs_review"]) {
        let id = enter(&sk, &with(&format!("{n}"), json!({"status": status}))).await;
        assert_error(&step(&sk, &id, "approve").await, 409, "EXPENSE_NOT_POSTABLE");
        assert_error(&pay(&sk, &id, "1").await, 409, "CONFLICT");
        patch(&sk, &id, json!({"status": "pending_approval"})).await.expect(200);
        step(&sk, &id, "approve").await.expect(200);
    }
    let id = enter(&sk, &expense("9")).await;
    let rejected = sk.post(&format!("{PATH}/{id}/reject"), &json!({"reason": "nie naša"})).await;
    rejected.expect(200);
    assert_error(&step(&sk, &id, "approve").await, 409, "EXPENSE_NOT_POSTABLE");
}

async fn what_is_not_owed_is_rejected(server: TestServer) {
    let sk = server.sk();
    let id = enter(&sk, &expense("1")).await;
    let reject = async |id: &str, body: Value| sk.post(&format!("{PATH}/{id}/reject"), &body).await;
    for body in [json!({}), json!({"reason": " "}), json!({"reason": "x".repeat(501)})] {
        let refused = assert_error(&reject(&id, body).await, 400, "VALIDATION_ERROR");
        assert_eq!(fields(&refused), ["reason"]);
    }
    pay(&sk, &id, "1").await.expect(201);
    assert_error(&reject(&id, json!({"reason": "?"})).await, 409, "CONFLICT");
    let other = enter(&sk, &expense("2")).await;
    let rejected = reject(&other, json!({"reason": "nie naša"})).await.expect(200);
    let shown = (&rejected["status"], &rejected["rejection_reason"]);
    assert_eq!(shown, (&json!("rejected"), &json!("nie naša")));
    assert_error(&pay(&sk, &other, "1").await, 409, "CONFLICT");
    // its number is free again
    enter(&sk, &expense("2")).await;
}

/// What a correction does not name stays, and what no longer fits is refused.
async fn a_correction_takes_nothing_away(server: TestServer) {
    let sk = server.sk();
    let id = enter(&sk, &expense("1")).await;
    let shown = async |body: Value| {
        let after = patch(&sk, &id, body).await.expect(200);
        let rows = after["vat_breakdown"].as_array().map(Vec::len);
        (after["total"].clone(), after["vat_total"].clone(), rows, after["version"].clone())
    };
    let same = (json!("123.00"), json!("23.00"), Some(1), json!(1));
    assert_eq!(shown(json!({"total": "123.00"})).await, same);
    assert_eq!(shown(json!({"total": "123", "vat_total": "23"})).await, same);
    for (body, field) in [
        (json!({"total": "124.00"}), "total"),
        (json!({"vat_total": "22.00"}), "vat_total"),
        (
            json!({"total": "124.00", "vat_breakdown": [{"vat_rate": 23, "taxable_amount": "100.00", "tax_amount": "23.00"}]}),
            "vat_breakdown",
        ),
    ] {
        let wrong = patch(&sk, &id, body).await;
        assert_eq!(fields(&assert_error(&wrong, 400, "VALIDATION_ERROR")), [field]);
    }
    let dropped = shown(json!({"total": "124.00", "vat_breakdown": null})).await;
    assert_eq!(dropped, (json!("124.00"), json!("23.00"), Some(0), json!(2)));
}

async fn a_correction_moves_it_on(server: TestServer) {
    let sk = server.sk();
    let id = enter(&sk, &with("1", json!({"status": "processing"}))).await;
    let body = json!({
        "number": "2026/77", "total": "246.00", "vat_total": "46.00", "due_date": "2026-02-01",
        "vat_breakdown": [{"vat_rate": 23, "taxable_amount": "200.00", "tax_amount": "46.00"}],
        "note": "opravené", "status": "pending_approval",
    });
    let after = patch(&sk, &id, body).await.expect(200);
    let shown =
        ["number", "subtotal", "status", "due_date", "note"].map(|name| after[name].clone());
    let expected = ["2026/77", "200.00", "pending_approval", "2026-02-01", "opravené"];
    assert_eq!((shown, &after["version"]), (expected.map(Value::from), &json!(2)));
    let wrong = patch(&sk, &id, json!({"total": "1.00", "vat_total": "2.00"})).await;
    assert_eq!(fields(&assert_error(&wrong, 400, "VALIDATION_ERROR")), ["vat_total"]);
    step(&sk, &id, "approve").await.expect(200);
    assert_error(&patch(&sk, &id, json!({"note": "?"})).await, 409, "CONFLICT");
    let other = enter(&sk, &expense("2")).await;
    let path = format!("{PATH}/{other}");
    assert_eq!(sk.send(Method::DELETE, &path, Vec::new()).await.status, 204);
    assert_error(&sk.get(&path).await, 404, "NOT_FOUND");
}

async fn expenses_are_listed_by_every_filter(server: TestServer) {
    let sk = server.sk();
    let other = json!({"name": "Mlyn Orava"});
    let a = enter(&sk, &expense("A-1")).await;
    let b = enter(&sk, &with("B-1", json!({"supplier": other, "type": "credit_note", "issue_date": "2026-01-05", "due_date": null}))).await;
    let c = enter(&sk, &with("C-1", json!({"due_date": "2026-03-01"}))).await;
    step(&sk, &a, "approve").await.expect(200);
    pay(&sk, &c, "1").await.expect(201);
    let supplier = sk.get(&format!("{PATH}/{b}")).await.expect(200)["supplier"]["id"].clone();
    let supplier = format!("supplier_id={}", supplier.as_str().expect("an id"));
    for (query, found) in [
        ("", vec![&c, &b, &a]),
        ("status=approved", vec![&a]),
        ("payment_status=partially_paid", vec![&c]),
        ("type=credit_note", vec![&b]),
        (&*supplier, vec![&b]),
        ("supplier=mlyn", vec![&b]),
        ("number=A-1", vec![&a]),
        ("from=2026-01-05", vec![&b]),
        ("to=2026-01-02", vec![&c, &a]),
        ("due_date_from=2026-02-01", vec![&c]),
        ("due_date_to=2026-01-31", vec![&a]),
    ] {
        let list = sk.get(&format!("{PATH}?{query}")).await.expect(200);
        let rows = list["data"].as_array().expect("rows");
        let ids: Vec<_> = rows.iter().map(|row| row["id"].as_str().expect("an id")).collect();
        assert_eq!(ids, found, "{query}");
        assert!(rows.iter().all(|row| row.get("payments").is_none()));
    }
    let first = sk.get(&format!("{PATH}?limit=2")).await.expect(200);
    let after = first["next_after"].as_str().expect("more");
    let rest = sk.get(&format!("{PATH}?limit=2&after={after}")).await.expect(200);
    assert_eq!((&rest["data"][0]["id"], &rest["has_more"]), (&json!(a), &json!(false)));
    for query in [
        "status=paid",
        "payment_status=open",
        "from=1",
        "to=2100-01-01",
        "due_date_from=1999-12-31",
        "due_date_to=0001-01-01",
        "supplier_id=x",
        "limit=101",
        "x=1",
    ] {
        assert_error(&sk.get(&format!("{PATH}?{query}")).await, 400, "VALIDATION_ERROR");
    }
}

/// The caller with a key of its own that has these scopes alone.
pub async fn only(sk: &Caller, scopes: &[&str]) -> Caller {
    let key = sk.post("/v1/agent/keys", &json!({"scopes": scopes})).await.expect(201);
    sk.clone().with_key(Some(key["key"].as_str().expect("a key")))
}

async fn each_step_has_its_scope(server: TestServer) {
    let sk = server.sk();
    let id = enter(&sk, &expense("1")).await;
    let (reader, approver) =
        (only(&sk, &["invoice:read"]).await, only(&sk, &["receipt:approve"]).await);
    reader.get(&format!("{PATH}/{id}")).await.expect(200);
    assert_error(&reader.post(PATH, &expense("2")).await, 403, "FORBIDDEN");
    assert_error(&pay(&reader, &id, "1").await, 403, "FORBIDDEN");
    assert_error(&step(&reader, &id, "approve").await, 403, "FORBIDDEN");
    assert_error(&patch(&approver, &id, json!({})).await, 403, "FORBIDDEN");
    assert_error(&approver.get(PATH).await, 403, "FORBIDDEN");
    step(&approver, &id, "approve").await.expect(200);
}

async fn expenses_of_others_are_not_found(server: TestServer) {
    let (sk, other) = (server.sk(), server.sk_buyer());
    let id = enter(&sk, &expense("1")).await;
    for answer in [
        other.get(&format!("{PATH}/{id}")).await,
        other.get(&format!("{PATH}/{id}/payments")).await,
        patch(&other, &id, json!({})).await,
        step(&other, &id, "approve").await,
        pay(&other, &id, "1").await,
        other.send(Method::DELETE, &format!("{PATH}/{id}"), Vec::new()).await,
    ] {
        assert_error(&answer, 404, "NOT_FOUND");
    }
    assert_eq!(other.get(PATH).await.expect(200)["data"], json!([]));
    let kept = sk.get(&format!("{PATH}/{id}")).await.expect(200);
    assert_eq!(kept["status"], "pending_approval");
}
