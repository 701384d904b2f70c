//! Every example of a request in the OpenAPI document can be sent as it stands.

use crate::support::*;
use agent_api::routes;
use reqwest::Method;
use serde_json::Value;
use std::collections::BTreeMap;

on_both!(every_example_can_be_sent);

/// Answers to what is right in itself: done, or it names what is not there, is not allowed or not possible
/// as things stand.
const RIGHT: [u16; 7] = [200, 201, 202, 204, 403, 404, 409];

async fn every_example_can_be_sent(server: TestServer) {
    let text = routes::openapi_document().expect("a document");
    let document: Value = serde_json::from_str(&text).expect("JSON");
    let sk = server.sk();
    let partner = server.demo_partner();
    let organization = server.seeded.organizations.sk.org_id.to_string();
    let mut ids = BTreeMap::from([("/v1/agent/organizations".to_owned(), organization)]);
    let own = sk.issue(&invoice()).await.created_id();
    ids.insert("/v1/agent/invoices".to_owned(), own);
    let mut done = 0;
    // collections first: what they make is changed then
    let paths = document["paths"].as_object().expect("paths").iter();
    let (plain, of_one): (Vec<_>, Vec<_>) = paths.partition(|(path, _)| !path.contains('{'));
    for (path, item) in plain.into_iter().chain(of_one) {
        for (method, operation) in item.as_object().expect("an item") {
            let Some(example) = example(&document, operation) else { continue };
            let is_partners = *path == "/v1/agent/organizations" || path.ends_with("/peppol-claim");
            let caller = if is_partners { &partner } else { &sk };
            let caller = caller.clone().once(&format!("{method} {path}"));
            let method = Method::from_bytes(method.to_uppercase().as_bytes()).expect("a method");
            let bytes = example.to_string().into_bytes();
            let answer = caller.send(method.clone(), &filled(path, &ids), bytes).await;
            let text = String::from_utf8_lossy(&answer.bytes);
            assert!(
                RIGHT.contains(&answer.status),
                "{method} {path} with {example}: {} {text}",
                answer.status
            );
            if answer.status == 201 && path != "/v1/agent/organizations" && !path.contains('{') {
                let id = answer.json()["id"].as_str().map(str::to_owned);
                ids.extend(id.map(|id| (path.clone(), id)));
            }
            done += usize::from(answer.status < 300);
        }
    }
    assert!(done >= 20, "{done}");
}

fn example(document: &Value, operation: &Value) -> Option<Value> {
    let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
    let choices = schema["oneOf"].as_array().into_iter().flatten();
    let reference = [schema].into_iter().chain(choices).find_map(|one| one["$ref"].as_str())?;
    let schema = document.pointer(reference.trim_start_matches('#')).expect("a schema");
    schema.get("example").cloned()
}

/// The path with the id of what its collection has made.
fn filled(path: &str, ids: &BTreeMap<String, String>) -> String {
    let Some((collection, rest)) = path.split_once("/{") else { return path.to_owned() };
    let (_, rest) = rest.split_once('}').expect("a parameter");
    let nothing = "01936f5e-7b60-7000-8000-000000000001".to_owned();
    let id = match collection.ends_with("number-series") {
        true => "invoice",
        false => ids.get(collection).unwrap_or(&nothing),
    };
    format!("{collection}/{id}{rest}")
}
