//! Mail about invoices, over HTTP and SMTP.

use crate::support::*;
use futures_util::future::join_all;
use reqwest::Method;
use runtime::config::Settings;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use time::{Duration, OffsetDateTime};
use webhooks::ports::FeedStore;

on_both!(
    a_reminder_goes_out_with_the_document_and_the_payment_code,
    of_many_reminders_at_once_one_goes_out,
    what_cannot_be_reminded_of_is_said,
    a_reminder_is_written_in_the_language_of_its_reader,
    an_invoice_goes_out_by_mail,
    a_test_key_writes_to_no_customer,
    a_mailbox_that_is_not_there_is_reported,
    what_was_paid_meanwhile_is_not_reminded_of,
    reminders_go_out_by_themselves_once_a_step,
    settings_of_reminders_are_checked,
);

const CUSTOMER: &str = "fakturacia@zakaznik.example";

fn mailing(sink: &MailSink) -> Settings {
    Settings { mail_url: Some(sink.url()), ..settings() }
}

/// A server whose mail goes into a sink.
async fn start(engine: Engine) -> (TestServer, MailSink) {
    let sink = MailSink::new();
    (engine.serve(mailing(&sink)).await, sink)
}

fn addressed() -> Value {
    let mut customer = customer();
    customer["email"] = json!(CUSTOMER);
    invoice_with(json!({"customer": customer}))
}

async fn issued(caller: &Caller) -> String {
    caller.issue(&addressed()).await.created_id()
}

async fn remind(caller: &Caller, invoice: &str, body: Value) -> Answer {
    caller.post(&format!("/v1/agent/invoices/{invoice}/send-reminder"), &body).await
}

async fn email(caller: &Caller, invoice: &str, body: Value) -> Answer {
    caller.post(&format!("/v1/agent/invoices/{invoice}/send-email"), &body).await
}

/// The mails of an invoice once all have ended.
async fn ended(caller: &Caller, invoice: &str) -> Vec<Value> {
    let path = format!("/v1/agent/invoices/{invoice}/emails");
    eventually("all mails have ended", || async {
        let list = caller.get(&path).await.expect(200);
        let rows = list["data"].as_array().expect("a list").clone();
        let is_open = |row: &Value| row["state"] == "queued";
        (!rows.is_empty() && !rows.iter().any(is_open)).then_some(rows)
    })
    .await
}

/// The data of the events of this name.
async fn events(server: &TestServer, name: &str) -> Vec<Value> {
    server.store().assign_sequence(1_000).await.expect("placed");
    let page = server.demo_partner().get("/v1/agent/events?limit=1000").await.expect(200);
    let items = page["data"].as_array().expect("a page").iter().map(|item| &item["payload"]);
    items.filter(|event| event["event"] == name).map(|event| event["data"].clone()).collect()
}

