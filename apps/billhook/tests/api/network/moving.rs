//! A participant that moves from one of two installations to the other, through one SML that writes into the DNS.

use crate::{
    network::smp::{
        Firm, ZONE, discovery, entered, firm, get, publishing_at, text, without_workers,
    },
    support::*,
};
use peppol_connector::{
    identifiers::{Network, ParticipantId},
    submissions::Trace,
};
use peppol_messages::{
    Identifier,
    discovery::{is_migration_key, service_group_url},
};
use runtime::clock::Clock;
use serde_json::json;
use test_network::{Sml, TlsProxy, Zone};
use time::{Duration, OffsetDateTime, macros::datetime};
use use_cases::network::publishing::release_participant;

on_both!(a_participant_moves_from_one_of_our_installations_to_the_other);

const NOW: OffsetDateTime = datetime!(2026-12-01 07:00 UTC);

/// An installation with its SMP behind TLS.
struct Installed<'a> {
    server: &'a TestServer,
    sml: &'a Sml,
    name: &'static str,
    outside: TlsProxy,
}

impl Installed<'_> {
    /// At work at a time.
    fn at(&self, time: OffsetDateTime) -> AnotherServer {
        let (base, client) = (self.outside.base(), self.sml.client(self.name));
        let own = self.server.hurrying_from(time, publishing_at(Some(base), Some(client)));
        self.outside.leads_to(own.address());
        own
    }

    fn smp(&self) -> String {
        format!("{}/smp/test", self.outside.base())
    }
}

/// The SMP of a participant by the DNS, as another access point finds it.
async fn found(dns: &test_network::NameServer, participant: &str) -> Option<String> {
    let id = Identifier::participant(participant);
    let registered = discovery(dns).registered(&id, &mut Trace::default()).await;
    registered.ok().map(|registered| registered.publisher)
}

async fn a_participant_moves_from_one_of_our_installations_to_the_other(engine: Engine) {
    let (one, other) =
        (engine.serve(without_workers()).await, engine.serve(without_workers()).await);
    let dns = test_network::name_server().await;
    let sml = Sml::of_zone(Zone { dns: dns.clone(), name: ZONE.to_owned() }).await;
    let (outside, beyond) = (test_network::tls_proxy().await, test_network::tls_proxy().await);
    let old = Installed { server: &one, sml: &sml, name: "SMP-OLD", outside };
    let new = Installed { server: &other, sml: &sml, name: "SMP-NEW", outside: beyond };
    for installed in [&old, &new] {
        sml.client(installed.name).create_publisher(&installed.smp()).await.expect("registered");
    }
    let (leaving, arriving) = (old.at(NOW), new.at(NOW));
    let (before, after) = (firm(&one, &leaving, 6).await, firm(&other, &arriving, 6).await);
    let participant = before.participant.clone();
    before.enroll(&json!({"verificationTokenHex": "0a"})).await;
    before.entry_in("listed").await;
    assert_eq!(found(&dns, &participant).await, Some(old.smp()));

    // who does not know the code gets nothing
    let wrong = json!({"verificationTokenHex": "0a", "migrationCode": "AAaa11$$AAaa11$$"});
    after.enroll(&wrong).await;
    let refused = after.entry_in("refused").await;
    assert_eq!(refused["peppol_entry"]["error"]["code"], "MIGRATION_CODE_INVALID", "{refused}");

    let key = released(&one, &sml, &participant).await;
    assert!(is_migration_key(&key));
    before.entry_in("leaving").await;
    assert_eq!(found(&dns, &participant).await, Some(old.smp()), "nothing has changed yet");
    after.enroll(&json!({"verificationTokenHex": "0a", "migrationCode": key})).await;
    after.entry_in("listed").await;
    assert_eq!(entered(&sml, &participant).as_deref(), Some("SMP-NEW"));
    assert_eq!(found(&dns, &participant).await, Some(new.smp()));

    // the old provider looks an hour later
    assert_eq!(before.read().await["peppol_status"], "enrolled");
    drop(leaving);
    let leaving = old.at(NOW + Duration::minutes(70));
    let before = Firm { caller: before.caller.clone().at(&leaving.base_url), ..before };
    let has_left = || async {
        let read = before.read().await;
        (read["peppol_status"] == "deactivated").then_some(read)
    };
    eventually("it has left", has_left).await;
    let events = before.events_of(&one, 2).await;
    assert_eq!(events[1].0, "participant.deactivated", "{events:?}");
    let id = Identifier::participant(&participant);
    assert_eq!(
        get(&service_group_url(&old.smp().replace(&old.outside.base(), &leaving.base_url), &id))
            .await
            .status(),
        404
    );
    let own = new.smp().replace(&new.outside.base(), &arriving.base_url);
    text(&service_group_url(&own, &id)).await;
    assert_eq!(entered(&sml, &participant).as_deref(), Some("SMP-NEW"), "it stays where it is");
    assert_eq!(found(&dns, &participant).await, Some(new.smp()));
    assert_eq!(sml.state().complaints, Vec::<String>::new(), "all by the WSDL");
    assert!(sml.state().migrations.is_empty(), "the code has done its work");
}

/// The code that the operator of the old installation is given.
async fn released(server: &TestServer, sml: &Sml, participant: &str) -> String {
    let id: ParticipantId = participant.parse().expect("a participant");
    let (store, clock, client) = (server.store(), Clock::starting_at(NOW), sml.client("SMP-OLD"));
    let key = release_participant(&store, &clock, &client, (Network::Test, &id)).await;
    key.expect("released").expose().to_owned()
}
