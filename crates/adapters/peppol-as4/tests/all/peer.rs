//! The PyPI packages `as4`, both ways, and `peppol-py`, which sends, at the other end. `BILLHOOK_PEERS` names the folder
//! that `.ci/peers` makes: then a peer that does not run is a failure. Without it these tests are ignored.

use crate::common::{Installation, RECEIVER, StaticDirectory, http, keys, listed, now, trust};
use peppol_as4::{As4AccessPoint, Sending};
use peppol_connector::{ports::AccessPoint, sending::Submission};
use peppol_messages::Identifier;
use peppol_messages::smp::{AS4_TRANSPORT, Endpoint, Process, ServiceGroup, ServiceInformation};
use std::process::{Output, Stdio};
use std::time::Duration;
use test_network::{NameServer, Page, Smp, certificate, identity, signed};
use testkit::{peppol::participant, sends::send};
use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};
use tokio::time::timeout;

/// A peer that takes longer is stuck.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A script of the peer with the folder of the certificates.
pub(crate) fn peer(script: &str) -> Command {
    let peers = std::env::var_os("BILLHOOK_PEERS").map(std::path::PathBuf::from);
    let peers = peers.expect("BILLHOOK_PEERS: source .ci/peers");
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/peer");
    let mut command = Command::new(peers.join("python/bin/python"));
    // nothing is written beside the sources
    command.arg("-B").arg(folder.join(script)).arg(fixtures::path("peppol-network/as4/pki"));
    command.env("NO_PROXY", "*").env("no_proxy", "*");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).kill_on_drop(true);
    command
}

async fn receiving(mut command: Command) -> (Child, u16, Lines<BufReader<ChildStdout>>) {
    let mut child = command.arg("ap2").spawn().expect("a Python");
    let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
    let port = timeout(PATIENCE, lines.next_line()).await.expect("in time");
    let port = port.expect("a line").expect("a line");
    (child, port.parse().expect("a port"), lines)
}

#[test_needs::with_peers]
#[tokio::test]
async fn another_implementation_takes_what_we_send() {
    let command = peer("receive.py");
    let (_child, port, mut lines) = receiving(command).await;
    let url = format!("http://127.0.0.1:{port}/as4");
    let entries = [(participant(RECEIVER), Ok(listed(&url, "ap2")))];
    let sending = Sending { country: "SK".to_owned(), asks_for_status: true };
    let directory = StaticDirectory(entries.into_iter().collect());
    let point = As4AccessPoint::new(directory, now, http(), keys(&["ap1"]), trust(), sending);
    let submission = Submission { receiver: participant(RECEIVER), ..send().submission };
    let invoice = fixtures::bytes("documents/ubl/invoice.xml");
    let receipt = point.deliver(&submission.message(), &invoice).await.expect("a receipt");
    assert!(!receipt.evidence.is_empty() && receipt.transaction_id.is_some());
    let line = timeout(PATIENCE, lines.next_line()).await.expect("in time");
    let line = line.expect("a line").expect("a line");
    let size: usize = line.trim_matches(|c: char| !c.is_ascii_digit()).parse().expect("a size");
    assert!(line.starts_with("True") && size > invoice.len(), "{line}");
}

#[test_needs::with_peers]
#[tokio::test]
async fn we_take_what_another_implementation_sends() {
    let mut command = peer("send.py");
    let own = Installation::new().await;
    let server = own.clone().serve().await;
    let invoice = fixtures::path("documents/ubl/invoice.xml");
    command.args(["ap1", "ap2", &server.url]).arg(invoice).arg(RECEIVER);
    assert_eq!(said(command).await, "receipt verified");
    assert_eq!(own.arrived(None).await.len(), 1);
}

/// What a peer prints that ends by itself.
async fn said(mut command: Command) -> String {
    let output = timeout(PATIENCE, command.stderr(Stdio::piped()).output()).await;
    let Output { status, stdout, stderr } = output.expect("in time").expect("a Python");
    assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
    String::from_utf8_lossy(&stdout).trim().to_owned()
}

/// The zone in which peppol-py looks for participants of the test network.
const ZONE: &str = "participant.sml.test.tech.peppol.org";
const INVOICE: &str = "busdox-docid-qns::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##\
    urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1";
const BILLING: &str = "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0";

/// A network in which the recipient receives invoices at a URL.
async fn network(url: &str) -> (NameServer, Smp) {
    let smp = Smp::plain().await.expect("a port");
    let dns = test_network::name_server().await;
    dns.register(RECEIVER, ZONE, &smp);
    let invoice: Identifier = INVOICE.parse().expect("a document type");
    let participant = Identifier::participant(RECEIVER);
    let group = ServiceGroup::of(&smp.base(), participant.clone(), std::slice::from_ref(&invoice));
    // it asks for the colons as they are
    let plain = format!("{}/iso6523-actorid-upis::{RECEIVER}", smp.base());
    smp.put(&plain, Page::ok(group.write()));
    let endpoint = Endpoint {
        transport: Some(AS4_TRANSPORT.to_owned()),
        address: url.to_owned(),
        active_from: None,
        expires: None,
        certificate: certificate("ap2.pem").base64(),
        description: "Test".to_owned(),
        contact: "mailto:x@example.sk".to_owned(),
        information: None,
    };
    let process = Process { process: Identifier::process(BILLING), endpoints: vec![endpoint] };
    let information = ServiceInformation {
        participant,
        document_type: invoice.clone(),
        processes: vec![process],
    };
    smp.answers(RECEIVER, &invoice, Page::ok(signed(&information, &identity("smp"))));
    (dns, smp)
}

#[test_needs::with_peers]
#[tokio::test]
async fn peppol_py_finds_us_and_sends_what_we_take() {
    let mut command = peer("peppol_py_send.py");
    let own = Installation::new().await;
    let server = own.clone().serve().await;
    let (dns, smp) = network(&server.url).await;
    let invoice = fixtures::path("documents/ubl/invoice.xml");
    command.args(["ap1", "apca", &dns.address.port().to_string()]).arg(invoice).arg(RECEIVER);
    assert_eq!(said(command).await, "receipt taken from PAT000002 over peppol-transport-as4-v2_0");
    assert_eq!(own.arrived(None).await.len(), 1);
    assert!(dns.questions() > 0 && smp.requests().len() == 2, "{:?}", smp.requests());
}
