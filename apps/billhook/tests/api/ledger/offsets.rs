//! Mutual set-off over HTTP.

use crate::{
    ledger::expenses::{expense, only},
    support::*,
};
use reqwest::Method;
use serde_json::{Value, json};

on_both!(
    a_set_off_settles_both_documents,
    every_rule_has_its_code,
    a_czech_firm_does_not_set_off,
    wrong_set_offs_are_named,
    a_repeat_sets_off_once,
    clients_that_race_never_exceed_a_balance,
    set_offs_that_cross_and_are_undone_never_deadlock,
    what_is_settled_cannot_be_deleted,
    a_set_off_is_undone_as_a_whole,
    set_offs_are_listed_by_pages,
    both_scopes_are_needed,
    set_offs_of_others_are_not_found,
    the_agreement_is_a_pdf,
);

const PATH: &str = "/v1/agent/offsets";

/// An issued invoice over 123.00 and an approved expense of the same firm over this total.
async fn pair(sk: &Caller, number: &str, total: &str) -> (String, String) {
    let invoice = sk.issue(&invoice_with(json!({"issue_date": "2026-01-05"}))).await.created_id();
    let mut body = expense(number);
    (body["total"], body["vat_breakdown"]) = (json!(total), Value::Null);
    (invoice, approved(sk, &body).await)
}

async fn approved(sk: &Caller, body: &Value) -> String {
    let id = sk.post("/v1/agent/expenses", body).await.created_id();
    sk.post(&format!("/v1/agent/expenses/{id}/approve"), &json!({})).await.expect(200);
    id
}

fn of((invoice, expense): &(String, String), amount: &str) -> Value {
    json!({"invoice_id": invoice, "expense_id": expense, "amount": amount})
}

async fn put(sk: &Caller, pair: &(String, String), amount: &str) -> Answer {
    sk.post(PATH, &of(pair, amount)).await
}

async fn balances(sk: &Caller, (invoice, expense): &(String, String)) -> (Value, Value) {
    let invoice = sk.get(&format!("/v1/agent/invoices/{invoice}")).await.expect(200);
    (invoice, sk.get(&format!("/v1/agent/expenses/{expense}")).await.expect(200))
}

async fn a_set_off_settles_both_documents(server: TestServer) {
    let sk = server.sk();
    let pair = pair(&sk, "1", "100.00").await;
    let body = json!({
        "invoice_id": pair.0, "expense_id": pair.1, "amount": "100", "offset_date": "2026-01-06",
        "reference": "Z-1/2026", "note": "po dohode",
    });
    let made = sk.post(PATH, &body).await.expect(201)["data"].clone();
    let shown = ["amount", "currency", "offset_date", "reference", "note"].map(|n| made[n].clone());
    let expected = ["100.00", "EUR", "2026-01-06", "Z-1/2026", "po dohode"];
    assert_eq!(shown, expected.map(Value::from));
    let invoice = json!({"id": pair.0, "total": "123.00", "paid_amount": "100.00", "outstanding": "23.00", "status": "overdue"});
    let expense = json!({"id": pair.1, "total": "100.00", "paid_amount": "100.00", "outstanding": "0.00", "payment_status": "paid"});
    assert_eq!((&made["invoice"], &made["expense"]), (&invoice, &expense));
    assert_eq!(made["accounting_program"]["status"], "pending");
    assert!(made["accounting_program"]["reason"].as_str().is_some_and(|text| !text.is_empty()));
    let id = made["id"].as_str().expect("an id");
    assert_eq!(sk.get(&format!("{PATH}/{id}")).await.expect(200)["data"], made);
    let (invoice, expense) = balances(&sk, &pair).await;
    for document in [&invoice, &expense] {
        let payment = &document["payments"][0];
        let shown = (&payment["offset_id"], &payment["method"], &payment["date"]);
        assert_eq!(shown, (&made["id"], &json!("offset"), &json!("2026-01-06")));
    }
    // the rest of the invoice against another expense: it is paid, and the feed tells
    let mut body = super::expenses::expense("2");
    (body["total"], body["vat_breakdown"]) = (json!("50.00"), Value::Null);
    let rest = (pair.0.clone(), approved(&sk, &body).await);
    let made = put(&sk, &rest, "23").await.expect(201);
    assert_eq!(made["data"]["invoice"]["status"], "paid");
    assert_eq!(made["data"]["expense"]["payment_status"], "partially_paid");
    let partner = server.demo_partner();
    let events = eventually("the events of the set-offs", || async {
        let feed = partner.get("/v1/agent/events?limit=1000").await.expect(200);
        let events = feed["data"].as_array().expect("events").clone();
        let of_invoice =
            events.iter().filter(|e| e["payload"]["data"]["invoiceId"] == json!(pair.0));
        let names: Vec<_> = of_invoice.map(|e| e["payload"]["event"].clone()).collect();
        names.contains(&json!("invoice.paid")).then_some(names)
    })
    .await;
    let count = |name: &str| events.iter().filter(|event| **event == *name).count();
    assert_eq!((count("payment.received"), count("invoice.paid")), (2, 1));
    // one for each payment, and one more when the search for overdue invoices was there before
    assert!(matches!(count("invoice.updated"), 2 | 3), "{events:?}");
}

