//! Invoices that were issued here, on their way.

use crate::support::*;
use reqwest::Method;
use runtime::config::Settings;
use serde_json::{Value, json};

on_both!(
    an_issued_invoice_is_sent_with_its_files,
    what_cannot_be_sent_says_why,
    one_invoice_is_queued_once_however_often_it_is_asked_for,
    a_batch_tells_of_each,
    self_invoices_go_under_the_self_billing_profile,
    held_invoices_leave_when_they_are_released,
    send_settings_are_checked,
);

fn send_path(id: &str) -> String {
    format!("/v1/agent/peppol/send/{id}")
}

async fn an_issued_invoice_is_sent_with_its_files(server: TestServer) {
    let (sk, buyer) = (server.sk(), server.sk_buyer());
    let csv = base64("a;b\n1;2\n".as_bytes());
    let attachment =
        json!({"filename": "hours.csv", "mime_code": "text/csv", "base64_content": csv});
    let body = invoice_with(json!({"attachments": [attachment]}));
    let id = sk.issue(&body).await.created_id();
    let preflight = sk.post(&format!("/v1/agent/invoices/{id}/preflight"), &json!({})).await;
    let preflight = preflight.expect(200)["data"].clone();
    assert_eq!((&preflight["send_ready"], &preflight["refusal"]), (&json!(true), &Value::Null));
    assert_eq!(preflight["recipient"]["found"], true, "{preflight}");
    let before = sk.get(&format!("/v1/agent/invoices/{id}/xml")).await;
    assert_eq!(before.header("x-service-ubl-source"), "preview");

    let sent = sk.post(&send_path(&id), &json!({})).await.expect(200)["data"].clone();
    assert_eq!((&sent["status"], &sent["held"]), (&json!("queued"), &json!(false)), "{sent}");
    sk.document_in(&sent["document_id"], "delivered").await;
    let archive = sk.get(&format!("/v1/agent/invoices/{id}/xml")).await;
    assert_eq!(archive.header("x-service-ubl-source"), "archive");
    let text = String::from_utf8(archive.bytes.clone()).expect("UTF-8");
    assert!(text.contains("EmbeddedDocumentBinaryObject") && text.contains(&csv));
    let received = buyer.get("/v1/agent/peppol/received").await.expect(200);
    let path = format!(
        "/v1/agent/peppol/received/{}/xml",
        received["data"][0]["id"].as_str().expect("an id")
    );
    assert_eq!(buyer.get(&path).await.bytes, archive.bytes, "byte for byte");
    let invoice = sk.get(&format!("/v1/agent/invoices/{id}")).await.expect(200);
    assert_eq!(invoice["status"], "issued");
    assert_error(&sk.post(&send_path(&id), &json!({})).await, 409, "CONFLICT");
}

