//! Projects over HTTP.

use crate::{invoicing::invoice_changes::Changing, support::*};
use reqwest::Method;
use serde_json::{Value, json};

on_both!(
    a_project_is_made_found_and_changed,
    what_is_wrong_with_a_project_is_named,
    documents_name_a_project_and_are_found_by_it,
    a_note_belongs_to_the_project_of_its_original,
    an_issued_invoice_tells_the_code_of_its_project,
    totals_add_up_what_a_project_has,
    a_project_out_of_use_is_not_for_new_documents,
    a_project_that_is_named_is_not_deleted,
    of_64_clients_one_has_the_code,
    each_scope_is_needed,
    the_projects_of_others_are_not_found,
);

const PROJECTS: &str = "/v1/agent/projects";

async fn made(sk: &Caller, body: &Value) -> String {
    let made = sk.post(PROJECTS, body).await.expect(201);
    made["data"]["id"].as_str().expect("an id").to_owned()
}

async fn project(sk: &Caller, code: &str) -> String {
    made(sk, &json!({"code": code, "name": "Strecha"})).await
}

async fn put(sk: &Caller, id: &str, body: &Value) -> Answer {
    sk.send(Method::PUT, &format!("{PROJECTS}/{id}"), body.to_string().into_bytes()).await
}

async fn delete(sk: &Caller, id: &str) -> Answer {
    sk.send(Method::DELETE, &format!("{PROJECTS}/{id}"), Vec::new()).await
}

async fn invoice_of(sk: &Caller, members: Value) -> Value {
    sk.issue(&invoice_with(members)).await.expect(201)
}

fn expense(project: &str) -> Value {
    json!({
        "supplier": {"name": "Píla"}, "number": "2026/7", "issue_date": "2026-11-20",
        "total": "61.50", "vat_total": "11.50", "project_id": project,
    })
}

fn contract(project: &str, customer: &Value) -> Value {
    json!({
        "name": "Dozor", "customer_id": customer, "items": [item("1", "20", 23)],
        "interval": "monthly", "start_date": "2027-01-01", "project_id": project,
    })
}

async fn ids(sk: &Caller, path: &str) -> Vec<String> {
    let page = sk.get(path).await.expect(200);
    let rows = page["data"].as_array().expect("rows").iter();
    rows.map(|row| row["id"].as_str().expect("an id").to_owned()).collect()
}

async fn a_project_is_made_found_and_changed(server: TestServer) {
    let sk = server.sk();
    let customer = invoice_of(&sk, json!({})).await["customer"]["id"].clone();
    let body = json!({
        "code": " P-1 ", "name": "Strecha", "customer_id": customer, "start_date": "2026-11-01",
        "end_date": "2027-03-31", "budget": {"amount": "1500.00"}, "note": "južná strana",
    });
    let first = sk.post(PROJECTS, &body).await.expect(201)["data"].clone();
    let id = first["id"].as_str().expect("an id");
    assert_eq!((&first["code"], &first["status"]), (&json!("P-1"), &json!("open")));
    assert_eq!(first["budget"], json!({"amount": "1500.00", "currency": "EUR"}));
    let second = project(&sk, "P-2").await;
    let path = |query: &str| format!("{PROJECTS}?{query}");
    for (query, expected) in [
        ("", vec![&*second, id]),
        ("q=strecha+p", vec![]),
        ("q=p-1", vec![id]),
        ("code=P-2", vec![&*second]),
        ("status=closed", vec![]),
        (&format!("customer_id={}", customer.as_str().expect("an id")), vec![id]),
        ("archived=true", vec![]),
        ("limit=1", vec![&*second]),
    ] {
        assert_eq!(ids(&sk, &path(query)).await, expected, "{query}");
    }
    let closed = json!({"code": "P-1", "name": "Strecha", "status": "closed", "archived": true});
    let after = put(&sk, id, &closed).await.expect(200)["data"].clone();
    assert_eq!((&after["status"], &after["budget"]), (&json!("closed"), &Value::Null));
    assert!(after["archived_at"].is_string(), "{after}");
    assert_eq!(ids(&sk, PROJECTS).await, [&*second]);
    assert_eq!(ids(&sk, &path("archived=true")).await, [id]);
    let restored = put(&sk, id, &json!({"code": "P-1", "name": "Strecha"})).await.expect(200);
    assert_eq!(restored["data"]["archived_at"], Value::Null);
    assert_eq!(sk.get(&format!("{PROJECTS}/{id}")).await.expect(200), restored);
}

