//! The commands, as they are typed.

use peppol_messages::Identifier;
use peppol_messages::smp::{AS4_TRANSPORT, Endpoint, Process, ServiceInformation};
use serde_json::Value;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use test_network::{NameServer, Page, Says, Smp, certificate, identity, signed};

const INVOICE: &str = "busdox-docid-qns::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1";
const AT: &str = "2026-11-22T12:00:00Z";
const ZONE: &str = "participant.sml.example";

fn cli(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_peppol-cli"));
    command.args(arguments).stdin(Stdio::null());
    command
}

fn ran(arguments: &[&str]) -> (i32, String, String) {
    of(&cli(arguments).output().expect("it runs"))
}

fn of(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().expect("a code"), text(&output.stdout), text(&output.stderr))
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| panic!("JSON: {text}"))
}

/// A folder of this test, empty.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("peppol-cli-{name}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder");
    path
}

fn put(folder: &Path, name: &str, bytes: &[u8]) -> String {
    let path = folder.join(name);
    fs::write(&path, bytes).expect("a file");
    path.display().to_string()
}

/// The authorities of the fixtures' network.
fn trust(folder: &Path) -> String {
    for name in ["apca", "smpca"] {
        let pem = fixtures::bytes(&format!("peppol-network/as4/pki/{name}.pem"));
        put(folder, &format!("{name}.pem"), &pem);
    }
    folder.display().to_string()
}

fn answer(participant: &str) -> String {
    let endpoint = Endpoint {
        transport: Some(AS4_TRANSPORT.to_owned()),
        address: "https://ap.example.sk/as4".to_owned(),
        active_from: None,
        expires: None,
        certificate: certificate("ap2.pem").base64(),
        description: "Test".to_owned(),
        contact: "mailto:x@example.sk".to_owned(),
        information: None,
    };
    let process = Identifier::process("urn:fdc:peppol.eu:2017:poacc:billing:01:1.0");
    let information = ServiceInformation {
        participant: Identifier::participant(participant),
        document_type: INVOICE.parse().expect("a document type"),
        processes: vec![Process { process, endpoints: vec![endpoint] }],
    };
    signed(&information, &identity("smp"))
}

#[test]
fn a_message_is_inspected() {
    let folder = folder("inspect");
    let trust = trust(&folder);
    let file = put(&folder, "answer.xml", answer("9915:abc").as_bytes());
    let asked = ["--for", "9915:ABC", INVOICE];
    let all = [&["inspect", &file, "--at", AT, "--trust", &trust], &asked[..]].concat();
    let (code, out, _) = ran(&all);
    assert_eq!(code, 0, "{out}");
    assert!(out.contains("address: https://ap.example.sk/as4"), "{out}");
    assert!(out.ends_with("signed service metadata of an SMP, valid\n"), "{out}");
    let other = ["--for", "9915:other", "urn:x::X##y::1", "--format", "json"];
    let (code, out, _) = ran(&[&all[..6], &other[..]].concat());
    let codes: Vec<_> = json(&out)["errors"]
        .as_array()
        .expect("errors")
        .iter()
        .map(|one| one["code"].clone())
        .collect();
    assert_eq!((code, codes), (1, vec![Value::from("participant-mismatch")]), "{out}");
    let late = ["inspect", &file, "--at", "2030-01-01T00:00:00Z", "--trust", &trust];
    let (code, out, _) = ran(&late);
    assert!(code == 1 && out.contains("error[certificate-expired]"), "{out}");
    let (code, out, _) = ran(&["inspect", &file]);
    assert!(code == 0 && out.contains("warning[trust-not-checked]"), "{out}");
}

