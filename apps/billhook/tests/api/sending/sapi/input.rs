//! Bad input: nothing of it is taken in.

use super::program::*;
use crate::support::*;
use access::Tier;
use idempotency::{Decision, Fingerprint, IdempotencyStore, Key, Lease, LeaseToken, Scope};
use reqwest::Method;
use runtime::secrets::sha256;
use serde_json::{Value, json};
use time::OffsetDateTime;
use uuid::Uuid;

on_both!(
    participants_that_disagree_are_refused,
    what_is_wrong_with_a_document_is_said_with_its_code,
    headers_and_parameters_are_checked,
    a_body_that_is_no_request_is_400,
    a_document_that_may_not_be_sent_has_a_code_of_its_own,
    a_document_goes_to_a_receiver_once_by_every_door,
    a_key_that_is_worked_on_says_to_come_back,
);

async fn nothing_was_sent(caller: &Caller) {
    let list = caller.get("/v1/agent/peppol/documents").await.expect(200);
    assert_eq!(list["data"], json!([]));
}

fn with(body: &Value, path: &str, value: Value) -> Value {
    let mut body = body.clone();
    *body.pointer_mut(path).expect("a member") = value;
    body
}

async fn participants_that_disagree_are_refused(server: TestServer) {
    let sk = server.sk();
    let program = Program::of(&sk, &server.base_url, SK).await;
    let xml = sk.ubl("D-1").await;
    let good = handed_over(&xml, "D-1", SK, BUYER);
    let other = "9915:2023456789";
    let endpoint = xml.replace(">2021234567</cbc:EndpointID>", ">2023456789</cbc:EndpointID>");
    assert_ne!(endpoint, xml);
    for (body, place) in [
        (
            with(&good, "/metadata/senderParticipantId", json!(other)),
            "metadata.senderParticipantId",
        ),
        (
            with(&good, "/metadata/receiverParticipantId", json!(other)),
            "cac:AccountingCustomerParty/cac:Party/cbc:EndpointID",
        ),
        (
            handed_over(&endpoint, "D-1", SK, BUYER),
            "cac:AccountingSupplierParty/cac:Party/cbc:EndpointID",
        ),
    ] {
        let error = assert_sapi_error(&program.send(&body).await, 422, "SAPI-DOC-025");
        assert_eq!(places(&error), [place]);
    }
    let strange = Program { participant: other.to_owned(), ..program };
    let all = handed_over(&endpoint, "D-1", other, BUYER);
    assert_sapi_error(&strange.send(&all).await, 403, "PARTICIPANT_NOT_ALLOWED");
    nothing_was_sent(&sk).await;
}

async fn what_is_wrong_with_a_document_is_said_with_its_code(server: TestServer) {
    let sk = server.sk();
    let program = Program::of(&sk, &server.base_url, SK).await;
    let xml = sk.ubl("W-1").await;
    let good = handed_over(&xml, "W-1", SK, BUYER);
    let of = |xml: &str| handed_over(xml, "W-1", SK, BUYER);
    let latin = xml.replacen("encoding=\"UTF-8\"", "encoding=\"ISO-8859-2\"", 1);
    assert_ne!(latin, xml);
    let cut = xml.split("</cac:AccountingSupplierParty>").next().expect("a part");
    let order = "<Order xmlns='urn:oasis:names:specification:ubl:schema:xsd:Order-2'/>";
    let national = xml
        .replace("urn:fdc:peppol.eu:2017:poacc:billing:3.0", "urn:xeinkauf.de:kosit:xrechnung_3.0");
    for (name, body, status, code) in [
        ("digest", with(&good, "/checksum", json!(checksum("<a/>"))), 422, "CHECKSUM_MISMATCH"),
        ("no digest", with(&good, "/checksum", json!("sha256:1")), 400, "INVALID_REQUEST"),
        ("encoding", with(&good, "/payloadEncoding", json!("UTF-16")), 422, "UNSUPPORTED_ENCODING"),
        ("declared", of(&latin), 422, "UBL_VALIDATION_ERROR"),
        ("base64", of(&base64(xml.as_bytes())), 422, "UNSUPPORTED_ENCODING"),
        ("cut", of(cut), 422, "UBL_VALIDATION_ERROR"),
        ("doctype", of(&format!("<!DOCTYPE a []>{order}")), 422, "UBL_VALIDATION_ERROR"),
        ("order", of(order), 422, "UBL_VALIDATION_ERROR"),
        ("sums", of(&xml.replace(">123.00<", ">124.00<")), 422, "UBL_VALIDATION_ERROR"),
        ("national", of(&national), 422, "UBL_VALIDATION_ERROR"),
        ("number", with(&good, "/metadata/documentId", json!("W-2")), 422, "METADATA_MISMATCH"),
        ("type", with(&good, "/metadata/documentTypeId", json!("order")), 422, "METADATA_MISMATCH"),
        ("process", with(&good, "/metadata/processId", json!("urn:x")), 422, "METADATA_MISMATCH"),
        ("format", with(&good, "/payloadFormat", json!("JSON")), 400, "INVALID_REQUEST"),
        (
            "large",
            of(&format!("<a>{}</a>", "x".repeat(10 * 1024 * 1024))),
            413,
            "PAYLOAD_TOO_LARGE",
        ),
    ] {
        let answer = program.send(&body).await;
        let error = assert_sapi_error(&answer, status, code);
        assert!(!places(&error).is_empty(), "{name}: {error}");
        assert_eq!(error["error"]["retryable"], false, "{name}");
    }
    nothing_was_sent(&sk).await;
}

