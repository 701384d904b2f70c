//! Files of an invoice: what they are is decided by their content.

use crate::support::*;
use data_encoding::BASE64;
use peppol_connector::registration::PeppolAccount;
use reqwest::Method;
use serde_json::{Value, json};

on_both!(
    right_files_are_kept_with_their_size,
    wrong_files_are_named,
    ten_megabytes_pass_and_more_do_not,
    a_file_comes_later_and_goes_again,
    limits_hold_for_all_files_together,
    what_was_sent_keeps_its_files,
    a_repeat_adds_once,
    files_of_others_are_not_found,
);

fn file(name: &str, mime: &str, content: &[u8]) -> Value {
    json!({"filename": name, "mime_code": mime, "base64_content": BASE64.encode(content)})
}

fn csv(bytes: usize) -> Vec<u8> {
    b"code;amount\n".repeat(bytes / 12)
}

async fn right_files_are_kept_with_their_size(server: TestServer) {
    let sk = server.sk();
    let files = json!({"attachments": [file("a.csv", "text/csv", &csv(1_200))]});
    let body = sk.issue(&invoice_with(files)).await.expect(201);
    assert_eq!(body["attachments"][0]["filename"], "a.csv");
    assert_eq!(body["attachments"][0]["mime_code"], "text/csv");
    assert_eq!(body["attachments"][0]["size"], 1_200);
    let id = body["id"].as_str().expect("id");
    let xml = sk.get(&format!("/v1/agent/invoices/{id}/xml")).await;
    let text = String::from_utf8(xml.bytes).expect("UTF-8");
    assert!(!text.contains("EmbeddedDocumentBinaryObject"), "a preview embeds no files");
}

async fn wrong_files_are_named(server: TestServer) {
    let sk = server.sk();
    for (attachment, field) in [
        (file("a.pdf", "application/pdf", b"MZ not a PDF"), "attachments[0]"),
        (file("a.gif", "image/gif", b"GIF89a"), "attachments[0].mime_code"),
        (file("a.txt", "text/csv", &csv(24)), "attachments[0].filename"),
        (file("a.csv", "text/csv", b"<html></html>"), "attachments[0]"),
        (file("", "text/csv", &csv(24)), "attachments[0].filename"),
        (
            json!({"filename": "a.csv", "mime_code": "text/csv", "base64_content": "?"}),
            "attachments[0].base64_content",
        ),
        (json!({"filename": "a.csv", "mime_code": "text/csv"}), "attachments[0].base64_content"),
        (json!({"name": "a.csv"}), "attachments[0].name"),
    ] {
        let shown = attachment.to_string();
        let answer = sk.issue(&invoice_with(json!({"attachments": [attachment]}))).await;
        let body = assert_error(&answer, 400, "VALIDATION_ERROR");
        let named = fields(&body);
        assert!(named.iter().any(|name| name.starts_with(field)), "{shown}: {named:?}");
    }
    let eleven: Vec<_> = (0..11).map(|i| file(&format!("{i}.csv"), "text/csv", &csv(24))).collect();
    let answer = sk.issue(&invoice_with(json!({"attachments": eleven}))).await;
    assert_eq!(fields(&assert_error(&answer, 400, "VALIDATION_ERROR")), ["attachments"]);
    assert_eq!(sk.get("/v1/agent/invoices").await.expect(200)["data"], json!([]));
}

async fn ten_megabytes_pass_and_more_do_not(server: TestServer) {
    let sk = server.sk();
    let files = |bytes: usize| {
        let all: Vec<_> =
            (0..10).map(|i| file(&format!("{i}.csv"), "text/csv", &csv(bytes / 10))).collect();
        json!({"attachments": all})
    };
    let most = 10 * 1024 * 1024;
    sk.issue(&invoice_with(files(most))).await.expect(201);
    let answer = sk.issue(&invoice_with(files(most + 1_000))).await;
    assert_eq!(fields(&assert_error(&answer, 400, "VALIDATION_ERROR")), ["attachments"]);
    let answer = sk.issue(&invoice_with(files(2 * most))).await;
    assert_eq!(fields(&assert_error(&answer, 413, "VALIDATION_ERROR")), ["body"]);
}

fn path(invoice: &str) -> String {
    format!("/v1/agent/invoices/{invoice}/attachments")
}

