//! Documents of other systems: sent, repaired, staged, once.

use crate::support::*;
use peppol_connector::{identifiers::Network, registration::PeppolAccount};
use serde_json::{Value, json};

on_both!(
    a_document_travels_to_the_other_organization,
    a_repeat_gets_the_stored_answer_and_sends_nothing,
    equal_requests_at_the_same_time_are_one_send,
    repairs_are_suggested_then_applied_on_demand,
    a_dry_run_keeps_nothing,
    a_staged_document_waits_and_is_sent_once,
    what_the_organization_refuses_is_ingest,
    every_outcome_of_the_sandbox_can_be_seen,
    recipients_are_looked_up,
    cii_travels_as_ubl_and_losses_are_reported,
    a_number_without_end_is_refused,
    a_staged_document_is_gone_after_seven_days,
    from_2027_the_issue_date_is_the_send_date,
);

const SEND: &str = "/v1/agent/peppol/connector/send";

async fn a_document_travels_to_the_other_organization(server: TestServer) {
    let (sk, buyer) = (server.sk(), server.sk_buyer());
    let xml = sk.ubl("EXT/1").await;
    let data = sk.connector_data(&xml, json!({})).await;
    assert_eq!(data["status"], "queued", "{data}");
    assert_eq!((&data["send_ready"], &data["reason"]), (&json!(true), &Value::Null));
    let document = sk.document_in(&data["document_id"], "delivered").await;
    assert_eq!(document["receiver"], "9915:2020876550");
    assert_eq!((&document["number"], &document["attempts"]), (&json!("EXT/1"), &json!(1)));

    let received = buyer.get("/v1/agent/peppol/received").await.expect(200);
    let [received] = received["data"].as_array().expect("a list").as_slice() else {
        panic!("one document: {received}")
    };
    assert_eq!(received["document_number"], "EXT/1");
    assert_eq!(received["message_id"], document["message_id"]);
    let path = format!("/v1/agent/peppol/received/{}", received["id"].as_str().expect("id"));
    assert_eq!(buyer.get(&format!("{path}/xml")).await.bytes, xml.as_bytes());
    let own = format!("/v1/agent/peppol/documents/{}", document["document_id"].as_str().unwrap());
    let (sent, kept) =
        (sk.get(&format!("{own}/evidence")).await, buyer.get(&format!("{path}/evidence")).await);
    assert_eq!((sent.status, &sent.bytes), (200, &kept.bytes), "both sides hold the receipt");

    let invoice = data["invoice_id"].as_str().expect("an id");
    let path = format!("/v1/agent/peppol/status/{invoice}");
    sk.reported(&path).await;
    let status = sk.get(&path).await.expect(200);
    assert_eq!(status["data"]["state"], "DELIVERED");
    assert_eq!(status["data"]["recorded"]["payable"], "123.00");
    assert_eq!(status["data"]["fs_report"]["state"], "accepted");
    let archive = sk.get(&format!("/v1/agent/invoices/{invoice}/xml")).await;
    assert_eq!(archive.header("x-service-ubl-source"), "archive");
    assert_eq!(archive.bytes, xml.as_bytes());
    assert_eq!(buyer.get(&own).await.status, 404, "another organization's document");
}

async fn a_repeat_gets_the_stored_answer_and_sends_nothing(server: TestServer) {
    let sk = server.sk();
    let xml = sk.ubl("EXT-1").await;
    let body = json!({"document": {"format": "ubl", "xmlBase64": base64(xml.as_bytes())}});
    let once = sk.clone().once("send-1");
    let first = once.post(SEND, &body).await;
    let again = once.post(SEND, &body).await;
    assert_eq!((first.status, &first.bytes), (200, &again.bytes));
    let other = json!({"document": body["document"], "options": {"validateOnly": true}});
    assert_error(&once.post(SEND, &other).await, 409, "CONFLICT");
    let documents = sk.get("/v1/agent/peppol/documents").await.expect(200);
    assert_eq!(documents["data"].as_array().map(Vec::len), Some(1), "{documents}");
}

async fn equal_requests_at_the_same_time_are_one_send(server: TestServer) {
    let sk = server.sk();
    let xml = sk.ubl("EXT-1").await;
    let body = json!({"document": {"format": "ubl", "xmlBase64": base64(xml.as_bytes())}});
    let once = sk.clone().once("send-1");
    let answers = futures_util::future::join_all((0..32).map(|_| once.post(SEND, &body))).await;
    let queued: Vec<_> = answers.iter().filter(|answer| answer.status == 200).collect();
    assert!(!queued.is_empty());
    assert!(queued.iter().all(|answer| answer.bytes == queued[0].bytes));
    assert!(answers.iter().all(|answer| [200, 409].contains(&answer.status)));
    let documents = sk.get("/v1/agent/peppol/documents").await.expect(200);
    assert_eq!(documents["data"].as_array().map(Vec::len), Some(1));
    let id = documents["data"][0]["document_id"].clone();
    sk.document_in(&id, "delivered").await;
    let received = server.sk_buyer().get("/v1/agent/peppol/received").await.expect(200);
    assert_eq!(received["data"].as_array().map(Vec::len), Some(1));
}