async fn what_is_wrong_with_a_project_is_named(server: TestServer) {
    let sk = server.sk();
    let first = project(&sk, "P-1").await;
    let with = |members: Value| {
        let mut body = json!({"code": "P-2", "name": "Strecha"});
        for (name, value) in members.as_object().expect("members") {
            body[name] = value.clone();
        }
        body
    };
    let nobody = "01936f5e-7b60-7000-8000-000000000001";
    for (body, status, named) in [
        (json!({}), 400, vec!["code", "name"]),
        (with(json!({"code": "x".repeat(51)})), 400, vec!["code"]),
        (
            with(json!({"start_date": "2026-02-01", "end_date": "2026-01-31"})),
            400,
            vec!["end_date"],
        ),
        (with(json!({"budget": {}})), 400, vec!["budget.amount"]),
        (with(json!({"budget": {"amount": "-1"}})), 400, vec!["budget.amount"]),
        (with(json!({"status": "done"})), 400, vec!["status"]),
        (with(json!({"colour": "red"})), 400, vec!["colour"]),
        (with(json!({"customer_id": nobody})), 404, vec!["customer_id"]),
        (with(json!({"code": "P-1"})), 409, vec!["code"]),
    ] {
        let answer = sk.post(PROJECTS, &body).await;
        assert_eq!(answer.status, status, "{body}: {}", String::from_utf8_lossy(&answer.bytes));
        assert_eq!(fields(&answer.json()), named, "{body}");
    }
    let second = project(&sk, "P-2").await;
    let taken = put(&sk, &second, &json!({"code": "P-1", "name": "x"})).await.expect(409);
    assert_eq!(fields(&taken), ["code"]);
    put(&sk, &first, &json!({"code": "P-1", "name": "x"})).await.expect(200);
}

async fn documents_name_a_project_and_are_found_by_it(server: TestServer) {
    let sk = server.sk();
    let (one, other) = (project(&sk, "1").await, project(&sk, "2").await);
    let invoice = invoice_of(&sk, json!({"project_id": one})).await;
    assert_eq!(invoice["project_id"], json!(one));
    let cost = sk.post("/v1/agent/expenses", &expense(&one)).await.expect(201);
    assert_eq!(cost["project_id"], json!(one));
    let recurring = contract(&one, &invoice["customer"]["id"]);
    let recurring = sk.post("/v1/agent/contracts", &recurring).await.expect(201);
    assert_eq!(recurring["project_id"], json!(one));
    let id = |value: &Value| value["id"].as_str().expect("an id").to_owned();
    let (invoice, cost, recurring) = (id(&invoice), id(&cost), id(&recurring));
    for (list, document) in [("invoices", &invoice), ("expenses", &cost), ("contracts", &recurring)]
    {
        let path = |project: &str| format!("/v1/agent/{list}?project_id={project}");
        assert_eq!(ids(&sk, &path(&one)).await, [&**document], "{list}");
        assert_eq!(ids(&sk, &path(&other)).await, [""; 0], "{list}");
        let wrong = sk.get(&path("x")).await.expect(400);
        assert_eq!(fields(&wrong), ["project_id"], "{list}");
    }
    // an approved expense still goes to another project, and to none
    sk.send(Method::POST, &format!("/v1/agent/expenses/{cost}/approve"), Vec::new())
        .await
        .expect(200);
    let change = async |path: String, body: Value| {
        sk.send(Method::PATCH, &path, body.to_string().into_bytes()).await.expect(200)
    };
    let path = format!("/v1/agent/expenses/{cost}");
    let moved = change(path.clone(), json!({"project_id": other})).await;
    assert_eq!((&moved["project_id"], &moved["status"]), (&json!(other), &json!("approved")));
    assert_eq!(change(path, json!({"project_id": ""})).await["project_id"], Value::Null);
    let moved = sk.patch(&invoice, json!({"projectId": other})).await.expect(200);
    assert_eq!(moved["project_id"], json!(other));
    let cleared = sk.patch(&invoice, json!({"projectId": ""})).await.expect(200);
    assert_eq!(cleared["project_id"], Value::Null);
    let moved =
        change(format!("/v1/agent/contracts/{recurring}"), json!({"project_id": other})).await;
    assert_eq!(moved["project_id"], json!(other));
}

