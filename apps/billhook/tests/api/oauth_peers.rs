//! Others' OAuth clients against the running service (docs/oauth.md, "Other clients"). `BILLHOOK_OAUTH_PYTHON`
//! names a Python with authlib and requests-oauthlib, `BILLHOOK_OAUTH_NODE` a folder with the npm packages
//! oauth4webapi and openid-client. Without them these tests are left out, and say so.

use crate::support::*;
use std::{
    ffi::{OsStr, OsString},
    path::{Path, PathBuf},
    process::Stdio,
};
use tokio::process::Command;

on_both!(python_clients_pass, node_clients_pass,);

fn named(variable: &str, what: &str) -> Option<OsString> {
    let found = std::env::var_os(variable);
    if found.is_none() {
        eprintln!("left out: {variable} names no {what}");
    }
    found
}

fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/peers").join(name)
}

async fn passes(program: &OsStr, first: &[&OsStr], server: &TestServer) {
    let user = &server.seeded.user;
    let organization = server.seeded.organizations.sk.org_id.to_string();
    let output = Command::new(program)
        .args(first)
        .args([&server.base_url, &user.email, &user.password, &organization])
        .stdin(Stdio::null())
        .kill_on_drop(true)
        .output()
        .await
        .expect("the program");
    let (out, err) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    print!("{out}");
    assert!(output.status.success() && out.ends_with("all passed\n"), "{out}\n{err}");
}

async fn python_clients_pass(server: TestServer) {
    let what = "Python with authlib and requests-oauthlib";
    let Some(python) = named("BILLHOOK_OAUTH_PYTHON", what) else { return };
    passes(&python, &[script("oauth_peer.py").as_os_str()], &server).await;
}

async fn node_clients_pass(server: TestServer) {
    let what = "folder with node_modules/oauth4webapi and openid-client";
    let Some(folder) = named("BILLHOOK_OAUTH_NODE", what) else { return };
    let (program, file) = (OsString::from("node"), script("oauth_peer.mjs"));
    passes(&program, &[file.as_os_str(), &folder], &server).await;
}
