//! What callers may send that is wrong: errors of the protocol, or findings, and nothing kept.

use crate::support::*;
use reqwest::Method;
use serde_json::{Value, json};

on_both!(
    bodies_that_are_wrong_name_their_fields,
    keys_that_are_wrong_are_400,
    documents_that_are_wrong_have_findings,
    a_label_that_is_wrong_is_told,
    huge_bodies_are_413,
);

const SEND: &str = "/v1/agent/peppol/connector/send";

async fn nothing_is_kept(sk: &Caller) {
    let documents = sk.get("/v1/agent/peppol/documents").await.expect(200);
    assert_eq!(documents["data"], json!([]));
}

async fn bodies_that_are_wrong_name_their_fields(server: TestServer) {
    let sk = server.sk().once("k");
    let right = json!({"format": "ubl", "xmlBase64": base64(b"<a/>")});
    for (body, wrong) in [
        (json!({}), vec!["document"]),
        (json!({"document": {}}), vec!["document.format", "document.xmlBase64"]),
        (json!({"document": {"format": "pdf", "xmlBase64": "PGEvPg=="}}), vec!["document.format"]),
        (json!({"document": {"format": "ubl", "xmlBase64": "%%%"}}), vec!["document.xmlBase64"]),
        (json!({"document": {"format": "ubl", "xmlBase64": ""}}), vec!["document.xmlBase64"]),
        (json!({"document": {"format": "ubl", "xmlBase64": 1}}), vec!["document.xmlBase64"]),
        (json!({"document": right, "receiverPeppolId": "0245"}), vec!["receiverPeppolId"]),
        (json!({"document": right, "options": {"autoRepair": "yes"}}), vec!["options.autoRepair"]),
        (json!({"document": right, "options": {"dispatch": "soon"}}), vec!["options.dispatch"]),
        (json!({"document": right, "autoRepair": true}), vec!["autoRepair"]),
        (json!({"document": right, "options": {"autorepair": true}}), vec!["options.autorepair"]),
        (json!([]), vec!["body"]),
    ] {
        let error = assert_error(&sk.post(SEND, &body).await, 400, "VALIDATION_ERROR");
        assert_eq!(fields(&error), wrong, "{body}");
    }
    for body in ["", "{", "null", "\u{feff}{}"] {
        let answer = sk.send(Method::POST, SEND, body.as_bytes().to_vec()).await;
        assert_error(&answer, 400, "VALIDATION_ERROR");
    }
    nothing_is_kept(&sk).await;
}

async fn keys_that_are_wrong_are_400(server: TestServer) {
    let sk = server.sk();
    let body = json!({"document": {"format": "ubl", "xmlBase64": base64(b"<a/>")}});
    let error = assert_error(&sk.post(SEND, &body).await, 400, "VALIDATION_ERROR");
    assert_eq!(fields(&error), ["Idempotency-Key"]);
    for key in ["x".repeat(256), "žltý".to_owned(), "tab\there".to_owned()] {
        let answer = sk.clone().once(&key).post(SEND, &body).await;
        assert_error(&answer, 400, "VALIDATION_ERROR");
    }
    let longest = sk.clone().once(&"x".repeat(255)).post(SEND, &body).await;
    assert_eq!(longest.status, 200);
}

async fn documents_that_are_wrong_have_findings(server: TestServer) {
    let sk = server.sk();
    let bomb = format!(
        "<!DOCTYPE a [<!ENTITY b \"{}\">]><a>{}</a>",
        "x".repeat(1_000),
        "&b;".repeat(1_000)
    );
    let deep = "<a>".repeat(100_000);
    let attributes: String = (0..100_000).map(|i| format!(" a{i}=''")).collect();
    let order = "<Order xmlns='urn:oasis:names:specification:ubl:schema:xsd:Order-2'/>";
    for (what, document) in [
        ("no XML", "hello".to_owned()),
        ("an order", order.to_owned()),
        ("a bomb", bomb),
        ("deep", deep),
        ("wide", format!("<a{attributes}/>")),
        ("binary", "\u{0}\u{1}".to_owned()),
    ] {
        let data = sk.connector_data(&document, json!({"autoRepair": true})).await;
        assert_eq!(data["status"], "rejected", "{what}");
        assert_eq!(data["reason"], "validation", "{what}");
        let findings = data["repair"].as_array().expect("findings");
        let told = findings.iter().any(|f| f["severity"] == "error" && f["message"] != "");
        assert!(told, "{what}: {data}");
    }
    nothing_is_kept(&sk).await;
}

async fn a_label_that_is_wrong_is_told(server: TestServer) {
    let sk = server.sk();
    let xml = sk.ubl("EXT-1").await;
    let body = json!({
        "document": {"format": "cii", "xmlBase64": base64(xml.as_bytes())},
        "options": {"validateOnly": true},
    });
    let data = sk.once("k").post(SEND, &body).await.expect(200)["data"].clone();
    let label = |f: &&Value| f["code"] == "FORMAT_LABEL";
    let finding = data["repair"].as_array().expect("findings").iter().find(label);
    assert_eq!(finding.expect("a finding")["severity"], "warning");
    assert_eq!(data["send_ready"], true, "{data}");
}

async fn huge_bodies_are_413(server: TestServer) {
    let sk = server.sk().once("k");
    let body = vec![b' '; 40 * 1024 * 1024];
    let answer = sk.send(Method::POST, SEND, body).await;
    assert_error(&answer, 413, "VALIDATION_ERROR");
    nothing_is_kept(&sk).await;
}
