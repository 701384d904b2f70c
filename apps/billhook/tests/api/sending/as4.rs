//! Two installations that send to each other over AS4, and what is posted to their endpoint.

use crate::support::*;
use peppol_as4::{As4AccessPoint, As4Receiver, Http, HttpSettings, Keys};
use peppol_connector::{
    identifiers::{DocumentTypeId, Network, ParticipantId, ProcessId},
    ports::{DirectoryError, ParticipantDirectory, ReceivingPoint, Registration},
};
use peppol_messages::Identifier;
use peppol_messages::as4::{Outgoing, RANDOM_BYTES, Randomness, Sealed};
use peppol_messages::mls::{
    Issue, MLS_DOCUMENT_TYPE, MLS_PROCESS, MessageStatus, ReasonCode, ResponseCode,
};
use peppol_messages::sbdh::Header;
use peppol_messages::trust::{Certificate, Identity};
use peppol_statistics::{Direction, Month};
use peppol_trust::{NoList, Revocation, RevocationLists, Trust, WhenUnknown};
use provider_reports::{ExchangeLog, Provider};
use runtime::{
    as4::As4Endpoint,
    config::Settings,
    networks::{Adapters, Networks},
    wiring::App,
};
use serde_json::json;
use std::{future::Future, num::NonZeroU32, pin::Pin, sync::Arc, time::Duration};
use tax_reports::Reporting;
use time::OffsetDateTime;
use webhooks::endpoints::AddressPolicy;

on_both!(
    an_invoice_travels_between_two_installations,
    a_status_of_the_receiving_side_moves_the_document,
    who_is_not_served_is_refused_for_good,
    nobody_takes_messages_without_an_access_point,
    what_is_posted_is_bounded,
    half_a_head_is_given_up,
);

/// A day on which the certificates and their list are valid.
pub const TODAY: &str = "2026-12-01T08:00:00+01:00";

/// Of an installation whose network is that of the test: only servers that have it do its work.
pub fn at_work() -> Settings {
    Settings {
        clock: Some(TODAY.to_owned()),
        clock_force: Some(true),
        work: Some(false),
        ..settings()
    }
}

fn pem(name: &str) -> String {
    fixtures::text(&format!("peppol-network/as4/pki/{name}"))
}

pub fn certificate(name: &str) -> Certificate {
    Certificate::of_text(&pem(&format!("{name}.pem"))).expect(name)
}

pub fn keys(name: &str) -> Arc<Keys> {
    let pair = [pem(&format!("{name}.pem")), pem(&format!("{name}.key"))].concat();
    Arc::new(Keys::of_pem([pair.as_str()]).expect("keys"))
}

/// The list of the authority of access points, wherever its address points.
struct Published;

impl RevocationLists for Published {
    fn load<'a>(
        &'a self,
        _: &'a str,
    ) -> Pin<Box<dyn Future<Output = Result<Vec<u8>, NoList>> + Send + 'a>> {
        Box::pin(async { Ok(fixtures::bytes("peppol-network/as4/pki/ap.crl")) })
    }
}

pub fn trust() -> Arc<Trust> {
    let issuers = vec![certificate("apca")];
    let lists = Revocation::Named(Arc::new(Published));
    Arc::new(Trust::new(issuers, lists, WhenUnknown::Refuse).expect("an authority"))
}

/// Everybody receives at one address.
#[derive(Clone)]
pub struct OneAddress(ReceivingPoint);

impl OneAddress {
    pub fn new(base_url: &str) -> Self {
        let certificate = certificate("ap2").der().to_vec();
        Self(ReceivingPoint { url: format!("{base_url}/as4"), certificate })
    }
}

impl ParticipantDirectory for OneAddress {
    async fn registration(
        &self,
        _: Network,
        _: &ParticipantId,
    ) -> Result<Option<Registration>, DirectoryError> {
        Ok(Some(Registration { in_directory: true }))
    }

    async fn receiving_point(
        &self,
        _: Network,
        _: &ParticipantId,
        _: &DocumentTypeId,
        _: &ProcessId,
    ) -> Result<ReceivingPoint, DirectoryError> {
        Ok(self.0.clone())
    }
}