async fn what_cannot_be_sent_says_why(server: TestServer) {
    let sk = server.sk();
    let proforma = sk.issue(&invoice_with(json!({"type": "proforma"}))).await.created_id();
    let answer = sk.post(&send_path(&proforma), &json!({})).await;
    let error = assert_error(&answer, 400, "VALIDATION_ERROR");
    assert!(error["error"]["message"].as_str().is_some_and(|m| m.contains("proforma")));

    let foreign = server.sk_buyer().issue(&invoice()).await.created_id();
    assert_error(&sk.post(&send_path(&foreign), &json!({})).await, 404, "NOT_FOUND");
    assert_error(&sk.post(&send_path("nonsense"), &json!({})).await, 404, "NOT_FOUND");

    let unknown = json!({"customer": {"name": "Bez adresy", "address": "Niekde 1"}});
    let id = sk.issue(&invoice_with(unknown)).await.created_id();
    let answer = sk.post(&send_path(&id), &json!({})).await;
    let error = assert_error(&answer, 400, "VALIDATION_ERROR");
    assert!(!fields(&error).is_empty(), "{error}");

    // the rules pass it: only the address is not whole
    let mut customer = customer();
    customer["address"] = json!("Vajnorská 100, 831 04 Bratislava");
    let id = sk.issue(&invoice_with(json!({"customer": customer}))).await.created_id();
    let preflight = sk.post(&format!("/v1/agent/invoices/{id}/preflight"), &json!({})).await;
    let preflight = preflight.expect(200)["data"].clone();
    assert_eq!(
        (&preflight["send_ready"], &preflight["validation"]["error_count"]),
        (&json!(false), &json!(1))
    );
    let answer = sk.post(&send_path(&id), &json!({})).await;
    let error = assert_error(&answer, 400, "VALIDATION_ERROR");
    assert_eq!(fields(&error), ["customer.address"]);
    assert!(error["error"]["message"].as_str().is_some_and(|m| m.contains("city, postalCode")));

    let nonpayer = server.sk_nonpayer();
    let line = json!({"description": "Preklad", "quantity": 1, "unit_price": "10", "vat_rate": 0});
    let id = nonpayer.issue(&invoice_of(vec![line])).await.created_id();
    let answer = nonpayer.post(&send_path(&id), &json!({})).await;
    let error = assert_error(&answer, 403, "FORBIDDEN");
    assert!(error["error"]["message"].as_str().is_some_and(|m| m.contains("enroll")));
}

async fn one_invoice_is_queued_once_however_often_it_is_asked_for(server: TestServer) {
    let sk = server.sk();
    let id = sk.issue(&invoice()).await.created_id();
    let (path, body) = (send_path(&id), json!({}));
    let answers = futures_util::future::join_all((0..16).map(|_| sk.post(&path, &body))).await;
    let queued = answers.iter().filter(|answer| answer.status == 200).count();
    let conflicts = answers.iter().filter(|answer| answer.status == 409).count();
    assert_eq!((queued, conflicts), (1, 15));
    let status = sk.get(&format!("/v1/agent/peppol/status/{id}")).await.expect(200);
    assert_eq!(status["data"]["documents"].as_array().map(Vec::len), Some(1));
}

async fn a_batch_tells_of_each(server: TestServer) {
    let sk = server.sk();
    let right = sk.issue(&invoice()).await.created_id();
    let proforma = sk.issue(&invoice_with(json!({"type": "proforma"}))).await.created_id();
    let nobody = uuid::Uuid::now_v7().to_string();
    let path = "/v1/agent/peppol/send/batch";
    let body = json!({"invoiceIds": [right, proforma, nobody]});
    let data = sk.post(path, &body).await.expect(200)["data"].clone();
    assert_eq!((&data["queued"], &data["failed"]), (&json!(1), &json!(2)), "{data}");
    let codes: Vec<_> =
        data["results"].as_array().expect("results").iter().map(|r| &r["error"]["code"]).collect();
    assert_eq!(codes, [&Value::Null, &json!("VALIDATION_ERROR"), &json!("NOT_FOUND")]);
    sk.document_in(&data["results"][0]["document_id"], "delivered").await;

    let many: Vec<_> = (0..201).map(|_| uuid::Uuid::now_v7()).collect();
    for (wrong, field) in [
        (json!({}), "invoiceIds"),
        (json!({"invoiceIds": []}), "invoiceIds"),
        (json!({"invoiceIds": many}), "invoiceIds"),
        (json!({"invoiceIds": [right, right]}), "invoiceIds[1]"),
        (json!({"invoiceIds": ["x"]}), "invoiceIds[0]"),
    ] {
        let error = assert_error(&sk.post(path, &wrong).await, 400, "VALIDATION_ERROR");
        assert_eq!(fields(&error), [field], "{wrong}");
    }
}

