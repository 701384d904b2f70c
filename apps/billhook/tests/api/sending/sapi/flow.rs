//! From the credentials to the acknowledgement.

use super::program::*;
use crate::support::*;
use peppol_connector::{
    audit::{AccountAudit, AuditAction},
    identifiers::Network,
    ports::AccountStore,
    registration::AccountRecord,
};
use serde_json::{Value, json};
use time::OffsetDateTime;
use uuid::Uuid;

on_both!(
    a_program_sends_and_another_takes_over,
    a_request_under_the_same_key_is_one_send,
    both_bases_and_a_firm_s_live_number_are_understood,
    a_program_is_tried_out_with_the_numbers_of_the_live_network,
    what_a_firm_receives_is_its_own,
    what_came_for_a_former_participant_is_not_the_present_one_s,
);

fn ids(page: &Value) -> Vec<String> {
    let documents = page["documents"].as_array().expect("documents");
    documents.iter().map(|d| d["documentId"].as_str().expect("an id").to_owned()).collect()
}

async fn a_program_sends_and_another_takes_over(server: TestServer) {
    let (sk, buyer) = (server.sk(), server.sk_buyer());
    let sender = Program::of(&sk, &server.base_url, SK).await;
    let receiver = Program::of(&buyer, &server.base_url, BUYER).await;
    let mut sent = Vec::new();
    for number in ["S-1", "S-2", "S-3"] {
        let xml = sk.ubl(number).await;
        let answer = sender.send(&handed_over(&xml, number, SK, BUYER)).await.expect(202);
        assert_eq!(answer["status"], "ACCEPTED");
        assert_eq!(answer["receivedAt"], answer["timestamp"]);
        let document = sk.document_in(&answer["providerDocumentId"], "delivered").await;
        assert_eq!(document["number"], number);
        sent.push(xml);
    }
    let first = receiver.get("/document/receive?limit=2&status=RECEIVED").await.expect(200);
    let next = first["nextPageToken"].as_str().expect("more");
    let path = format!("/document/receive?limit=2&status=RECEIVED&pageToken={next}");
    let rest = receiver.get(&path).await.expect(200);
    assert_eq!((ids(&first).len(), ids(&rest).len()), (2, 1));
    assert_eq!(rest["nextPageToken"], Value::Null);

    // the oldest first, each byte for byte
    let all: Vec<_> = ids(&first).into_iter().chain(ids(&rest)).collect();
    for (id, xml) in all.iter().zip(&sent) {
        let document = receiver.get(&format!("/document/receive/{id}")).await.expect(200);
        assert_eq!(document["payload"], json!(xml));
        assert_eq!(document["checksum"], checksum(xml));
        let metadata = &document["metadata"];
        assert_eq!(
            (&metadata["documentId"], &metadata["status"]),
            (&json!(id), &json!("RECEIVED"))
        );
        assert_eq!(metadata["senderParticipantId"], SK);
    }
    let acknowledge = format!("/document/receive/{}/acknowledge", all[0]);
    let once = receiver.post(&acknowledge, &json!({})).await.expect(200);
    let twice = receiver.post(&acknowledge, &json!({})).await.expect(200);
    assert_eq!((&once["status"], &once), (&json!("ACKNOWLEDGED"), &twice));
    for (status, expected) in [("RECEIVED", &all[1..]), ("ACKNOWLEDGED", &all[..1])] {
        let page = receiver.get(&format!("/document/receive?status={status}")).await.expect(200);
        assert_eq!(ids(&page), expected, "{status}");
    }
    // the Agent API sees the same
    let agent = buyer.get("/v1/agent/peppol/received?acknowledged=true").await.expect(200);
    assert_eq!(agent["data"][0]["id"], json!(all[0]));
}

async fn a_request_under_the_same_key_is_one_send(server: TestServer) {
    let sk = server.sk();
    let program = Program::of(&sk, &server.base_url, SK).await;
    let body = handed_over(&sk.ubl("K-1").await, "K-1", SK, BUYER);
    let key = Uuid::now_v7().to_string();
    let first = program.send_under(&key, &body).await.expect(202);
    let again = program.send_under(&key.to_uppercase(), &body).await.expect(202);
    assert_eq!(first, again);
    let other = handed_over(&sk.ubl("K-2").await, "K-2", SK, BUYER);
    let reused = program.send_under(&key, &other).await;
    let error = assert_sapi_error(&reused, 409, "IDEMPOTENCY_KEY_MISMATCH");
    assert_eq!(error["error"]["retryable"], false);
    let list = sk.get("/v1/agent/peppol/documents").await.expect(200);
    assert_eq!(list["data"].as_array().map(Vec::len), Some(1));

    // a refusal keeps nothing: the key goes on with the right body
    let key = Uuid::now_v7().to_string();
    let mut wrong = other.clone();
    wrong["checksum"] = json!("0".repeat(64));
    assert_sapi_error(&program.send_under(&key, &wrong).await, 422, "CHECKSUM_MISMATCH");
    let broken = other["payload"].as_str().expect("XML").replace(">123.00<", ">124.00<");
    let broken = handed_over(&broken, "K-2", SK, BUYER);
    assert_sapi_error(&program.send_under(&key, &broken).await, 422, "UBL_VALIDATION_ERROR");
    program.send_under(&key, &other).await.expect(202);
}

