//! Our SMP: what anybody reads of it, another installation that finds its participants by it, and the SML in which they
//! are entered.

use crate::{
    network::organizations::org_id,
    sending::as4::{at_work, certificate, keys, receiver, trust},
    support::*,
};
use checked_http::Settings as HttpSettings;
use jobs::{JobFilter, JobQueue, JobState};
use peppol_as4::{As4AccessPoint, Http};
use peppol_connector::identifiers::Network;
use peppol_discovery::{Discovery, PeppolDirectory, Settings as DiscoverySettings};
use peppol_indexer::IndexerClient;
use peppol_messages::{
    Identifier,
    card::BusinessCard,
    discovery::{business_card_url, service_group_url, service_metadata_url},
    invoice_response::INVOICE_RESPONSE_DOCUMENT_TYPE,
    mls::MLS_DOCUMENT_TYPE,
    smp::ServiceGroup,
};
use peppol_sml::SmlClient;
use peppol_trust::{Revocation, Trust, WhenUnknown};
use reqwest::{
    Method,
    header::{CONTENT_TYPE, ETAG, IF_NONE_MATCH},
};
use runtime::{
    as4::As4Endpoint,
    config::Settings,
    networks::{Adapters, Networks},
    smp::{Addresses, OwnSmp, Smp},
    wiring::App,
};
use serde_json::{Value, json};
use std::{sync::Arc, time::Duration};
use test_network::{Indexer, NameServer, Says, Sml, naptr};
use time::{OffsetDateTime, macros::datetime};
use webhooks::endpoints::AddressPolicy;

on_both!(
    anybody_reads_where_a_participant_receives,
    what_is_not_published_is_not_found,
    an_answer_is_signed_once_and_not_sent_again,
    questions_are_bounded_by_address,
    without_an_smp_there_is_nothing_to_ask,
    another_installation_finds_a_participant_by_it,
    who_enrolls_is_entered_in_the_sml_and_removed,
    who_is_entered_elsewhere_is_informed,
    who_leaves_is_answered_for_until_the_sml_has_removed_it,
    a_participant_moves_here_from_an_smp_of_another,
    the_peppol_directory_follows_the_registrations,
    a_notice_of_the_state_s_portal_verifies_a_live_token,
);

/// Only servers with an SMP have workers: whoever takes the job of entering participants must have the SML.
pub fn without_workers() -> Settings {
    Settings { work: Some(false), ..at_work() }
}

pub const ZONE: &str = "participant.sml.example";

/// An SMP in the test network, for the access point of `ap2`.
pub fn publishing(registry: Option<SmlClient>) -> impl FnOnce(&mut App) + Send {
    publishing_at(None, registry)
}

pub fn publishing_at(
    base: Option<String>,
    registry: Option<SmlClient>,
) -> impl FnOnce(&mut App) + Send {
    move |app| {
        let own = Addresses::of(&app.config, Network::Test);
        let addresses = match base {
            Some(at) => {
                Addresses { base: format!("{at}/smp/test"), as4: format!("{at}/as4"), ..own }
            }
            None => own,
        };
        let whose = (Network::Test, app.clock);
        let own =
            OwnSmp::new(whose, addresses, keys("smp"), keys("ap2"), registry.into_iter().collect());
        app.smp = Smp::new(vec![own]);
        app.as4 = As4Endpoint::new(vec![receiver(app, Network::Test, "ap2")]);
    }
}

fn smp_of(server: &AnotherServer) -> String {
    format!("{}/smp/test", server.base_url)
}

/// The participant of the Slovak buyer, as the interface tells it.
async fn buyer(server: &TestServer) -> Identifier {
    let path = format!("/v1/agent/organizations/{}", server.seeded.organizations.sk_buyer.org_id);
    let read = server.sk_buyer().get(&path).await.expect(200);
    Identifier::participant(read["peppol_participant_id"].as_str().expect("registered"))
}

pub async fn get(url: &str) -> reqwest::Response {
    let client = http().build().expect("a client");
    client.get(url).send().await.expect("an answer")
}

pub async fn text(url: &str) -> String {
    let answer = get(url).await;
    assert_eq!(answer.status(), 200, "{url}");
    assert_eq!(answer.headers()[CONTENT_TYPE], "text/xml; charset=utf-8", "{url}");
    answer.text().await.expect("text")
}