async fn headers_and_parameters_are_checked(server: TestServer) {
    let sk = server.sk();
    let program = Program::of(&sk, &server.base_url, SK).await;
    for query in ["limit=0", "limit=101", "limit=x", "status=NEW", "pageToken=x", "limit=1&limit=2"]
    {
        let answer = program.get(&format!("/document/receive?{query}")).await;
        let error = assert_sapi_error(&answer, 400, "INVALID_REQUEST");
        assert_eq!(places(&error), [query.split('=').next().expect("a name")]);
    }
    program.get("/document/receive?limit=100&somethingElse=1").await.expect(200);
    for participant in ["", "2021234567", "0245:SK2021234567"] {
        let program = Program { participant: participant.to_owned(), ..program.clone() };
        let answer = program.get("/document/receive").await;
        let error = assert_sapi_error(&answer, 400, "INVALID_REQUEST");
        assert_eq!(places(&error), ["X-Peppol-Participant-Id"]);
    }
    let body = handed_over("<a/>", "H-1", SK, BUYER);
    for key in ["", "order-17"] {
        let error =
            assert_sapi_error(&program.send_under(key, &body).await, 400, "INVALID_REQUEST");
        assert_eq!(places(&error), ["Idempotency-Key"]);
    }
    let put = program.call(Method::PUT, "/auth/token", &[], None).await;
    assert_sapi_error(&put, 405, "METHOD_NOT_ALLOWED");
    assert_sapi_error(&program.get("/documents").await, 404, "NOT_FOUND");
}

async fn a_body_that_is_no_request_is_400(server: TestServer) {
    let sk = server.sk();
    let program = Program::of(&sk, &server.base_url, SK).await;
    let mut headers = program.headers();
    headers.push(("Idempotency-Key", Uuid::now_v7().to_string()));
    for path in ["/auth/token", "/auth/renew", "/auth/revoke", "/document/send"] {
        for body in
            [&b""[..], b"{", b"[]", b"null", b"{\"payload\":1,\"payload\":2}", b"a=b", b"\xff"]
        {
            let answer = program.call(Method::POST, path, &headers, Some(body.to_vec())).await;
            assert_sapi_error(&answer, 400, "INVALID_REQUEST");
        }
    }
}

