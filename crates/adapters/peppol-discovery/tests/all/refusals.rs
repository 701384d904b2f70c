//! Who is not found, and by which reason.

use crate::world::{
    AllHere, INVOICE, NOW, Page, Says, World, document, find, identity, information, invoice_to,
    naptr, redirect, signed,
};
use hickory_resolver::proto::op::ResponseCode;
use peppol_connector::submissions::Trace;
use peppol_discovery::{Discovery, LookupError};
use peppol_messages::Identifier;
use peppol_messages::discovery::{service_group_url, service_metadata_url};
use peppol_messages::smp::ServiceGroup;
use std::sync::Arc;
use std::time::Duration;

/// The kind of refusal and its reason must be these.
fn assert_refused<T: std::fmt::Debug>(
    found: Result<T, LookupError>,
    kind: &str,
    reason: &str,
    what: &str,
) {
    let error = found.expect_err(what);
    let text = error.to_string();
    assert_eq!(error.name(), kind, "{what}: {text}");
    assert!(text.contains(reason), "{what}: {text}");
}

#[tokio::test]
async fn what_the_dns_says() {
    let world = World::open().await;
    let of = |url: &str| Says::Records(vec![naptr(url)]);
    let mut flag = naptr(&world.smp.base());
    flag.flags = "S".to_owned();
    let good = || vec![naptr(&world.smp.base())];
    for (id, says, kind, reason) in [
        ("9915:nx", Says::Code(ResponseCode::NXDomain), "not-registered", "no Meta:SMP record"),
        ("9915:empty", Says::Empty, "not-registered", "no Meta:SMP record"),
        ("9915:flag", Says::Records(vec![flag]), "not-registered", "no Meta:SMP record"),
        (
            "9915:servfail",
            Says::Code(ResponseCode::ServFail),
            "unreachable",
            "the DNS gave no answer",
        ),
        (
            "9915:refused",
            Says::Code(ResponseCode::Refused),
            "unreachable",
            "the DNS gave no answer",
        ),
        ("9915:silent", Says::Silence, "unreachable", "the DNS gave no answer"),
        ("9915:referral", Says::Referral, "unreachable", "the DNS gave no answer"),
        ("9915:nothing", Says::Nothing, "unreachable", "the DNS gave no answer"),
        ("9915:other-zone", Says::EmptyOfOtherZone, "unreachable", "the DNS gave no answer"),
        ("9915:http", of("http://localhost/smp"), "untrusted", "names no https address"),
        ("9915:user", of("https://a:b@localhost/smp"), "untrusted", "names no https address"),
        ("9915:query", of("https://localhost/smp?x"), "untrusted", "names no https address"),
        ("9915:no-url", of("smp"), "untrusted", "names no https address"),
        ("9915:private", of("https://10.0.0.1/smp"), "untrusted", "is private"),
        ("9915:metadata", of("https://169.254.169.254/"), "untrusted", "metadata service"),
        ("9915:v6", of("https://[fd00::1]/"), "untrusted", "is private"),
        ("9915:unknown", of("https://smp.invalid/"), "unreachable", "does not resolve"),
        ("9915:closed", of("https://localhost:1/"), "unreachable", "no connection"),
        ("9915:other-tls", of("https://127.0.0.1:1/"), "unreachable", "no connection"),
    ] {
        world.receives(id);
        world.dns_says(id, says);
        assert_refused(find(&world.discovery(), &invoice_to(id)).await, kind, reason, id);
    }
    // records of other names are not the participant's, and say nothing of it
    world.receives("9915:foreign");
    world.dns_says("9915:foreign", Says::OfOtherName(good()));
    let found = find(&world.discovery(), &invoice_to("9915:foreign")).await;
    assert_refused(found, "unreachable", "the DNS gave no answer", "of another name");
    assert!(world.smp.requests().is_empty(), "{:?}", world.smp.requests());
}

/// Names that lead into our own network are refused, whoever gave them.
#[tokio::test]
async fn addresses_of_smps_are_checked() {
    let world = World::open().await;
    world.receives("9915:abc");
    let id = invoice_to("9915:abc");
    let mut settings = world.settings();
    settings.http.reach = network_addresses::AddressPolicy::Public;
    let public = Discovery::new(settings).expect("settings");
    assert_refused(find(&public, &id).await, "untrusted", "loopback", "without the setting");
    let mut settings = world.settings();
    settings.http.names = Arc::new(AllHere("192.168.1.1".parse().expect("an address")));
    let inside = Discovery::new(settings).expect("settings");
    assert_refused(find(&inside, &id).await, "untrusted", "is private", "by name");
    let mut settings = world.settings();
    settings.http.extra_roots = Vec::new();
    let unknown = Discovery::new(settings).expect("settings");
    assert_refused(find(&unknown, &id).await, "unreachable", "TLS failed", "unknown authority");
    assert!(world.smp.requests().is_empty());
}