async fn anybody_reads_where_a_participant_receives(engine: Engine) {
    let server = engine.serve(at_work()).await;
    let own = server.refitted(publishing(None));
    let (base, id) = (smp_of(&own), buyer(&server).await);
    let group = text(&service_group_url(&base, &id)).await;
    let group = ServiceGroup::read(group.as_bytes()).expect("a group");
    assert_eq!((&group.participant, group.references.len()), (&id, 4));
    let served = format!("{}/as4", own.base_url);
    for (url, one) in group.references.iter().zip(group.document_types()) {
        assert_eq!(*url, service_metadata_url(&base, &id, &one), "its address is ours");
        let signed = text(url).await;
        assert!(signed.contains(&served) && signed.contains("SignatureValue"), "{signed}");
        assert!(signed.contains(&certificate("ap2").base64()), "{signed}");
    }
    // the address without a network, and without percent encoding
    let short = format!("{}/smp", own.base_url);
    assert_eq!(get(&service_group_url(&short, &id)).await.status(), 200);
    assert_eq!(get(&format!("{base}/{id}")).await.status(), 200);
    let card = text(&business_card_url(&base, &id)).await;
    let card = BusinessCard::read(card.as_bytes()).expect("a card");
    assert_eq!((card.participant, &*card.entities[0].country), (id.clone(), "SK"));
    assert_eq!(get(&business_card_url(&own.base_url, &id)).await.status(), 200);
    for url in [service_group_url(&base, &id), business_card_url(&base, &id)] {
        let head = http().build().expect("a client").head(&url).send().await.expect("an answer");
        assert_eq!(head.status(), 200, "{url}");
        assert_eq!(head.headers()["content-type"], get(&url).await.headers()["content-type"]);
    }
    // responses are received by who asks
    let response = Identifier::new("busdox-docid-qns", INVOICE_RESPONSE_DOCUMENT_TYPE);
    let at = service_metadata_url(&base, &id, &response);
    assert_eq!(get(&at).await.status(), 404);
    let setting = "/v1/agent/peppol/invoice-responses";
    for (receive, types, status) in [(true, 5, 200), (false, 4, 404)] {
        let body = json!({ "receive": receive }).to_string().into_bytes();
        server.sk_buyer().send(Method::PUT, setting, body).await.expect(200);
        let group = text(&service_group_url(&base, &id)).await;
        let group = ServiceGroup::read(group.as_bytes()).expect("a group");
        assert_eq!(group.document_types().contains(&response), receive);
        assert_eq!(group.references.len(), types);
        assert_eq!(get(&at).await.status(), status);
    }
    // statuses come to our own identifier
    let ourselves = Identifier::participant("0242:000002");
    let group = text(&service_group_url(&base, &ourselves)).await;
    let types = ServiceGroup::read(group.as_bytes()).expect("a group").document_types();
    assert_eq!(types, [Identifier::new("busdox-docid-qns", MLS_DOCUMENT_TYPE)]);
    assert_eq!(get(&service_metadata_url(&base, &ourselves, &types[0])).await.status(), 200);
}

async fn what_is_not_published_is_not_found(engine: Engine) {
    let server = engine.serve(at_work()).await;
    let own = server.refitted(publishing(None));
    let (base, id) = (smp_of(&own), buyer(&server).await);
    let group = text(&service_group_url(&base, &id)).await;
    let one = ServiceGroup::read(group.as_bytes()).expect("a group").document_types().remove(0);
    let stranger = Identifier::participant("9915:2020202099");
    let other_scheme = Identifier::new("iso6523-actorid-UPIS", &id.value);
    let lower = Identifier::new(&one.scheme, &one.value.to_lowercase());
    let wildcard = Identifier::new("peppol-doctype-wildcard", &one.value);
    let service = |whose: &Identifier, what: &Identifier| service_metadata_url(&base, whose, what);
    for url in [
        service_group_url(&base, &stranger),
        service(&stranger, &one),
        business_card_url(&base, &stranger),
        service_group_url(&base, &other_scheme),
        format!("{base}/{}", id.value),
        service(&id, &lower),
        service(&id, &wildcard),
        format!("{base}/{id}/services/nothing"),
        format!("{base}/{id}/services"),
        format!("{base}/%FF%FE"),
        format!("{base}/{}", "x".repeat(5_000)),
        service_group_url(&base.replace("/test", "/live"), &id),
        base.clone(),
    ] {
        assert_eq!(get(&url).await.status(), 404, "{url}");
    }
    let client = http().build().expect("a client");
    let put = client.put(service_group_url(&base, &id)).body("<x/>").send().await;
    assert_ne!(put.expect("an answer").status(), 200, "nobody writes");
    // whoever gives the registration up is not published any more
    let path = format!(
        "/v1/agent/organizations/{}/peppol/deactivate",
        server.seeded.organizations.sk_buyer.org_id
    );
    server.sk_buyer().at(&own.base_url).post(&path, &json!({})).await.expect(200);
    assert_eq!(get(&service_group_url(&base, &id)).await.status(), 404);
    assert_eq!(get(&service(&id, &one)).await.status(), 404);
}

