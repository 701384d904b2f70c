//! Files of an invoice: what they are is decided by their content.

use crate::support::*;
use data_encoding::BASE64;
use serde_json::{Value, json};

on_both!(
    right_files_are_kept_with_their_size,
    wrong_files_are_named,
    ten_megabytes_pass_and_more_do_not,
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
