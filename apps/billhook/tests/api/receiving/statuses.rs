//! What two installations tell each other about the messages that they exchange.

use crate::{
    sending::as4::{at_work, certificate, keys, receiver, trust},
    support::*,
};
use peppol_as4::{As4AccessPoint, Http, HttpSettings, Sending as Sends};
use peppol_connector::{
    identifiers::{DocumentTypeId, Network, ParticipantId, ProcessId},
    ports::{
        AccessPoint, DeliveryError, DirectoryError, ParticipantDirectory, Receipt, ReceivingPoint,
        Registration,
    },
    registration::PeppolAccount,
    submissions::{OutgoingMessage, Trace},
};
use runtime::{
    as4::As4Endpoint,
    networks::{Adapters, Networks},
    wiring::App,
};
use serde_json::{Value, json};
use std::{
    sync::{Arc, Mutex},
    time::Duration,
};
use webhooks::endpoints::AddressPolicy;

on_both!(
    of_success_nobody_hears_who_asked_for_failures,
    who_asks_always_hears_of_success,
    a_document_that_breaks_rules_is_rejected,
    who_leaves_after_it_was_kept_has_it_all_the_same,
);

/// Where the two installations are: the sender's provider and the receiver's.
#[derive(Clone, Default)]
pub struct Addresses(Arc<Mutex<[String; 2]>>);

impl Addresses {
    pub fn put(&self, urls: [&str; 2]) {
        *self.0.lock().expect("the addresses") = urls.map(|url| format!("{url}/as4"));
    }
}

impl ParticipantDirectory for Addresses {
    async fn registration(
        &self,
        _: Network,
        _: &ParticipantId,
    ) -> Result<Option<Registration>, DirectoryError> {
        Ok(Some(Registration { in_directory: true }))
    }

    /// The provider `0242:000001` is the first, all others are at the second.
    async fn receiving_point(
        &self,
        _: Network,
        participant: &ParticipantId,
        _: &DocumentTypeId,
        _: &ProcessId,
    ) -> Result<ReceivingPoint, DirectoryError> {
        // and so is who sends
        let first = ["0242:000001", "9915:2021234567"];
        let is_first = first.contains(&participant.to_string().as_str());
        let (at, name) = if is_first { (0, "ap1") } else { (1, "ap2") };
        let url = self.0.lock().expect("the addresses")[at].clone();
        Ok(ReceivingPoint { url, certificate: certificate(name).der().to_vec() })
    }
}

/// An access point that sends another code for the type of an invoice than it was given.
struct Breaking<A>(A);

impl<A: AccessPoint> AccessPoint for Breaking<A> {
    async fn deliver_noted(
        &self,
        message: &OutgoingMessage,
        country: Option<&str>,
        document: &[u8],
        trace: &mut Trace,
    ) -> Result<Receipt, DeliveryError> {
        let text = String::from_utf8_lossy(document);
        let broken = text.replace(">380</cbc:InvoiceTypeCode>", ">999</cbc:InvoiceTypeCode>");
        assert_ne!(broken, text, "it has a type");
        self.0.deliver_noted(message, country, broken.as_bytes(), trace).await
    }

    async fn deliver_service_message(
        &self,
        message: &OutgoingMessage,
        document: &[u8],
        trace: &mut Trace,
    ) -> Result<Receipt, DeliveryError> {
        self.0.deliver_service_message(message, document, trace).await
    }
}

/// An access point whose connection breaks when the other side has the message: nobody here sees the receipt.
struct Losing<A>(A);

impl<A: AccessPoint> AccessPoint for Losing<A> {
    async fn deliver_noted(
        &self,
        message: &OutgoingMessage,
        country: Option<&str>,
        document: &[u8],
        trace: &mut Trace,
    ) -> Result<Receipt, DeliveryError> {
        self.0.deliver_noted(message, country, document, trace).await?;
        Err(DeliveryError::NoReceipt("the line broke".into()))
    }

    async fn deliver_service_message(
        &self,
        message: &OutgoingMessage,
        document: &[u8],
        trace: &mut Trace,
    ) -> Result<Receipt, DeliveryError> {
        self.0.deliver_service_message(message, document, trace).await
    }
}

/// What is wrong with an access point.
pub enum Fault {
    None,
    /// [`Breaking`].
    Breaks,
    /// [`Losing`].
    LosesReceipts,
}

/// Sends and receives with the keys of an access point.
pub fn fitted(
    name: &'static str,
    addresses: &Addresses,
    asks_for_status: bool,
    fault: Fault,
) -> impl FnOnce(&mut App) + Send + use<> {
    let addresses = addresses.clone();
    move |app| {
        let clock = app.clock;
        let http = HttpSettings::new(AddressPolicy::AndLoopback, Duration::from_secs(20));
        let access_point = As4AccessPoint::new(
            addresses.clone(),
            move || clock.now(),
            Http::new(http).expect("a client"),
            keys(name),
            trust(),
            Sends { country: "SK".to_owned(), asks_for_status },
        );
        let adapters = match fault {
            Fault::None => Adapters::new(addresses, access_point),
            Fault::Breaks => Adapters::new(addresses, Breaking(access_point)),
            Fault::LosesReceipts => Adapters::new(addresses, Losing(access_point)),
        };
        app.networks = Networks::new(adapters, None);
        app.as4 = As4Endpoint::new(vec![receiver(app, Network::Test, name)]);
    }
}

