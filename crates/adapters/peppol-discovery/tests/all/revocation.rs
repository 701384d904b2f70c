//! Revoked certificates, by lists that are published, known, missing or old.

use crate::world::{INVOICE, NOW, Page, World, document, find, information, invoice_to, signed};
use network_addresses::AddressPolicy;
use peppol_connector::submissions::Trace;
use peppol_discovery::{Discovery, LookupError, Settings};
use peppol_messages::trust::{Certificate, Identity};
use peppol_trust::{PublishedLists, Revocation, Trust, WhenUnknown};
use std::{sync::Arc, time::Duration};
use test_pki::{Pair, Plan, TestPki};

struct Pki {
    pki: TestPki,
    smp: Pair,
    ap: Pair,
}

fn made(lists: &str) -> Pki {
    let plan = Plan { now: NOW, lists: lists.to_owned(), ..Plan::default() };
    let pki = TestPki::new(&plan).expect("a PKI");
    let smp = pki.publisher("PSK000001", "SK").expect("an SMP");
    let ap = pki.access_point("PSK000002", "SK").expect("an access point");
    Pki { pki, smp, ap }
}

fn certificate(text: &str) -> Certificate {
    Certificate::of_text(text).expect("a certificate")
}

/// Asks where certificates say.
fn published() -> Revocation {
    let http = checked_http::Settings::new(AddressPolicy::AndLoopback, Duration::from_secs(2));
    Revocation::Named(Arc::new(PublishedLists::new(http).expect("a client")))
}

impl Pki {
    /// Who looks participants up and trusts this PKI.
    fn settings(&self, world: &World, lists: &Revocation, unknown: WhenUnknown) -> Settings {
        let role = |authority: String| {
            let trust = Trust::new(vec![certificate(&authority)], lists.clone(), unknown);
            Arc::new(trust.expect("an authority"))
        };
        let mut settings = world.settings();
        settings.publishers = role(self.pki.publishers.certificate());
        settings.access_points = role(self.pki.access_points.certificate());
        settings
    }

    /// A participant whose answer, signed by an SMP, and endpoint are of this PKI.
    fn register(&self, world: &World, participant: &str, smp: &Pair) {
        let mut own = information(participant, &document(INVOICE));
        own.processes[0].endpoints[0].certificate = certificate(&self.ap.certificate).base64();
        let identity = Identity::of_pem(certificate(&smp.certificate), &smp.key);
        world.lists(participant, &[document(INVOICE)]);
        let page = Page::ok(signed(&own, &identity.expect("an identity")));
        world.answers(participant, &document(INVOICE), page);
    }

    /// Asked with these lists, by who has never asked before.
    async fn asked(&self, world: &World, lists: Revocation) -> Result<(), LookupError> {
        self.asked_and(WhenUnknown::Refuse, world, lists).await
    }

    /// The same, where certificates of which no list speaks are accepted or not.
    async fn asked_and(
        &self,
        unknown: WhenUnknown,
        world: &World,
        lists: Revocation,
    ) -> Result<(), LookupError> {
        self.register(world, "9915:abc", &self.smp);
        let discovery = Discovery::new(self.settings(world, &lists, unknown)).expect("settings");
        find(&discovery, &invoice_to("9915:abc")).await.map(|_| ())
    }

    fn lists(&self, revoked: &[&Pair], at: time::OffsetDateTime) -> [Vec<u8>; 2] {
        [&self.pki.publishers, &self.pki.access_points]
            .map(|authority| authority.list(revoked, at).expect("a list"))
    }

    /// Publishes lists where the certificates say.
    fn publish(&self, world: &World, [smp, ap]: [Vec<u8>; 2]) {
        world.smp.put(&format!("{}/smp.crl", world.smp.plain_base()), Page::ok(smp));
        world.smp.put(&format!("{}/ap.crl", world.smp.plain_base()), Page::ok(ap));
    }
}

fn refused(outcome: Result<(), LookupError>) -> String {
    let error = outcome.expect_err("refused");
    format!("{}: {error}", error.name())
}

#[tokio::test]
async fn known_lists() {
    let (world, pki) = (World::open().await, made("http://127.0.0.1:1"));
    let known = |lists: &[Vec<u8>]| Revocation::Known(lists.to_vec());
    assert!(pki.asked(&world, Revocation::Unasked).await.is_ok());
    let outcome = pki.asked(&world, known(&pki.lists(&[], NOW))).await;
    assert!(outcome.is_ok(), "{outcome:?}");
    for (revoked, who) in [(&pki.smp, "PSK000001"), (&pki.ap, "PSK000002")] {
        let text = refused(pki.asked(&world, known(&pki.lists(&[revoked], NOW))).await);
        assert!(text.starts_with("untrusted") && text.contains(who), "{text}");
        assert!(text.ends_with("the certificate is revoked"), "{text}");
    }
    let old = pki.lists(&[], NOW - time::Duration::days(31));
    let [smp, _] = pki.lists(&[], NOW);
    let rogue = made("http://127.0.0.1:1").lists(&[], NOW);
    for (lists, what) in [
        (old.as_slice(), "past its date"),
        (&[smp], "none of the access point's authority"),
        (&rogue, "of another authority"),
        (&[], "none at all"),
        (&[b"no list".to_vec()], "no list"),
    ] {
        let text = refused(pki.asked(&world, known(lists)).await);
        assert!(text.ends_with("is revoked is not known"), "{what}: {text}");
    }
}

