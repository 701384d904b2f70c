//! The next certificate of an access point takes over, and no message is lost around its first instant.

use crate::{
    network::smp::{ZONE, discovery, live_peppol, sending_by, text, without_workers},
    sending::as4::{certificate, sending_to, trust},
    support::*,
};
use jobs::{JobFilter, JobQueue, JobState};
use peppol_as4::{As4Receiver, Keys};
use peppol_connector::{identifiers::Network, submissions::Trace};
use peppol_discovery::Wanted;
use peppol_messages::{
    Identifier,
    discovery::service_group_url,
    smp::{AS4_TRANSPORT, ServiceGroup},
    trust::Certificate,
};
use runtime::{
    as4::As4Endpoint,
    config::Settings,
    smp::{Addresses, OwnSmp, Smp},
    wiring::App,
};
use serde_json::{Value, json};
use std::sync::Arc;
use test_network::{NameServer, Says, TlsProxy, naptr};
use time::{Duration, OffsetDateTime};

on_both!(
    messages_for_the_old_and_the_new_certificate_arrive,
    the_operator_is_informed_once_that_a_certificate_ends,
);

/// The keys of some names, those in front first.
fn keys_of(names: &[&str]) -> Arc<Keys> {
    let pem = |file: String| fixtures::text(&format!("peppol-network/as4/pki/{file}"));
    let pairs: Vec<_> =
        names.iter().map(|name| pem(format!("{name}.pem")) + &pem(format!("{name}.key"))).collect();
    Arc::new(Keys::of_pem(pairs.iter().map(String::as_str)).expect("keys"))
}

/// Receives and publishes with both certificates, the next in front.
fn receiving_with_both(base: String) -> impl FnOnce(&mut App) + Send {
    move |app| {
        let clock = app.clock;
        let keys = keys_of(&["ap2-next", "ap2"]);
        let addresses = Addresses {
            base: format!("{base}/smp/test"),
            as4: format!("{base}/as4"),
            contact: String::new(),
        };
        let signing = keys_of(&["smp"]);
        let own = OwnSmp::new((Network::Test, clock), addresses, signing, keys.clone(), Vec::new());
        app.smp = Smp::new(vec![own]);
        let receiver = As4Receiver::new(Network::Test, move || clock.now(), keys, trust());
        app.as4 = As4Endpoint::new(vec![receiver]);
    }
}

struct World {
    one: TestServer,
    other: TestServer,
    outside: TlsProxy,
    dns: NameServer,
    /// The participant that receives.
    id: Identifier,
}

impl World {
    async fn open(engine: Engine) -> Self {
        let (one, other) =
            (engine.serve(without_workers()).await, engine.serve(without_workers()).await);
        let (outside, dns) = (test_network::tls_proxy().await, test_network::name_server().await);
        let id = Identifier::participant("9915:2020876550");
        let smp = naptr(&format!("{}/smp/test", outside.base()));
        dns.about(&id.value, ZONE, Says::Records(vec![smp]));
        Self { one, other, outside, dns, id }
    }

    fn receiving_at(&self, time: OffsetDateTime) -> AnotherServer {
        let own = self.other.refitted_at(time, receiving_with_both(self.outside.base()));
        self.outside.leads_to(own.address());
        own
    }

    /// The certificate that other access points find at a time.
    async fn found_at(&self, time: OffsetDateTime, receiving: &AnotherServer) -> Certificate {
        let base = format!("{}/smp/test", receiving.base_url);
        let group = text(&service_group_url(&base, &self.id)).await;
        let group = ServiceGroup::read(group.as_bytes()).expect("a group");
        let is_invoice = |one: &Identifier| {
            one.value.contains("Invoice-2::Invoice##") && one.value.contains("billing:3.0")
        };
        let mut types = group.document_types().into_iter();
        let wanted = Wanted {
            participant: self.id.clone(),
            document_type: types.find(is_invoice).expect("invoices"),
            process: Identifier::process("urn:fdc:peppol.eu:2017:poacc:billing:01:1.0"),
            transport: AS4_TRANSPORT.to_owned(),
        };
        let found = discovery(&self.dns).find(&wanted, time, &mut Trace::default()).await;
        found.expect("found").certificate
    }

