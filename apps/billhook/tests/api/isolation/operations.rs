//! The operations of the OpenAPI document, and requests that are made from their schemas.

use billhook::interfaces;
use reqwest::Method;
use serde_json::{Map, Value, json};

/// How deep an example of a schema goes.
const DEPTH: usize = 6;

/// The OpenAPI document.
pub struct Interface {
    document: Value,
    /// The operations of one face.
    pub operations: Vec<Operation>,
}

/// One operation.
pub struct Operation {
    /// The `operationId`.
    pub id: String,
    pub method: Method,
    /// The path, with its parameters in braces.
    pub path: String,
    declared: Value,
}

impl Interface {
    /// The operations that a key may call.
    pub fn read() -> Self {
        Self::of(&["/v1/agent/"])
    }

    /// The operations that a login session may call.
    pub fn of_sessions() -> Self {
        Self::of(&["/v1/portal/", "/v1/partner/"])
    }

    fn of(places: &[&str]) -> Self {
        let text = interfaces::openapi_document().expect("a document");
        let document: Value = serde_json::from_str(&text).expect("JSON");
        let paths = document["paths"].as_object().expect("paths");
        let mut operations = Vec::new();
        let is_of = |path: &str| places.iter().any(|place| path.starts_with(place));
        for (path, item) in paths.iter().filter(|(path, _)| is_of(path)) {
            for (method, declared) in item.as_object().expect("an item") {
                operations.push(Operation {
                    id: declared["operationId"].as_str().expect("an id").to_owned(),
                    method: method.to_uppercase().parse().expect("a method"),
                    path: path.clone(),
                    declared: declared.clone(),
                });
            }
        }
        Self { document, operations }
    }

    /// The operations that read, and answer with JSON by default.
    pub fn reads(&self) -> impl Iterator<Item = &Operation> {
        self.operations.iter().filter(|operation| {
            let content = &operation.declared["responses"]["200"]["content"];
            let has = |kind: &str| content.get(kind).is_some();
            operation.method == Method::GET && has("application/json") && !has("application/xml")
        })
    }

    /// A body of the operation with `id` wherever an id may occur; `None` if it has no body.
    pub fn body(&self, operation: &Operation, id: &str) -> Option<Value> {
        let content = &operation.declared["requestBody"]["content"]["application/json"];
        let schema = content.get("schema")?;
        Some(self.example(schema, id, DEPTH))
    }

    fn example(&self, schema: &Value, id: &str, depth: usize) -> Value {
        if depth == 0 {
            return Value::Null;
        }
        if let Some(reference) = schema["$ref"].as_str() {
            let pointer = reference.trim_start_matches('#');
            let schema = self.document.pointer(pointer).expect("a schema");
            return self.example(schema, id, depth);
        }
        for choice in ["oneOf", "anyOf", "allOf"] {
            let schemas = schema[choice].as_array();
            let some = |schema: &&Value| schema["type"] != "null";
            if let Some(schema) = schemas.and_then(|schemas| schemas.iter().find(some)) {
                return self.example(schema, id, depth - 1);
            }
        }
        if let Some(value) = schema["enum"].as_array().and_then(|values| values.first()) {
            return value.clone();
        }
        match kind(schema) {
            "object" => self.object(schema, id, depth),
            "array" => json!([self.example(&schema["items"], id, depth - 1)]),
            "integer" | "number" => json!(schema["minimum"].as_i64().unwrap_or(1).max(1)),
            "boolean" => json!(true),
            _ => text(schema, id),
        }
    }

    /// An object with the required members, and all members that may be ids.
    fn object(&self, schema: &Value, id: &str, depth: usize) -> Value {
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        let mut members = Map::new();
        for (name, member) in schema["properties"].as_object().into_iter().flatten() {
            let is_id = member.to_string().contains("\"uuid\"");
            if is_id || required.contains(&json!(name)) {
                members.insert(name.clone(), self.example(member, id, depth - 1));
            }
        }
        Value::Object(members)
    }
}

/// The type that is not null.
fn kind(schema: &Value) -> &str {
    match &schema["type"] {
        Value::String(kind) => kind,
        Value::Array(kinds) => {
            kinds.iter().filter_map(Value::as_str).find(|kind| *kind != "null").unwrap_or_default()
        }
        _ => "",
    }
}

fn text(schema: &Value, id: &str) -> Value {
    match schema["format"].as_str() {
        Some("uuid") => json!(id),
        Some("date") => json!("2026-12-01"),
        Some("date-time") => json!("2026-12-01T00:00:00Z"),
        _ => schema.get("example").cloned().unwrap_or_else(|| json!("text")),
    }
}

impl Operation {
    /// Whether its path names something.
    pub fn has_parameters(&self) -> bool {
        self.path.contains('{')
    }

    /// Whether the first parameter of the path refers to the same kind of record as that of another path, by its
    /// position or by its name.
    pub fn names_the_same_as(&self, other: &str) -> bool {
        let parts = |path: &str| {
            let (before, rest) = path.split_once('{')?;
            Some((before.to_owned(), rest.split_once('}')?.0.to_owned()))
        };
        let (Some((place, name)), Some((others, theirs))) = (parts(&self.path), parts(other))
        else {
            return false;
        };
        place == others || (name != "id" && name == theirs)
    }

    /// The path with an id for each parameter, and in each query parameter that is an id.
    pub fn at(&self, id: &str) -> String {
        let parts = self.path.split('/');
        let filled = parts.map(|part| if part.starts_with('{') { id } else { part });
        let path = filled.collect::<Vec<_>>().join("/");
        let parameters = self.declared["parameters"].as_array().map(Vec::as_slice);
        let query: Vec<_> = parameters
            .unwrap_or_default()
            .iter()
            .filter(|parameter| parameter["in"] == "query")
            .filter(|parameter| parameter["schema"].to_string().contains("\"uuid\""))
            .map(|parameter| format!("{}={id}", parameter["name"].as_str().expect("a name")))
            .collect();
        if query.is_empty() { path } else { format!("{path}?{}", query.join("&")) }
    }
}