/// Each rule broken by one change.
async fn every_rule_has_its_code(server: TestServer) {
    let sk = server.sk();
    let good = pair(&sk, "good", "100.00").await;
    let with = |members: Value| {
        let mut body = of(&good, "1");
        for (name, value) in members.as_object().expect("members") {
            body[name] = value.clone();
        }
        body
    };
    let issue = async |members: Value| sk.issue(&invoice_with(members)).await.created_id();
    let proforma = issue(json!({"type": "proforma"})).await;
    let credited = issue(json!({})).await;
    let note = issue(json!({"type": "credit_note", "original_invoice_id": credited})).await;
    let paid = issue(json!({"already_paid": true, "issue_date": "2026-01-05"})).await;
    let czk =
        issue(json!({"currency": "CZK", "exchange_rate": "25.0", "issue_date": "2026-01-05"}))
            .await;
    let late = issue(json!({"issue_date": "2026-01-20"})).await;
    let enter = async |number: &str, members: Value| {
        let mut body = expense(number);
        for (name, value) in members.as_object().expect("members") {
            body[name] = value.clone();
        }
        sk.post("/v1/agent/expenses", &body).await.created_id()
    };
    let open = enter("open", json!({})).await;
    let credit = enter("credit", json!({"type": "credit_note"})).await;
    sk.post(&format!("/v1/agent/expenses/{credit}/approve"), &json!({})).await.expect(200);
    let stranger = enter(
        "other",
        json!({"supplier": {"name": "Iná", "ico": "11111111", "dic": "2029999999"}}),
    )
    .await;
    sk.post(&format!("/v1/agent/expenses/{stranger}/approve"), &json!({})).await.expect(200);
    for (body, code) in [
        (with(json!({"invoice_id": proforma})), "OFFSET_INVOICE_TYPE"),
        (with(json!({"invoice_id": note})), "OFFSET_INVOICE_TYPE"),
        (with(json!({"expense_id": open})), "OFFSET_EXPENSE_TYPE"),
        (with(json!({"expense_id": credit})), "OFFSET_EXPENSE_TYPE"),
        (with(json!({"expense_id": stranger})), "OFFSET_COUNTERPARTY_MISMATCH"),
        (with(json!({"invoice_id": czk})), "OFFSET_CURRENCY_MISMATCH"),
        (with(json!({"offset_date": "2099-01-01"})), "OFFSET_DATE"),
        (with(json!({"offset_date": "2026-01-04"})), "OFFSET_DATE"),
        (with(json!({"invoice_id": late, "offset_date": "2026-01-19"})), "OFFSET_DATE"),
        (with(json!({"amount": "100.01"})), "OFFSET_EXCEEDS_BALANCE"),
        (with(json!({"amount": "123.01"})), "OFFSET_EXCEEDS_BALANCE"),
        (with(json!({"invoice_id": paid, "amount": "0.01"})), "OFFSET_EXCEEDS_BALANCE"),
    ] {
        assert_error(&sk.post(PATH, &body).await, 400, code);
    }
    let list = sk.get(PATH).await.expect(200);
    assert_eq!((&list["data"], &list["meta"]["total"]), (&json!([]), &json!(0)), "nothing is kept");
    put(&sk, &good, "100.00").await.expect(201);
}