async fn an_answer_is_signed_once_and_not_sent_again(engine: Engine) {
    let server = engine.serve(at_work()).await;
    let own = server.refitted(publishing(None));
    let (base, id) = (smp_of(&own), buyer(&server).await);
    let group = text(&service_group_url(&base, &id)).await;
    let group = ServiceGroup::read(group.as_bytes()).expect("a group");
    let pages = [service_group_url(&base, &id), group.references[0].clone()];
    for url in pages.iter().chain([&business_card_url(&base, &id)]) {
        let first = get(url).await;
        let etag = first.headers()[ETAG].clone();
        assert_eq!(first.text().await.expect("text"), text(url).await, "{url}");
        let asked = |known: &str| {
            http()
                .build()
                .expect("a client")
                .get(url)
                .header(IF_NONE_MATCH, known.to_owned())
                .send()
        };
        let known = etag.to_str().expect("text").to_owned();
        let again = asked(&known).await.expect("an answer");
        assert_eq!(
            (again.status(), &again.headers()[ETAG]),
            (reqwest::StatusCode::NOT_MODIFIED, &etag)
        );
        assert_eq!(again.text().await.expect("text"), "");
        let other = asked("\"other\"").await.expect("an answer");
        assert_eq!(other.status(), 200, "{url}");
    }
}

async fn questions_are_bounded_by_address(engine: Engine) {
    let server = engine.serve(Settings { smp_rate_per_minute: Some(3), ..at_work() }).await;
    let own = server.refitted(publishing(None));
    let url = service_group_url(&smp_of(&own), &Identifier::participant("9915:2020202099"));
    for _ in 0..3 {
        assert_eq!(get(&url).await.status(), 404);
    }
    let answer = get(&url).await;
    assert_eq!(answer.status(), 429);
    assert!(answer.headers().contains_key("retry-after"));
}

async fn without_an_smp_there_is_nothing_to_ask(server: TestServer) {
    let id = Identifier::participant("9915:2020202020");
    for url in [
        service_group_url(&format!("{}/smp", server.base_url), &id),
        business_card_url(&server.base_url, &id),
    ] {
        assert_eq!(get(&url).await.status(), 404);
    }
}

/// Looks participants up as any other access point does: by the DNS and over TLS.
pub fn discovery(dns: &NameServer) -> Arc<Discovery> {
    let mut http = HttpSettings::new(AddressPolicy::AndLoopback, Duration::from_secs(60));
    http.extra_roots = fixtures::bytes("tls/ca.pem");
    let trust = |authority: &str| {
        let authorities = vec![certificate(authority)];
        let trust = Trust::new(authorities, Revocation::Unasked, WhenUnknown::Refuse);
        Arc::new(trust.expect("an authority"))
    };
    let (publishers, access_points) = (trust("smpca"), trust("apca"));
    let mut settings = DiscoverySettings::new(ZONE, publishers, access_points, http);
    settings.name_servers = vec![dns.address];
    settings.dns_timeout = Duration::from_secs(30);
    Arc::new(Discovery::new(settings).expect("settings"))
}