async fn a_reminder_goes_out_with_the_document_and_the_payment_code(engine: Engine) {
    let (server, sink) = start(engine).await;
    let live = server.sk_live();
    let id = issued(&live).await;
    // no body at all is fine
    let path = format!("/v1/agent/invoices/{id}/send-reminder");
    let said = live.send(Method::POST, &path, Vec::new()).await.expect(200);
    assert_eq!((&said["sent"], &said["recipient"]), (&json!(true), &json!(CUSTOMER)));
    assert_eq!((&said["language"], &said["reason"]), (&json!("sk"), &Value::Null));
    let rows = ended(&live, &id).await;
    let [row] = &rows[..] else { panic!("{rows:?}") };
    assert_eq!((&row["id"], &row["state"]), (&said["email_id"], &json!("sent")), "{row}");
    assert_eq!((&row["kind"], &row["automatic_day"]), (&json!("reminder"), &Value::Null));
    let mails = sink.mails();
    let [mail] = &mails[..] else { panic!("{} mails", mails.len()) };
    assert_eq!(
        (&*mail.to, mail.reply_to.as_deref()),
        (CUSTOMER, Some("fakturacia@billhook.example"))
    );
    let number = live.get(&format!("/v1/agent/invoices/{id}")).await.expect(200);
    let number = number["invoice_number"].as_str().expect("a number").to_owned();
    assert!(
        mail.subject.starts_with(&format!("Pripomienka platby: Faktúra {number} – ")),
        "{}",
        mail.subject
    );
    assert!(mail.text.contains("Zostáva uhradiť: 123,00\u{a0}€"), "{}", mail.text);
    assert!(mail.text.contains("\nIBAN: SK"), "{}", mail.text);
    assert!(mail.html.contains("cid:payment-qr@billhook") && mail.html.contains(&number));
    assert!(mail.id.contains(row["id"].as_str().expect("an id")), "{}", mail.id);
    let qr = mail.file("image/png");
    assert!(qr.content.starts_with(b"\x89PNG\r\n\x1a\n"));
    if cfg!(feature = "pdf") {
        let pdf = mail.file("application/pdf");
        assert_eq!(pdf.name, format!("{number}.pdf"));
        let own = live.get(&format!("/v1/agent/invoices/{id}/pdf")).await;
        assert_eq!(pdf.content, own.bytes, "the file that the API hands out");
    } else {
        assert_eq!(mail.file("application/xml").name, format!("{number}.xml"));
    }
    // the link in it opens
    let link = mail.text.lines().find(|line| line.starts_with(&server.base_url)).expect("a link");
    let client = http().build().expect("a client");
    assert_eq!(client.get(link).send().await.expect("an answer").status(), 200);
    let events = events(&server, "reminder.sent").await;
    let [event] = &events[..] else { panic!("{events:?}") };
    assert_eq!((&event["invoiceId"], &event["recipient"]), (&json!(id), &json!(CUSTOMER)));
    assert_eq!((&event["outstanding"], &event["automatic"]), (&json!("123.00"), &json!(false)));
    assert_eq!(event.get("mode"), None);
    let again = remind(&live, &id, json!({})).await.expect(200);
    assert_eq!((&again["sent"], &again["reason"]), (&json!(false), &json!("recently_sent")));
    assert!(again["not_before"].is_string() && again["email_id"].is_null(), "{again}");
    assert_eq!(sink.mails().len(), 1);
}

async fn of_many_reminders_at_once_one_goes_out(engine: Engine) {
    let (server, sink) = start(engine).await;
    let live = server.sk_live();
    let id = issued(&live).await;
    let keyed = live.clone().once("reminder-1");
    let calls = (0..32).map(|_| remind(&live, &id, json!({"language": "en"})));
    let answers = join_all(calls).await;
    let sent = answers.iter().filter(|answer| answer.expect(200)["sent"] == true).count();
    assert_eq!(sent, 1);
    // under a key the answer is the one of the first time
    let first = remind(&keyed, &id, json!({})).await;
    assert_eq!(first.expect(200)["sent"], false);
    assert_eq!(remind(&keyed, &id, json!({})).await.bytes, first.bytes);
    assert_error(&remind(&keyed, &id, json!({"language": "de"})).await, 409, "CONFLICT");
    assert_eq!(ended(&live, &id).await.len(), 1);
    assert_eq!(sink.mails().len(), 1);
}