async fn a_note_belongs_to_the_project_of_its_original(server: TestServer) {
    let sk = server.sk();
    let (one, other) = (project(&sk, "1").await, project(&sk, "2").await);
    let original = invoice_of(&sk, json!({"project_id": one})).await;
    // also when it is closed meanwhile
    put(&sk, &one, &json!({"code": "1", "name": "x", "status": "closed"})).await.expect(200);
    let note = |members: Value| {
        let mut body = json!({
            "type": "credit_note", "original_invoice_id": original["id"],
            "items": [item("1", "10", 23)],
        });
        body["project_id"] = members;
        invoice_with(body)
    };
    let none = sk.issue(&note(Value::Null)).await.expect(201);
    assert_eq!((&none["project_id"], &none["project_reference"]), (&Value::Null, &Value::Null));
    let mut silent = note(Value::Null);
    silent.as_object_mut().expect("an object").remove("project_id");
    let inherits = sk.issue(&silent).await.expect(201);
    assert_eq!(
        (&inherits["project_id"], &inherits["project_reference"]),
        (&json!(one), &json!("1"))
    );
    let names = sk.issue(&note(json!(other))).await.expect(201);
    assert_eq!((&names["project_id"], &names["project_reference"]), (&json!(other), &json!("2")));
    let id = names["id"].as_str().expect("an id");
    let ubl = sk.get(&format!("/v1/agent/invoices/{id}/xml")).await;
    let ubl = in_one_line(&ubl.bytes);
    assert!(ubl.contains("<cbc:ID>2</cbc:ID><cbc:DocumentTypeCode>50<"), "{ubl}");
}

/// XML without the white space between its elements.
fn in_one_line(xml: &[u8]) -> String {
    str::from_utf8(xml).expect("UTF-8").lines().map(str::trim).collect()
}

async fn an_issued_invoice_tells_the_code_of_its_project(server: TestServer) {
    let sk = server.sk();
    let (one, other) = (project(&sk, "P-1").await, project(&sk, "P-2").await);
    let own = invoice_of(&sk, json!({"project_id": one, "project_reference": "ich 7"})).await;
    assert_eq!(own["project_reference"], "ich 7");
    let draft = invoice_of(&sk, json!({"project_id": one, "draft": true})).await;
    assert_eq!(draft["project_reference"], Value::Null);
    let id = draft["id"].as_str().expect("an id");
    sk.patch(id, json!({"projectId": other})).await.expect(200);
    sk.ask(id, "issue").await.expect(200);
    let issued = sk.invoice(id).await;
    assert_eq!(
        (&issued["project_id"], &issued["project_reference"]),
        (&json!(other), &json!("P-2"))
    );
    put(&sk, &other, &json!({"code": "P-3", "name": "x"})).await.expect(200);
    let ubl = sk.get(&format!("/v1/agent/invoices/{id}/xml")).await.bytes;
    let ubl = in_one_line(&ubl);
    assert!(ubl.contains("<cac:ProjectReference><cbc:ID>P-2<"), "{ubl}");
}

async fn totals_add_up_what_a_project_has(server: TestServer) {
    let sk = server.sk();
    let body = json!({"code": "1", "name": "Strecha", "budget": {"amount": "40.00"}});
    let one = made(&sk, &body).await;
    let of = json!({"project_id": one, "issue_date": "2026-11-20", "delivery_date": "2026-11-20"});
    let invoice = invoice_of(&sk, of).await;
    let id = invoice["id"].as_str().expect("an id");
    let payment = json!({"amount": "23.00", "method": "cash"});
    sk.post(&format!("/v1/agent/invoices/{id}/payments"), &payment).await.expect(201);
    invoice_of(&sk, json!({"project_id": one, "draft": true})).await;
    invoice_of(&sk, json!({"project_id": one, "type": "proforma"})).await;
    let gone = invoice_of(&sk, json!({"project_id": one})).await;
    let gone = gone["id"].as_str().expect("an id");
    sk.ask(gone, "cancel").await.expect(200);
    sk.post("/v1/agent/expenses", &expense(&one)).await.expect(201);
    let totals = async |query: &str| {
        sk.get(&format!("{PROJECTS}/{one}/totals{query}")).await.expect(200)["data"].clone()
    };
    let all = totals("").await;
    let home = |name: &str| all[name]["home_amount"].as_str().expect("an amount").to_owned();
    let names = ["invoiced", "credited", "expenses", "paid", "open", "margin"].map(home);
    assert_eq!(names, ["100.00", "0.00", "50.00", "23.00", "100.00", "50.00"]);
    assert_eq!(all["margin"]["home_percent"], "50.00");
    let budget = json!({"amount": "40.00", "currency": "EUR", "spent": "50.00", "left": "-10.00"});
    assert_eq!(all["budget"], budget);
    assert_eq!(all["months"][0]["month"], "2026-11-01");
    let later = totals("?date_from=2026-12-01").await;
    assert_eq!((&later["invoiced"]["count"], &later["months"]), (&json!(0), &json!([])));
    let wrong = sk.get(&format!("{PROJECTS}/{one}/totals?date_from=x")).await.expect(400);
    assert_eq!(fields(&wrong), ["date_from"]);
}

