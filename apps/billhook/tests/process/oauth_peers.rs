//! Others' OAuth clients against the binary (docs/oauth.md, "Other clients"). `BILLHOOK_PEERS` names the folder that
//! `.ci/peers` makes: then a client that does not run is a failure. Without it these tests are ignored.

use crate::{
    binary::{Server, free_address, seed},
    on_both,
};
use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

on_both!(
    #[test_needs::with_peers]
    oauth4webapi_and_openid_client_pass,
    #[test_needs::with_peers]
    authlib_and_requests_oauthlib_pass,
    #[test_needs::with_peers]
    the_mcp_client_finds_its_way,
    #[test_needs::with_peers]
    the_authorization_conformance_passes,
);

fn oauth4webapi_and_openid_client_pass(database: &str) {
    passes(database, "oauth_peer.mjs");
}

fn authlib_and_requests_oauthlib_pass(database: &str) {
    passes(database, "oauth_peer.py");
}

fn the_mcp_client_finds_its_way(database: &str) {
    passes(database, "mcp_peer.py");
}

fn the_authorization_conformance_passes(database: &str) {
    passes(database, "conformance_peer.mjs");
}

/// Runs a script of `tests/peers` as a client of a server with the demo organizations.
fn passes(database: &str, script: &str) {
    let peers = std::env::var_os("BILLHOOK_PEERS").map(PathBuf::from);
    let peers = peers.expect("BILLHOOK_PEERS: source .ci/peers");
    let seeded = seed(database);
    let key = "5a".repeat(32);
    let listen = free_address();
    let settings = [("BILLHOOK_SECRETS_KEY", key.as_str()), ("BILLHOOK_LISTEN", listen.as_str())];
    let server = Server::start_with(database, &settings);
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/peers").join(script);
    let mut command = if script.ends_with(".py") {
        let mut command = ending(peers.join("python/bin/python"));
        // nothing is written beside the sources
        command.arg("-B").arg(file);
        command
    } else {
        let mut command = ending(peers.join("node"));
        command.arg(file).arg(&peers);
        command
    };
    let text = |name: &str| seeded["user"][name].as_str().expect(name).to_owned();
    let organization = seeded["organizations"]["sk"]["org_id"].as_str().expect("an id");
    let (email, password) = (text("email"), text("password"));
    let output = command
        .args([server.base_url.as_str(), &email, &password, organization])
        .env("NO_PROXY", "*")
        .env("no_proxy", "*")
        .stdin(Stdio::null())
        .output()
        .expect("the program");
    let (out, err) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    print!("{out}");
    assert!(output.status.success() && out.ends_with("all passed\n"), "{out}\n{err}");
}

/// A program that ends, whatever it waits for.
fn ending(program: PathBuf) -> Command {
    let mut command = Command::new("timeout");
    command.args(["--kill-after=5", "300"]).arg(program);
    command
}