async fn what_cannot_be_reminded_of_is_said(engine: Engine) {
    let (server, sink) = start(engine).await;
    let live = server.sk_live();
    let id = issued(&live).await;
    let mut paid = addressed();
    paid["already_paid"] = json!(true);
    let paid = live.issue(&paid).await.created_id();
    let mut credit = addressed();
    credit["type"] = json!("credit_note");
    credit["original_invoice_id"] = json!(issued(&live).await);
    let credit = live.issue(&credit).await.created_id();
    // of another firm than those with an address
    let mut silent = invoice();
    silent["customer"] = json!({"name": "Tichá dielňa s. r. o."});
    let silent = live.issue(&silent).await.created_id();
    for (invoice, body, field) in [
        (&paid, json!({}), "id"),
        (&credit, json!({}), "id"),
        (&silent, json!({}), "email"),
        (&id, json!({"email": "nikto"}), "email"),
        (&id, json!({"email": "a@b.sk\r\nBcc: c@d.sk"}), "email"),
        (&id, json!({"language": "fr"}), "language"),
        (&id, json!({"lang": "sk"}), "lang"),
        (&id, json!([]), "body"),
    ] {
        let answer = remind(&live, invoice, body.clone()).await;
        let error = assert_error(&answer, 400, "VALIDATION_ERROR");
        assert_eq!(fields(&error), [field], "{body}");
    }
    let stranger = server.sk_buyer_live();
    assert_error(&remind(&stranger, &id, json!({})).await, 404, "NOT_FOUND");
    assert_error(&remind(&live, "no-id", json!({})).await, 404, "NOT_FOUND");
    assert_error(&stranger.get(&format!("/v1/agent/invoices/{id}/emails")).await, 404, "NOT_FOUND");
    // a credit note and a paid invoice are sent all the same
    assert_eq!(email(&live, &credit, json!({})).await.expect(200)["sent"], true);
    assert_eq!(email(&live, &paid, json!({})).await.expect(200)["sent"], true);
    // and one that is named gets what the customer's record has no address for
    let named = remind(&live, &silent, json!({"email": CUSTOMER})).await.expect(200);
    assert_eq!(named["recipient"], CUSTOMER);
    for invoice in [&credit, &paid, &silent] {
        ended(&live, invoice).await;
    }
    let mails = sink.mails();
    assert_eq!(mails.len(), 3);
    assert!(mails.iter().any(|mail| mail.text.contains("Doklad je už uhradený")));
}

async fn a_reminder_is_written_in_the_language_of_its_reader(engine: Engine) {
    let (server, sink) = start(engine).await;
    let live = server.sk_live();
    for (country, language, subject) in [
        ("CZ", None, "Připomenutí platby: Faktura "),
        ("AT", None, "Zahlungserinnerung: Rechnung "),
        ("HU", None, "Fizetési emlékeztető: Számla "),
        ("FR", None, "Payment reminder: Invoice "),
        ("SK", Some("hu"), "Fizetési emlékeztető: Számla "),
    ] {
        let mut body = addressed();
        body["customer"]["address"]["country"] = json!(country);
        let id = live.issue(&body).await.created_id();
        let asked = language.map_or_else(|| json!({}), |language| json!({"language": language}));
        remind(&live, &id, asked).await.expect(200);
        ended(&live, &id).await;
        let mails = sink.mails();
        let last = mails.last().expect("a mail");
        assert!(last.subject.starts_with(subject), "{country}: {}", last.subject);
    }
}

async fn an_invoice_goes_out_by_mail(engine: Engine) {
    let (server, sink) = start(engine).await;
    let live = server.sk_live();
    let id = issued(&live).await;
    let first = email(&live, &id, json!({"with_xml": true, "language": "en"})).await.expect(200);
    assert_eq!((&first["sent"], &first["recipient"]), (&json!(true), &json!(CUSTOMER)));
    for (to, sent) in
        [(CUSTOMER, false), ("FAKTURACIA@zakaznik.example", false), ("ucto@zakaznik.example", true)]
    {
        let again = email(&live, &id, json!({"email": to})).await.expect(200);
        assert_eq!(again["sent"], sent, "{to}");
    }
    // a reminder is another mail
    assert_eq!(remind(&live, &id, json!({})).await.expect(200)["sent"], true);
    let rows = ended(&live, &id).await;
    let kinds: Vec<_> = rows.iter().map(|row| row["kind"].as_str().expect("a kind")).collect();
    assert_eq!(kinds, ["reminder", "invoice", "invoice"], "the newest first");
    let mails = sink.mails();
    let mail = mails.iter().find(|mail| mail.subject.starts_with("Invoice ")).expect("in English");
    let xml = live.get(&format!("/v1/agent/invoices/{id}/xml")).await;
    assert_eq!(mail.file("application/xml").content, xml.bytes);
    let read = live.get(&format!("/v1/agent/invoices/{id}")).await.expect(200);
    assert_eq!(read["status"], "issued", "mail is no send over the network");
    assert_eq!(events(&server, "reminder.sent").await.len(), 1, "of the reminder alone");
    // one page after the other
    let page = live.get(&format!("/v1/agent/invoices/{id}/emails?limit=2")).await.expect(200);
    assert_eq!(page["has_more"], true);
    let next = page["next_after"].as_str().expect("a place");
    let rest = live.get(&format!("/v1/agent/invoices/{id}/emails?limit=2&after={next}")).await;
    assert_eq!(rest.expect(200)["data"], json!([rows[2]]));
}