#[tokio::test]
async fn published_lists() {
    let world = World::open().await;
    let pki = made(&world.smp.plain_base());
    // nothing is published yet
    let text = refused(pki.asked(&world, published()).await);
    assert!(text.starts_with("unreachable") && text.contains("smp.crl: HTTP 404"), "{text}");
    pki.publish(&world, pki.lists(&[], NOW));
    pki.register(&world, "9915:abc", &pki.smp);
    let settings = pki.settings(&world, &published(), WhenUnknown::Refuse);
    let discovery = Discovery::new(settings).expect("settings");
    let asked = |path: &str| world.smp.requests().iter().filter(|one| *one == path).count();
    let before = asked("/smp.crl");
    for _ in 0..2 {
        assert!(find(&discovery, &invoice_to("9915:abc")).await.is_ok());
    }
    assert_eq!(asked("/smp.crl"), before + 1, "it is kept");
    pki.publish(&world, pki.lists(&[&pki.ap], NOW));
    let text = refused(pki.asked(&world, published()).await);
    assert!(text.contains("PSK000002") && text.ends_with("is revoked"), "{text}");
    let kept = find(&discovery, &invoice_to("9915:abc")).await;
    assert!(kept.is_ok(), "until it is fetched again");
    // what is published is no list of the issuer, or has ended
    for nothing in [b"<html>Maintenance</html>".to_vec(), made("x").lists(&[], NOW)[0].clone()] {
        world.smp.put(&format!("{}/smp.crl", world.smp.plain_base()), Page::ok(nothing));
        let text = refused(pki.asked(&world, published()).await);
        let why = "smp.crl: it is no valid list of the certificate's issuer";
        assert!(text.starts_with("unreachable") && text.ends_with(why), "{text}");
    }
}

/// Somebody on the way may send an old list, in which a certificate is not revoked yet.
#[tokio::test]
async fn an_older_list_does_not_make_a_revoked_certificate_good_again() {
    let world = World::open().await;
    let pki = made(&world.smp.plain_base());
    let revoked = pki.pki.publisher("PSK000009", "SK").expect("another SMP");
    pki.register(&world, "9915:abc", &pki.smp);
    pki.register(&world, "9915:def", &revoked);
    pki.publish(&world, pki.lists(&[&revoked], NOW));
    let settings = pki.settings(&world, &published(), WhenUnknown::Refuse);
    let discovery = Discovery::new(settings).expect("settings");
    let outcome = async |participant: &str, at| {
        let found = discovery.find(&invoice_to(participant), at, &mut Trace::default()).await;
        found.map(|_| ())
    };
    assert!(outcome("9915:abc", NOW).await.is_ok());
    assert!(refused(outcome("9915:def", NOW).await).ends_with("is revoked"));
    pki.publish(&world, pki.lists(&[], NOW - time::Duration::days(1)));
    let later = NOW + time::Duration::hours(2);
    // the list is due: it is fetched meanwhile
    assert!(outcome("9915:abc", later).await.is_ok());
    let asked = || world.smp.requests().iter().filter(|one| *one == "/smp.crl").count();
    for _ in 0..200 {
        if asked() == 2 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    tokio::time::sleep(Duration::from_millis(20)).await;
    assert_eq!(asked(), 2);
    assert!(refused(outcome("9915:def", later).await).ends_with("is revoked"));
}

#[tokio::test]
async fn unknown_revocation_may_be_accepted() {
    let (world, accept) = (World::open().await, WhenUnknown::Accept);
    let pki = made(&world.smp.plain_base());
    assert!(pki.asked(&world, published()).await.is_err(), "nothing is published");
    let outcome = pki.asked_and(accept, &world, published()).await;
    assert!(outcome.is_ok(), "{outcome:?}");
    let known = |lists: &[Vec<u8>]| Revocation::Known(lists.to_vec());
    assert!(pki.asked_and(accept, &world, known(&[])).await.is_ok());
    let text = refused(pki.asked_and(accept, &world, known(&pki.lists(&[&pki.ap], NOW))).await);
    assert!(text.contains("PSK000002") && text.ends_with("the certificate is revoked"), "{text}");
}

/// Each question about revocation is a hop, so that an operator sees what came of it.
#[tokio::test]
async fn hops_show_it() {
    let (world, pki) = (World::open().await, made("http://127.0.0.1:1"));
    pki.register(&world, "9915:abc", &pki.smp);
    let lists = Revocation::Known(pki.lists(&[], NOW).to_vec());
    let settings = pki.settings(&world, &lists, WhenUnknown::Refuse);
    let (discovery, mut trace) = (Discovery::new(settings).expect("settings"), Trace::default());
    discovery.find(&invoice_to("9915:abc"), NOW, &mut trace).await.expect("found");
    let shown: Vec<_> =
        trace.hops.iter().map(|hop| format!("{}: {}", hop.step.name(), hop.answer)).collect();
    assert_eq!(shown[3..], ["revocation: not revoked", "revocation: not revoked"]);
}
