//! Who is found, and how often is asked.

use crate::world::{
    INVOICE, NOW, Page, Says, World, certificate, document, endpoint, find, identity, information,
    invoice_to, naptr, redirect, signed,
};
use peppol_connector::submissions::{HopStep as Step, Trace};
use peppol_messages::Identifier;
use peppol_messages::discovery::{Naptr, service_metadata_url};
use time::Duration;

#[tokio::test]
async fn a_participant_is_found_in_three_hops() {
    let world = World::open().await;
    world.receives("9915:abc");
    // participants compare without case
    let page = Page::ok(signed(&information("9915:ABC", &document(INVOICE)), &identity("smp")));
    world.answers("9915:abc", &document(INVOICE), page);
    let (discovery, mut trace) = (world.discovery(), Trace::default());
    let found = discovery.find(&invoice_to("9915:abc"), NOW, &mut trace).await.expect("found");
    assert_eq!(found.endpoint, "https://ap.example.sk/as4");
    assert_eq!(found.certificate, certificate("ap2.pem"));
    assert_eq!(found.signer, certificate("smp.pem"));
    assert_eq!(found.registered, document(INVOICE));
    let steps: Vec<_> = trace.hops.iter().map(|hop| hop.step).collect();
    assert_eq!(steps, [Step::Dns, Step::ServiceGroup, Step::ServiceMetadata]);
    assert_eq!(trace.hops[0].answer, world.smp.base());
}

#[tokio::test]
async fn answers_are_kept() {
    let world = World::open().await;
    world.receives("9915:abc");
    let discovery = world.discovery();
    for _ in 0..3 {
        find(&discovery, &invoice_to("9915:abc")).await.expect("found");
    }
    assert_eq!(world.smp.requests().len(), 2);
    assert_eq!(world.dns.questions(), 1);
    // what is kept is checked again each time
    let (late, wanted) = (NOW + Duration::days(900), invoice_to("9915:abc"));
    let found = discovery.find(&wanted, late, &mut Trace::default()).await;
    assert_eq!(found.expect_err("expired").name(), "untrusted");
    let mut settings = world.settings();
    settings.keep = std::time::Duration::ZERO;
    let forgetful = peppol_discovery::Discovery::new(settings).expect("settings");
    for _ in 0..3 {
        find(&forgetful, &invoice_to("9915:abc")).await.expect("found");
    }
    assert_eq!(world.smp.requests().len(), 8);
}

#[tokio::test]
async fn the_most_specific_wildcard_is_asked_for() {
    let world = World::open().await;
    let typed = |customization: &str| format!("urn:x::Invoice##{customization}::2.1");
    let wildcard =
        |customization: &str| Identifier::new("peppol-doctype-wildcard", &typed(customization));
    let id = "9915:wild";
    let listed =
        [wildcard("urn:peppol:pint:billing-1*"), wildcard("urn:peppol:pint:billing-1@sk-1*")];
    world.lists(id, &listed);
    for one in &listed {
        let page = Page::ok(signed(&information(id, one), &identity("smp")));
        world.answers(id, one, page);
    }
    let discovery = world.discovery();
    for (customization, registered) in [
        ("urn:peppol:pint:billing-1", 0),
        ("urn:peppol:pint:billing-1@cz-1", 0),
        ("urn:peppol:pint:billing-1@sk-1", 1),
        ("urn:peppol:pint:billing-1@sk-1@own", 1),
    ] {
        let mut wanted = invoice_to(id);
        wanted.document_type = wildcard(customization);
        let found = find(&discovery, &wanted).await.expect(customization);
        assert_eq!(found.registered, listed[registered], "{customization}");
    }
    let mut wanted = invoice_to(id);
    wanted.document_type = wildcard("urn:peppol:pint:billing-2");
    assert_eq!(find(&discovery, &wanted).await.expect_err("another").name(), "not-receiving");
}

#[tokio::test]
async fn one_redirect_is_followed() {
    let world = World::open().await;
    let there = format!("{}/there", world.smp.base());
    let page = Page::ok(signed(&information("9915:moved", &document(INVOICE)), &identity("smp")));
    world.smp.put(&there, page);
    world.lists("9915:moved", &[document(INVOICE)]);
    world.answers("9915:moved", &document(INVOICE), Page::ok(redirect(&there, "PSK000001")));
    let (discovery, mut trace) = (world.discovery(), Trace::default());
    let found = discovery.find(&invoice_to("9915:moved"), NOW, &mut trace).await;
    assert!(found.is_ok(), "{found:?}");
    assert_eq!(
        trace.hops.last().map(|hop| (hop.step, hop.asked.clone())),
        Some((Step::Redirect, there))
    );
}

#[tokio::test]
async fn records_are_found_over_tcp_and_behind_an_alias() {
    let world = World::open().await;
    let record = || vec![naptr(&world.smp.base())];
    let mut noise = naptr("https://other.example");
    noise.order = 1;
    noise.service = "Meta:Other".to_owned();
    for (id, says) in [
        ("9915:large", Says::LargeRecords(record())),
        ("9915:alias", Says::Alias(record())),
        ("9915:noise", Says::Records([vec![noise], record()].concat())),
        (
            "9915:case",
            Says::Records(vec![Naptr {
                flags: "u".to_owned(),
                service: "META:smp".to_owned(),
                ..naptr(&world.smp.base())
            }]),
        ),
    ] {
        world.receives(id);
        world.dns_says(id, says);
        let found = find(&world.discovery(), &invoice_to(id)).await;
        assert!(found.is_ok(), "{id}: {found:?}");
    }
}

#[tokio::test]
async fn the_endpoint_of_today_is_taken() {
    let world = World::open().await;
    let id = "9915:dates";
    world.lists(id, &[document(INVOICE)]);
    let mut own = information(id, &document(INVOICE));
    let mut old = endpoint();
    old.address = "https://old.example.sk/as4".to_owned();
    old.expires = Some(NOW);
    let mut next = endpoint();
    next.address = "https://next.example.sk/as4".to_owned();
    next.active_from = Some(NOW + Duration::days(1));
    let mut now = endpoint();
    now.active_from = Some(NOW);
    now.expires = Some(NOW + Duration::days(1));
    own.processes[0].endpoints = vec![old, next, now];
    world.answers(id, &document(INVOICE), Page::ok(signed(&own, &identity("smp"))));
    let discovery = world.discovery();
    for (days, address) in [
        (-1, "https://old.example.sk/as4"),
        (0, "https://ap.example.sk/as4"),
        (1, "https://next.example.sk/as4"),
    ] {
        let at = NOW + Duration::days(days);
        let found = discovery.find(&invoice_to(id), at, &mut Trace::default()).await;
        assert_eq!(found.expect("found").endpoint, address, "{days}");
    }
    let url =
        service_metadata_url(&world.smp.base(), &Identifier::participant(id), &document(INVOICE));
    assert!(world.smp.requests().iter().any(|path| url.ends_with(path)));
}