async fn a_test_key_writes_to_no_customer(engine: Engine) {
    let (server, sink) = start(engine).await;
    let (test, live) = (server.sk(), server.sk_live());
    let id = issued(&test).await;
    let said = remind(&test, &id, json!({"email": "cudzi@inde.example"})).await.expect(200);
    let own = "fakturacia@billhook.example";
    assert_eq!((&said["sent"], &said["recipient"]), (&json!(true), &json!(own)));
    ended(&test, &id).await;
    let mails = sink.mails();
    assert_eq!((mails.len(), &*mails[0].to), (1, own));
    assert!(mails[0].subject.starts_with("[TEST] Pripomienka"), "{}", mails[0].subject);
    assert!(mails[0].text.starts_with("SKÚŠKA"), "{}", mails[0].text);
    let event = &events(&server, "reminder.sent").await[0];
    assert_eq!((&event["mode"], &event["recipient"]), (&json!("test"), &json!(own)));
    // a live key neither sees it nor is kept back by it
    let list = live.get(&format!("/v1/agent/invoices/{id}/emails")).await.expect(200);
    assert_eq!(list["data"], json!([]));
    let said = remind(&live, &id, json!({})).await.expect(200);
    assert_eq!((&said["sent"], &said["recipient"]), (&json!(true), &json!(CUSTOMER)));
}

async fn a_mailbox_that_is_not_there_is_reported(engine: Engine) {
    let (server, sink) = start(engine).await;
    let live = server.sk_live();
    let id = issued(&live).await;
    assert_eq!(remind(&live, &id, json!({"email": NO_MAILBOX})).await.expect(200)["sent"], true);
    let rows = ended(&live, &id).await;
    assert_eq!(rows[0]["state"], "failed", "{rows:?}");
    assert!(
        rows[0]["error"].as_str().is_some_and(|why| why.contains("no such mailbox")),
        "{rows:?}"
    );
    assert_eq!(events(&server, "reminder.sent").await, [] as [Value; 0]);
    // the right address need not wait ten minutes
    assert_eq!(remind(&live, &id, json!({})).await.expect(200)["sent"], true);
    ended(&live, &id).await;
    assert_eq!(sink.mails().len(), 1);
}

async fn what_was_paid_meanwhile_is_not_reminded_of(engine: Engine) {
    let sink = MailSink::new();
    // nobody works here: the mail waits
    let server = engine.serve(Settings { work: Some(false), ..mailing(&sink) }).await;
    let live = server.sk_live();
    let id = issued(&live).await;
    assert_eq!(remind(&live, &id, json!({})).await.expect(200)["sent"], true);
    let payment = json!({"amount": "123", "method": "cash"});
    live.post(&format!("/v1/agent/invoices/{id}/payments"), &payment).await.expect(201);
    let worker = server.working();
    let rows = ended(&live, &id).await;
    assert_eq!(rows[0]["state"], "withdrawn", "{rows:?}");
    assert_eq!(sink.mails().len(), 0);
    drop(worker);
}

/// Issues invoices that fell due so many days before today.
async fn due_before(caller: &Caller, days: i64) -> String {
    let today = service_day::date(OffsetDateTime::now_utc());
    let due = today - Duration::days(days);
    let mut body = addressed();
    body["issue_date"] = json!(due.to_string());
    body["due_date"] = json!(due.to_string());
    caller.issue(&body).await.created_id()
}