/// Sends with the keys of `ap1` to whom the directory names.
pub fn sending_by(discovery: Arc<Discovery>) -> impl FnOnce(&mut App) + Send {
    move |app| {
        let clock = app.clock;
        let now = move || clock.now();
        let directory = PeppolDirectory::new(now).serving(Network::Test, discovery);
        let mut http = HttpSettings::new(AddressPolicy::AndLoopback, Duration::from_secs(20));
        http.extra_roots = fixtures::bytes("tls/ca.pem");
        let access_point = As4AccessPoint::new(
            directory.clone(),
            now,
            Http::new(http).expect("a client"),
            keys("ap1"),
            trust(),
            peppol_as4::Sending { country: "SK".to_owned(), asks_for_status: false },
        );
        app.networks = Networks::new(Adapters::new(directory, access_point), None);
    }
}

async fn another_installation_finds_a_participant_by_it(engine: Engine) {
    let (one, other) =
        (engine.serve(without_workers()).await, engine.serve(without_workers()).await);
    let (outside, dns) = (test_network::tls_proxy().await, test_network::name_server().await);
    let receiving = other.refitted(publishing_at(Some(outside.base()), None));
    outside.leads_to(receiving.address());
    let id = buyer(&other).await;
    dns.about(&id.value, ZONE, Says::Records(vec![naptr(&format!("{}/smp/test", outside.base()))]));
    let sending = one.refitted(sending_by(discovery(&dns)));
    let (sk, recipient) =
        (one.sk().at(&sending.base_url), other.sk_buyer().at(&receiving.base_url));
    let found = sk.get(&format!("/v1/agent/peppol/recipient?peppolId={}", id.value)).await;
    assert!(found.expect(200).to_string().contains("true"), "{:?}", found.bytes);
    let xml = sk.ubl("EXT/1").await;
    let data = sk.connector_data(&xml, json!({})).await;
    sk.document_in(&data["document_id"], "sent").await;
    let received = recipient.get("/v1/agent/peppol/received").await.expect(200);
    assert_eq!(received["data"][0]["document_number"], "EXT/1", "{received}");
    // who is deregistered there is not found any more
    let path = format!(
        "/v1/agent/organizations/{}/peppol/deactivate",
        other.seeded.organizations.sk_buyer.org_id
    );
    other.sk_buyer().post(&path, &json!({})).await.expect(200);
    drop(sending);
    let sending = one.refitted(sending_by(discovery(&dns)));
    let sk = one.sk().at(&sending.base_url);
    let xml = sk.ubl("EXT/2").await;
    let data = sk.connector_data(&xml, json!({})).await;
    sk.document_in(&data["document_id"], "failed").await;
}

/// An organization of a partner of its own that is registered nowhere.
pub struct Firm {
    pub partner: access::PartnerId,
    pub id: String,
    pub caller: Caller,
    pub participant: String,
}

pub async fn firm(server: &TestServer, at: &AnotherServer, number: u32) -> Firm {
    let partner = server.new_partner(datetime!(2026-10-01 12:00 UTC)).await;
    let made = partner.test.post("/v1/agent/organizations", &organization(number)).await;
    let id = org_id(&made.expect(201)["data"]);
    let caller = partner.test.acting_for(Some(&id)).at(&at.base_url);
    let participant = format!("9915:{}", 2_100_000_000 + number);
    Firm { partner: partner.id, id, caller, participant }
}

impl Firm {
    pub async fn enroll(&self, body: &Value) -> Value {
        self.caller.post("/v1/agent/peppol/enroll", body).await.expect(201)["data"].clone()
    }

    pub async fn read(&self) -> Value {
        self.caller.get(&format!("/v1/agent/organizations/{}", self.id)).await.expect(200)
    }

    /// As it is when its entry has come so far.
    pub async fn entry_in(&self, state: &str) -> Value {
        let is_so = || async {
            let read = self.read().await;
            (read["peppol_entry"]["state"] == state).then_some(read)
        };
        eventually(state, is_so).await
    }

    pub async fn deactivate(&self) {
        let path = format!("/v1/agent/organizations/{}/peppol/deactivate", self.id);
        self.caller.post(&path, &json!({})).await.expect(200);
    }

    pub async fn events(&self, server: &TestServer) -> Vec<(String, Value)> {
        server.events(self.partner).await
    }

