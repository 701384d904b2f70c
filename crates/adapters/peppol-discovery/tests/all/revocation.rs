//! Revoked certificates, by lists that are published, known, missing or old.

use crate::world::{INVOICE, NOW, Page, World, document, find, information, invoice_to, signed};
use network_addresses::AddressPolicy;
use peppol_connector::Trace;
use peppol_discovery::{
    Discovery, KnownLists, LookupError, PublishedLists, RevocationLists, RevocationQuestion,
};
use peppol_messages::trust::{Authorities, Certificate, Identity, Untrusted};
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

impl Pki {
    /// A participant whose answer and endpoint are of this PKI, asked with these lists.
    async fn asked(
        &self,
        world: &World,
        lists: Option<Arc<dyn RevocationLists>>,
    ) -> Result<(), LookupError> {
        self.asked_and(false, world, lists).await
    }

    /// The same, where certificates of which no list speaks are accepted or not.
    async fn asked_and(
        &self,
        accept_unknown: bool,
        world: &World,
        lists: Option<Arc<dyn RevocationLists>>,
    ) -> Result<(), LookupError> {
        let mut own = information("9915:abc", &document(INVOICE));
        own.processes[0].endpoints[0].certificate = certificate(&self.ap.certificate).base64();
        let identity = Identity::of_pem(certificate(&self.smp.certificate), &self.smp.key);
        world.lists("9915:abc", &[document(INVOICE)]);
        let page = Page::ok(signed(&own, &identity.expect("an identity")));
        world.answers("9915:abc", &document(INVOICE), page);
        let mut settings = world.settings();
        settings.publishers = vec![certificate(&self.pki.publishers.certificate())];
        settings.access_points = vec![certificate(&self.pki.access_points.certificate())];
        settings.revocation = lists;
        settings.accept_unknown_revocation = accept_unknown;
        let discovery = Discovery::new(settings).expect("settings");
        find(&discovery, &invoice_to("9915:abc")).await.map(|_| ())
    }

    fn lists(&self, revoked: &[&Pair], at: time::OffsetDateTime) -> [Vec<u8>; 2] {
        [&self.pki.publishers, &self.pki.access_points]
            .map(|authority| authority.list(revoked, at).expect("a list"))
    }
}

fn refused(outcome: Result<(), LookupError>) -> String {
    let error = outcome.expect_err("refused");
    format!("{}: {error}", error.name())
}

#[tokio::test]
async fn known_lists() {
    let (world, pki) = (World::open().await, made("http://127.0.0.1:1"));
    let known = |lists: &[Vec<u8>]| -> Option<Arc<dyn RevocationLists>> {
        Some(Arc::new(KnownLists(lists.to_vec())))
    };
    assert!(pki.asked(&world, None).await.is_ok());
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
    let http = checked_http::Settings::new(AddressPolicy::AndLoopback, Duration::from_secs(2));
    let lists = |keep| Arc::new(PublishedLists::new(http.clone(), keep).expect("settings"));
    let kept = lists(PublishedLists::KEEP);
    // nothing is published yet
    let text = refused(pki.asked(&world, Some(kept.clone())).await);
    assert!(text.starts_with("unreachable") && text.contains("smp.crl: HTTP 404"), "{text}");
    let publish = |[smp, ap]: [Vec<u8>; 2]| {
        world.smp.put(&format!("{}/smp.crl", world.smp.plain_base()), Page::ok(smp));
        world.smp.put(&format!("{}/ap.crl", world.smp.plain_base()), Page::ok(ap));
    };
    publish(pki.lists(&[], NOW));
    let fresh = lists(Duration::ZERO);
    assert!(pki.asked(&world, Some(kept.clone())).await.is_ok());
    assert!(pki.asked(&world, Some(fresh.clone())).await.is_ok());
    let asked = |path: &str| world.smp.requests().iter().filter(|one| *one == path).count();
    let before = asked("/smp.crl");
    assert!(pki.asked(&world, Some(kept.clone())).await.is_ok());
    assert_eq!(asked("/smp.crl"), before, "it is kept");
    // a list that cannot be had again is used as long as it is valid
    world.smp.put(&format!("{}/smp.crl", world.smp.plain_base()), Page::status(500));
    assert!(pki.asked(&world, Some(fresh.clone())).await.is_ok());
    publish(pki.lists(&[&pki.ap], NOW));
    let text = refused(pki.asked(&world, Some(fresh)).await);
    assert!(text.contains("PSK000002") && text.ends_with("is revoked"), "{text}");
    assert!(pki.asked(&world, Some(kept)).await.is_ok(), "until it is fetched again");
}