async fn both_bases_and_a_firm_s_live_number_are_understood(server: TestServer) {
    let sk = server.sk();
    let mut program = Program::of(&sk, &server.base_url, SK).await;
    program.get("/document/receive").await.expect(200);
    program.base.push_str("/v1");
    program.get("/document/receive").await.expect(200);
    // as it is named in the live network
    program.participant = SK.replace("9915", "0245");
    program.get("/document/receive").await.expect(200);
    program.participant = format!("iso6523-actorid-upis::{SK}");
    program.get("/document/receive").await.expect(200);
}

/// Its documents are those that it sends in the live network; the sandbox delivers them.
async fn a_program_is_tried_out_with_the_numbers_of_the_live_network(server: TestServer) {
    let (sk, buyer) = (server.sk(), server.sk_buyer());
    let (from, to) = (SK.replace("9915", "0245"), BUYER.replace("9915", "0245"));
    let xml = sk.ubl("L-1").await.replace("9915", "0245");
    let sender = Program::of(&sk, &server.base_url, &from).await;
    let sent = sender.send(&handed_over(&xml, "L-1", &from, &to)).await.expect(202);
    let document = sk.document_in(&sent["providerDocumentId"], "delivered").await;
    assert_eq!(document["number"], "L-1");
    let receiver = Program::of(&buyer, &server.base_url, &to).await;
    let id = ids(&receiver.get("/document/receive").await.expect(200))[0].clone();
    let received = receiver.get(&format!("/document/receive/{id}")).await.expect(200);
    assert_eq!(received["payload"], json!(xml), "as it was sent");
    let metadata = &received["metadata"];
    assert_eq!(
        (&metadata["senderParticipantId"], &metadata["receiverParticipantId"]),
        (&json!(SK), &json!(BUYER))
    );
    // the Agent API sends to whom the document names, and nobody is registered so in the sandbox
    let other = xml.replace(">L-1<", ">L-2<");
    let queued = sk.connector_data(&other, json!({})).await;
    assert_eq!(queued["status"], "queued", "{queued}");
    sk.document_in(&queued["document_id"], "failed").await;
}

async fn what_a_firm_receives_is_its_own(server: TestServer) {
    let (sk, buyer) = (server.sk(), server.sk_buyer());
    let sender = Program::of(&sk, &server.base_url, SK).await;
    let receiver = Program::of(&buyer, &server.base_url, BUYER).await;
    let sent = sender.send(&handed_over(&sk.ubl("O-1").await, "O-1", SK, BUYER)).await.expect(202);
    sk.document_in(&sent["providerDocumentId"], "delivered").await;
    let id = ids(&receiver.get("/document/receive").await.expect(200))[0].clone();
    assert_eq!(ids(&sender.get("/document/receive").await.expect(200)), Vec::<String>::new());
    for id in [&*id, "not-an-id", &Uuid::now_v7().to_string()] {
        let path = format!("/document/receive/{id}");
        assert_sapi_error(&sender.get(&path).await, 404, "NOT_FOUND");
        let acknowledged = sender.post(&format!("{path}/acknowledge"), &json!({})).await;
        assert_sapi_error(&acknowledged, 404, "NOT_FOUND");
    }
    let other = Program { participant: SK.to_owned(), ..receiver.clone() };
    for path in ["/document/receive".to_owned(), format!("/document/receive/{id}")] {
        assert_sapi_error(&other.get(&path).await, 403, "PARTICIPANT_NOT_ALLOWED");
    }
    let live = server.sk_buyer_live();
    let live = Program::of(&live, &server.base_url, &BUYER.replace("9915", "0245")).await;
    assert_sapi_error(&live.get(&format!("/document/receive/{id}")).await, 404, "NOT_FOUND");
}

/// A firm gets another number: what came for the one before is not listed under the new one.
async fn what_came_for_a_former_participant_is_not_the_present_one_s(server: TestServer) {
    let (sk, buyer) = (server.sk(), server.sk_buyer());
    let sender = Program::of(&sk, &server.base_url, SK).await;
    let before = Program::of(&buyer, &server.base_url, BUYER).await;
    let sent = sender.send(&handed_over(&sk.ubl("N-1").await, "N-1", SK, BUYER)).await.expect(202);
    sk.document_in(&sent["providerDocumentId"], "delivered").await;
    let id = ids(&before.get("/document/receive").await.expect(200))[0].clone();
    registered_as(&server, "9915:2020304050").await;
    let after = Program { participant: "9915:2020304050".to_owned(), ..before.clone() };
    assert_eq!(ids(&after.get("/document/receive").await.expect(200)), Vec::<String>::new());
    let path = format!("/document/receive/{id}");
    assert_sapi_error(&after.get(&path).await, 404, "NOT_FOUND");
    let acknowledged = after.post(&format!("{path}/acknowledge"), &json!({})).await;
    assert_sapi_error(&acknowledged, 404, "NOT_FOUND");
    assert_sapi_error(&before.get(&path).await, 403, "PARTICIPANT_NOT_ALLOWED");
    // the Agent API has all of the organization
    let agent = buyer.get("/v1/agent/peppol/received").await.expect(200);
    assert_eq!(agent["data"][0]["id"], json!(id));
}

/// Registers the buyer under another participant.
async fn registered_as(server: &TestServer, participant: &str) {
    let (store, now) = (server.store(), OffsetDateTime::now_utc());
    let buyer = server.seeded.organizations.sk_buyer.org_id;
    let before = store.account(buyer).await.expect("an account");
    let participant = Some(participant.parse().expect("a participant"));
    let after = AccountRecord { participant, ..before.clone() };
    let audit = AccountAudit::new(Network::Test, AuditAction::Enrolled);
    let changed = store.change_account(buyer, &before, &after, audit, &[], now).await;
    changed.expect("registered");
}