#[test]
fn standard_input_is_inspected() {
    let envelope = b"<StandardBusinessDocument xmlns='http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader'><x xmlns='urn:x'/></StandardBusinessDocument>";
    for (bytes, error) in [
        (&envelope[..], "missing-sbdh"),
        (b"<x/>", "unknown-document"),
        (b"", "not-readable"),
        (b"\x1b[2J<", "not-readable"),
    ] {
        let mut child = cli(&["inspect", "-", "--format", "json"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it runs");
        child.stdin.take().expect("input").write_all(bytes).expect("written");
        let (code, out, _) = of(&child.wait_with_output().expect("it ends"));
        let found = json(&out);
        assert_eq!(found["errors"][0]["code"], error, "{out}");
        assert_eq!((code, &found["valid"]), (1, &Value::Bool(false)), "{out}");
    }
}

#[test]
fn what_cannot_be_done_is_two() {
    let folder = folder("failures");
    let empty = folder.display().to_string();
    let file = put(&folder, "x.xml", b"<x/>");
    for arguments in [
        &["inspect", "/nowhere/file.xml"][..],
        &["inspect", &empty],
        &["inspect", &file, "--trust", "/nowhere"],
        &["inspect", &file, "--trust", &empty],
        &["inspect", &file, "--for", "nobody", "urn:x"],
        &["inspect", &file, "--for", "9915:a", ""],
        &["inspect", &file, "--at", "yesterday"],
        &["pki", "test", &empty],
        &["pki", "test", &file],
        &["lookup", "nobody"],
        &["lookup", "0245:2023456789", "--trust", "/nowhere"],
        &["lookup", "0245:2023456789", "--tls-roots", &file],
    ] {
        let (code, out, error) = ran(arguments);
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}: {error}");
        assert!(!error.is_empty(), "{arguments:?}");
    }
}

#[test]
fn a_pki_is_made_and_its_certificates_are_right() {
    let folder = folder("pki");
    let dir = folder.join("made").display().to_string();
    let (code, out, error) = ran(&["pki", "test", &dir, "--days", "100"]);
    assert_eq!((code, out.lines().count()), (0, 23), "{error}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = |name: &str| {
            let metadata = fs::metadata(Path::new(&dir).join(name)).expect(name);
            metadata.permissions().mode() & 0o777
        };
        assert_eq!((mode("ap1.key"), mode("ap1.pem") & 0o600), (0o600, 0o600));
    }
    // the rogue authority's certificate lies there too: one that issued itself is never trusted
    for (name, code, shown) in [
        ("ap1.pem", 0, "role: access-point"),
        ("ap2.pem", 0, "role: access-point"),
        ("smp.pem", 0, "role: smp"),
        ("revoked.pem", 1, "error[certificate-revoked]"),
        ("rogue.pem", 1, "error[chain]"),
        ("tls.pem", 1, "error[chain]"),
    ] {
        let file = Path::new(&dir).join(name).display().to_string();
        let (found, out, _) = ran(&["inspect", &file, "--trust", &dir]);
        assert!(found == code && out.contains(shown), "{name}: {found}\n{out}");
    }
    // behind the end of its list, who stands on it stays revoked
    let file = Path::new(&dir).join("revoked.pem").display().to_string();
    let later = (time::OffsetDateTime::now_utc() + time::Duration::days(60)).date();
    let later = format!("{later}T00:00:00Z");
    let (code, out, _) = ran(&["inspect", &file, "--trust", &dir, "--at", &later]);
    assert!(code == 1 && out.contains("error[certificate-revoked]"), "{out}");
    assert_eq!(ran(&["pki", "test", &dir]).0, 2, "nothing is overwritten");
    // a list as PEM counts as well as one in DER; a file that is neither does not
    let list = fs::read(Path::new(&dir).join("ap.crl")).expect("a list");
    fs::remove_file(Path::new(&dir).join("ap.crl")).expect("removed");
    let file = Path::new(&dir).join("revoked.pem").display().to_string();
    let (_, out, _) = ran(&["inspect", &file, "--trust", &dir]);
    assert!(out.contains("warning[certificate-revocation-unknown]"), "{out}");
    put(Path::new(&dir), "list.pem", pem("X509 CRL", &list).as_bytes());
    let (_, out, _) = ran(&["inspect", &file, "--trust", &dir]);
    assert!(out.contains("error[certificate-revoked]"), "{out}");
    put(Path::new(&dir), "other.pem", b"no PEM");
    assert_eq!(ran(&["inspect", &file, "--trust", &dir]).0, 2);
}