async fn a_czech_firm_does_not_set_off(server: TestServer) {
    let cz = server.cz();
    let missing = "00000000-0000-4000-8000-000000000000".to_owned();
    let refused = put(&cz, &(missing.clone(), missing), "1").await;
    assert_error(&refused, 400, "OFFSET_NOT_SUPPORTED");
}

async fn wrong_set_offs_are_named(server: TestServer) {
    let sk = server.sk();
    let pair = pair(&sk, "1", "100.00").await;
    let with = |name: &str, value: Value| {
        let mut body = of(&pair, "1");
        body[name] = value;
        body
    };
    for (body, named) in [
        (json!({}), vec!["invoice_id", "expense_id", "amount"]),
        (with("amount", json!(1)), vec!["amount"]),
        (with("amount", json!("0")), vec!["amount"]),
        (with("amount", json!("-1")), vec!["amount"]),
        (with("amount", json!("1.001")), vec!["amount"]),
        (with("invoice_id", json!("x")), vec!["invoice_id"]),
        (with("offset_date", json!("5.1.2026")), vec!["offset_date"]),
        (with("reference", json!("x".repeat(101))), vec!["reference"]),
        (with("note", json!("x".repeat(501))), vec!["note"]),
        (with("colour", json!("blue")), vec!["colour"]),
    ] {
        let answer = assert_error(&sk.post(PATH, &body).await, 400, "VALIDATION_ERROR");
        assert_eq!(fields(&answer), named, "{body}");
    }
    let nothing = json!("00000000-0000-4000-8000-000000000000");
    for name in ["invoice_id", "expense_id"] {
        let missing = sk.post(PATH, &with(name, nothing.clone())).await;
        assert_eq!(fields(&assert_error(&missing, 404, "NOT_FOUND")), [name]);
    }
}

async fn a_repeat_sets_off_once(server: TestServer) {
    let sk = server.sk();
    let pair = pair(&sk, "1", "100.00").await;
    let once = sk.clone().once("offset-1");
    let (first, again) = (put(&once, &pair, "10").await, put(&once, &pair, "10").await);
    assert_eq!((first.status, &first.bytes), (201, &again.bytes));
    assert_error(&put(&once, &pair, "11").await, 409, "CONFLICT");
    let (invoice, expense) = balances(&sk, &pair).await;
    let paid = (&invoice["paid_amount"], &expense["paid_amount"]);
    assert_eq!(paid, (&json!("10.00"), &json!("10.00")));
    // a refused request frees its key
    let refused = sk.clone().once("offset-2");
    assert_error(&put(&refused, &pair, "1000").await, 400, "OFFSET_EXCEEDS_BALANCE");
    put(&refused, &pair, "1").await.expect(201);
}