/// Two installations, the first of which sends an invoice to a firm at the second.
pub struct Pair {
    pub sender: Caller,
    pub receiver: Caller,
    document: Value,
    /// They stop when they go.
    _servers: Vec<AnotherServer>,
    _installations: [TestServer; 2],
}

impl Pair {
    pub async fn send(engine: Engine, asks_for_status: bool, breaks: bool) -> Self {
        let (one, other) = (engine.serve(at_work()).await, engine.serve(at_work()).await);
        let addresses = Addresses::default();
        let fault = if breaks { Fault::Breaks } else { Fault::None };
        let first = one.refitted(fitted("ap1", &addresses, asks_for_status, fault));
        let second = other.refitted(fitted("ap2", &addresses, false, Fault::None));
        addresses.put([&first.base_url, &second.base_url]);
        let sender = one.sk().at(&first.base_url);
        let receiver = other.sk_buyer().at(&second.base_url);
        let xml = sender.ubl("EXT/1").await;
        let document = sender.connector_data(&xml, json!({})).await;
        let (_servers, _installations) = (vec![first, second], [one, other]);
        Self { sender, receiver, document, _servers, _installations }
    }

    pub async fn sent(&self, state: &str) -> Value {
        self.sender.document_in(&self.document["document_id"], state).await
    }

    /// The same once all is there that its worker keeps a moment later: what the attempt asked, and a receipt that the
    /// status overtook.
    async fn travelled(&self, state: &str) -> Value {
        eventually("a whole flight", || async {
            let document = self.sent(state).await;
            let flight = &document["flight"];
            let asked = flight["attempts"][0]["hops"].as_array().expect("a list");
            let mut evidence = flight["evidence"].as_array().expect("a list").iter();
            let has_receipt = evidence.any(|one| one["kind"] == "receipt");
            (has_receipt && !asked.is_empty()).then_some(document)
        })
        .await
    }

    /// Where the receiving side shows the document, once it is there.
    async fn received(&self) -> String {
        eventually("a document", || async {
            let list = self.receiver.get("/v1/agent/peppol/received").await.expect(200);
            let id = list["data"][0]["id"].as_str()?.to_owned();
            Some(format!("/v1/agent/peppol/received/{id}"))
        })
        .await
    }

    /// What the receiving side shows of the status that it owes, once it has ended.
    async fn owed_status(&self) -> Value {
        let path = self.received().await;
        eventually("a status", || async {
            let status = self.receiver.get(&path).await.expect(200)["data"]["status"].clone();
            (status["state"] != "waiting").then_some(status)
        })
        .await
    }
}

async fn of_success_nobody_hears_who_asked_for_failures(engine: Engine) {
    let pair = Pair::send(engine, false, false).await;
    let owed = pair.owed_status().await;
    assert_eq!((&owed["state"], &owed["response"]), (&json!("not_owed"), &Value::Null), "{owed}");
    assert_eq!((&owed["attempts"], &owed["to"]), (&json!(0), &Value::Null), "{owed}");
    assert!(owed["ended_at"].is_string(), "{owed}");
    assert_eq!(owed["flight"], Value::Null, "nothing travelled");
    let path = pair.received().await;
    for query in ["flight=true", "status=true"] {
        let none = pair.receiver.get(&format!("{path}/evidence?{query}")).await;
        assert_eq!(none.status, 404, "{query}");
    }
    let sent = pair.sent("sent").await;
    let flight = &sent["flight"];
    assert_eq!(flight["attempts"].as_array().map(Vec::len), Some(1), "{flight}");
    assert_eq!(flight["attempts"][0]["outcome"], "sent", "{flight}");
    assert!(flight["attempts"][0]["milliseconds"].is_u64(), "{flight}");
    let [receipt] = flight["evidence"].as_array().expect("a list").as_slice() else {
        panic!("one receipt: {flight}")
    };
    assert_eq!((&receipt["kind"], &receipt["signer"]), (&json!("receipt"), &json!("PAT000002")));
}

