//! The operator is told of certificates that end.

use crate::setup::{TestPorts, run};
use notifications::{Address, MailError};
use peppol_connector::identifiers::Network;
use peppol_messages::trust::Certificate;
use time::{Duration, OffsetDateTime};
use use_cases::{
    Runtime,
    network::publishing::{DatedCertificate, mail_of_certificates},
};

fn certificate(name: &str) -> Certificate {
    let text = fixtures::text(&format!("peppol-network/as4/pki/{name}.pem"));
    Certificate::of_text(&text).expect(name)
}

struct World {
    ports: TestPorts,
    operator: Address,
    all: [Certificate; 2],
}

impl World {
    fn new() -> Self {
        let operator = Address::parse("operator@example.sk").expect("an address");
        Self {
            ports: TestPorts::default(),
            operator,
            all: [certificate("ap2"), certificate("smp")],
        }
    }

    fn at(&self, time: OffsetDateTime) -> &Self {
        self.ports.still.advance(time - self.ports.still.now());
        self
    }

    fn notified(&self) -> Result<usize, String> {
        let [ap, smp] = &self.all;
        let of = |certificate, is_of_smp| DatedCertificate {
            network: Network::Live,
            is_of_smp,
            setting: "BILLHOOK_PEPPOL_LIVE_KEYS",
            certificate,
        };
        let all = [of(ap, false), of(smp, true)];
        let warned = run(mail_of_certificates(&self.ports, &self.operator, &all));
        warned.map_err(|error| error.to_string())
    }
}

#[test]
fn each_step_of_each_certificate_is_reported_once() {
    let world = World::new();
    let end = world.all[0].not_after.max(world.all[1].not_after);
    for (days, warned) in [(61, 0), (59, 2), (58, 0), (29, 2), (8, 0), (6, 2), (1, 0), (-3, 0)] {
        assert_eq!(
            world.at(end - Duration::days(days)).notified(),
            Ok(warned),
            "{days} days before"
        );
    }
    let sent = world.ports.mailer.sent();
    let keys: std::collections::BTreeSet<_> =
        sent.iter().map(|mail| mail.key.as_str().to_owned()).collect();
    assert_eq!((sent.len(), keys.len()), (6, 6), "each mail is one of its own");
    assert!(sent.iter().all(|mail| mail.to == world.operator));
    let text = sent[0].text.as_str();
    for part in ["PAT000002", "BILLHOOK_PEPPOL_LIVE_KEYS", "Zostáva dní: 5", "Days left: 5"] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
    assert!(sent[1].text.as_str().contains("the certificate of the SMP PSK000001"));
}

#[test]
fn a_step_that_was_missed_is_not_made_up_for() {
    let world = World::new();
    let end = world.all[0].not_after.min(world.all[1].not_after);
    assert_eq!(world.at(end - Duration::days(5)).notified(), Ok(2), "the nearest step alone");
    assert_eq!(world.notified(), Ok(0));
}

#[test]
fn what_was_not_sent_is_sent_the_next_time() {
    let world = World::new();
    let end = world.all[0].not_after.min(world.all[1].not_after);
    world.at(end - Duration::days(20)).ports.mailer.fails(MailError::Unreachable("x".into()));
    assert!(world.notified().is_err());
    world.ports.mailer.recovers();
    assert_eq!((world.notified(), world.notified()), (Ok(2), Ok(0)));
}