/// Receives with the keys of `ap2`, and with others in the live network.
pub fn receiving(app: &mut App) {
    app.as4 = As4Endpoint::new(vec![
        receiver(app, Network::Live, "ap1"),
        receiver(app, Network::Test, "ap2"),
    ]);
}

pub fn receiver(app: &App, network: Network, name: &str) -> As4Receiver {
    let clock = app.clock;
    As4Receiver::new(network, move || clock.now(), keys(name), trust())
}

/// Sends with the keys of `ap1` to an address.
pub fn sending_to(base_url: &str) -> impl FnOnce(&mut App) + Send + use<> {
    reporting_to(base_url, None)
}

/// The same, and reports each document to a tax authority.
pub fn reporting_to(
    base_url: &str,
    reporting: Option<Reporting>,
) -> impl FnOnce(&mut App) + Send + use<> {
    let directory = OneAddress::new(base_url);
    move |app| {
        let clock = app.clock;
        let http = HttpSettings::new(AddressPolicy::AndLoopback, Duration::from_secs(20));
        let http = Http::new(http);
        let access_point = As4AccessPoint::new(
            directory.clone(),
            move || clock.now(),
            http.expect("a client"),
            keys("ap1"),
            trust(),
            peppol_as4::Sending { country: provider().country, asks_for_status: false },
        );
        let adapters = Adapters::new(directory, access_point).provider(Some(provider()));
        app.networks = Networks::new(adapters.reporting(reporting), None);
    }
}

/// Who sends with the keys of `ap1`: of another country than those it sends for.
pub fn provider() -> Provider {
    Provider {
        seat: "PSK000001".parse().expect("a seat"),
        id: "0242:000001".parse().expect("an id"),
        country: "CZ".to_owned(),
        reports_to: None,
    }
}

async fn an_invoice_travels_between_two_installations(engine: Engine) {
    let (one, other) = (engine.serve(at_work()).await, engine.serve(at_work()).await);
    let receiving = other.refitted(receiving);
    let sending = one.refitted(sending_to(&receiving.base_url));
    let (sk, buyer) = (one.sk().at(&sending.base_url), other.sk_buyer().at(&receiving.base_url));
    let xml = sk.ubl("EXT/1").await;
    let data = sk.connector_data(&xml, json!({})).await;
    let document = sk.document_in(&data["document_id"], "sent").await;
    assert_eq!((&document["number"], &document["attempts"]), (&json!("EXT/1"), &json!(1)));

    let received = buyer.get("/v1/agent/peppol/received").await.expect(200);
    let [received] = received["data"].as_array().expect("a list").as_slice() else {
        panic!("one document: {received}")
    };
    assert_eq!(received["document_number"], "EXT/1");
    let path = format!("/v1/agent/peppol/received/{}", received["id"].as_str().expect("id"));
    let bytes = buyer.get(&format!("{path}/xml")).await.bytes;
    let root = xml.find("<Invoice").expect("a root");
    assert_eq!(String::from_utf8(bytes).as_deref(), Ok(xml[root..].trim_end()));
    let own = format!("/v1/agent/peppol/documents/{}", document["document_id"].as_str().unwrap());
    let (sent, kept) =
        (sk.get(&format!("{own}/evidence")).await, buyer.get(&format!("{path}/evidence")).await);
    assert_eq!((sent.status, &sent.bytes), (200, &kept.bytes), "both sides hold the receipt");
    let receipt = String::from_utf8(sent.bytes).expect("text");
    assert!(receipt.contains("NonRepudiationInformation"), "{receipt}");
    assert!(receipt.contains(document["message_id"].as_str().expect("an id")), "{receipt}");
    let own = one.sk_buyer().get("/v1/agent/peppol/received").await.expect(200);
    assert_eq!(own["data"], json!([]), "nothing stayed in the sending installation");
}

/// The message of `ap2` with what it says of a message of `ap1`.
fn status(about: &str, response: ResponseCode) -> Sealed {
    status_of("ap2", "000002", about, response)
}

