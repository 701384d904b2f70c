//! The published cases, over the wire.

use crate::world::{AllHere, Page, Says, World, ZONE, trusting};
use peppol_connector::submissions::Trace;
use peppol_discovery::{Discovery, Doubt, LookupError, Settings, Silence, Wanted};
use peppol_messages::Identifier;
use peppol_messages::discovery::{Naptr, service_group_url, service_metadata_url, sml_name};
use peppol_messages::instant::read_instant;
use peppol_messages::smp::{Redirect, ServiceGroup, ServiceMetadata};
use peppol_messages::trust::{Certificate, Identity};
use peppol_trust::Revocation;
use serde_json::Value;
use std::sync::Arc;
use test_pki::{Plan, TestPki};
use time::macros::datetime;

fn lines(name: &str) -> Vec<Value> {
    let text = fixtures::text(&format!("peppol-network/{name}.jsonl"));
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn text<'v>(value: &'v Value, member: &str) -> &'v str {
    value[member].as_str().unwrap_or_else(|| panic!("{member} of {value}"))
}

#[tokio::test]
async fn records_of_the_vectors() {
    let all = lines("vectors/naptr");
    assert_eq!(all.len(), 16);
    for (number, one) in all.iter().enumerate() {
        let world = World::open().await;
        let id = format!("9915:case{number}");
        let number = |record: &Value, member: &str| {
            u16::try_from(record[member].as_u64().expect("a number")).expect("small")
        };
        let naptr = |record: &Value| Naptr {
            order: number(record, "order"),
            preference: number(record, "preference"),
            flags: text(record, "flags").to_owned(),
            service: text(record, "service").to_owned(),
            regexp: text(record, "regexp").to_owned(),
        };
        use hickory_resolver::proto::op::ResponseCode;
        let says = match &one["records"] {
            Value::String(code) if code == "NXDOMAIN" => Says::Code(ResponseCode::NXDomain),
            Value::String(code) if code == "SERVFAIL" => Says::Code(ResponseCode::ServFail),
            Value::String(code) if code == "REFUSED" => Says::Code(ResponseCode::Refused),
            Value::String(code) if code.starts_with("truncated") => {
                Says::LargeRecords(vec![crate::world::naptr("https://over-tcp.example")])
            }
            Value::String(_) => Says::Silence,
            // with the SOA record by which a server says that there is none (RFC 2308, 2.2)
            Value::Array(records) if records.is_empty() => Says::Empty,
            records => {
                Says::Records(records.as_array().expect("records").iter().map(naptr).collect())
            }
        };
        world.dns_says(&id, says);
        // an address that is refused before any call shows which SMP was found
        let mut settings = world.settings();
        settings.http.names = Arc::new(AllHere("10.0.0.1".parse().expect("an address")));
        let discovery = Discovery::new(settings).expect("settings");
        let found = discovery
            .registered(&Identifier::participant(&id), &mut Trace::default())
            .await
            .expect_err("nobody is called");
        let expected = text(one, "expect");
        let shown = match &found {
            LookupError::NotRegistered(_) => "not-found".to_owned(),
            LookupError::Untrusted(Doubt::Record(_)) => "invalid".to_owned(),
            LookupError::Unreachable(Silence::Dns { .. }) => "retry".to_owned(),
            LookupError::Untrusted(Doubt::Address { url, .. }) => url.clone(),
            other => panic!("{other} of {one}"),
        };
        let fits = match expected {
            "use-tcp" => shown.starts_with("https://over-tcp.example"),
            "not-found" | "invalid" | "retry" => shown == expected,
            url => shown.starts_with(url.trim_end_matches('/')),
        };
        assert!(fits, "{shown} of {one}");
    }
}

/// Who signs the redirects that lead to the cases after one.
struct First {
    authority: Certificate,
    identity: Identity,
}

impl First {
    fn new() -> Self {
        let plan = Plan { now: datetime!(2025-01-02 0:00 UTC), ..Plan::default() };
        let pki = TestPki::new(&Plan { validity: time::Duration::days(3_650), ..plan });
        let pki = pki.expect("a PKI");
        let own = pki.publisher("PSK000001", "SK").expect("an SMP");
        let certificate = Certificate::of_text(&own.certificate).expect("a certificate");
        Self {
            authority: Certificate::of_text(&pki.publishers.certificate()).expect("an authority"),
            identity: Identity::of_pem(certificate, &own.key).expect("an identity"),
        }
    }

    fn redirect(&self, href: &str) -> String {
        let to = Redirect { href: href.to_owned(), certificate_uid: String::new() };
        ServiceMetadata::Redirect(to).sign(&self.identity).expect("signed")
    }
}

fn settings_of_cases(world: &World, first: &First) -> Settings {
    let sample = |name: &str| {
        let pem = fixtures::text(&format!("peppol-network/pki/{name}.pem"));
        Certificate::of_text(&pem).expect(name)
    };
    let mut settings = world.settings();
    let publishers = [sample("smp-ca"), first.authority.clone()];
    settings.publishers = trusting(&publishers, Revocation::Unasked);
    settings.access_points = trusting(&[sample("ap-ca")], Revocation::Unasked);
    settings.keep = std::time::Duration::ZERO;
    settings
}

