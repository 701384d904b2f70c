//! Links lead from the answer of what makes something to the operations about it.

use super::document;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The paths of all operations, by their ids.
fn paths(document: &Value) -> BTreeMap<&str, &str> {
    let items = document["paths"].as_object().expect("paths").iter();
    let all = items.flat_map(|(path, item)| {
        let operations = item.as_object().expect("an item").values();
        operations.map(move |one| (one["operationId"].as_str().expect("an id"), path.as_str()))
    });
    all.collect()
}

fn parameters(path: &str) -> BTreeSet<&str> {
    path.split('{').skip(1).filter_map(|rest| rest.split('}').next()).collect()
}

/// Of each answer that has links: the operation, its example, and the links.
fn linked(document: &Value) -> Vec<(&str, &str, &Value, &Value)> {
    let mut found = Vec::new();
    for (path, item) in document["paths"].as_object().expect("paths") {
        let post = &item["post"];
        for answer in post["responses"].as_object().into_iter().flat_map(|all| all.values()) {
            if let Some(links) = answer.get("links") {
                let id = post["operationId"].as_str().expect("an id");
                found.push((
                    id,
                    path.as_str(),
                    &answer["content"]["application/json"]["example"],
                    links,
                ));
            }
        }
    }
    found
}

#[test]
fn links_name_operations_with_all_their_parameters() {
    let document = document();
    let paths = paths(&document);
    for (id, own, example, links) in linked(&document) {
        for (name, link) in links.as_object().expect("links") {
            let target = paths[link["operationId"].as_str().expect("an operation")];
            let given = link["parameters"].as_object().expect("parameters");
            let names: BTreeSet<_> = given.keys().map(String::as_str).collect();
            assert_eq!(names, parameters(target), "{id} to {name}");
            for (parameter, value) in given {
                let value = value.as_str().expect("an expression");
                if let Some(pointer) = value.strip_prefix("$response.body#") {
                    assert!(
                        example.pointer(pointer).is_some_and(Value::is_string),
                        "{id}: {value}"
                    );
                } else {
                    assert_eq!(value, format!("$request.path.{parameter}"), "{id} to {name}");
                    assert!(parameters(own).contains(parameter.as_str()), "{id}: {value}");
                }
            }
        }
    }
}

#[test]
fn whatever_is_made_leads_to_what_can_be_done_with_it() {
    let document = document();
    let all: BTreeMap<_, _> =
        linked(&document).into_iter().map(|(id, _, _, links)| (id, links)).collect();
    for (made, next, parameters) in [
        ("createInvoice", "getInvoice", json!({"id": "$response.body#/id"})),
        ("createInvoice", "sendInvoice", json!({"invoiceId": "$response.body#/id"})),
        (
            "recordPayment",
            "deletePayment",
            json!({"id": "$request.path.id", "paymentId": "$response.body#/data/id"}),
        ),
        ("createContract", "pauseContract", json!({"id": "$response.body#/id"})),
        ("createExport", "getExport", json!({"id": "$response.body#/id"})),
        ("createOrganization", "getOrganization", json!({"id": "$response.body#/data/org_id"})),
        ("createWebhook", "listWebhookDeliveries", json!({"id": "$response.body#/id"})),
        ("sendInvoice", "getDocument", json!({"documentId": "$response.body#/data/document_id"})),
    ] {
        assert_eq!(all[made][next]["parameters"], parameters, "{made} {next}: {:?}", all[made]);
    }
}