#[tokio::test]
async fn what_the_smp_says_of_the_participant() {
    let world = World::open().await;
    let base = world.smp.base();
    let group = |id: &str| {
        ServiceGroup::of(&base, Identifier::participant(id), &[document(INVOICE)]).write()
    };
    let slow = |body: String| Page { pause: Duration::from_secs(5), ..Page::ok(body) };
    let to = format!("Location: {base}/elsewhere\r\n");
    let redirect = Page { headers: to, ..Page::status(302) };
    let large = Page::ok(" ".repeat(1_100_000));
    for (id, page, kind, reason) in [
        ("9915:404", Page::status(404), "not-registered", "does not know the participant"),
        ("9915:500", Page::status(500), "unreachable", "HTTP 500"),
        ("9915:403", Page::status(403), "unreachable", "HTTP 403"),
        ("9915:302", redirect, "untrusted", "redirects by HTTP"),
        ("9915:large", large, "untrusted", "larger than"),
        ("9915:slow", slow(group("9915:slow")), "unreachable", "in time"),
        ("9915:html", Page::ok("<html/>"), "untrusted", "no ServiceGroup"),
        ("9915:dtd", Page::ok("<!DOCTYPE x><x/>"), "untrusted", "the answer of"),
        ("9915:other", Page::ok(group("9915:somebody")), "untrusted", "another participant"),
        (
            "9915:none",
            Page::ok(ServiceGroup::of(&base, Identifier::participant("9915:none"), &[]).write()),
            "not-receiving",
            "none of them fits",
        ),
    ] {
        world.dns_says(id, Says::Records(vec![naptr(&base)]));
        world.smp.put(&service_group_url(&base, &Identifier::participant(id)), page);
        assert_refused(find(&world.discovery(), &invoice_to(id)).await, kind, reason, id);
    }
    assert!(!world.smp.requests().iter().any(|path| path.ends_with("elsewhere")));
}

#[tokio::test]
async fn what_the_smp_says_of_the_document_type() {
    let world = World::open().await;
    let smp = identity("smp");
    let own = |id: &str| information(id, &document(INVOICE));
    let good = |id: &str| Page::ok(signed(&own(id), &smp));
    let by = |id: &str, who: &str| Page::ok(signed(&own(id), &identity(who)));
    let with = |id: &str, change: &dyn Fn(&mut peppol_messages::smp::Endpoint)| {
        let mut own = own(id);
        change(&mut own.processes[0].endpoints[0]);
        Page::ok(signed(&own, &smp))
    };
    let other_type = information("9915:type", &document("urn:x::X##y::1"));
    let mut other_process = own("9915:process");
    other_process.processes[0].process = Identifier::process("other");
    let tampered = String::from_utf8(good("9915:changed").body).expect("text");
    let tampered = tampered.replace("ap.example.sk", "ap.example.cz");
    let unsigned = own("9915:unsigned");
    let unsigned = peppol_messages::smp::ServiceMetadata::Information(unsigned).write();
    let there = service_metadata_url(
        &world.smp.base(),
        &Identifier::participant("9915:loop"),
        &document(INVOICE),
    );
    for (id, page, kind, reason) in [
        ("9915:404", Page::status(404), "not-receiving", "does not know it"),
        ("9915:500", Page::status(503), "unreachable", "HTTP 503"),
        ("9915:somebody", good("9915:else"), "untrusted", "another participant"),
        ("9915:type", Page::ok(signed(&other_type, &smp)), "untrusted", "another document type"),
        ("9915:process", Page::ok(signed(&other_process, &smp)), "not-receiving", "no endpoint"),
        ("9915:ap", by("9915:ap", "ap1"), "untrusted", "authority of its role"),
        ("9915:rogue", by("9915:rogue", "rogue"), "untrusted", "authority of its role"),
        ("9915:changed", Page::ok(tampered), "untrusted", "digest differs"),
        ("9915:unsigned", Page::ok(unsigned), "untrusted", "no SignedServiceMetadata"),
        (
            "9915:old",
            with("9915:old", &|one| one.expires = Some(NOW)),
            "not-receiving",
            "no endpoint",
        ),
        (
            "9915:as2",
            with("9915:as2", &|one| one.transport = Some("busdox-transport-as2-ver1p0".to_owned())),
            "not-receiving",
            "no endpoint",
        ),
        (
            "9915:plain",
            with("9915:plain", &|one| one.address = "http://x.sk".to_owned()),
            "untrusted",
            "no https address",
        ),
        (
            "9915:smp-key",
            with("9915:smp-key", &|one| one.certificate = identity("smp").certificate.base64()),
            "untrusted",
            "none of an access point",
        ),
        ("9915:loop", Page::ok(redirect(&there, "")), "untrusted", "second redirect"),
        (
            "9915:down",
            Page::ok(redirect("http://localhost/x", "")),
            "untrusted",
            "no https address",
        ),
        ("9915:inside", Page::ok(redirect("https://10.1.2.3/x", "")), "untrusted", "is private"),
        ("9915:uid", Page::ok(redirect(&there, "PSK000002")), "untrusted", "another SMP signed"),
    ] {
        world.lists(id, &[document(INVOICE)]);
        world.answers(id, &document(INVOICE), page);
        assert_refused(find(&world.discovery(), &invoice_to(id)).await, kind, reason, id);
    }
    world.receives("9915:late");
    let late = NOW + time::Duration::days(1_000);
    let found = world.discovery().find(&invoice_to("9915:late"), late, &mut Trace::default()).await;
    assert_refused(found, "untrusted", "expired", "years later");
}