fn pem(label: &str, der: &[u8]) -> String {
    let base64 = data_encoding::BASE64.encode(der);
    format!("-----BEGIN {label}-----\n{base64}\n-----END {label}-----\n")
}

struct World {
    dns: NameServer,
    smp: Smp,
    trust: String,
    roots: String,
}

impl World {
    async fn open(name: &str) -> Self {
        let folder = folder(name);
        let roots = put(&folder, "roots.txt", &fixtures::bytes("tls/ca.pem"));
        let (dns, smp) = (test_network::name_server().await, test_network::smp().await);
        dns.register("9915:abc", ZONE, &smp);
        smp.lists("9915:abc", &[INVOICE.parse().expect("a document type")]);
        let page = Page::ok(answer("9915:abc"));
        smp.answers("9915:abc", &INVOICE.parse().expect("a document type"), page);
        Self { dns, smp, trust: trust(&folder), roots }
    }

    /// Looks somebody up in a process of its own, while the servers go on here.
    async fn ran(&self, id: &str, more: &[&str]) -> (i32, String, String) {
        let address = self.dns.address.to_string();
        let base = [
            "lookup",
            id,
            "--zone",
            ZONE,
            "--dns",
            &address,
            "--allow-loopback",
            "--tls-roots",
            &self.roots,
            "--timeout",
            "2",
            "--at",
            AT,
        ];
        let all: Vec<String> = base.iter().chain(more).map(|one| (*one).to_owned()).collect();
        let run = move || ran(&all.iter().map(String::as_str).collect::<Vec<_>>());
        tokio::task::spawn_blocking(run).await.expect("it runs")
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_participant_is_looked_up() {
    let world = World::open("lookup").await;
    let (code, out, error) =
        world.ran("9915:abc", &["--trust", &world.trust, "--no-revocation"]).await;
    assert_eq!(code, 0, "{out}{error}");
    for shown in [
        "service-group https://",
        "service-metadata https://",
        "outcome: found",
        "endpoint: https://ap.example.sk/as4",
    ] {
        assert!(out.contains(shown), "{shown}: {out}");
    }
    let (code, out, _) = world.ran("9915:abc", &["--format", "json"]).await;
    let found = json(&out);
    assert_eq!((code, &found["outcome"]), (0, &Value::from("registered")), "{out}");
    assert_eq!(found["document_types"][0], INVOICE);
    assert_eq!(found["hops"].as_array().map(Vec::len), Some(2), "{out}");
    assert_eq!(found["hops"][0]["answer"], world.smp.base());
}

#[tokio::test(flavor = "multi_thread")]
async fn outcomes_have_their_codes() {
    let world = World::open("outcomes").await;
    world.dns.about("9915:silent", ZONE, Says::Silence);
    world.dns.about(
        "9915:plain",
        ZONE,
        Says::Records(vec![test_network::naptr("http://x.example")]),
    );
    for (id, more, code, outcome) in [
        ("9915:nobody", &[][..], 1, "not-registered"),
        ("9915:silent", &[], 2, "unreachable"),
        ("9915:plain", &[], 1, "untrusted"),
        ("9915:abc", &["--no-revocation", "--document-type", "urn:x::X##y::1"], 1, "not-receiving"),
        ("9915:abc", &["--no-revocation", "--process", "another"], 1, "not-receiving"),
        // the lists that the fixtures' certificates name are not published
        ("9915:abc", &[], 2, "unreachable"),
    ] {
        let more = [&["--trust", &world.trust, "--format", "json"], more].concat();
        let (found, out, error) = world.ran(id, &more).await;
        let said = json(&out);
        assert_eq!((found, &said["outcome"]), (code, &Value::from(outcome)), "{id}: {out}{error}");
        assert!(said["reason"].as_str().is_some_and(|reason| reason.len() > 20), "{out}");
    }
}
