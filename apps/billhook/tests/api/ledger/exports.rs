//! Exports for accounting over HTTP.

use crate::{ledger::expenses::expense, support::*};
use reqwest::Method;
use runtime::config::Settings;
use serde_json::{Value, json};
use std::io::{Cursor, Read};

on_both!(
    an_export_has_what_is_listed_for_its_period,
    files_are_downloaded_with_their_names,
    what_is_not_ready_is_not_downloaded,
    a_period_ends_at_midnight_in_bratislava,
    wrong_periods_are_named,
    exports_of_others_are_not_found,
    an_export_needs_its_scopes,
    exports_are_listed_and_deleted,
    an_export_is_gone_when_its_time_is_over,
);

const PATH: &str = "/v1/agent/exports";

/// Without workers nothing is made.
fn idle() -> Settings {
    Settings { work: Some(false), ..settings() }
}

fn at_clock(clock: &str) -> Settings {
    Settings { clock: Some(clock.to_owned()), clock_force: Some(true), ..settings() }
}

fn at(id: &str, tail: &str) -> String {
    format!("{PATH}/{id}{tail}")
}

async fn ask(caller: &Caller, from: &str, to: &str) -> String {
    let asked = caller.post(PATH, &json!({"from": from, "to": to})).await.expect(202);
    asked["id"].as_str().expect("an id").to_owned()
}

async fn ready(caller: &Caller, id: &str) -> Value {
    eventually("the export is ready", || async {
        let export = caller.get(&at(id, "")).await.expect(200);
        assert_ne!(export["status"], "failed", "{export}");
        (export["status"] == "ready").then_some(export)
    })
    .await
}

async fn download(caller: &Caller, id: &str, name: &str) -> Vec<u8> {
    let answer = caller.get(&at(id, &format!("/files/{name}"))).await;
    assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.bytes));
    answer.bytes
}

/// The cells of a CSV below its head, by the names of their columns.
async fn rows(caller: &Caller, id: &str, name: &str) -> Vec<Value> {
    let text = String::from_utf8(download(caller, id, name).await).expect("text");
    let mut lines = text.trim_start_matches('\u{feff}').lines();
    let names: Vec<_> = lines.next().expect("a head").split(';').collect();
    let row = |line: &str| {
        let cells = names.iter().zip(line.split(';'));
        Value::Object(cells.map(|(name, cell)| ((*name).to_owned(), json!(cell))).collect())
    };
    lines.map(row).collect()
}

async fn issue_on(caller: &Caller, day: &str, members: Value) -> Value {
    let mut body = invoice_with(json!({"customer": {"name": "Odberateľ"}}));
    for (name, value) in members.as_object().expect("members") {
        body[name] = value.clone();
    }
    (body["issue_date"], body["due_date"]) = (json!(day), json!("2027-01-31"));
    caller.issue(&body).await.expect(201)
}

/// Cents of an amount as the API writes it.
fn cents(amount: &Value) -> i64 {
    amount.as_str().expect("an amount").replace('.', "").parse().expect("digits")
}

