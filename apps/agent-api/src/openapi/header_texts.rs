//! The texts at the head of a document stand among the members of its view, as they do in the answer.

use utoipa::openapi::{
    OpenApi, RefOr,
    schema::{Object, Schema},
};

/// The schema of the texts, which no answer has by itself.
const TEXTS: &str = "HeaderTextsView";

/// Writes the texts into each schema that begins with them.
pub(super) fn spread(document: &mut OpenApi) {
    let Some(components) = &mut document.components else { return };
    let Some(RefOr::T(Schema::Object(texts))) = components.schemas.remove(TEXTS) else { return };
    for schema in components.schemas.values_mut() {
        if let Some(whole) = with_texts(schema, &texts) {
            *schema = RefOr::T(Schema::Object(whole));
        }
    }
}

fn with_texts(schema: &RefOr<Schema>, texts: &Object) -> Option<Object> {
    let RefOr::T(Schema::AllOf(all)) = schema else { return None };
    let [RefOr::Ref(one), RefOr::T(Schema::Object(own))] = &all.items[..] else { return None };
    if one.ref_location.rsplit('/').next() != Some(TEXTS) {
        return None;
    }
    let mut whole = own.clone();
    whole.properties.extend(texts.properties.clone());
    whole.description.clone_from(&all.description);
    Some(whole)
}