async fn reminders_go_out_by_themselves_once_a_step(engine: Engine) {
    let (server, sink) = start(engine).await;
    let live = server.sk_live();
    // tomorrow they are 3, 10 and 60 days late, and 1 day
    let mut ids = Vec::new();
    for days in [2, 9, 59, 0] {
        ids.push(due_before(&live, days).await);
    }
    let path = "/v1/agent/reminder-settings";
    let set = json!({"days_after_due_date": [3, 10], "language": "en"});
    let answer = live.send(Method::PUT, path, set.to_string().into_bytes()).await;
    assert_eq!(answer.expect(200), set);
    assert_eq!(live.get(path).await.expect(200), set);
    let off = json!({"days_after_due_date": [], "language": null});
    assert_eq!(server.sk().get(path).await.expect(200), off, "a test key has its own");
    // after the hour at which reminders go out, whatever the hour is now
    let today = service_day::date(OffsetDateTime::now_utc());
    let morning =
        |days| (today + Duration::days(days)).with_hms(10, 0, 0).expect("a time").assume_utc();
    for (day, expected) in [(1, 2), (1, 2), (2, 2)] {
        let worker = server.at_time(morning(day));
        let mails = eventually("reminders", || async {
            let mails = sink.mails();
            (mails.len() >= expected).then_some(mails)
        })
        .await;
        // what would go out a second time has its chance
        tokio::time::sleep(std::time::Duration::from_millis(600)).await;
        drop(worker);
        assert_eq!((mails.len(), sink.mails().len()), (expected, expected), "day {day}");
    }
    for (id, step) in ids.iter().zip([Some(3), Some(10), None, None]) {
        let rows = live.get(&format!("/v1/agent/invoices/{id}/emails")).await.expect(200);
        let steps: Vec<_> = rows["data"]
            .as_array()
            .expect("rows")
            .iter()
            .map(|row| row["automatic_day"].as_u64())
            .collect();
        assert_eq!(steps, step.map(Some).into_iter().collect::<Vec<_>>(), "{rows}");
    }
    let events = events(&server, "reminder.sent").await;
    let days: BTreeSet<_> = events.iter().map(|event| event["daysOverdue"].as_i64()).collect();
    assert_eq!(days, BTreeSet::from([Some(3), Some(10)]));
    assert!(events.iter().all(|event| event["automatic"] == true && event["language"] == "en"));
}

async fn settings_of_reminders_are_checked(server: TestServer) {
    let sk = server.sk();
    let put = async |body: &Value| {
        let bytes = body.to_string().into_bytes();
        sk.send(Method::PUT, "/v1/agent/reminder-settings", bytes).await
    };
    for (body, field) in [
        (json!({}), "days_after_due_date"),
        (json!({"days_after_due_date": [0]}), "days_after_due_date"),
        (json!({"days_after_due_date": [-3]}), "days_after_due_date"),
        (json!({"days_after_due_date": [366]}), "days_after_due_date"),
        (json!({"days_after_due_date": [100_000]}), "days_after_due_date"),
        (json!({"days_after_due_date": [3, 3]}), "days_after_due_date"),
        (json!({"days_after_due_date": [7, 3]}), "days_after_due_date"),
        (json!({"days_after_due_date": (1..=11).collect::<Vec<_>>()}), "days_after_due_date"),
        (json!({"days_after_due_date": ["3"]}), "days_after_due_date[0]"),
        (json!({"days_after_due_date": [3], "language": "xx"}), "language"),
        (json!({"days_after_due_date": [3], "hour": 8}), "hour"),
    ] {
        let error = assert_error(&put(&body).await, 400, "VALIDATION_ERROR");
        assert_eq!(fields(&error)[0], field, "{body}");
    }
    let right = json!({"days_after_due_date": [1, 365], "language": null});
    assert_eq!(put(&right).await.expect(200), right);
    let off = json!({"days_after_due_date": [], "language": null});
    assert_eq!(put(&off).await.expect(200), off);
}
