//! The PyPI package `as4` at the other end, both ways. `BILLHOOK_PEERS` names the folder that `.ci/peers` makes: then a
//! peer that does not run is a failure. Without it these tests are left out, and say so.

use crate::common::{Installation, RECEIVER, StaticDirectory, http, keys, listed, now, trust};
use peppol_as4::{As4AccessPoint, Sending};
use peppol_connector::{AccessPoint, Submission};
use std::process::Stdio;
use testkit::{peppol::participant, sends::send};
use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};

/// A script of the peer with the folder of the certificates; none without the peers.
fn peer(script: &str) -> Option<Command> {
    let Some(peers) = std::env::var_os("BILLHOOK_PEERS").map(std::path::PathBuf::from) else {
        eprintln!("left out: BILLHOOK_PEERS names no folder with the package as4 (.ci/peers)");
        return None;
    };
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/peer");
    let mut command = Command::new(peers.join("python/bin/python"));
    // nothing is written beside the sources
    command.arg("-B").arg(folder.join(script)).arg(fixtures::path("peppol-network/as4/pki"));
    command.env("NO_PROXY", "*").env("no_proxy", "*");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).kill_on_drop(true);
    Some(command)
}

async fn receiving(mut command: Command) -> (Child, u16, Lines<BufReader<ChildStdout>>) {
    let mut child = command.arg("ap2").spawn().expect("a Python");
    let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
    let port = lines.next_line().await.expect("a line").expect("a line");
    (child, port.parse().expect("a port"), lines)
}

#[tokio::test]
async fn another_implementation_takes_what_we_send() {
    let Some(command) = peer("receive.py") else { return };
    let (_child, port, mut lines) = receiving(command).await;
    let url = format!("http://127.0.0.1:{port}/as4");
    let entries = [(participant(RECEIVER), Ok(listed(&url, "ap2")))];
    let sending = Sending { country: "SK".to_owned(), asks_for_status: true };
    let directory = StaticDirectory(entries.into_iter().collect());
    let point = As4AccessPoint::new(directory, now, http(), keys(&["ap1"]), trust(), sending);
    let submission = Submission { receiver: participant(RECEIVER), ..send().submission };
    let invoice = fixtures::bytes("documents/ubl/invoice.xml");
    let receipt = point.deliver(&submission, &invoice).await.expect("a receipt");
    assert!(!receipt.evidence.is_empty() && receipt.transaction_id.is_some());
    let line = lines.next_line().await.expect("a line").expect("a line");
    let size: usize = line.trim_matches(|c: char| !c.is_ascii_digit()).parse().expect("a size");
    assert!(line.starts_with("True") && size > invoice.len(), "{line}");
}

#[tokio::test]
async fn we_take_what_another_implementation_sends() {
    let Some(mut command) = peer("send.py") else { return };
    let own = Installation::new().await;
    let server = own.clone().serve().await;
    let invoice = fixtures::path("documents/ubl/invoice.xml");
    command.args(["ap1", "ap2", &server.url]).arg(invoice).arg(RECEIVER);
    let output = command.stderr(Stdio::piped()).output().await.expect("a Python");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(text.trim(), "receipt verified", "{errors}");
    assert_eq!(own.arrived(None).await.len(), 1);
}