async fn names(caller: &Caller, invoice: &str) -> Vec<String> {
    let list = caller.get(&path(invoice)).await.expect(200);
    let data = list["data"].as_array().expect("a list");
    data.iter().map(|file| file["filename"].as_str().expect("a name").to_owned()).collect()
}

async fn delete(caller: &Caller, path: &str) -> Answer {
    caller.send(Method::DELETE, path, Vec::new()).await
}

async fn a_file_comes_later_and_goes_again(server: TestServer) {
    let sk = server.sk();
    let id = sk.issue(&invoice()).await.created_id();
    let mut body = file("Príloha č. 1.csv", "text/csv", &csv(24));
    body["description"] = json!("Rozpis prác");
    let added = sk.post(&path(&id), &body).await.expect(201);
    assert_eq!((&added["filename"], &added["size"]), (&json!("Príloha č. 1.csv"), &json!(24)));
    assert_eq!(added["description"], "Rozpis prác");
    sk.post(&path(&id), &file("b.csv", "text/csv", &csv(36))).await.expect(201);
    let list = sk.get(&path(&id)).await.expect(200);
    assert_eq!(list["data"][0], added);
    let read = sk.get(&format!("/v1/agent/invoices/{id}")).await.expect(200);
    assert_eq!(read["attachments"], list["data"]);
    let one = format!("{}/{}", path(&id), added["id"].as_str().expect("an id"));
    let file = sk.get(&one).await;
    assert_eq!((file.status, file.bytes.clone()), (200, csv(24)));
    assert_eq!(file.header("content-type"), "text/csv");
    assert!(file.header("content-disposition").contains("attachment"), "{file:?}");
    assert_eq!(delete(&sk, &one).await.status, 204);
    assert_error(&delete(&sk, &one).await, 404, "NOT_FOUND");
    assert_error(&sk.get(&one).await, 404, "NOT_FOUND");
    assert_eq!(names(&sk, &id).await, ["b.csv"]);
    // by its id on the path of all, and all of them
    let added = sk.post(&path(&id), &self::file("c.csv", "text/csv", &csv(24))).await.expect(201);
    let query = format!("{}?attachment_id={}", path(&id), added["id"].as_str().expect("an id"));
    assert_eq!(delete(&sk, &query).await.status, 204);
    assert_eq!(names(&sk, &id).await, ["b.csv"]);
    assert_error(
        &delete(&sk, &format!("{}?attachment_id=x", path(&id))).await,
        400,
        "VALIDATION_ERROR",
    );
    for empty in ["attachment_id=", "attachment_id", "attachment_id=&attachment_id="] {
        let refused = delete(&sk, &format!("{}?{empty}", path(&id))).await;
        assert_error(&refused, 400, "VALIDATION_ERROR");
    }
    assert_eq!(names(&sk, &id).await, ["b.csv"], "an empty parameter is not all");
    assert_eq!(delete(&sk, &path(&id)).await.status, 204);
    assert_eq!(names(&sk, &id).await, [""; 0]);
    assert_eq!(sk.get("/v1/agent/usage").await.expect(200)["attachment_bytes"], 0);
}

async fn limits_hold_for_all_files_together(server: TestServer) {
    let sk = server.sk();
    let id = sk.issue(&invoice()).await.created_id();
    for (body, field) in [
        (json!({}), "filename"),
        (file("a.txt", "text/csv", &csv(24)), "filename"),
        (file("a.gif", "image/gif", b"GIF89a"), "mime_code"),
        (file("a.pdf", "application/pdf", &csv(24)), "base64_content"),
        (file("a.pdf", "application/pdf", b"MZ not a PDF"), "base64_content"),
        (
            json!({"filename": "a.csv", "mime_code": "text/csv", "base64_content": "?"}),
            "base64_content",
        ),
        (json!({"name": "a.csv"}), "name"),
    ] {
        let shown = body.to_string();
        let error = assert_error(&sk.post(&path(&id), &body).await, 400, "VALIDATION_ERROR");
        assert!(fields(&error).contains(&field), "{shown}: {error}");
    }
    let half = file("velky.csv", "text/csv", &csv(6 * 1024 * 1024));
    sk.post(&path(&id), &half).await.expect(201);
    let error = assert_error(&sk.post(&path(&id), &half).await, 400, "VALIDATION_ERROR");
    assert_eq!(fields(&error), ["attachments"]);
    for n in 1..10 {
        sk.post(&path(&id), &file(&format!("{n}.csv"), "text/csv", &csv(24))).await.expect(201);
    }
    let answer = sk.post(&path(&id), &file("11.csv", "text/csv", &csv(24))).await;
    assert_eq!(fields(&assert_error(&answer, 400, "VALIDATION_ERROR")), ["attachments"]);
    assert_eq!(names(&sk, &id).await.len(), 10);
}