async fn an_export_has_what_is_listed_for_its_period(engine: Engine) {
    let server = engine.serve(at_clock("2026-10-31T12:00:00+01:00")).await;
    let (supplier, sk) = (server.sk(), server.sk_buyer());
    for (day, members) in [
        ("2026-09-30", json!({})),
        ("2026-10-01", json!({})),
        ("2026-10-15", json!({"items": [item("3", "33.33", 19), item("1", "10", 5)]})),
        ("2026-10-31", json!({"type": "proforma"})),
        ("2026-10-31", json!({"items": [item("1", "1000000", 23)]})),
        ("2026-11-01", json!({})),
    ] {
        issue_on(&sk, day, members).await;
    }
    let original = issue_on(&sk, "2026-10-20", json!({})).await;
    let note = json!({
        "type": "credit_note", "original_invoice_id": original["id"],
        "items": [item("1", "40", 23)]});
    issue_on(&sk, "2026-10-21", note).await;
    let mut entered = expense("E-1");
    (entered["issue_date"], entered["due_date"]) = (json!("2026-10-05"), json!("2026-10-19"));
    sk.post("/v1/agent/expenses", &entered).await.expect(201);
    // what came over the network, of which no expense was made
    let sent = supplier.issue(&invoice()).await.created_id();
    let sent = supplier.post(&format!("/v1/agent/peppol/send/{sent}"), &json!({})).await;
    supplier.document_in(&sent.expect(200)["data"]["document_id"], "delivered").await;

    let id = ask(&sk, "2026-10-01", "2026-10-31").await;
    let export = ready(&sk, &id).await;
    let listed =
        sk.get("/v1/agent/invoices?issue_date_from=2026-10-01&issue_date_to=2026-10-31&limit=100");
    let listed = listed.await.expect(200);
    let sum: i64 = listed["data"].as_array().expect("a list").iter().map(signed).sum();
    let whole = |direction: &str| {
        let rows = export["totals"].as_array().expect("totals").iter();
        let of = rows.filter(|row| row["direction"] == direction);
        let mut wholes = of.filter(|row| row["vat_category"].is_null());
        wholes.next().expect("a row").clone()
    };
    assert_eq!(cents(&whole("issued")["total"]), sum, "{export}");
    assert_eq!(whole("issued")["documents"], 5);
    assert_eq!(cents(&whole("received")["total"]), 2 * 12_300, "{export}");
    let by_rate: i64 = export["totals"]
        .as_array()
        .expect("totals")
        .iter()
        .filter(|row| row["direction"] == "issued" && !row["vat_category"].is_null())
        .map(|row| cents(&row["total"]))
        .sum();
    assert_eq!(by_rate, sum, "by category and rate it is the same");
    // 6 invoices with the proforma, an expense and a received document
    let progress = json!({"done": 8, "total": 8, "percent": 100});
    assert_eq!((&export["progress"], &export["unreadable_documents"]), (&progress, &json!(0)));

    let documents = rows(&sk, &id, "documents.csv").await;
    let total = |row: &Value| -> i64 {
        row["total"].as_str().expect("an amount").replace(',', "").parse().expect("digits")
    };
    let issued = documents.iter().filter(|row| row["direction"] == "issued");
    assert_eq!(issued.map(total).sum::<i64>(), sum);
    let days: Vec<_> = documents.iter().map(|row| row["issue_date"].clone()).collect();
    let expected = [
        "2026-10-01",
        "2026-10-15",
        "2026-10-20",
        "2026-10-21",
        "2026-10-31",
        "2026-10-05",
        "2026-10-31",
    ];
    assert_eq!(days, expected.map(Value::from), "invoices by their days, then what came");
    let vat = rows(&sk, &id, "vat.csv").await;
    assert_eq!(vat.len(), 8, "one row more for the invoice with two rates");
}

/// Credit notes are taken away, and a proforma is no tax document.
fn signed(invoice: &Value) -> i64 {
    let total = cents(&invoice["total"]);
    match invoice["type"].as_str().expect("a type") {
        "proforma" => 0,
        "credit_note" => -total,
        _ => total,
    }
}

async fn files_are_downloaded_with_their_names(server: TestServer) {
    let sk = server.sk();
    issue_on(&sk, "2026-10-01", json!({"customer": {"name": "=1+1"}})).await;
    let id = ask(&sk, "2026-10-01", "2026-10-31").await;
    let export = ready(&sk, &id).await;
    let files = export["files"].as_array().expect("files");
    let names: Vec<_> = files.iter().map(|file| file["name"].as_str().expect("a name")).collect();
    assert_eq!(names, ["documents.csv", "vat.csv", "totals.csv", "pohoda.xml", "files.zip"]);
    for file in files {
        let answer = sk.get(file["path"].as_str().expect("a path")).await;
        assert_eq!(answer.status, 200);
        assert_eq!(answer.header("content-type"), file["content_type"]);
        assert_eq!(answer.header("content-length"), file["size"].to_string());
        assert_eq!(answer.bytes.len() as u64, file["size"]);
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        let name = format!("2026-10-01_2026-10-31_{}", file["name"].as_str().expect("a name"));
        let expected = format!("attachment; filename=\"{name}\"");
        assert_eq!(answer.header("content-disposition"), expected);
    }
    let documents = rows(&sk, &id, "documents.csv").await;
    assert_eq!(documents[0]["partner"], "'=1+1", "no formula");
    let pohoda = download(&sk, &id, "pohoda.xml").await;
    assert!(pohoda.starts_with(b"<?xml") && pohoda.ends_with(b"</dat:dataPack>\n"));
    let archive = Cursor::new(download(&sk, &id, "files.zip").await);
    let mut archive = zip::ZipArchive::new(archive).expect("an archive");
    let mut kinds = Vec::new();
    for n in 0..archive.len() {
        let mut file = archive.by_index(n).expect("a file");
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).expect("whole");
        assert!(file.name().starts_with("issued/"), "{}", file.name());
        kinds.push(String::from_utf8_lossy(&bytes[..5]).into_owned());
    }
    let expected: &[&str] = if cfg!(feature = "pdf") { &["%PDF-", "<?xml"] } else { &["<?xml"] };
    assert_eq!(kinds, expected);
    for name in ["directory", "totals.pdf", "..%2Ftotals.csv"] {
        let none = sk.get(&at(&id, &format!("/files/{name}"))).await;
        assert_error(&none, 404, "NOT_FOUND");
    }
    let plain = json!({"from": "2026-10-01", "to": "2026-10-31", "include_files": false});
    let plain = sk.post(PATH, &plain).await.expect(202);
    let id = plain["id"].as_str().expect("an id");
    assert_eq!(ready(&sk, id).await["files"].as_array().expect("files").len(), 4);
    assert_error(&sk.get(&at(id, "/files/files.zip")).await, 404, "NOT_FOUND");
}

