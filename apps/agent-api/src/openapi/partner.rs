//! What the operations of the partners' portal share: the session of a member, and which partner they are about.

use super::{NO_SCOPES, add_errors};
use api_http::error::NotFoundError;
use utoipa::{
    IntoResponses,
    openapi::{
        KnownFormat, ObjectBuilder, RefOr, Required, SchemaFormat, Type,
        path::{Operation, Parameter, ParameterBuilder, ParameterIn},
        security::{ApiKey, ApiKeyValue, SecurityRequirement, SecurityScheme},
    },
};

/// The cookie of somebody who signed in.
pub(super) const SESSION: &str = "session";

pub(super) fn session() -> SecurityScheme {
    let says = "Set by signing in (`signIn`), for programs and our own pages; over https its name begins with \
                `__Host-`. A request that changes something must not come from another site.";
    SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::with_description("billhook_session", says)))
}

/// Every call is made in a session, may name the partner, and may be answered with the errors of calls.
pub(super) fn add_what_calls_share(operation: &mut Operation) {
    operation.security = Some(vec![SecurityRequirement::new(SESSION, NO_SCOPES)]);
    operation.parameters.get_or_insert_default().push(RefOr::T(partner()));
    add_errors(operation);
    for (status, response) in NotFoundError::responses() {
        operation.responses.responses.entry(status).or_insert(response);
    }
}

fn partner() -> Parameter {
    let id = ObjectBuilder::new()
        .schema_type(Type::String)
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Uuid)));
    ParameterBuilder::new()
        .name("X-Partner-Id")
        .parameter_in(ParameterIn::Header)
        .required(Required::False)
        .description(Some("The partner, for those who belong to several; 404 for one of another"))
        .schema(Some(id))
        .build()
}