/// The message to `ap1` that somebody signs, with what a provider says in it of a message of `ap1`.
pub fn status_of(signer: &str, provider: &str, about: &str, response: ResponseCode) -> Sealed {
    let at = OffsetDateTime::from_unix_timestamp(1_795_348_800).expect("a time");
    let id = format!("{signer}-{provider}-{about}-{response:?}");
    let issue = Issue {
        location: Some("/Document".to_owned()),
        description: "the rule of the test".to_owned(),
        reason: ReasonCode::Rule,
    };
    let rejects = response == ResponseCode::Rejected;
    let status = MessageStatus {
        id: id.clone(),
        issued: at,
        sender: provider.to_owned(),
        receiver: "000001".to_owned(),
        response,
        description: rejects.then(|| "Rejected".to_owned()),
        about: about.to_owned(),
        issues: rejects.then_some(issue).into_iter().collect(),
    };
    let sender = format!("0242:{provider}");
    let document_type = Identifier::new("busdox-docid-qns", MLS_DOCUMENT_TYPE);
    let process = Identifier::process(MLS_PROCESS);
    let header = Header {
        country_c1: "AT".to_owned(),
        instance: id.clone(),
        created: "2026-11-22T12:00:00Z".to_owned(),
        ..Header::of(&sender, "0242:000001", document_type.clone(), process.clone())
    };
    let payload = header.wrap(status.write().as_bytes()).expect("an envelope");
    let outgoing = Outgoing {
        message_id: &format!("{id}@other.example"),
        at,
        sender: &Identifier::participant(&sender),
        receiver: &Identifier::participant("0242:000001"),
        document_type: &document_type,
        process: &process,
        payload: &payload,
    };
    let identity = Identity::of_pem(certificate(signer), &pem(&format!("{signer}.key")));
    let random = Randomness::from([5; RANDOM_BYTES]);
    outgoing.seal(&identity.expect("a key"), &certificate("ap1"), &random).expect("sealed")
}

/// Posts a message, for which a receipt comes: that.
pub async fn taken(base_url: &str, sealed: &Sealed) -> String {
    let post = http().build().expect("a client").post(format!("{base_url}/as4"));
    let post = post.header("Content-Type", &sealed.content_type).body(sealed.body.clone());
    let answer = post.send().await.expect("an answer");
    let (status, body) = (answer.status(), answer.text().await.expect("text"));
    assert!(status == 200 && body.contains("NonRepudiationInformation"), "{status} {body}");
    body
}

async fn a_status_of_the_receiving_side_moves_the_document(engine: Engine) {
    let (one, other) = (engine.serve(at_work()).await, engine.serve(at_work()).await);
    let receiving = other.refitted(receiving);
    let send = sending_to(&receiving.base_url);
    let sending = one.refitted(move |app| {
        send(app);
        app.as4 = As4Endpoint::new(vec![receiver(app, Network::Test, "ap1")]);
    });
    let sk = one.sk().at(&sending.base_url);
    let xml = sk.ubl("EXT/1").await;
    let data = sk.connector_data(&xml, json!({})).await;
    let document = sk.document_in(&data["document_id"], "sent").await;
    let about = document["message_id"].as_str().expect("an id");
    let sealed = status(about, ResponseCode::Delivered);
    let receipt = taken(&sending.base_url, &sealed).await;
    sk.document_in(&data["document_id"], "delivered").await;
    let again = taken(&sending.base_url, &sealed).await;
    assert_eq!(again, receipt, "a repetition gets the first receipt");

    let month: Month = "2026-12".parse().expect("a month");
    let log = one.store().exchanges(Network::Test, month, None, 9).await.expect("a page");
    let [sent, received] = &log.rows[..] else { panic!("not two exchanges: {log:?}") };
    for (exchange, direction, c1, c4) in
        [(sent, Direction::Out, "SK", None), (received, Direction::In, "AT", Some("CZ"))]
    {
        assert_eq!((exchange.direction, exchange.provider.as_str()), (direction, "PAT000002"));
        assert_eq!(
            (exchange.c1_country.as_deref(), exchange.c4_country.as_deref()),
            (Some(c1), c4)
        );
    }
    assert!(sent.end_user.is_some() && received.end_user.is_none());
    assert_eq!(sent.message.to_string(), about);
}