/// The document under the identifiers of XRechnung, with the contact that it demands.
fn as_xrechnung(xml: &str) -> String {
    let (before, after) = xml.split_once("</cac:PartyLegalEntity>").expect("the seller");
    let (of_seller, rest) = after.split_once("</cac:Party>").expect("the end of the seller");
    assert!(!of_seller.contains("<cbc:Name>"), "a contact without a name: {of_seller}");
    let contact = "<cac:Contact><cbc:Name>Predaj</cbc:Name><cbc:Telephone>+421415551234</cbc:Telephone>\
         <cbc:ElectronicMail>predaj@firma.example</cbc:ElectronicMail></cac:Contact>";
    let bis = "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0";
    let changed = format!("{before}</cac:PartyLegalEntity>{contact}</cac:Party>{rest}")
        .replace(bis, "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0");
    assert!(changed.contains("xrechnung"), "{changed}");
    changed
}

async fn repairs_are_suggested_then_applied_on_demand(server: TestServer) {
    let sk = server.sk();
    let xml = as_xrechnung(&sk.ubl("EXT-1").await);
    let data = sk.connector_data(&xml, json!({})).await;
    let outcome = (&data["status"], &data["reason"]);
    assert_eq!(outcome, (&json!("rejected"), &json!("needs_repair")), "{data}");
    assert_eq!(data["send_ready"], false);
    assert!(data.get("repair_applied").is_none(), "{data}");
    let fields: Vec<_> = data["repair"].as_array().expect("findings").iter().collect();
    assert!(fields.iter().any(|f| f["field"] == "cbc:CustomizationID"), "{data}");

    let data = sk.connector_data(&xml, json!({"autoRepair": true})).await;
    assert_eq!(data["status"], "queued", "{data}");
    let applied = data["repair_applied"].as_array().expect("changes");
    assert_eq!(applied[0]["field"], "cbc:CustomizationID");
    assert!(applied[0]["before"].as_str().is_some_and(|b| b.contains("xrechnung")));
    let document = sk.document_in(&data["document_id"], "delivered").await;
    let path =
        format!("/v1/agent/peppol/documents/{}/xml", document["document_id"].as_str().unwrap());
    let original = sk.get(&format!("{path}?original=true")).await;
    assert_eq!(original.bytes, xml.as_bytes(), "what came in is kept");
    let sent = String::from_utf8(sk.get(&path).await.bytes).expect("UTF-8");
    assert!(sent.contains("poacc:billing:3.0") && !sent.contains("xrechnung"));
}

async fn a_dry_run_keeps_nothing(server: TestServer) {
    let sk = server.sk();
    let xml = sk.ubl("EXT-1").await;
    let data = sk.connector_data(&xml, json!({"validateOnly": true})).await;
    assert_eq!((&data["status"], &data["send_ready"]), (&json!("validated"), &json!(true)));
    assert_eq!(data["document_id"], Value::Null);
    let wrong = xml.replace(">123.00</cbc:PayableAmount>", ">124.00</cbc:PayableAmount>");
    let data = sk.connector_data(&wrong, json!({"validateOnly": true})).await;
    assert_eq!((&data["status"], &data["send_ready"]), (&json!("validated"), &json!(false)));
    assert!(data["validation"]["error_count"].as_u64() > Some(0), "{data}");
    let data = sk.connector_data(&wrong, json!({"autoRepair": true})).await;
    assert_eq!(data["reason"], "validation", "totals are never touched: {data}");
    let documents = sk.get("/v1/agent/peppol/documents").await.expect(200);
    assert_eq!(documents["data"], json!([]));
}

