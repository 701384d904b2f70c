//! The files that come within a received document (BG-24).

use crate::support::*;
use serde_json::{Value, json};

on_both!(files_of_a_received_document_are_listed_and_read, files_of_others_are_not_there);

const RECEIVED: &str = "/v1/agent/peppol/received";
const TABLE: &[u8] = b"a;b\n1;2\n";

/// A document with a table, which the buyer has received: its id.
async fn received(server: &TestServer) -> String {
    let (sk, buyer) = (server.sk(), server.sk_buyer());
    let table = json!({
        "filename": "hours.csv", "mime_code": "text/csv", "base64_content": base64(TABLE),
    });
    let id = sk.issue(&invoice_with(json!({"attachments": [table]}))).await.created_id();
    let sent = sk.post(&format!("/v1/agent/peppol/send/{id}"), &json!({})).await.expect(200);
    sk.document_in(&sent["data"]["document_id"], "delivered").await;
    let list = buyer.get(RECEIVED).await.expect(200);
    list["data"][0]["id"].as_str().expect("an id").to_owned()
}

async fn files_of_a_received_document_are_listed_and_read(server: TestServer) {
    let buyer = server.sk_buyer();
    let files = format!("{RECEIVED}/{}/attachments", received(&server).await);
    let list = buyer.get(&files).await.expect(200);
    let rows = list["data"].as_array().expect("a list");
    let table = rows.iter().find(|file| file["filename"] == "hours.csv").expect("the table");
    assert_eq!((&table["mime_code"], &table["size"]), (&json!("text/csv"), &json!(TABLE.len())));
    assert_eq!(table["url"], Value::Null, "it is within the document");
    let answer = buyer.get(&format!("{files}/{}", table["number"])).await;
    assert_eq!((answer.status, &*answer.bytes), (200, TABLE));
    assert_eq!(answer.header("x-content-type-options"), "nosniff");
    assert!(answer.header("content-disposition").starts_with("attachment"), "{answer:?}");
    for number in ["0", "-1", "x", "99", "18446744073709551616"] {
        assert_error(&buyer.get(&format!("{files}/{number}")).await, 404, "NOT_FOUND");
    }
}

async fn files_of_others_are_not_there(server: TestServer) {
    let files = format!("{RECEIVED}/{}/attachments", received(&server).await);
    for other in [server.sk(), server.cz()] {
        for path in [files.clone(), format!("{files}/1")] {
            assert_error(&other.get(&path).await, 404, "NOT_FOUND");
        }
    }
}