async fn a_document_that_may_not_be_sent_has_a_code_of_its_own(server: TestServer) {
    let sk = server.sk();
    let invoice = sk.issue(&invoice_with(json!({"customer": customer()}))).await.expect(201);
    let number = invoice["invoice_number"].as_str().expect("a number");
    let path = format!("/v1/agent/invoices/{}/xml", invoice["id"].as_str().expect("an id"));
    let xml = String::from_utf8(sk.get(&path).await.bytes).expect("UTF-8");
    let program = Program::of(&sk, &server.base_url, SK).await;
    // the number of an invoice that was issued here
    let body = handed_over(&xml, number, SK, BUYER);
    assert_sapi_error(&program.send(&body).await, 409, "SAPI-DOC-011");

    // a number that no ledger takes
    let long = "L".repeat(201);
    let body = handed_over(&sk.ubl(&long).await, &long, SK, BUYER);
    assert_sapi_error(&program.send(&body).await, 422, "DOCUMENT_NOT_SENDABLE");

    let live = server.sk_live();
    let live_xml = live.ubl("P-1").await.replace("9915", "0245");
    let (from, to) = (SK.replace("9915", "0245"), BUYER.replace("9915", "0245"));
    let program = Program::of(&live, &server.base_url, &from).await;
    let body = handed_over(&live_xml, "P-1", &from, &to);
    assert_sapi_error(&program.send(&body).await, 403, "PARTICIPANT_NOT_REGISTERED");
    server.enroll_live().await;
    assert_sapi_error(&program.send(&body).await, 403, "INSUFFICIENT_CREDIT");
}

async fn a_document_goes_to_a_receiver_once_by_every_door(server: TestServer) {
    let sk = server.sk();
    let program = Program::of(&sk, &server.base_url, SK).await;
    let xml = sk.ubl("ONCE-1").await;
    let staged = sk.connector_data(&xml, json!({"dispatch": "later"})).await;
    let staged = staged["staged_id"].as_str().expect("an id").to_owned();
    let first = program.send(&handed_over(&xml, "ONCE-1", SK, BUYER)).await.expect(202);
    let first = &first["providerDocumentId"];
    // the same bytes, and the number with other bytes, under keys of their own
    for xml in [&xml, &xml.replace("123.00", "123.0")] {
        let error = assert_sapi_error(
            &program.send(&handed_over(xml, "ONCE-1", SK, BUYER)).await,
            409,
            "SAPI-DOC-011",
        );
        assert_eq!(error["error"]["retryable"], false);
        assert_eq!(&error["error"]["details"][0]["value"], first, "{error}");
        let error = assert_error(&sk.connector_send(xml, json!({})).await, 409, "CONFLICT");
        assert_eq!(error["error"]["details"], json!([{"field": "document_id", "message": first}]));
    }
    let dispatch = format!("/v1/agent/peppol/connector/dispatch/{staged}");
    assert_error(&sk.post(&dispatch, &json!({})).await, 409, "CONFLICT");
    sk.document_in(first, "delivered").await;
    assert_error(&sk.post(&dispatch, &json!({})).await, 409, "CONFLICT");
    let sent = sk.get("/v1/agent/peppol/documents").await.expect(200);
    assert_eq!(sent["data"].as_array().map(Vec::len), Some(1), "{sent}");
    // one that never arrived may be sent again
    let unknown = xml.replace("2020876550", "0000000002").replace("ONCE-1", "ONCE-2");
    for _ in 0..2 {
        let data = sk.connector_data(&unknown, json!({})).await;
        sk.document_in(&data["document_id"], "failed").await;
    }
}

/// Another request under the key has its lease.
async fn a_key_that_is_worked_on_says_to_come_back(server: TestServer) {
    let sk = server.sk();
    let program = Program::of(&sk, &server.base_url, SK).await;
    let body = handed_over(&sk.ubl("B-1").await, "B-1", SK, BUYER);
    let fingerprint = Fingerprint(sha256(body.to_string().as_bytes()));
    let (store, key) = (server.store(), Uuid::now_v7().to_string());
    let scope = Scope::Organization(server.seeded.organizations.sk.org_id);
    let parsed = Key::parse(&key).expect("a key");
    let lease = Lease::new("sapi.send", Tier::Test, parsed, LeaseToken(Uuid::now_v7()));
    let now = OffsetDateTime::now_utc();
    let claimed = store.claim(scope, &lease, fingerprint, now).await.expect("claimed");
    assert_eq!(claimed, Decision::Proceed);
    let answer = program.send_under(&key, &body).await;
    let error = assert_sapi_error(&answer, 409, "REQUEST_IN_PROGRESS");
    assert_eq!(error["error"]["retryable"], true);
    assert!(answer.header("retry-after").parse::<u32>().is_ok(), "{answer:?}");
    store.release(scope, &lease).await.expect("released");
    program.send_under(&key, &body).await.expect(202);
}