async fn self_invoices_go_under_the_self_billing_profile(server: TestServer) {
    let sk = server.sk();
    let id = sk.issue(&invoice_with(json!({"type": "self_invoice"}))).await.created_id();
    let sent = sk.post(&send_path(&id), &json!({})).await.expect(200)["data"].clone();
    let document = sk.document_in(&sent["document_id"], "delivered").await;
    assert!(document["document_type"].as_str().is_some_and(|t| t.contains("selfbilling:3.0")));
    assert_eq!(document["receiver"], "9915:2020876550", "the supplier receives it");
}

/// The clock in the morning of a day.
fn morning() -> Settings {
    Settings {
        clock: Some("2026-12-01T08:00:00+01:00".to_owned()),
        clock_force: Some(true),
        ..settings()
    }
}

async fn held_invoices_leave_when_they_are_released(engine: Engine) {
    let server = engine.serve(morning()).await;
    let sk = server.sk();
    let path = "/v1/agent/peppol/send-settings";
    let settings = sk.send(Method::PUT, path, br#"{"mode":"manual"}"#.to_vec()).await;
    assert_eq!(settings.expect(200)["data"]["mode"], "manual");
    let ids = [sk.issue(&invoice()).await.created_id(), sk.issue(&invoice()).await.created_id()];
    let mut documents = Vec::new();
    for id in &ids {
        let sent = sk.post(&send_path(id), &json!({})).await.expect(200)["data"].clone();
        assert_eq!(sent["held"], true);
        assert_eq!(sent["leaves_at"], "2026-12-01T19:45:00Z", "a quarter to nine in Bratislava");
        documents.push(sent["document_id"].clone());
    }
    let queue = sk.get("/v1/agent/peppol/queue?held=true").await.expect(200);
    assert_eq!(queue["data"].as_array().map(Vec::len), Some(2), "{queue}");
    let other = server.sk_buyer().post("/v1/agent/peppol/batches/send", &json!({})).await;
    assert_eq!(other.expect(200)["data"]["released"], 0, "another organization's sends stay");

    let one = json!({"documentIds": [documents[0]]});
    let released = sk.post("/v1/agent/peppol/batches/send", &one).await.expect(200);
    assert_eq!(released["data"]["document_ids"], json!([documents[0]]));
    sk.document_in(&documents[0], "delivered").await;
    let rest = sk.send(Method::POST, "/v1/agent/peppol/batches/send", Vec::new()).await;
    assert_eq!(rest.expect(200)["data"]["released"], 1);
    sk.document_in(&documents[1], "delivered").await;
    let audit = sk.get("/v1/agent/peppol/events?event=released").await.expect(200);
    assert_eq!(audit["data"].as_array().map(Vec::len), Some(2));
}

async fn send_settings_are_checked(server: TestServer) {
    let sk = server.sk();
    let path = "/v1/agent/peppol/send-settings";
    let put = |body: Value| {
        let sk = sk.clone();
        async move { sk.send(Method::PUT, path, body.to_string().into_bytes()).await }
    };
    let set = put(json!({"mode": "scheduled", "time": "16:00"})).await.expect(200);
    let kept = sk.get(path).await.expect(200);
    assert_eq!(set, kept);
    assert_eq!(
        (&kept["data"]["mode"], &kept["data"]["time"]),
        (&json!("scheduled"), &json!("16:00"))
    );
    for (body, field) in [
        (json!({}), "mode"),
        (json!({"mode": "never"}), "mode"),
        (json!({"mode": "scheduled"}), "time"),
        (json!({"mode": "scheduled", "time": "25:00"}), "time"),
        (json!({"mode": "scheduled", "time": "4:00"}), "time"),
        (json!({"mode": "manual", "time": "16:00"}), "time"),
        (json!({"mode": "manual", "hour": 1}), "hour"),
    ] {
        let error = assert_error(&put(body.clone()).await, 400, "VALIDATION_ERROR");
        assert_eq!(fields(&error), [field], "{body}");
    }
    let other = server.sk_buyer().get(path).await.expect(200);
    assert_eq!(other["data"]["mode"], "immediate");
}