    /// The same, once there are so many.
    pub async fn events_of(&self, server: &TestServer, count: usize) -> Vec<(String, Value)> {
        let all = || async {
            let events = self.events(server).await;
            (events.len() >= count).then_some(events)
        };
        let events = eventually("events", all).await;
        assert_eq!(events.len(), count, "{events:?}");
        events
    }
}

/// Whose SMP a participant is entered for.
pub fn entered(sml: &Sml, participant: &str) -> Option<String> {
    let id = Identifier::participant(participant).to_string();
    sml.state().participants.get(&id).cloned()
}

async fn registered(sml: &Sml, name: &str) -> SmlClient {
    let client = sml.client(name);
    client.create_publisher("https://smp.example.sk/smp/test").await.expect("registered");
    client
}

async fn who_enrolls_is_entered_in_the_sml_and_removed(engine: Engine) {
    let (server, sml) = (engine.serve(without_workers()).await, Sml::open().await);
    let client = registered(&sml, "SMP-ONE").await;
    let own = server.hurrying_from(OffsetDateTime::now_utc(), publishing(Some(client)));
    let firm = firm(&server, &own, 1).await;
    // the SML fails at first
    sml.state().instead = Some((503, Vec::new()));
    let data = firm.enroll(&json!({"verificationTokenHex": "0a"})).await;
    assert_eq!((&data["status"], &data["entry"]["state"]), (&json!("enrolled"), &json!("pending")));
    let has_failed = || async {
        let read = firm.read().await;
        read["peppol_entry"]["error"].is_object().then_some(read)
    };
    let failing = eventually("an error", has_failed).await;
    assert_eq!(failing["peppol_entry"]["error"]["code"], "SML_UNAVAILABLE", "{failing}");
    assert!(firm.events(&server).await.is_empty(), "there is an event when it is true");
    sml.state().instead = None;
    let read = firm.entry_in("listed").await;
    assert_eq!(read["peppol_status"], "enrolled");
    assert_eq!(entered(&sml, &firm.participant).as_deref(), Some("SMP-ONE"));
    let events = firm.events_of(&server, 1).await;
    assert_eq!(events[0].0, "participant.activated");
    firm.deactivate().await;
    let is_gone = || async { entered(&sml, &firm.participant).is_none().then_some(()) };
    eventually("it is removed", is_gone).await;
    let read = firm.read().await;
    assert_eq!(read["peppol_status"], "deactivated");
    assert_eq!(firm.events_of(&server, 2).await[1].0, "participant.deactivated");
    assert_eq!(sml.state().complaints, Vec::<String>::new(), "all by the WSDL");
}

async fn who_is_entered_elsewhere_is_informed(engine: Engine) {
    let (server, sml) = (engine.serve(without_workers()).await, Sml::open().await);
    let (client, other) = (registered(&sml, "SMP-ONE").await, registered(&sml, "SMP-TWO").await);
    let own = server.hurrying_from(OffsetDateTime::now_utc(), publishing(Some(client)));
    let firm = firm(&server, &own, 2).await;
    other.create(Identifier::participant(&firm.participant)).await.expect("entered");
    firm.enroll(&json!({"verificationTokenHex": "0a"})).await;
    let read = firm.entry_in("refused").await;
    assert_eq!(read["peppol_entry"]["error"]["code"], "PARTICIPANT_HELD_ELSEWHERE");
    assert_eq!(read["peppol_status"], "none", "{read}");
    let events = firm.events_of(&server, 1).await;
    assert_eq!(events[0].0, "participant.failed");
    assert_eq!(events[0].1["code"], "PARTICIPANT_HELD_ELSEWHERE");
    assert_eq!(entered(&sml, &firm.participant).as_deref(), Some("SMP-TWO"), "it stays there");
    let malformed = json!({"verificationTokenHex": "0a", "migrationCode": "M-1"});
    let refused = firm.caller.post("/v1/agent/peppol/enroll", &malformed).await;
    assert_eq!(fields(&assert_error(&refused, 400, "VALIDATION_ERROR")), ["migrationCode"]);
}

