//! Bodies that may be left out: their schema is one of two, so the example of the body is shown beside it.

use super::methods::methods;
use serde_json::Value;
use std::collections::BTreeMap;
use utoipa::openapi::{OpenApi, RefOr, Schema, path::Operation};

/// Examples of schemas, by their reference.
type Examples = BTreeMap<String, Value>;

/// Shows the example of each.
pub(super) fn show_examples(document: &mut OpenApi) {
    let examples = examples(document);
    let operations = document.paths.paths.values_mut().flat_map(methods);
    operations.for_each(|operation| show_one(operation, &examples));
}

fn examples(document: &OpenApi) -> Examples {
    let schemas = document.components.iter().flat_map(|all| &all.schemas);
    let shown = schemas.filter_map(|(name, schema)| match schema {
        RefOr::T(Schema::Object(object)) => {
            Some((format!("#/components/schemas/{name}"), object.example.clone()?))
        }
        _ => None,
    });
    shown.collect()
}

fn show_one(operation: &mut Operation, examples: &Examples) {
    let Some(RefOr::T(body)) = &mut operation.request_body else { return };
    for content in body.content.values_mut() {
        let RefOr::T(content) = content else { continue };
        let Some(RefOr::T(Schema::OneOf(choice))) = &content.schema else { continue };
        let named = choice.items.iter().find_map(|item| match item {
            RefOr::Ref(one) => examples.get(&one.ref_location),
            RefOr::T(_) => None,
        });
        if content.example.is_none() {
            content.example = named.cloned();
        }
    }
}