async fn clients_that_race_never_exceed_a_balance(server: TestServer) {
    let sk = server.sk();
    let pair = pair(&sk, "1", "100.00").await;
    let pay = |path: String| {
        let sk = sk.clone();
        async move { sk.post(&path, &json!({"amount": "7.01", "method": "cash"})).await }
    };
    let requests = (0..64).map(|n| {
        let (invoice, expense) = &pair;
        let invoice = format!("/v1/agent/invoices/{invoice}/payments");
        let expense = format!("/v1/agent/expenses/{expense}/payments");
        let (sk, pair, pay) = (&sk, &pair, &pay);
        async move {
            match n % 8 {
                0 => pay(invoice).await,
                1 => pay(expense).await,
                _ => put(sk, pair, "7.01").await,
            }
        }
    });
    let answers = futures_util::future::join_all(requests).await;
    for answer in &answers {
        match answer.status {
            201 => {}
            400 => {
                let code = answer.json()["error"]["code"].clone();
                assert!(code == "OFFSET_EXCEEDS_BALANCE" || code == "VALIDATION_ERROR", "{code}");
            }
            status => panic!("{status}: {}", String::from_utf8_lossy(&answer.bytes)),
        }
    }
    let (invoice, expense) = balances(&sk, &pair).await;
    let cents = |text: &Value| -> i64 {
        text.as_str().expect("an amount").replace('.', "").parse().expect("cents")
    };
    let sum = |document: &Value| -> i64 {
        document["payments"].as_array().expect("payments").iter().map(|p| cents(&p["amount"])).sum()
    };
    for (document, total) in [(&invoice, 12_300), (&expense, 10_000)] {
        assert_eq!(cents(&document["outstanding"]), total - sum(document));
        assert!(cents(&document["outstanding"]) >= 0);
    }
    assert!(cents(&expense["outstanding"]) < 701, "nothing more fits: {}", expense["outstanding"]);
    let offset = |document: &Value| -> i64 {
        let payments = document["payments"].as_array().expect("payments").iter();
        payments.filter(|p| !p["offset_id"].is_null()).map(|p| cents(&p["amount"])).sum()
    };
    let list = sk.get(&format!("{PATH}?per_page=100")).await.expect(200);
    let rows = list["data"].as_array().expect("rows").iter().map(|row| cents(&row["amount"]));
    let set_off: i64 = rows.sum();
    assert_eq!((offset(&invoice), offset(&expense)), (set_off, set_off), "both sides agree");
    let made = answers.iter().filter(|answer| answer.status == 201).count();
    let kept = [&invoice, &expense].map(|d| d["payments"].as_array().expect("payments").len());
    let offsets = list["data"].as_array().map_or(0, Vec::len);
    assert_eq!(kept.iter().sum::<usize>(), made + offsets, "each set-off made two payments");
}

/// Two invoices and two expenses, each set off against each, undone at once, and paid meanwhile: 64 clients take
/// the locks of the same four documents in every order.
async fn set_offs_that_cross_and_are_undone_never_deadlock(server: TestServer) {
    let sk = server.sk();
    let (one, two) = (pair(&sk, "1", "100.00").await, pair(&sk, "2", "100.00").await);
    let pairs =
        [one.clone(), (one.0.clone(), two.1.clone()), (two.0.clone(), one.1.clone()), two.clone()];
    let requests = (0..64).map(|n| {
        let (sk, pair, invoice) = (&sk, &pairs[n % 4], &pairs[(n + 1) % 4].0);
        async move {
            if n % 8 == 7 {
                let path = format!("/v1/agent/invoices/{invoice}/payments");
                let paid = sk.post(&path, &json!({"amount": "3.00", "method": "cash"})).await;
                return vec![paid.status];
            }
            let made = put(sk, pair, "2.50").await;
            if made.status != 201 || n % 3 == 0 {
                return vec![made.status];
            }
            let made = made.json();
            let path = format!("{PATH}/{}", made["data"]["id"].as_str().expect("an id"));
            vec![201, sk.send(Method::DELETE, &path, Vec::new()).await.status]
        }
    });
    let statuses = futures_util::future::join_all(requests).await.concat();
    let known = |status: &u16| matches!(status, 201 | 204 | 400);
    assert!(statuses.iter().all(known), "{statuses:?}");
    assert!(statuses.contains(&204) && statuses.contains(&201));
    let cents = |text: &Value| -> i64 {
        text.as_str().expect("an amount").replace('.', "").parse().expect("cents")
    };
    let sum = |document: &Value, set_off: bool| -> i64 {
        let payments = document["payments"].as_array().expect("payments").iter();
        let payments = payments.filter(|p| !set_off || !p["offset_id"].is_null());
        payments.map(|p| cents(&p["amount"])).sum()
    };
    let (mut of_invoices, mut of_expenses) = (0, 0);
    for pair in [&one, &two] {
        let (invoice, expense) = balances(&sk, pair).await;
        for (document, total) in [(&invoice, 12_300), (&expense, 10_000)] {
            assert_eq!(cents(&document["outstanding"]), total - sum(document, false));
            assert!(cents(&document["outstanding"]) >= 0);
        }
        of_invoices += sum(&invoice, true);
        of_expenses += sum(&expense, true);
    }
    let list = sk.get(&format!("{PATH}?per_page=100")).await.expect(200);
    let rows = list["data"].as_array().expect("rows").iter().map(|row| cents(&row["amount"]));
    assert_eq!((of_invoices, of_expenses), (rows.clone().sum(), rows.sum()), "both sides agree");
}

