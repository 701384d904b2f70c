//! The OpenAPI document is kept by a snapshot; `UPDATE_GOLDEN=1` rewrites it.

mod bodies;
mod headers;
mod links;

use billhook::interfaces;
use serde_json::Value;
use std::{collections::BTreeSet, path::Path};

fn document() -> Value {
    serde_json::from_str(&interfaces::openapi_document().expect("a document")).expect("JSON")
}

#[test]
fn the_document_is_the_snapshot() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots/openapi.json");
    let text = serde_json::to_string_pretty(&document()).expect("JSON") + "\n";
    fixtures::assert_recorded(&file, &text);
}

#[test]
fn every_reference_leads_somewhere() {
    let document = document();
    let mut references = BTreeSet::new();
    gather(&document, &mut references);
    assert!(!references.is_empty());
    for reference in references {
        let pointer = reference.strip_prefix('#').expect("a reference inside the document");
        assert!(document.pointer(pointer).is_some(), "{reference}");
    }
}

fn gather(value: &Value, references: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            if let Some(Value::String(reference)) = members.get("$ref") {
                references.insert(reference.clone());
            }
            members.values().for_each(|value| gather(value, references));
        }
        Value::Array(values) => values.iter().for_each(|value| gather(value, references)),
        _ => {}
    }
}

/// All operations: their id and what is declared.
fn operations(document: &Value) -> Vec<(String, &Value)> {
    let paths = document["paths"].as_object().expect("paths").values();
    let all = paths.flat_map(|item| item.as_object().expect("an item").values());
    all.map(|one| (one["operationId"].as_str().expect("an id").to_owned(), one)).collect()
}

/// The example of a medium: its own, or that of its schema. Where the schema is one of several, tools look no further.
fn is_shown(document: &Value, content: &Value) -> bool {
    let named = content["schema"]["$ref"].as_str();
    let schema = named.and_then(|name| document.pointer(name.trim_start_matches('#')));
    content.get("example").is_some() || schema.is_some_and(|it| it.get("example").is_some())
}

/// What is a file or a page is itself what it looks like.
const FILES: [&str; 3] = ["application/pdf", "application/octet-stream", "text/html"];

#[test]
fn every_operation_shows_a_request_and_what_it_answers() {
    let document = document();
    let mut lacking = Vec::new();
    for (id, operation) in operations(&document) {
        let bodies = operation["requestBody"]["content"].as_object().into_iter().flatten();
        for (media_type, content) in bodies.filter(|(_, content)| !is_shown(&document, content)) {
            lacking.push(format!("{id}: the request as {media_type} {content}"));
        }
        let answers = operation["responses"].as_object().expect("answers").iter();
        let mut good =
            answers.filter(|(status, _)| ["2", "3"].iter().any(|it| status.starts_with(it)));
        let shows = |(_, answer): (&String, &Value)| match answer["content"].as_object() {
            None => true,
            Some(media) => media.iter().any(|(media_type, content)| {
                FILES.contains(&media_type.as_str()) || content.get("example").is_some()
            }),
        };
        if !good.any(shows) {
            lacking.push(format!("{id}: what it answers"));
        }
    }
    let advice = "an example of a body is in its `request!` or `request_body`; answers are recorded: \
                  UPDATE_GOLDEN=1 cargo test -p billhook --test api examples::sqlite";
    assert!(lacking.is_empty(), "{advice}\n{}", lacking.join("\n"));
}

#[test]
fn every_operation_has_a_place_in_a_tag_that_is_described() {
    let document = document();
    let tags = document["tags"].as_array().expect("tags");
    let mut places = BTreeSet::new();
    for (id, operation) in operations(&document) {
        let tag = operation["tags"][0].as_str().expect("a tag");
        assert!(tags.iter().any(|known| known["name"] == tag), "{id}: {tag} is not in TAGS");
        assert!(places.insert((tag, operation["x-order"].as_u64().expect("a place"))), "{id}");
    }
    let used: BTreeSet<_> = places.iter().map(|(tag, _)| *tag).collect();
    assert_eq!(used.len(), tags.len());
}