/// A list comes over http: only one that its issuer signed, and that is not past its date, takes the place of another.
#[tokio::test]
async fn what_is_no_valid_list_is_not_kept() {
    let world = World::open().await;
    let base = world.smp.plain_base();
    let pki = made(&base);
    let http = checked_http::Settings::new(AddressPolicy::AndLoopback, Duration::from_secs(2));
    let source = |keep| PublishedLists::new(http.clone(), keep).expect("settings");
    let (kept, fresh) = (source(PublishedLists::KEEP), source(Duration::ZERO));
    let authorities = vec![certificate(&pki.pki.access_points.certificate())];
    let role = Authorities::new(authorities).expect("authorities");
    let mut named = certificate(&pki.ap.certificate);
    let put = |name: &str, body: Vec<u8>| world.smp.put(&format!("{base}/{name}"), Page::ok(body));
    let list = |revoked: &[&Pair], at| pki.pki.access_points.list(revoked, at).expect("a list");
    let old = list(&[], NOW - time::Duration::days(31));
    let page = b"<html>Maintenance</html>".to_vec();
    for nothing in [page.clone(), old.clone()] {
        put("ap.crl", nothing);
        let question = RevocationQuestion { certificate: &named, role: &role, at: NOW };
        let why = kept.lists(&question).await.expect_err("no list").to_string();
        assert!(why.ends_with("ap.crl: it is no valid list of the certificate's issuer"), "{why}");
    }
    put("ap.crl", list(&[&pki.ap], NOW));
    let question = RevocationQuestion { certificate: &named, role: &role, at: NOW };
    for source in [&kept, &fresh] {
        let lists = source.lists(&question).await.expect("what came before was not kept");
        assert_eq!(question.verdict(&lists), Err(Untrusted::Revoked));
        put("ap.crl", list(&[&pki.ap], NOW));
    }
    put("ap.crl", page);
    let lists = fresh.lists(&question).await.expect("the one before");
    assert_eq!(question.verdict(&lists), Err(Untrusted::Revoked));
    // the first address has nothing of use: the second one is asked
    put("ap.crl", old);
    put("other.crl", list(&[&pki.ap], NOW));
    named.revocation_lists.push(format!("{base}/other.crl"));
    let question = RevocationQuestion { certificate: &named, role: &role, at: NOW };
    let lists = source(PublishedLists::KEEP).lists(&question).await.expect("the second address");
    assert_eq!(question.verdict(&lists), Err(Untrusted::Revoked));
}

#[tokio::test]
async fn unknown_revocation_may_be_accepted() {
    let world = World::open().await;
    let pki = made(&world.smp.plain_base());
    let http = checked_http::Settings::new(AddressPolicy::AndLoopback, Duration::from_secs(2));
    let published = Arc::new(PublishedLists::new(http, PublishedLists::KEEP).expect("settings"));
    assert!(pki.asked(&world, Some(published.clone())).await.is_err(), "nothing is published");
    let outcome = pki.asked_and(true, &world, Some(published)).await;
    assert!(outcome.is_ok(), "{outcome:?}");
    let known = |lists: &[Vec<u8>]| -> Option<Arc<dyn RevocationLists>> {
        Some(Arc::new(KnownLists(lists.to_vec())))
    };
    assert!(pki.asked_and(true, &world, known(&[])).await.is_ok());
    let text = refused(pki.asked_and(true, &world, known(&pki.lists(&[&pki.ap], NOW))).await);
    assert!(text.contains("PSK000002") && text.ends_with("the certificate is revoked"), "{text}");
}

/// Each question about revocation is a hop, so that an operator sees which list was asked.
#[tokio::test]
async fn hops_show_it() {
    let (world, pki) = (World::open().await, made("http://127.0.0.1:1"));
    let lists: Arc<dyn RevocationLists> = Arc::new(KnownLists(pki.lists(&[], NOW).to_vec()));
    pki.asked(&world, Some(lists.clone())).await.expect("found");
    let mut settings = world.settings();
    settings.publishers = vec![certificate(&pki.pki.publishers.certificate())];
    settings.access_points = vec![certificate(&pki.pki.access_points.certificate())];
    settings.revocation = Some(lists);
    let (discovery, mut trace) = (Discovery::new(settings).expect("settings"), Trace::default());
    discovery.find(&invoice_to("9915:abc"), NOW, &mut trace).await.expect("found");
    let shown: Vec<_> =
        trace.hops.iter().map(|hop| format!("{}: {}", hop.step.name(), hop.answer)).collect();
    assert_eq!(shown[3..], ["revocation: not revoked", "revocation: not revoked"]);
}
