//! The OpenAPI document is kept by a snapshot; `UPDATE_GOLDEN=1` rewrites it.

use agent_api::routes;
use serde_json::Value;
use std::{collections::BTreeSet, path::Path};

fn document() -> Value {
    serde_json::from_str(&routes::openapi_document().expect("a document")).expect("JSON")
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