async fn what_is_not_ready_is_not_downloaded(engine: Engine) {
    let server = engine.serve(idle()).await;
    let sk = server.sk();
    issue_on(&sk, "2026-10-01", json!({})).await;
    let once = sk.clone().once("export-1");
    let body = json!({"from": "2026-10-01", "to": "2026-10-31"});
    let asked = once.post(PATH, &body).await.expect(202);
    assert_eq!(once.post(PATH, &body).await.expect(202), asked, "once for a key");
    let other = once.post(PATH, &json!({"from": "2026-10-01", "to": "2026-10-30"})).await;
    assert_error(&other, 409, "CONFLICT");
    let id = asked["id"].as_str().expect("an id");
    assert_eq!((&asked["status"], &asked["files"]), (&json!("waiting"), &json!([])));
    assert_eq!(asked["progress"], json!({"done": 0, "total": 1, "percent": 0}));
    assert_error(&sk.get(&at(id, "/files/documents.csv")).await, 409, "CONFLICT");
    // the process that makes it is another one
    let working = server.working();
    ready(&sk.clone().at(&working.base_url), id).await;
    assert!(!download(&sk, id, "documents.csv").await.is_empty());
}

/// The clock an hour before midnight in UTC, which is midnight in Bratislava.
async fn a_period_ends_at_midnight_in_bratislava(engine: Engine) {
    for (clock, month) in [
        ("2026-11-30T22:59:30Z", "2026-11"),
        ("2026-11-30T23:00:30Z", "2026-12"),
        // summer time
        ("2026-07-31T21:59:30Z", "2026-07"),
        ("2026-07-31T22:00:30Z", "2026-08"),
    ] {
        let server = engine.serve(at_clock(clock)).await;
        let sk = server.sk();
        sk.issue(&invoice()).await.expect(201);
        for (first, last) in [
            ("2026-07-01", "2026-07-31"),
            ("2026-08-01", "2026-08-31"),
            ("2026-11-01", "2026-11-30"),
            ("2026-12-01", "2026-12-31"),
        ] {
            let id = ask(&sk, first, last).await;
            let export = ready(&sk, &id).await;
            let is_in = first.starts_with(month);
            assert_eq!(export["progress"]["done"], u64::from(is_in), "{month} {first}");
            assert_eq!(rows(&sk, &id, "documents.csv").await.len(), usize::from(is_in));
        }
    }
}

async fn wrong_periods_are_named(engine: Engine) {
    let server = engine.serve(idle()).await;
    let sk = server.sk();
    for (body, wrong) in [
        (json!({}), vec!["from", "to"]),
        (json!({"from": "2026-10-01"}), vec!["to"]),
        (json!({"from": null, "to": "2026-10-01"}), vec!["from"]),
        (json!({"from": "2026-10-32", "to": "31.10.2026"}), vec!["from", "to"]),
        (json!({"from": "2026-10-02", "to": "2026-10-01"}), vec!["to"]),
        (json!({"from": "2026-01-01", "to": "2027-01-02"}), vec!["to"]),
        (json!({"from": 20_261_001, "to": "2026-10-31"}), vec!["from"]),
        (
            json!({"from": "2026-10-01", "to": "2026-10-31", "include_files": "no"}),
            vec!["include_files"],
        ),
        (json!({"from": "2026-10-01", "to": "2026-10-31", "files": true}), vec!["files"]),
        (json!([]), vec!["body"]),
    ] {
        let answer = sk.post(PATH, &body).await;
        assert_eq!(fields(&assert_error(&answer, 400, "VALIDATION_ERROR")), wrong, "{body}");
    }
    let none = sk.get(PATH).await.expect(200);
    assert_eq!(none["data"], json!([]), "nothing was kept");
    for (from, to) in [("2026-01-01", "2026-12-31"), ("2026-10-01", "2026-10-01")] {
        ask(&sk, from, to).await;
    }
}