async fn who_is_not_served_is_refused_for_good(engine: Engine) {
    let (one, other) = (engine.serve(at_work()).await, engine.serve(at_work()).await);
    let receiving = other.refitted(receiving);
    let sending = one.refitted(sending_to(&receiving.base_url));
    let sk = one.sk().at(&sending.base_url);
    let xml = sk.ubl("EXT/1").await;
    let body = json!({
        "receiverPeppolId": "9915:2020202099",
        "document": {"format": "ubl", "xmlBase64": base64(xml.as_bytes())},
    });
    let path = "/v1/agent/peppol/connector/send";
    let data = sk.clone().once("k").post(path, &body).await.expect(200)["data"].clone();
    let document = sk.document_in(&data["document_id"], "failed").await;
    assert_eq!(document["attempts"], 1, "{document}");
    assert!(document.to_string().contains("PEPPOL:NOT_SERVICED"), "{document}");
}

async fn nobody_takes_messages_without_an_access_point(server: TestServer) {
    let http = http().build().expect("a client");
    let url = format!("{}/as4", server.base_url);
    let answer = http.post(&url).body("<x/>").send().await.expect("an answer");
    assert_eq!(answer.status(), 404);
}

async fn what_is_posted_is_bounded(engine: Engine) {
    let server = engine.serve(at_work()).await;
    // a second is too little for the giant on a busy machine
    let hasty = server.refitted(|app| {
        receiving(app);
        app.config.body_timeout_seconds = NonZeroU32::MIN;
    });
    let receiving = server.refitted(receiving);
    let http = http().build().expect("a client");
    let url = format!("{}/as4", receiving.base_url);
    let post = |body: Vec<u8>| http.post(&url).body(body);
    for (name, request, status, says) in [
        ("no AS4", post(b"<x/>".to_vec()), 400, "EBMS:"),
        ("nothing", post(Vec::new()), 400, "EBMS:"),
        ("a giant", post(vec![b'x'; 40_000_000]), 413, "EBMS:0004"),
        ("another method", http.get(&url), 405, ""),
    ] {
        let answer = request.send().await.expect(name);
        let answered = answer.status();
        let body = answer.text().await.expect("text");
        assert_eq!(answered, status, "{name}: {body}");
        assert!(!body.contains("Receipt") && body.contains(says), "{name}: {body}");
    }
    let half_body = "POST /as4 HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf";
    assert_eq!(answer_to(&hasty, half_body).await.expect("an answer"), "HTTP/1.1 408");
    // a head that has come to what is kept of one, and is not whole
    let begins = "POST /as4 HTTP/1.1\r\nHost: x\r\nX-Large: ";
    let endless = format!("{begins}{}", "x".repeat(LONGEST_HEAD - begins.len()));
    assert_eq!(answer_to(&receiving, &endless).await.expect("an answer"), "HTTP/1.1 431");
    // who goes on writing is hung up on, perhaps before the answer can be read
    let giant = answer_to(&receiving, &format!("{endless}{}", "x".repeat(2_000_000))).await;
    assert!(giant.as_ref().map_or(true, |answer| answer == "HTTP/1.1 431"), "{giant:?}");
    // and the server goes on
    let answer = post(b"<x/>".to_vec()).send().await.expect("an answer");
    assert_eq!(answer.status(), 400);
}

/// What the server keeps of a head, in bytes: the HTTP library's own bound.
const LONGEST_HEAD: usize = 131_072;

async fn half_a_head_is_given_up(engine: Engine) {
    let settings = Settings { head_timeout_seconds: Some(1), ..at_work() };
    let server = engine.serve(settings).await;
    let receiving = server.refitted(receiving);
    let half = "POST /as4 HTTP/1.1\r\nHost: x\r\nContent-Le";
    assert_eq!(answer_to(&receiving, half).await.expect("an answer"), "HTTP/1.1 408");
}

/// The beginning of the answer to one who sends a beginning and waits.
async fn answer_to(server: &AnotherServer, beginning: &str) -> std::io::Result<String> {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let stream = tokio::net::TcpStream::connect(server.address()).await?;
    let (mut answers, mut requests) = stream.into_split();
    let beginning = beginning.as_bytes().to_vec();
    let writing = tokio::spawn(async move {
        let _ = requests.write_all(&beginning).await;
        requests
    });
    let mut begin = [0; 12];
    answers.read_exact(&mut begin).await?;
    writing.abort();
    Ok(String::from_utf8_lossy(&begin).into_owned())
}