async fn a_project_out_of_use_is_not_for_new_documents(server: TestServer) {
    let sk = server.sk();
    let (closed, archived) = (project(&sk, "1").await, project(&sk, "2").await);
    let before = invoice_of(&sk, json!({"project_id": closed, "draft": true})).await;
    put(&sk, &closed, &json!({"code": "1", "name": "x", "status": "closed"})).await.expect(200);
    put(&sk, &archived, &json!({"code": "2", "name": "x", "archived": true})).await.expect(200);
    let nobody = "01936f5e-7b60-7000-8000-000000000001";
    for (id, status) in [(&*closed, 400), (&archived, 400), (nobody, 404)] {
        let invoice = sk.issue(&invoice_with(json!({"project_id": id}))).await.expect(status);
        let cost = sk.post("/v1/agent/expenses", &expense(id)).await.expect(status);
        let recurring = contract(id, &before["customer"]["id"]);
        let recurring = sk.post("/v1/agent/contracts", &recurring).await.expect(status);
        for refused in [invoice, cost, recurring] {
            assert_eq!(fields(&refused), ["project_id"], "{refused}");
        }
        let other = invoice_of(&sk, json!({})).await;
        let other = other["id"].as_str().expect("an id");
        let refused = sk.patch(other, json!({"projectId": id})).await.expect(status);
        assert_eq!(fields(&refused), ["projectId"]);
    }
    // what names it already goes on
    let id = before["id"].as_str().expect("an id");
    sk.patch(id, json!({"projectId": closed, "note": "x"})).await.expect(200);
    sk.ask(id, "issue").await.expect(200);
    assert_eq!(sk.invoice(id).await["project_reference"], "1");
}

async fn a_project_that_is_named_is_not_deleted(server: TestServer) {
    let sk = server.sk();
    let (named, free) = (project(&sk, "1").await, project(&sk, "2").await);
    let draft = invoice_of(&sk, json!({"project_id": named, "draft": true})).await;
    assert_error(&delete(&sk, &named).await, 409, "CONFLICT");
    assert_eq!(delete(&sk, &free).await.status, 204);
    assert_error(&delete(&sk, &free).await, 404, "NOT_FOUND");
    sk.patch(draft["id"].as_str().expect("an id"), json!({"projectId": ""})).await.expect(200);
    assert_eq!(delete(&sk, &named).await.status, 204);
}

async fn of_64_clients_one_has_the_code(server: TestServer) {
    let sk = server.sk();
    let tries = (0..64).map(|_| {
        let sk = sk.clone();
        tokio::spawn(async move {
            sk.post(PROJECTS, &json!({"code": "P-1", "name": "Strecha"})).await.status
        })
    });
    let mut made = 0;
    for answer in tries.collect::<Vec<_>>() {
        match answer.await.expect("ended") {
            201 => made += 1,
            status => assert_eq!(status, 409),
        }
    }
    assert_eq!((made, ids(&sk, PROJECTS).await.len()), (1, 1));
}

async fn each_scope_is_needed(server: TestServer) {
    let sk = server.sk();
    let key = async |scope: &str| {
        let body = json!({"name": "projekty", "scopes": [scope]});
        let made = sk.post("/v1/agent/keys", &body).await.expect(201);
        let key = made["data"]["key"].as_str().or(made["key"].as_str()).expect("a key").to_owned();
        sk.clone().with_key(Some(&key))
    };
    let id = project(&sk, "1").await;
    let body = json!({"code": "2", "name": "x"});
    for scope in ["project:read", "project:create", "project:update", "project:delete"] {
        let one = key(scope).await;
        let answers = [
            ("project:read", one.get(&format!("{PROJECTS}/{id}/totals")).await.status, 200),
            ("project:create", one.post(PROJECTS, &body).await.status, 201),
            (
                "project:update",
                put(&one, &id, &json!({"code": "1", "name": "x"})).await.status,
                200,
            ),
            ("project:delete", delete(&one, &id).await.status, 204),
        ];
        for (needed, status, done) in answers {
            assert_eq!(status, if needed == scope { done } else { 403 }, "{scope}: {needed}");
        }
    }
}

async fn the_projects_of_others_are_not_found(server: TestServer) {
    let (sk, other) = (server.sk(), server.sk_buyer());
    let id = project(&sk, "1").await;
    let body = json!({"code": "1", "name": "x"});
    assert_error(&other.get(&format!("{PROJECTS}/{id}")).await, 404, "NOT_FOUND");
    assert_error(&other.get(&format!("{PROJECTS}/{id}/totals")).await, 404, "NOT_FOUND");
    assert_error(&put(&other, &id, &body).await, 404, "NOT_FOUND");
    assert_error(&delete(&other, &id).await, 404, "NOT_FOUND");
    let refused = other.issue(&invoice_with(json!({"project_id": id}))).await.expect(404);
    assert_eq!(fields(&refused), ["project_id"]);
    assert_eq!(ids(&other, &format!("/v1/agent/invoices?project_id={id}")).await, [""; 0]);
}