async fn exports_of_others_are_not_found(engine: Engine) {
    let server = engine.serve(idle()).await;
    let sk = server.sk();
    let id = ask(&sk, "2026-10-01", "2026-10-31").await;
    for other in [server.sk_buyer(), server.sk_live()] {
        for tail in ["", "/files/documents.csv"] {
            assert_error(&other.get(&at(&id, tail)).await, 404, "NOT_FOUND");
        }
        let delete = other.send(Method::DELETE, &at(&id, ""), Vec::new()).await;
        assert_error(&delete, 404, "NOT_FOUND");
        assert_eq!(other.get(PATH).await.expect(200)["data"], json!([]));
    }
    assert_error(&sk.get(&at("nonsense", "")).await, 404, "NOT_FOUND");
    assert_eq!(sk.get(&at(&id, "")).await.expect(200)["status"], "waiting");
}

async fn an_export_needs_its_scopes(server: TestServer) {
    let sk = server.sk();
    let key = async |scopes: Value| {
        let made =
            sk.post("/v1/agent/keys", &json!({"name": "účtovníčka", "scopes": scopes})).await;
        let made = made.expect(201);
        sk.clone().with_key(made["key"].as_str())
    };
    let none = key(json!(["invoice:read"])).await;
    let body = json!({"from": "2026-10-01", "to": "2026-10-31"});
    assert_error(&none.post(PATH, &body).await, 403, "FORBIDDEN");
    assert_error(&none.get(PATH).await, 403, "FORBIDDEN");
    let reports = key(json!(["report:read"])).await;
    let id = ask(&reports, "2026-10-01", "2026-10-31").await;
    ready(&reports, &id).await;
    assert!(!download(&reports, &id, "totals.csv").await.is_empty());
    assert_error(&reports.get(&at(&id, "/files/files.zip")).await, 403, "FORBIDDEN");
    let both = key(json!(["report:read", "invoice:download"])).await;
    assert!(!download(&both, &id, "files.zip").await.is_empty());
}

async fn exports_are_listed_and_deleted(engine: Engine) {
    let server = engine.serve(idle()).await;
    let sk = server.sk();
    let mut ids = Vec::new();
    for _ in 0..10 {
        ids.insert(0, ask(&sk, "2026-10-01", "2026-10-31").await);
    }
    let more = sk.post(PATH, &json!({"from": "2026-10-01", "to": "2026-10-31"})).await;
    assert_error(&more, 409, "CONFLICT");
    let mut listed = Vec::new();
    let mut after = String::new();
    loop {
        let page = sk.get(&format!("{PATH}?limit=4{after}")).await.expect(200);
        let rows = page["data"].as_array().expect("a list").iter();
        listed.extend(rows.map(|row| row["id"].as_str().expect("an id").to_owned()));
        let Some(next) = page["next_after"].as_str() else { break };
        after = format!("&after={next}");
    }
    assert_eq!(listed, ids);
    assert_error(&sk.get(&format!("{PATH}?status=ready")).await, 400, "VALIDATION_ERROR");
    let gone = sk.send(Method::DELETE, &at(&ids[0], ""), Vec::new()).await;
    assert_eq!(gone.status, 204);
    assert_error(&sk.get(&at(&ids[0], "")).await, 404, "NOT_FOUND");
    let again = sk.send(Method::DELETE, &at(&ids[0], ""), Vec::new()).await;
    assert_error(&again, 404, "NOT_FOUND");
    ask(&sk, "2026-10-01", "2026-10-31").await;
}

/// What was deleted is no longer counted among those that there may be.
async fn an_export_is_gone_when_its_time_is_over(server: TestServer) {
    let sk = server.sk();
    let id = ask(&sk, "2026-10-01", "2026-10-31").await;
    ready(&sk, &id).await;
    let in_days = |days| time::OffsetDateTime::now_utc() + time::Duration::days(days);
    let before = server.at_time(in_days(6));
    assert_eq!(sk.clone().at(&before.base_url).get(&at(&id, "")).await.status, 200);
    let later = server.at_time(in_days(8));
    let there = sk.clone().at(&later.base_url);
    assert_error(&there.get(&at(&id, "")).await, 404, "NOT_FOUND");
    eventually("the maintenance job has deleted it", || async {
        let listed = there.get(PATH).await.expect(200);
        (listed["data"] == json!([])).then_some(())
    })
    .await;
}
