//! Invoice Responses: between two organizations of the sandbox, and between two installations over AS4.

use crate::{
    receiving::statuses::{Addresses, Fault, Pair, fitted},
    sending::as4::{TODAY, at_work},
    support::*,
};
use invoice_responses::{ResponseId, ResponseState, ResponseStore};
use peppol_messages::as4::signer_of;
use reqwest::Method;
use serde_json::{Value, json};
use time::{Duration, OffsetDateTime, format_description::well_known::Rfc3339};

on_both!(
    a_response_goes_from_the_buyer_to_the_seller,
    who_did_not_ask_receives_none,
    what_may_not_be_said_is_refused,
    participants_of_the_sandbox_answer_by_themselves,
    a_response_goes_over_as4,
    a_lost_receipt_is_asked_for_after_the_status,
);

const RECEIVED: &str = "/v1/agent/peppol/received";
const SETTING: &str = "/v1/agent/peppol/invoice-responses";

fn text(value: &Value) -> &str {
    value.as_str().expect("text")
}

async fn receive_responses(caller: &Caller, receive: bool) {
    let body = json!({ "receive": receive }).to_string().into_bytes();
    let set = caller.send(Method::PUT, SETTING, body).await.expect(200);
    assert_eq!(set["data"]["receive"], receive);
    assert_eq!(caller.get(SETTING).await.expect(200), set);
}

/// What a buyer received: its path.
async fn received(buyer: &Caller) -> String {
    let id = eventually("a document", || async {
        let list = buyer.get(RECEIVED).await.expect(200);
        list["data"][0]["id"].as_str().map(str::to_owned)
    });
    format!("{RECEIVED}/{}", id.await)
}

async fn respond(buyer: &Caller, path: &str, key: &str, body: Value) -> Answer {
    buyer.clone().once(key).post(&format!("{path}/respond"), &body).await
}

/// The last response to a received document, in this state.
async fn responded(buyer: &Caller, path: &str, state: &str) -> Value {
    eventually("a response", || async {
        let responses = buyer.get(path).await.expect(200)["data"]["responses"].clone();
        let last = responses.as_array()?.last()?.clone();
        (last["state"] == state).then_some(last)
    })
    .await
}

/// The responses to an invoice, once there are so many.
async fn answered(seller: &Caller, invoice: &str, count: usize) -> Vec<Value> {
    eventually("responses", || async {
        let path = format!("/v1/agent/peppol/status/{invoice}");
        let status = seller.get(&path).await.expect(200);
        let responses = status["data"]["responses"].as_array().expect("a list").clone();
        (responses.len() >= count).then_some(responses)
    })
    .await
}

fn rejection() -> Value {
    json!({"response": "rejected", "reasons": [{"code": "PRI", "text": "Cena"}],
        "actions": [{"code": "NIN"}], "note": "Viď zmluvu"})
}

async fn a_response_goes_from_the_buyer_to_the_seller(server: TestServer) {
    let (sk, buyer) = (server.sk(), server.sk_buyer());
    receive_responses(&sk, true).await;
    let data = sk.connector_data(&sk.ubl("EXT-1").await, json!({})).await;
    let invoice = text(&data["invoice_id"]);
    let path = received(&buyer).await;
    let query = json!({"response": "under_query", "reasons": [{"code": "REF"}]});
    let queued = respond(&buyer, &path, "one", query.clone()).await.expect(201)["data"].clone();
    assert_eq!(queued["state"], "queued", "{queued}");
    responded(&buyer, &path, "delivered").await;
    let answer = respond(&buyer, &path, "two", rejection()).await;
    let last = answer.expect(201)["data"].clone();
    // the same key, and the same under another
    let again = respond(&buyer, &path, "two", rejection()).await.expect(201);
    assert_eq!(again["data"], last);
    let again = respond(&buyer, &path, "three", rejection()).await.expect(201);
    assert_eq!(again["data"]["id"], last["id"]);
    let delivered = responded(&buyer, &path, "delivered").await;
    assert_eq!(delivered["id"], last["id"]);

    let found = answered(&sk, invoice, 2).await;
    assert_eq!(found.len(), 2);
    assert_eq!(found[0]["response"], "under_query");
    let rejected = &found[1];
    assert_eq!(
        (&rejected["response"], &rejected["note"]),
        (&json!("rejected"), &json!("Viď zmluvu"))
    );
    assert_eq!(rejected["reasons"], json!([{"code": "PRI", "text": "Cena"}]));
    assert_eq!(rejected["actions"], json!([{"code": "NIN", "text": null}]));
    assert_eq!(rejected["document_id"], data["document_id"]);
    let document = format!("/v1/agent/peppol/documents/{}", text(&data["document_id"]));
    assert_eq!(sk.get(&document).await.expect(200)["data"]["responses"], json!(found));
    let xml = sk.get(&format!("{RECEIVED}/{}/xml", text(&rejected["id"]))).await;
    assert!(String::from_utf8_lossy(&xml.bytes).contains(">RE</cbc:ResponseCode>"));
    assert_eq!(sk.get(RECEIVED).await.expect(200)["data"], json!([]), "no document to take over");
    assert_eq!(events(&server, 2).await[1]["responseId"], rejected["id"]);
}