async fn a_staged_document_waits_and_is_sent_once(server: TestServer) {
    let (sk, buyer) = (server.sk(), server.sk_buyer());
    let xml = sk.ubl("EXT-1").await;
    let data = sk.connector_data(&xml, json!({"dispatch": "later"})).await;
    assert_eq!(data["status"], "staged", "{data}");
    let id = data["staged_id"].as_str().expect("an id");
    let path = format!("/v1/agent/peppol/connector/dispatch/{id}");
    assert_error(&buyer.post(&path, &json!({})).await, 404, "NOT_FOUND");

    // the organization refuses: the document stays
    let organization = server.seeded.organizations.sk.org_id;
    server.set_account(organization, PeppolAccount::Deactivated(Network::Test)).await;
    let refused = sk.post(&path, &json!({})).await.expect(200)["data"].clone();
    assert_eq!((&refused["status"], &refused["reason"]), (&json!("rejected"), &json!("ingest")));
    assert!(refused["error"].as_str().is_some_and(|e| e.contains("enroll")), "{refused}");
    server.set_account(organization, PeppolAccount::Enrolled(Network::Test)).await;

    let body = json!({});
    let answers = futures_util::future::join_all((0..8).map(|_| sk.post(&path, &body))).await;
    let queued: Vec<_> = answers.iter().filter(|answer| answer.status == 200).collect();
    assert_eq!(queued.len(), 1, "{answers:?}");
    let data = queued[0].json()["data"].clone();
    assert_eq!((&data["status"], &data["reason"]), (&json!("queued"), &Value::Null));
    sk.document_in(&data["document_id"], "delivered").await;
    assert_error(&sk.post(&path, &json!({})).await, 404, "NOT_FOUND");
    let nobody = "/v1/agent/peppol/connector/dispatch/nonsense";
    assert_error(&sk.post(nobody, &json!({})).await, 404, "NOT_FOUND");
}

async fn what_the_organization_refuses_is_ingest(server: TestServer) {
    let sk = server.sk();
    let issued = sk.issue(&invoice()).await.expect(201);
    let number = issued["invoice_number"].as_str().expect("a number");
    let data = sk.connector_data(&sk.ubl(number).await, json!({})).await;
    assert_eq!((&data["status"], &data["reason"]), (&json!("rejected"), &json!("ingest")));
    assert_eq!(data["send_ready"], true, "{data}");
    assert!(data["error"].as_str().is_some_and(|e| e.contains(number)), "{data}");

    let xml = sk.ubl("EXT-1").await;
    let data = server.sk_nonpayer().connector_data(&xml, json!({})).await;
    assert_eq!(data["reason"], "ingest", "no account: {data}");
    let organization = server.seeded.organizations.sk.org_id;
    server.set_account(organization, PeppolAccount::Enrolled(Network::Live)).await;
    let data = sk.connector_data(&xml, json!({})).await;
    assert_eq!(data["reason"], "ingest", "the other network: {data}");
    assert!(data["error"].as_str().is_some_and(|e| e.contains("live")), "{data}");
}

async fn every_outcome_of_the_sandbox_can_be_seen(server: TestServer) {
    let sk = server.sk();
    let xml = sk.ubl("EXT").await;
    for (dic, state, attempts) in [
        ("0000000001", "delivered", 1),
        ("0000000002", "failed", 1),
        ("0000000003", "failed", 1),
        ("0000000006", "failed", 1),
        ("0000000004", "queued", 1),
        ("0000000007", "queued", 1),
    ] {
        let to = xml.replace(">2020876550</cbc:EndpointID>", &format!(">{dic}</cbc:EndpointID>"));
        let data = sk.connector_data(&to.replace("EXT", dic), json!({})).await;
        assert_eq!(data["status"], "queued", "{data}");
        let path = format!("/v1/agent/peppol/documents/{}", data["document_id"].as_str().unwrap());
        eventually(dic, || async {
            let document = sk.get(&path).await.expect(200)["data"].clone();
            let there =
                document["state"] == state.to_uppercase() && document["attempts"] == attempts;
            let has_error = state == "delivered" || document["error"].is_string();
            (there && has_error).then_some(())
        })
        .await;
    }
    let failed = sk.get("/v1/agent/peppol/documents?state=FAILED").await.expect(200);
    assert_eq!(failed["data"].as_array().map(Vec::len), Some(3));
    let queue = sk.get("/v1/agent/peppol/queue").await.expect(200);
    let queued = queue["data"].as_array().expect("a list");
    assert_eq!(queued.len(), 2, "{queue}");
    assert!(queued.iter().all(|item| item["estimated_completion_at"].is_string()), "{queue}");
}

async fn recipients_are_looked_up(server: TestServer) {
    let sk = server.sk();
    let look_up = |id: &str| {
        let path = format!("/v1/agent/peppol/recipient?peppolId={id}");
        let sk = sk.clone();
        async move { sk.get(&path).await.expect(200)["data"].clone() }
    };
    let found = json!({"peppol_id": "9915:2020876550", "found": true, "sml_state": "active", "pd_state": "published"});
    assert_eq!(look_up("9915:2020876550").await, found);
    let alias = look_up("0245:2020876550").await;
    assert_eq!((&alias["found"], &alias["peppol_id"]), (&json!(true), &json!("0245:2020876550")));
    let long = format!("9915:{}", "1".repeat(2_000));
    for id in ["9915:9999999999", "nonsense", "0245:12", &long] {
        assert_eq!(look_up(id).await, json!({"peppol_id": id, "found": false}), "{id}");
    }
    let down = look_up("9915:0000000009").await;
    assert_eq!((&down["found"], &down["lookup_unavailable"]), (&json!(false), &json!(true)));
    assert_error(&sk.get("/v1/agent/peppol/recipient").await, 400, "VALIDATION_ERROR");

    let xml = sk.ubl("EXT-1").await;
    let body = json!({
        "receiverPeppolId": "9915:0000000001",
        "document": {"format": "ubl", "xmlBase64": base64(xml.as_bytes())},
    });
    let data = sk.clone().once("k").post(SEND, &body).await.expect(200)["data"].clone();
    assert_eq!(data["recipient"]["found"], true, "{data}");
    let document = sk.document_in(&data["document_id"], "delivered").await;
    assert_eq!(document["receiver"], "9915:0000000001", "the named recipient gets it");
}

