//! What callers may send that is wrong: errors of the protocol, or findings, and nothing kept.

use crate::support::*;
use reqwest::Method;
use serde_json::{Value, json};

on_both!(
    bodies_that_are_wrong_name_their_fields,
    keys_that_are_wrong_are_400,
    documents_that_are_wrong_have_findings,
    broken_lines_are_counted_and_some_are_listed,
    documents_of_too_many_elements_are_refused_unread,
    a_label_that_is_wrong_is_reported,
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
        let says_why = findings.iter().any(|f| f["severity"] == "error" && f["message"] != "");
        assert!(says_why, "{what}: {data}");
    }
    nothing_is_kept(&sk).await;
}

/// Twenty thousand lines break a dozen rules each: the counts are whole, the answer is not.
async fn broken_lines_are_counted_and_some_are_listed(server: TestServer) {
    let lines = 20_000;
    let document = format!(
        "<Invoice xmlns='urn:oasis:names:specification:ubl:schema:xsd:Invoice-2' xmlns:cac='urn:oasis:\
         names:specification:ubl:schema:xsd:CommonAggregateComponents-2'>{}</Invoice>",
        "<cac:InvoiceLine/>".repeat(lines)
    );
    let data = server.sk().connector_data(&document, json!({"validateOnly": true})).await;
    assert_eq!(data["send_ready"], false);
    let errors = data["validation"]["error_count"].as_u64().expect("a count");
    assert!(errors > 10 * lines as u64, "{errors}");
    let listed = data["repair"].as_array().expect("findings");
    assert!((500..=520).contains(&listed.len()), "{}", listed.len());
    let more = listed.iter().find(|finding| finding["code"] == "MORE_FINDINGS");
    assert!(more.is_some_and(|more| more["message"].as_str().is_some_and(|m| m.len() > 20)));
}

async fn documents_of_too_many_elements_are_refused_unread(server: TestServer) {
    let document = format!("<a>{}</a>", "<a/>".repeat(document_intake::LIMITS.nodes));
    let data = server.sk().connector_data(&document, json!({})).await;
    assert_eq!((&data["status"], &data["reason"]), (&json!("rejected"), &json!("validation")));
    assert_eq!(data["repair"][0]["code"], "guard-nodes", "{}", data["repair"][0]);
}

async fn a_label_that_is_wrong_is_reported(server: TestServer) {
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