async fn what_is_settled_cannot_be_deleted(server: TestServer) {
    let sk = server.sk();
    let pair = pair(&sk, "1", "100.00").await;
    put(&sk, &pair, "100").await.expect(201);
    let (invoice, expense) = balances(&sk, &pair).await;
    let payment = |document: &Value| document["payments"][0]["id"].as_str().expect("id").to_owned();
    for path in [
        format!("/v1/agent/invoices/{}/payments/{}", pair.0, payment(&invoice)),
        format!("/v1/agent/expenses/{}/payments/{}", pair.1, payment(&expense)),
        format!("/v1/agent/expenses/{}", pair.1),
    ] {
        assert_error(&sk.send(Method::DELETE, &path, Vec::new()).await, 409, "CONFLICT");
    }
    assert_eq!(balances(&sk, &pair).await, (invoice, expense));
}

async fn a_set_off_is_undone_as_a_whole(server: TestServer) {
    let sk = server.sk();
    let pair = pair(&sk, "1", "100.00").await;
    let made = put(&sk, &pair, "100").await.expect(201);
    let path = format!("{PATH}/{}", made["data"]["id"].as_str().expect("an id"));
    assert_eq!(sk.send(Method::DELETE, &path, Vec::new()).await.status, 204);
    let (invoice, expense) = balances(&sk, &pair).await;
    assert_eq!((&invoice["payments"], &expense["payments"]), (&json!([]), &json!([])));
    assert_eq!(
        (&invoice["outstanding"], &expense["payment_status"]),
        (&json!("123.00"), &json!("unpaid"))
    );
    assert_error(&sk.get(&path).await, 404, "NOT_FOUND");
    assert_error(&sk.send(Method::DELETE, &path, Vec::new()).await, 404, "NOT_FOUND");
}

async fn set_offs_are_listed_by_pages(server: TestServer) {
    let sk = server.sk();
    let (one, two) = (pair(&sk, "1", "100.00").await, pair(&sk, "2", "100.00").await);
    let mut made = Vec::new();
    for pair in [&one, &two, &one] {
        let answer = put(&sk, pair, "1").await.expect(201);
        made.insert(0, answer["data"]["id"].as_str().expect("an id").to_owned());
    }
    let (invoice, expense) = (format!("invoice_id={}", one.0), format!("expense_id={}", two.1));
    for (query, ids, meta) in [
        ("", &made[..], json!({"page": 1, "per_page": 50, "total": 3, "total_pages": 1})),
        ("per_page=2", &made[..2], json!({"page": 1, "per_page": 2, "total": 3, "total_pages": 2})),
        (
            "page=2&per_page=2",
            &made[2..],
            json!({"page": 2, "per_page": 2, "total": 3, "total_pages": 2}),
        ),
        ("page=9", &made[..0], json!({"page": 9, "per_page": 50, "total": 3, "total_pages": 1})),
        (&*expense, &made[1..2], json!({"page": 1, "per_page": 50, "total": 1, "total_pages": 1})),
    ] {
        let list = sk.get(&format!("{PATH}?{query}")).await.expect(200);
        let rows = list["data"].as_array().expect("rows").iter();
        let listed: Vec<_> = rows.map(|row| row["id"].as_str().expect("an id")).collect();
        assert_eq!(
            (listed, &list["meta"]),
            (ids.iter().map(String::as_str).collect(), &meta),
            "{query}"
        );
    }
    let of_invoice = sk.get(&format!("{PATH}?{invoice}")).await.expect(200);
    assert_eq!(of_invoice["meta"]["total"], 2);
    for query in ["page=0", "page=x", "per_page=0", "per_page=101", "invoice_id=1", "limit=1"] {
        assert_error(&sk.get(&format!("{PATH}?{query}")).await, 400, "VALIDATION_ERROR");
    }
}