/// Whoever the DNS still leads here receives nothing, and is not unknown.
async fn who_leaves_is_answered_for_until_the_sml_has_removed_it(engine: Engine) {
    let (server, sml) = (engine.serve(without_workers()).await, Sml::open().await);
    let client = registered(&sml, "SMP-ONE").await;
    let own = server.hurrying_from(OffsetDateTime::now_utc(), publishing(Some(client)));
    let firm = firm(&server, &own, 5).await;
    firm.enroll(&json!({"verificationTokenHex": "0a"})).await;
    firm.entry_in("listed").await;
    let (base, id) = (smp_of(&own), Identifier::participant(&firm.participant));
    let group = text(&service_group_url(&base, &id)).await;
    let types = ServiceGroup::read(group.as_bytes()).expect("a group").document_types();
    assert_eq!(types.len(), 4);
    sml.state().instead = Some((503, Vec::new()));
    firm.deactivate().await;
    let group = text(&service_group_url(&base, &id)).await;
    let group = ServiceGroup::read(group.as_bytes()).expect("a group");
    assert_eq!((&group.participant, group.references.len()), (&id, 0));
    assert_eq!(get(&service_metadata_url(&base, &id, &types[0])).await.status(), 404);
    assert_eq!(get(&business_card_url(&base, &id)).await.status(), 404);
    assert_eq!(entered(&sml, &firm.participant).as_deref(), Some("SMP-ONE"));
    sml.state().instead = None;
    let url = service_group_url(&base, &id);
    let is_gone = || async { (get(&url).await.status() == 404).then_some(()) };
    eventually("it is not known any more", is_gone).await;
    assert_eq!(entered(&sml, &firm.participant), None, "the SML was first");
}

/// An SMP in the test network whose business cards a Peppol Directory shows.
fn indexed_by(client: IndexerClient) -> impl FnOnce(&mut App) + Send {
    move |app| {
        let whose = (Network::Test, app.clock);
        let addresses = Addresses::of(&app.config, Network::Test);
        let own = OwnSmp::new(whose, addresses, keys("smp"), keys("ap2"), Vec::new());
        app.smp = Smp::new(vec![own.indexed_by(vec![client])]);
    }
}

/// What a server takes at most, from the beginning of its clock, until its recurring jobs are in the queue: less than the job
/// of the directory waits after it has run, or failed.
const STARTING: time::Duration = time::Duration::seconds(9);

/// When the job of the Peppol Directory has run at this time, or after it.
async fn directory_updated(server: &TestServer, time: OffsetDateTime) {
    let store = server.store();
    let has_run = || async {
        let filter = JobFilter { kind: Some("peppol.tell_directory"), state: None };
        let page = store.jobs(filter, None, 10).await.expect("a page");
        let is_next =
            |state| matches!(state, JobState::Waiting { run_at } if run_at > time + STARTING);
        page.rows.iter().any(|job| is_next(job.state)).then_some(())
    };
    eventually("the job of the directory has run", has_run).await;
}

async fn the_peppol_directory_follows_the_registrations(engine: Engine) {
    let (server, indexer) = (engine.serve(without_workers()).await, Indexer::open().await);
    let at = |hour| datetime!(2026-12-01 07:00 UTC) + time::Duration::hours(hour);
    let client = || IndexerClient::new(&indexer.address, indexer.settings(true)).expect("a client");
    // nobody is told anything, unless it is set
    let own = server.refitted_at(at(0), publishing(None));
    let firm = firm(&server, &own, 4).await;
    firm.enroll(&json!({"verificationTokenHex": "0a"})).await;
    directory_updated(&server, at(0)).await;
    drop(own);
    assert_eq!(indexer.known(), [] as [&str; 0]);
    // a directory that fails is asked again
    let shows = || {
        let id = Identifier::participant(&firm.participant).to_string();
        indexer.known().contains(&id)
    };
    indexer.answers(Some(503));
    let own = server.refitted_at(at(1), indexed_by(client()));
    directory_updated(&server, at(1)).await;
    drop(own);
    indexer.answers(None);
    assert!(!shows());
    let own = server.refitted_at(at(2), indexed_by(client()));
    directory_updated(&server, at(2)).await;
    assert!(shows());
    let path = format!("/v1/agent/organizations/{}/peppol/deactivate", firm.id);
    firm.caller.clone().at(&own.base_url).post(&path, &json!({})).await.expect(200);
    drop(own);
    let own = server.refitted_at(at(3), indexed_by(client()));
    directory_updated(&server, at(3)).await;
    drop(own);
    assert!(!shows());
    assert_eq!(indexer.complaints(), Vec::<String>::new(), "all by the published interface");
}