/// The events about responses, once there are so many, and no more.
async fn events(server: &TestServer, count: usize) -> Vec<Value> {
    let partner = server.demo_partner();
    let found = eventually("events of responses", || async {
        let page = partner.get("/v1/agent/events?limit=100").await.expect(200);
        let all = page["data"].as_array().expect("events").iter();
        let payloads = all.map(|event| event["payload"].clone());
        let own = payloads
            .filter(|payload| payload["event"] == "peppol.document.response_received")
            .map(|payload| payload["data"].clone());
        let own: Vec<_> = own.collect();
        (own.len() >= count).then_some(own)
    })
    .await;
    assert_eq!(found.len(), count);
    found
}

async fn who_did_not_ask_receives_none(server: TestServer) {
    let (sk, buyer) = (server.sk(), server.sk_buyer());
    assert_eq!(sk.get(SETTING).await.expect(200)["data"]["receive"], false);
    let data = sk.connector_data(&sk.ubl("EXT-1").await, json!({})).await;
    let path = received(&buyer).await;
    respond(&buyer, &path, "one", rejection()).await.expect(201);
    let response = responded(&buyer, &path, "not_supported").await;
    assert!(response["error"].is_string(), "{response}");
    receive_responses(&sk, true).await;
    // it did not arrive, so another may be given
    respond(&buyer, &path, "two", json!({"response": "accepted"})).await.expect(201);
    responded(&buyer, &path, "delivered").await;
    let found = answered(&sk, text(&data["invoice_id"]), 1).await;
    assert_eq!((found.len(), &found[0]["response"]), (1, &json!("accepted")));
    receive_responses(&sk, false).await;
}

async fn what_may_not_be_said_is_refused(server: TestServer) {
    let (sk, buyer) = (server.sk(), server.sk_buyer());
    sk.connector_data(&sk.ubl("EXT-1").await, json!({})).await;
    let path = received(&buyer).await;
    for (body, wrong) in [
        (json!({}), vec!["response"]),
        (json!({"response": "maybe"}), vec!["response"]),
        (json!({"response": "rejected"}), vec!["reasons"]),
        (json!({"response": "rejected", "reasons": [{"code": "NIN"}]}), vec!["reasons[0].code"]),
        (json!({"response": "paid", "reasons": [{"code": "PPD"}]}), vec!["reasons[0].text"]),
        (json!({"response": "accepted", "note": 7, "x": 1}), vec!["note", "x"]),
    ] {
        let answer = respond(&buyer, &path, "one", body.clone()).await;
        let error = assert_error(&answer, 400, "VALIDATION_ERROR");
        assert_eq!(fields(&error), wrong, "{body}");
    }
    let accepted = json!({"response": "accepted"});
    let keyless = buyer.post(&format!("{path}/respond"), &accepted).await;
    assert_error(&keyless, 400, "VALIDATION_ERROR");
    let foreign = respond(&sk, &path, "one", accepted.clone()).await;
    assert_error(&foreign, 404, "NOT_FOUND");
    respond(&buyer, &path, "two", accepted.clone()).await.expect(201);
    let reused = respond(&buyer, &path, "two", json!({"response": "paid"})).await;
    assert_error(&reused, 409, "CONFLICT");
    let before = responded(&buyer, &path, "not_supported").await;
    receive_responses(&sk, true).await;
    let paid = json!({"response": "paid"});
    respond(&buyer, &path, "three", paid.clone()).await.expect(201);
    let last = responded(&buyer, &path, "delivered").await;
    assert_ne!(last["id"], before["id"]);
    for body in [accepted, rejection()] {
        let answer = respond(&buyer, &path, "four", body).await;
        assert_error(&answer, 409, "RESPONSE_OUT_OF_ORDER");
    }
    let responses = buyer.get(&path).await.expect(200)["data"]["responses"].clone();
    assert_eq!(responses.as_array().map(Vec::len), Some(2), "{responses}");
}