async fn both_scopes_are_needed(server: TestServer) {
    let sk = server.sk();
    let pair = pair(&sk, "1", "100.00").await;
    let both = only(&sk, &["invoice:update", "receipt:update"]).await;
    for scopes in [["invoice:update", "invoice:read"], ["receipt:update", "invoice:read"]] {
        let one = only(&sk, &scopes).await;
        assert_error(&put(&one, &pair, "1").await, 403, "FORBIDDEN");
        assert_eq!(one.get(PATH).await.status, 200);
    }
    let made = put(&both, &pair, "1").await.expect(201);
    assert_error(&both.get(PATH).await, 403, "FORBIDDEN");
    let path = format!("{PATH}/{}", made["data"]["id"].as_str().expect("an id"));
    let one = only(&sk, &["invoice:update", "invoice:read"]).await;
    assert_error(&one.send(Method::DELETE, &path, Vec::new()).await, 403, "FORBIDDEN");
    assert_error(&one.get(&format!("{path}/pdf")).await, 403, "FORBIDDEN");
}

async fn set_offs_of_others_are_not_found(server: TestServer) {
    let (sk, other) = (server.sk(), server.sk_buyer());
    let pair = pair(&sk, "1", "100.00").await;
    let refused = assert_error(&put(&other, &pair, "1").await, 404, "NOT_FOUND");
    assert_eq!(fields(&refused), ["invoice_id", "expense_id"]);
    let made = put(&sk, &pair, "1").await.expect(201);
    let path = format!("{PATH}/{}", made["data"]["id"].as_str().expect("an id"));
    for answer in [
        other.get(&path).await,
        other.get(&format!("{path}/pdf")).await,
        other.send(Method::DELETE, &path, Vec::new()).await,
    ] {
        assert_error(&answer, 404, "NOT_FOUND");
    }
    assert_eq!(other.get(PATH).await.expect(200)["data"], json!([]));
    sk.get(&path).await.expect(200);
}

async fn the_agreement_is_a_pdf(server: TestServer) {
    let sk = server.sk();
    let pair = pair(&sk, "1", "100.00").await;
    let made = put(&sk, &pair, "100").await.expect(201);
    let url = made["data"]["pdf_url"].as_str().expect("a link");
    let path = url.strip_prefix(&server.base_url).expect("of this server");
    if cfg!(not(feature = "pdf")) {
        return;
    }
    let slovak = sk.get(path).await;
    assert_eq!((slovak.status, slovak.header("content-type")), (200, "application/pdf"));
    assert!(slovak.bytes.starts_with(b"%PDF-"));
    assert_eq!(sk.get(path).await.bytes, slovak.bytes, "the same bytes");
    let english = sk.get(&format!("{path}?lang=en")).await;
    assert!(english.status == 200 && english.bytes != slovak.bytes);
    assert_error(&sk.get(&format!("{path}?lang=de")).await, 400, "VALIDATION_ERROR");
}
