//! Keys, partners, organizations and plans on the command line, beside a running server.

use crate::{
    binary::{Server, billhook, http, text},
    on_both,
};
use reqwest::{Method, blocking::Response};
use serde_json::{Value, json};
use std::{
    io::Write,
    process::{Output, Stdio},
};

on_both!(everything_is_reached_without_sql, what_is_wrong_is_said,);

/// What a command that must succeed prints.
#[track_caller]
fn said(database: &str, arguments: &[&str]) -> String {
    let output = billhook(database).args(arguments).output().expect("it runs");
    assert!(output.status.success(), "{arguments:?}: {}", text(&output));
    String::from_utf8(output.stdout).expect("UTF-8").trim().to_owned()
}

fn with_input(database: &str, arguments: &[&str], input: &str) -> Output {
    let mut command = billhook(database);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut process = command.spawn().expect("it runs");
    let mut stdin = process.stdin.take().expect("its input");
    stdin.write_all(input.as_bytes()).expect("written");
    drop(stdin);
    process.wait_with_output().expect("its end")
}

fn call(server: &Server, key: &str, organization: Option<&str>, path: &str) -> Response {
    send(server, key, organization, Method::GET, path, String::new())
}

fn send(
    server: &Server,
    key: &str,
    organization: Option<&str>,
    method: Method,
    path: &str,
    body: String,
) -> Response {
    let url = format!("{}{path}", server.base_url);
    let mut request = http().request(method, url).header("X-API-Key", key).body(body);
    if let Some(organization) = organization {
        request = request.header("X-Organization-Id", organization);
    }
    request.send().expect("an answer")
}

fn firm(dic: &str) -> String {
    json!({"name": "Lesná správa", "dic": dic, "address": {"street": "Lesná 1", "city": "Zvolen",
        "postalCode": "960 01", "country": "SK"}})
    .to_string()
}

fn everything_is_reached_without_sql(database: &str) {
    said(database, &["migrate"]);
    let partner = said(database, &["partners", "create", "Účtovníci spolu"]);
    let key = said(database, &["keys", "create", "--partner", &partner, "--name", "ERP"]);
    assert!(key.starts_with("svc_pk_test_") && !key.contains('\n'), "{key}");

    // an organization that the partner makes over the API reaches what the plan pro has
    let secrets = [("BILLHOOK_SECRETS_KEY", "5a".repeat(32))];
    let secrets: Vec<_> = secrets.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let server = Server::start_with(database, &secrets);
    let made =
        send(&server, &key, None, Method::POST, "/v1/agent/organizations", firm("2120000001"));
    assert_eq!(made.status(), 201);
    let made: Value = made.json().expect("JSON");
    let organization = made["data"]["org_id"].as_str().expect("an id");
    let webhook = json!({"url": "https://hooks.example.com/x", "events": ["invoice.created"]});
    let register = || {
        let body = webhook.to_string();
        send(&server, &key, Some(organization), Method::POST, "/v1/agent/webhooks", body).status()
    };
    assert_eq!(register(), 403);
    assert_eq!(said(database, &["plans", "set", organization, "pro"]), "pro");
    assert_eq!(register(), 201);

    // one made here, with a member's key
    let output = with_input(
        database,
        &["organizations", "create", "-", "--plan", "basic"],
        &firm("2120000002"),
    );
    assert!(output.status.success(), "{}", text(&output));
    let own = String::from_utf8(output.stdout).expect("UTF-8").trim().to_owned();
    let list = said(database, &["organizations", "list", "--json"]);
    assert!(list.contains(&own) && list.contains("\"plan\":\"basic\""), "{list}");
    let invoices = |key: &str| call(&server, key, Some(&own), "/v1/agent/invoices").status();
    assert_eq!(invoices(&key), 403, "the partner does not manage it");
    said(database, &["partners", "add", &partner, &own]);
    assert_eq!(invoices(&key), 200);
    said(database, &["partners", "remove", &partner, &own]);
    assert_eq!(invoices(&key), 403);
    let password = said(database, &["organizations", "add-user", &own, "anna@firma.example"]);
    assert!(password.contains("password"), "{password}");
    let of_anna = ["keys", "create", "--organization", &own, "--user", "anna@firma.example"];
    let anna = said(database, &[&of_anna[..], &["--scopes", "invoice:read", "--json"]].concat());
    let anna: Value = serde_json::from_str(&anna).expect("one JSON object");
    assert_eq!(anna["scopes"], json!(["invoice:read"]));
    let (id, anna) = (anna["id"].as_str().expect("an id"), anna["key"].as_str().expect("a key"));
    assert_eq!(invoices(anna), 200);
    said(database, &["organizations", "add-user", &own, "anna@firma.example", "--role", "viewer"]);
    assert_eq!(invoices(anna), 200);

    // rotated, then revoked, while the server runs
    let next = said(database, &["keys", "rotate", id, "--overlap-hours", "1"]);
    assert_eq!(invoices(anna), 200);
    assert_eq!(invoices(&next), 200);
    assert_eq!(said(database, &["keys", "revoke", id]), "revoked");
    assert_eq!(invoices(anna), 401);
    assert_eq!(invoices(&next), 200);
    let list = said(database, &["keys", "list", "--organization", &own]);
    assert!(list.contains(&next[..16]) && !list.contains(&next[..20]), "{list}");
    assert!(!list.contains(id), "{list}");
    assert!(said(database, &["keys", "list", "--all", "--json"]).contains(id));
    assert!(said(database, &["partners", "list"]).contains("organizations 1"));
}

fn what_is_wrong_is_said(database: &str) {
    said(database, &["migrate"]);
    let nobody = "e7a0e7a6-8a3c-4b7e-9d39-6d8c6a1f4b11";
    let partner = said(database, &["partners", "create", "P"]);
    for (arguments, expected) in [
        (vec!["keys", "create"], "--partner"),
        (vec!["keys", "create", "--partner", nobody], "not found"),
        (vec!["keys", "create", "--partner", &partner, "--scopes", "invoice:fly"], "invoice:read"),
        (vec!["keys", "create", "--partner", &partner, "--expires", "soon"], "2027-12-31"),
        (
            vec!["keys", "create", "--partner", &partner, "--expires", "2020-01-01T00:00:00Z"],
            "to come",
        ),
        (vec!["keys", "create", "--organization", nobody], "--user"),
        (vec!["keys", "create", "--organization", nobody, "--user", "a@b.example"], "no user"),
        (vec!["keys", "revoke", nobody], "no key"),
        (vec!["keys", "rotate", nobody], "no key"),
        (vec!["partners", "create", " "], "1 to 300"),
        (vec!["partners", "add", &partner, nobody], "no such"),
        (vec!["plans", "set", nobody, "pro"], "no organization"),
        (vec!["plans", "set", nobody, "gold"], "free, basic, pro, enterprise"),
        (vec!["organizations", "create", "/nowhere.json"], "/nowhere.json"),
        (vec!["organizations", "add-user", nobody, "nobody"], "e-mail"),
        (vec!["organizations", "add-user", nobody, "a@b.example"], "no organization"),
    ] {
        let output = billhook(database).args(&arguments).output().expect("it runs");
        assert!(!output.status.success(), "{arguments:?}");
        assert!(text(&output).contains(expected), "{arguments:?}: {}", text(&output));
        assert!(!text(&output).contains("panicked"), "{arguments:?}: {}", text(&output));
    }
    let output = with_input(database, &["organizations", "create", "-"], "{\"name\":1}");
    let wrong = text(&output);
    assert!(!output.status.success() && wrong.contains("name") && wrong.contains("ico"), "{wrong}");
}