async fn a_participant_moves_here_from_an_smp_of_another(engine: Engine) {
    let (server, sml) = (engine.serve(without_workers()).await, Sml::open().await);
    let (new, old) = (registered(&sml, "SMP-NEW").await, registered(&sml, "SMP-OLD").await);
    let own = server.hurrying_from(OffsetDateTime::now_utc(), publishing(Some(new)));
    let firm = firm(&server, &own, 3).await;
    let id = Identifier::participant(&firm.participant);
    old.create(id.clone()).await.expect("entered");
    let key = "AAaa11$$AAaa11$$";
    old.prepare_to_migrate(id, key).await.expect("prepared");
    let body = json!({"verificationTokenHex": "0a", "migrationCode": key});
    let data = firm.enroll(&body).await;
    assert!(!data.to_string().contains(key), "it is never shown");
    firm.entry_in("listed").await;
    assert_eq!(entered(&sml, &firm.participant).as_deref(), Some("SMP-NEW"));
    assert_eq!(firm.events_of(&server, 1).await[0].0, "participant.activated");
    assert_eq!(sml.state().complaints, Vec::<String>::new());
}

/// The live network is Peppol's, with our keys in a folder.
pub fn live_peppol(folder: &std::path::Path) -> Settings {
    let pem = |name: &str| fixtures::text(&format!("peppol-network/as4/pki/{name}"));
    for (file, content) in [
        ("access-points.pem", pem("apca.pem")),
        ("publishers.pem", pem("smpca.pem")),
        ("ap.pem", [pem("ap2.pem"), pem("ap2.key")].concat()),
    ] {
        std::fs::write(folder.join(file), content).expect("written");
    }
    Settings {
        live_network: Some("peppol".to_owned()),
        peppol_live_keys: Some(folder.join("ap.pem").display().to_string()),
        peppol_live_trust: Some(folder.to_owned()),
        sk_notice_secrets: Some("s0,s1".to_owned()),
        ..at_work()
    }
}

/// The published cases, and an enrollment with a token that came in one of them.
async fn a_notice_of_the_state_s_portal_verifies_a_live_token(engine: Engine) {
    let folder = std::env::temp_dir().join(format!("billhook-{}", uuid::Uuid::now_v7()));
    std::fs::create_dir(&folder).expect("a folder");
    let server = engine.serve(live_peppol(&folder)).await;
    let partner = server.new_partner(datetime!(2026-10-01 12:00 UTC)).await;
    let mut firm = organization(4);
    firm["dic"] = json!("2900000004");
    firm["ic_dph"] = Value::Null;
    let made = partner.live.post("/v1/agent/organizations", &firm).await;
    let id = org_id(&made.expect(201)["data"]);
    let live = partner.live.acting_for(Some(&id));
    let token = json!({"verificationTokenHex": "3F1C9B7E2A604D58"});
    let early = live.post("/v1/agent/peppol/enroll", &token).await;
    assert_error(&early, 400, "VALIDATION_ERROR");
    let url = format!("{}/sk/verification-webhook", server.base_url);
    let cases = fixtures::text("peppol-network/vectors/state-notices.jsonl");
    for line in cases.lines() {
        let case: Value = serde_json::from_str(line).expect("a case");
        let text = |name: &str| case[name].as_str().expect("a text").to_owned();
        if text("secrets") == "s1" || text("secrets") == "s0,s1" {
            let post = http().build().expect("a client").post(&url).body(text("body"));
            let post = post.header("X-PFS-Signature", text("x_pfs_signature"));
            let answer = post.send().await.expect("an answer");
            assert_eq!(u64::from(answer.status().as_u16()), case["expect"], "{}", case["id"]);
        }
    }
    let enrolled = live.post("/v1/agent/peppol/enroll", &token).await.expect(201);
    assert_eq!(enrolled["data"]["participant_id"], "0245:2900000004");
    let other = live.post("/v1/agent/peppol/enroll", &json!({"verificationTokenHex": "0a"})).await;
    assert_eq!(other.status, 201, "it is enrolled already, and nobody is asked");
    std::fs::remove_dir_all(&folder).expect("removed");
}
