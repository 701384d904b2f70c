//! Members of requests that may be left out may be null as well: their reader counts null as absent.

use utoipa::openapi::{
    OpenApi, RefOr,
    schema::{AdditionalProperties, Object, OneOfBuilder, Schema, SchemaType, Type},
};

/// Says so of every request in the document.
pub(super) fn say_where_null_is_taken(document: &mut OpenApi) {
    let schemas = document.components.iter_mut().flat_map(|all| all.schemas.values_mut());
    for schema in schemas {
        if let RefOr::T(Schema::Object(object)) = schema
            && is_request(object)
        {
            for (name, member) in &mut object.properties {
                if !object.required.contains(name) {
                    *member = or_null(std::mem::take(member));
                }
            }
        }
    }
}

/// Requests refuse members that they do not know; answers may get new ones.
fn is_request(object: &Object) -> bool {
    matches!(object.additional_properties.as_deref(), Some(AdditionalProperties::FreeForm(false)))
}

fn or_null(member: RefOr<Schema>) -> RefOr<Schema> {
    match member {
        RefOr::T(Schema::Object(mut object)) if object.enum_values.is_none() => {
            object.schema_type = with_null(object.schema_type);
            RefOr::T(Schema::Object(object))
        }
        RefOr::T(Schema::Array(mut array)) => {
            array.schema_type = with_null(array.schema_type);
            RefOr::T(Schema::Array(array))
        }
        other => {
            let null = Object::with_type(Type::Null);
            OneOfBuilder::new().item(null).item(other).into()
        }
    }
}

fn with_null(schema_type: SchemaType) -> SchemaType {
    match schema_type {
        SchemaType::Type(one) => SchemaType::from_iter([one, Type::Null]),
        other => other,
    }
}