async fn who_asks_always_hears_of_success(engine: Engine) {
    let pair = Pair::send(engine, true, false).await;
    let sent = pair.travelled("delivered").await;
    let owed = pair.owed_status().await;
    assert_eq!((&owed["state"], &owed["response"]), (&json!("sent"), &json!("AB")), "{owed}");
    assert_eq!((&owed["to"], &owed["attempts"]), (&json!("0242:000001"), &json!(1)), "{owed}");
    let evidence = sent["flight"]["evidence"].as_array().expect("a list");
    let mut statuses = evidence.iter().filter(|one| one["kind"] == "status");
    assert_eq!(statuses.next().expect("a status")["response"], "AB", "{evidence:?}");
    assert_eq!((evidence.len(), statuses.next()), (2, None), "{evidence:?}");
    let id = sent["document_id"].as_str().expect("an id");
    let path = format!("/v1/agent/peppol/documents/{id}/evidence");
    for (query, part) in [("", "NonRepudiationInformation"), ("?status=true", ">AB<")] {
        let kept = pair.sender.get(&format!("{path}{query}")).await;
        let text = String::from_utf8(kept.bytes).expect("text");
        assert!(kept.status == 200 && text.contains(part), "{query}: {text}");
    }
    let hops = sent["flight"]["attempts"][0]["hops"].as_array().expect("a list");
    let hops = hops.iter().map(|hop| (hop["step"].as_str(), hop["answer"].as_str()));
    let expected = [("certificate", "trusted"), ("message", "HTTP 200")];
    assert_eq!(hops.collect::<Vec<_>>(), expected.map(|(step, answer)| (Some(step), Some(answer))));
    let record = pair.sender.get(&format!("{path}?flight=true")).await.expect(200);
    assert_eq!(record["data"], sent["flight"]);
    the_status_travelled(&pair, &owed["flight"]).await;
    let invoice = sent["invoice_id"].as_str().expect("an id");
    let status = pair.sender.get(&format!("/v1/agent/peppol/status/{invoice}")).await.expect(200);
    assert_eq!(status["data"]["documents"][0]["flight"], sent["flight"]);
}

/// The receiving side keeps of its status what the sending side keeps of its document.
async fn the_status_travelled(pair: &Pair, flight: &Value) {
    let [attempt] = flight["attempts"].as_array().expect("a list").as_slice() else {
        panic!("one attempt: {flight}")
    };
    assert_eq!((&attempt["outcome"], &attempt["error"]), (&json!("sent"), &Value::Null));
    assert!(attempt["milliseconds"].is_u64(), "{attempt}");
    let hops = attempt["hops"].as_array().expect("a list");
    let hops = hops.iter().map(|hop| (hop["step"].as_str(), hop["answer"].as_str()));
    let expected = [("certificate", "trusted"), ("message", "HTTP 200")];
    assert_eq!(hops.collect::<Vec<_>>(), expected.map(|(step, answer)| (Some(step), Some(answer))));
    let [receipt] = flight["evidence"].as_array().expect("a list").as_slice() else {
        panic!("one receipt: {flight}")
    };
    assert_eq!((&receipt["kind"], &receipt["signer"]), (&json!("receipt"), &json!("PSK000001")));
    let path = format!("{}/evidence", pair.received().await);
    let record = pair.receiver.get(&format!("{path}?flight=true")).await.expect(200);
    assert_eq!(record["data"], *flight);
    let [given, came] = ["", "?status=true"].map(|query| format!("{path}{query}"));
    let (given, came) = (pair.receiver.get(&given).await, pair.receiver.get(&came).await);
    let text = String::from_utf8(came.bytes.clone()).expect("text");
    assert!(came.status == 200 && text.contains("NonRepudiationInformation"), "{text}");
    assert_ne!(given.bytes, came.bytes, "the receipt that came is not the one that was given");
}

async fn a_document_that_breaks_rules_is_rejected(engine: Engine) {
    let pair = Pair::send(engine, false, true).await;
    let sent = pair.sent("failed").await;
    let error = sent["error"].as_str().expect("a reason");
    assert!(error.contains("breaks rules") && error.contains("[BR-CL-01]"), "{error}");
    assert!(error.contains("InvoiceTypeCode"), "with its place: {error}");
    let owed = pair.owed_status().await;
    assert_eq!((&owed["state"], &owed["response"]), (&json!("sent"), &json!("RE")), "{owed}");
    let list = pair.receiver.get("/v1/agent/peppol/received").await.expect(200);
    assert_eq!(list["data"].as_array().map(Vec::len), Some(1), "kept all the same");
}

/// The receiving installation stands still while the firm gives its registration up.
async fn who_leaves_after_it_was_kept_has_it_all_the_same(engine: Engine) {
    let (one, other) = (engine.serve(at_work()).await, engine.serve(at_work()).await);
    let addresses = Addresses::default();
    let first = one.refitted(fitted("ap1", &addresses, true, Fault::None));
    let taking = other.standing(fitted("ap2", &addresses, false, Fault::None));
    addresses.put([&first.base_url, &taking.base_url]);
    let sender = one.sk().at(&first.base_url);
    let xml = sender.ubl("EXT/1").await;
    let data = sender.connector_data(&xml, json!({})).await;
    sender.document_in(&data["document_id"], "sent").await;
    let buyer = other.seeded.organizations.sk_buyer.org_id;
    other.set_account(buyer, PeppolAccount::Deactivated(Network::Test)).await;
    let working = other.refitted(fitted("ap2", &addresses, false, Fault::None));
    sender.document_in(&data["document_id"], "delivered").await;
    drop((working, taking));
}