/// What a look-up of a case comes to, in the words of the cases.
async fn verdict(
    world: &World,
    first: &First,
    discovery: &Discovery,
    case: &Value,
    body: &[u8],
) -> String {
    let request = &case["request"];
    let id = |member: &str| text(request, member).parse::<Identifier>().expect("an identifier");
    let (participant, registered) = (id("participant"), id("document_type"));
    let base = world.smp.base();
    world.dns.put(&sml_name(&participant, ZONE), Says::Records(vec![crate::world::naptr(&base)]));
    let group = ServiceGroup::of(&base, participant.clone(), std::slice::from_ref(&registered));
    world.smp.put(&service_group_url(&base, &participant), Page::ok(group.write()));
    let mut url = service_metadata_url(&base, &participant, &registered);
    if request["redirects_followed"].as_u64().unwrap_or(0) > 0 {
        let there = format!("{base}/there");
        world.smp.put(&url, Page::ok(first.redirect(&there)));
        url = there;
    }
    world.smp.put(&url, Page::ok(body));
    let wanted = Wanted {
        document_type: Identifier::new(&registered.scheme, &registered.value.replace('*', "")),
        process: id("process"),
        transport: text(request, "transport").to_owned(),
        participant,
    };
    let at = read_instant(text(request, "now")).expect("an instant");
    match discovery.find(&wanted, at, &mut Trace::default()).await {
        Ok(found) => format!("accept {}", found.endpoint),
        Err(LookupError::Untrusted(Doubt::Answer { fault, .. })) => {
            format!("reject {}", fault.name())
        }
        Err(LookupError::NotReceiving(_)) => "reject no-endpoint".to_owned(),
        // the redirect of the case was believed, and leads out of this machine
        Err(LookupError::Unreachable(Silence::Http { url, .. })) => format!("redirect {url}"),
        Err(other) => other.to_string(),
    }
}

/// The text of a case, which may be written as an edit of an earlier one.
fn body(case: &Value, earlier: &[Vec<u8>]) -> Vec<u8> {
    if let Some(text) = case["text"].as_str() {
        return text.as_bytes().to_vec();
    }
    let number =
        |member: &str| usize::try_from(case[member].as_u64().expect("a number")).expect("small");
    let (like, keep) = (&earlier[number("like")], number("keep"));
    [&like[..keep], text(case, "put").as_bytes(), &like[keep + number("skip")..]].concat()
}

#[tokio::test]
async fn signed_answers_of_the_cases() {
    let (world, all) = (World::open().await, lines("smp-signed"));
    assert_eq!(all.len(), 52);
    let first = First::new();
    let discovery = Discovery::new(settings_of_cases(&world, &first)).expect("settings");
    let mut differences = Vec::new();
    let mut texts: Vec<Vec<u8>> = Vec::new();
    for case in &all {
        texts.push(body(case, &texts));
        let verdict = verdict(&world, &first, &discovery, case, &texts[texts.len() - 1]).await;
        let expected = match text(case, "expect") {
            "accept" => format!("accept {}", text(&case["result"], "endpoint")),
            "reject" => format!("reject {}", text(case, "reason")),
            _ => "redirect https://".to_owned(),
        };
        if !verdict.starts_with(&expected) {
            differences.push(format!("{}: {verdict}, not {expected}", case["case"]));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// SHA-1 and exclusive canonical forms are taken with the setting; what the specification never had, never.
#[tokio::test]
async fn old_algorithms_are_a_setting() {
    let (world, all, first) = (World::open().await, lines("smp-signed"), First::new());
    let with = |accept_old_algorithms| {
        let settings = settings_of_cases(&world, &first);
        Discovery::new(Settings { accept_old_algorithms, ..settings }).expect("settings")
    };
    let (strict, lenient) = (with(false), with(true));
    let (mut texts, mut seen): (Vec<Vec<u8>>, usize) = (Vec::new(), 0);
    for case in &all {
        texts.push(body(case, &texts));
        let text_of_case = &texts[texts.len() - 1];
        let becomes = match text(case, "case") {
            "smp-digest-sha1.xml" | "smp-exclusive-c14n.xml" => "accept https://",
            "smp-rsa-sha512.xml" | "smp-digest-sha512.xml" | "smp-c14n-11.xml" => {
                "reject algorithm"
            }
            _ => continue,
        };
        seen += 1;
        let refused = verdict(&world, &first, &strict, case, text_of_case).await;
        assert_eq!(refused, "reject algorithm", "{}", case["case"]);
        let taken = verdict(&world, &first, &lenient, case, text_of_case).await;
        assert!(taken.starts_with(becomes), "{}: {taken}", case["case"]);
    }
    assert_eq!(seen, 5);
}