/// A sandbox send leaves an invoice as it is; once the live network has it, its files stay.
async fn what_was_sent_keeps_its_files(engine: Engine) {
    let live_network = Some("sandbox".to_owned());
    let server = engine.serve(runtime::config::Settings { live_network, ..settings() }).await;
    let (sk, live) = (server.sk(), server.sk_live());
    let organizations = [&server.seeded.organizations.sk, &server.seeded.organizations.sk_buyer];
    for organization in organizations.map(|it| it.org_id) {
        server.top_up(organization, 9).await;
    }
    let id = sk.issue(&invoice()).await.created_id();
    let body = file("a.csv", "text/csv", &csv(24));
    sk.post(&path(&id), &body).await.expect(201);
    let send = format!("/v1/agent/peppol/send/{id}");
    let sent = sk.post(&send, &json!({})).await.expect(200);
    sk.document_in(&sent["data"]["document_id"], "delivered").await;
    let xml = sk.get(&format!("/v1/agent/invoices/{id}/xml")).await;
    let xml = String::from_utf8(xml.bytes).expect("UTF-8");
    assert_eq!(xml.matches("<cbc:EmbeddedDocumentBinaryObject").count(), 1, "it went along");
    sk.post(&path(&id), &body).await.expect(201);
    server.enroll_live().await;
    let sent = live.post(&send, &json!({})).await.expect(200);
    for answer in [sk.post(&path(&id), &body).await, delete(&sk, &path(&id)).await] {
        assert_error(&answer, 409, "CONFLICT");
    }
    live.document_in(&sent["data"]["document_id"], "delivered").await;
    assert_error(&live.post(&path(&id), &body).await, 409, "CONFLICT");
    assert_eq!(names(&live, &id).await.len(), 2);
    // what another system made says itself what is attached to it
    for organization in organizations.map(|it| it.org_id) {
        server
            .set_account(
                organization,
                PeppolAccount::Enrolled(peppol_connector::identifiers::Network::Test),
            )
            .await;
    }
    let recorded = sk.connector_data(&sk.ubl("EXT-7").await, json!({})).await;
    let recorded = recorded["invoice_id"].as_str().expect("an invoice");
    assert_error(&sk.post(&path(recorded), &body).await, 409, "CONFLICT");
    assert_eq!(names(&sk, recorded).await, [""; 0]);
}

async fn a_repeat_adds_once(server: TestServer) {
    let sk = server.sk();
    let (id, other) =
        (sk.issue(&invoice()).await.created_id(), sk.issue(&invoice()).await.created_id());
    let once = sk.clone().once("file-1");
    let body = file("a.csv", "text/csv", &csv(24));
    let first = once.post(&path(&id), &body).await;
    assert_eq!((first.status, once.post(&path(&id), &body).await.bytes), (201, first.bytes));
    assert_error(&once.post(&path(&other), &body).await, 409, "CONFLICT");
    assert_eq!(names(&sk, &id).await, ["a.csv"]);
}

async fn files_of_others_are_not_found(server: TestServer) {
    let (sk, stranger) = (server.sk(), server.sk_buyer());
    let id = sk.issue(&invoice()).await.created_id();
    let body = file("a.csv", "text/csv", &csv(24));
    let added = sk.post(&path(&id), &body).await.expect(201);
    let one = format!("{}/{}", path(&id), added["id"].as_str().expect("an id"));
    for answer in [
        stranger.get(&path(&id)).await,
        stranger.get(&one).await,
        stranger.post(&path(&id), &body).await,
        delete(&stranger, &one).await,
        delete(&stranger, &path(&id)).await,
    ] {
        assert_error(&answer, 404, "NOT_FOUND");
    }
    assert_eq!(names(&sk, &id).await, ["a.csv"]);
}
