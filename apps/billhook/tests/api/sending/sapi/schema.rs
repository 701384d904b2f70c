//! As much of JSON Schema as the contract uses.

use serde_json::Value;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use uuid::Uuid;

/// What a value breaks of a schema of the document, each with its place.
pub fn broken(document: &Value, schema: &Value, value: &Value, at: &str) -> Vec<String> {
    if let Some(name) = schema["$ref"].as_str() {
        let pointer = name.strip_prefix('#').expect("a reference in the document");
        let schema = document.pointer(pointer).expect("a schema");
        return broken(document, schema, value, at);
    }
    if let Some(all) = schema["allOf"].as_array() {
        return all.iter().flat_map(|schema| broken(document, schema, value, at)).collect();
    }
    if schema["nullable"] == true && value.is_null() {
        return Vec::new();
    }
    let mut found = Vec::new();
    if !has_type(schema["type"].as_str(), value) {
        found.push(format!("{at}: {value} is no {}", schema["type"]));
    }
    if let Some(known) = schema["enum"].as_array()
        && !known.contains(value)
    {
        found.push(format!("{at}: {value} is none of {known:?}"));
    }
    if !has_format(schema["format"].as_str(), value) {
        found.push(format!("{at}: {value} is no {}", schema["format"]));
    }
    for name in schema["required"].as_array().into_iter().flatten() {
        let name = name.as_str().expect("a name");
        if value.get(name).is_none() {
            found.push(format!("{at}.{name} is missing"));
        }
    }
    for (name, schema) in schema["properties"].as_object().into_iter().flatten() {
        if let Some(member) = value.get(name) {
            found.extend(broken(document, schema, member, &format!("{at}.{name}")));
        }
    }
    for element in value.as_array().into_iter().flatten() {
        if schema["items"].is_object() {
            found.extend(broken(document, &schema["items"], element, &format!("{at}[]")));
        }
    }
    found
}

fn has_type(name: Option<&str>, value: &Value) -> bool {
    match name {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("integer") => value.is_i64(),
        Some("boolean") => value.is_boolean(),
        Some(other) => panic!("the contract has a type {other}"),
        None => true,
    }
}

fn has_format(name: Option<&str>, value: &Value) -> bool {
    let text = value.as_str().unwrap_or_default();
    match name {
        Some("date-time") => OffsetDateTime::parse(text, &Rfc3339).is_ok(),
        Some("uuid") => Uuid::try_parse(text).is_ok(),
        Some(other) => panic!("the contract has a format {other}"),
        None => true,
    }
}