    /// Sends a document and returns the receipt.
    async fn sent(&self, sending: &AnotherServer, number: &str) -> String {
        let sk = self.one.sk().at(&sending.base_url);
        let xml = sk.ubl(number).await;
        let data = sk.connector_data(&xml, json!({})).await;
        let document = sk.document_in(&data["document_id"], "sent").await;
        let id = document["document_id"].as_str().expect("an id");
        let receipt = sk.get(&format!("/v1/agent/peppol/documents/{id}/evidence")).await;
        String::from_utf8(receipt.bytes).expect("text")
    }
}

async fn messages_for_the_old_and_the_new_certificate_arrive(engine: Engine) {
    let world = World::open(engine).await;
    let (old, next) = (certificate("ap2"), certificate("ap2-next"));
    let (before, after) =
        (next.not_before - Duration::minutes(10), next.not_before + Duration::minutes(1));
    let by_look_up = |time| world.one.refitted_at(time, sending_by(discovery(&world.dns)));

    let receiving = world.receiving_at(before);
    assert_eq!(world.found_at(before, &receiving).await.serial, old.serial);
    let sending = by_look_up(before);
    let receipt = world.sent(&sending, "EXT/1").await;
    assert!(receipt.contains(&old.base64()), "the receipt is the old one's: {receipt}");
    drop((sending, receiving));

    let receiving = world.receiving_at(after);
    assert_eq!(world.found_at(after, &receiving).await.serial, next.serial);
    // who looked up before still writes to the old one
    let sending = world.one.refitted_at(after, sending_to(&receiving.base_url));
    let receipt = world.sent(&sending, "EXT/2").await;
    assert!(receipt.contains(&old.base64()), "the receipt is the old one's: {receipt}");
    drop(sending);
    let sending = by_look_up(after + Duration::minutes(1));
    let receipt = world.sent(&sending, "EXT/3").await;
    assert!(receipt.contains(&next.base64()), "the receipt is the new one's: {receipt}");

    let buyer = world.other.sk_buyer().at(&receiving.base_url);
    let received = buyer.get("/v1/agent/peppol/received").await.expect(200);
    let rows = received["data"].as_array().expect("a list").iter();
    let mut numbers: Vec<_> = rows.map(|row| row["document_number"].clone()).collect();
    numbers.sort_by_key(Value::to_string);
    assert_eq!(numbers, ["EXT/1", "EXT/2", "EXT/3"].map(Value::from));
}

/// When the job that looks at our certificates has run at this time, or after it.
async fn looked_at(server: &TestServer, time: OffsetDateTime) {
    let store = server.store();
    let has_run = || async {
        let filter = JobFilter { kind: Some("peppol.warn_of_certificates"), state: None };
        let page = store.jobs(filter, None, 10).await.expect("a page");
        // the next time is a day later; the first one, a moment after the server's clock has begun
        let later = time + Duration::HOUR;
        let is_next = |state| matches!(state, JobState::Waiting { run_at } if run_at > later);
        page.rows.iter().any(|job| is_next(job.state)).then_some(())
    };
    eventually("the certificates were looked at", has_run).await;
}

async fn the_operator_is_informed_once_that_a_certificate_ends(engine: Engine) {
    let folder = std::env::temp_dir().join(format!("billhook-{}", uuid::Uuid::now_v7()));
    std::fs::create_dir(&folder).expect("a folder");
    let sink = MailSink::new();
    let settings = Settings {
        mail_url: Some(sink.url()),
        operator_email: Some("operator@example.sk".to_owned()),
        ..live_peppol(&folder)
    };
    let server = engine.serve(settings).await;
    let end = certificate("ap2").not_after;
    // at work, restarted, at work a step later
    for (days, mails) in [(58, 1), (55, 1), (20, 2), (18, 2)] {
        let time = end - Duration::days(days);
        let working = server.refitted_at(time, |_| {});
        looked_at(&server, time).await;
        drop(working);
        assert_eq!(sink.mails().len(), mails, "{days} days before");
    }
    let mails = sink.mails();
    // the clock goes on: whole days are left
    for (mail, days) in mails.iter().zip([57, 19]) {
        let says = format!("Days left: {days}");
        assert!(mail.text.contains(&says) && mail.text.contains("PAT000002"), "{}", mail.text);
        assert!(mail.subject.contains("Peppol certificate ends soon"), "{}", mail.subject);
    }
    std::fs::remove_dir_all(&folder).expect("removed");
}