/// A CII of today.
fn cii() -> String {
    let today = service_day::date(time::OffsetDateTime::now_utc()).to_string().replace('-', "");
    fixtures::text("documents/cii/invoice-of-today.xml").replace("TODAY", &today)
}

async fn send_cii(caller: &Caller, cii: &str, key: &str) -> Value {
    let body = json!({
        "document": {"format": "cii", "xmlBase64": base64(cii.as_bytes())},
        "options": {"autoRepair": true},
    });
    caller.clone().once(key).post(SEND, &body).await.expect(200)["data"].clone()
}

async fn cii_travels_as_ubl_and_losses_are_reported(server: TestServer) {
    let (sk, cii) = (server.sk(), cii());
    let data = send_cii(&sk, &cii, "cii").await;
    assert_eq!(data["status"], "queued", "{data}");
    let codes: Vec<_> =
        data["repair"].as_array().expect("findings").iter().map(|f| &f["code"]).collect();
    assert_eq!(codes, ["CII_LOST_NO_TERM"], "the document's name has no term");
    assert_eq!(data["repair_applied"][0]["change"], "CII -> UBL");
    let document = sk.document_in(&data["document_id"], "delivered").await;
    assert_eq!(document["receiver"], "9915:2020876550", "derived from the DIČ");
    let path =
        format!("/v1/agent/peppol/documents/{}/xml", document["document_id"].as_str().unwrap());
    assert_eq!(sk.get(&format!("{path}?original=true")).await.bytes, cii.as_bytes());
    let sent = String::from_utf8(sk.get(&path).await.bytes).expect("UTF-8");
    assert!(sent.contains("<cbc:ID>CII-2026-1</cbc:ID>"), "{sent}");

    let test = cii.replacen(
        "<rsm:ExchangedDocumentContext>",
        "<rsm:ExchangedDocumentContext><ram:TestIndicator><udt:Indicator>true</udt:Indicator></ram:TestIndicator>",
        1,
    );
    let data = send_cii(&sk, &test, "cii-test").await;
    assert_eq!(data["reason"], "validation", "a test never goes out as an invoice: {data}");
}

async fn a_number_without_end_is_refused(server: TestServer) {
    let sk = server.sk();
    let data = sk.connector_data(&sk.ubl(&"9".repeat(6_400)).await, json!({})).await;
    assert_eq!((&data["status"], &data["reason"]), (&json!("rejected"), &json!("ingest")));
}

async fn a_staged_document_is_gone_after_seven_days(server: TestServer) {
    let sk = server.sk();
    let data = sk.connector_data(&sk.ubl("EXT-1").await, json!({"dispatch": "later"})).await;
    let path = format!(
        "/v1/agent/peppol/connector/dispatch/{}",
        data["staged_id"].as_str().expect("an id")
    );
    let expired = "/v1/agent/peppol/events?event=expired";
    let later = server.at_time(time::OffsetDateTime::now_utc() + time::Duration::days(7));
    let sk = sk.at(&later.base_url);
    eventually("expired", || async {
        let lines = sk.get(expired).await.expect(200);
        (lines["data"].as_array().map(Vec::len) == Some(1)).then_some(())
    })
    .await;
    assert_error(&sk.post(&path, &json!({})).await, 404, "NOT_FOUND");
}

async fn from_2027_the_issue_date_is_the_send_date(server: TestServer) {
    let new_year = time::macros::datetime!(2027-01-04 08:00 +1);
    let later = server.at_time(new_year);
    let sk = server.sk().at(&later.base_url);
    let old = sk.issue(&invoice_with(json!({"issue_date": "2027-01-03"}))).await.created_id();
    let body = sk.post(&format!("/v1/agent/peppol/send/{old}"), &json!({})).await.expect(422);
    assert_eq!(body["error"], "INVOICE_ISSUE_DATE_NOT_SEND_DATE", "{body}");
    let today = sk.issue(&invoice()).await.created_id();
    sk.post(&format!("/v1/agent/peppol/send/{today}"), &json!({})).await.expect(200);
}