async fn participants_of_the_sandbox_answer_by_themselves(server: TestServer) {
    let sk = server.sk();
    let send = async |number: &str, dic: &str| {
        let xml = sk.ubl(number).await;
        let to = format!(">{dic}</cbc:EndpointID>");
        let xml = xml.replace(">2020876550</cbc:EndpointID>", &to);
        let data = sk.connector_data(&xml, json!({})).await;
        sk.document_in(&data["document_id"], "delivered").await;
        text(&data["invoice_id"]).to_owned()
    };
    let unasked = send("EXT-1", "0000000011").await;
    receive_responses(&sk, true).await;
    for (number, dic, response) in
        [("EXT-2", "0000000011", "accepted"), ("EXT-3", "0000000012", "rejected")]
    {
        let found = answered(&sk, &send(number, dic).await, 1).await;
        assert_eq!((found.len(), &found[0]["response"]), (1, &json!(response)));
        assert_eq!(found[0]["reasons"] == json!([]), response == "accepted", "{found:?}");
    }
    let path = format!("/v1/agent/peppol/status/{unasked}");
    assert_eq!(sk.get(&path).await.expect(200)["data"]["responses"], json!([]));
    events(&server, 2).await;
}

async fn a_response_goes_over_as4(engine: Engine) {
    let pair = Pair::send(engine, true, false).await;
    let sent = pair.sent("delivered").await;
    let path = received(&pair.receiver).await;
    // its sender takes none: the other access point says so
    respond(&pair.receiver, &path, "one", json!({"response": "acknowledged"})).await.expect(201);
    let refused = responded(&pair.receiver, &path, "failed").await;
    assert!(text(&refused["error"]).contains("NOT_SERVICED"), "{refused}");
    receive_responses(&pair.sender, true).await;
    respond(&pair.receiver, &path, "two", rejection()).await.expect(201);
    let found = answered(&pair.sender, text(&sent["invoice_id"]), 1).await;
    assert_eq!(found[0]["response"], "rejected", "{found:?}");
    assert_eq!(found[0]["document_id"], sent["document_id"]);
    // the seller's provider says by a status that it has it, when it was asked
    let last = eventually("the response is sent", || async {
        let responses = pair.receiver.get(&path).await.expect(200)["data"]["responses"].clone();
        let last = responses.as_array()?.last()?.clone();
        (last["state"] != "queued").then_some(last)
    });
    assert_eq!(last.await["state"], "sent", "the receiver asks for failures alone");
}

/// The connection breaks when the seller's provider has the response, and its status ends it: the message is sent once
/// more, for the receipt alone.
async fn a_lost_receipt_is_asked_for_after_the_status(engine: Engine) {
    let (one, other) = (engine.serve(at_work()).await, engine.serve(at_work()).await);
    let addresses = Addresses::default();
    let first = one.refitted(fitted("ap1", &addresses, true, Fault::None));
    let losing = other.refitted(fitted("ap2", &addresses, true, Fault::LosesReceipts));
    addresses.put([&first.base_url, &losing.base_url]);
    let (seller, buyer) = (one.sk().at(&first.base_url), other.sk_buyer().at(&losing.base_url));
    receive_responses(&seller, true).await;
    let data = seller.connector_data(&seller.ubl("EXT/1").await, json!({})).await;
    let path = received(&buyer).await;
    respond(&buyer, &path, "one", json!({"response": "accepted"})).await.expect(201);
    let delivered = responded(&buyer, &path, "delivered").await;
    let (store, owner) = (other.store(), other.seeded.organizations.sk_buyer.org_id);
    let id = ResponseId(text(&delivered["id"]).parse().expect("an id"));
    let kept = || async { store.sent_response(owner, id).await.expect("there") };
    assert_eq!(kept().await.receipt, None, "nobody has it");

    drop(losing);
    let later = OffsetDateTime::parse(TODAY, &Rfc3339).expect("a day") + Duration::minutes(10);
    let asking = other.refitted_at(later, fitted("ap2", &addresses, true, Fault::None));
    let receipt = eventually("the receipt", || async { kept().await.receipt }).await;
    assert_eq!(signer_of(&receipt).expect("signed").common_name, "PSK000001");
    assert_eq!(kept().await.state, ResponseState::Delivered);
    let found = answered(&seller, text(&data["invoice_id"]), 1).await;
    assert_eq!(found.len(), 1, "the seller has it once: {found:?}");
    drop((asking, first));
}
