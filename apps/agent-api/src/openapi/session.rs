//! What the operations of the portals share: the session of a member, and which partner or company they are about.

use super::{NO_SCOPES, add_errors};
use access::Tier;
use api_http::error::NotFoundError;
use utoipa::{
    IntoResponses,
    openapi::{
        KnownFormat, ObjectBuilder, RefOr, Required, SchemaFormat, Type,
        path::{Operation, Parameter, ParameterBuilder, ParameterIn},
        security::{ApiKey, ApiKeyValue, SecurityRequirement, SecurityScheme},
    },
};

/// The cookie of a login session.
pub(super) const SESSION: &str = "session";

pub(super) fn scheme() -> SecurityScheme {
    let says = "Set by signing in (`signIn`), for programs and our own pages; over https its name begins with \
                `__Host-`. A request that changes something must not come from another site.";
    SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::with_description("billhook_session", says)))
}

/// Every call of the partners' portal is made in a session, may name the partner, and may be answered with the errors
/// of calls.
pub(super) fn of_partner(operation: &mut Operation) {
    let says = "The partner, for those who belong to several; 404 for one of another";
    add_what_calls_share(operation, vec![header("X-Partner-Id", says, uuid())]);
}

/// The same of a company's portal, with the mode that a key has by its tier.
pub(super) fn of_company(operation: &mut Operation) {
    let says = "The company, for those who belong to several; 404 for one of others";
    let company = header("X-Organization-Id", says, uuid());
    let modes = ObjectBuilder::new().schema_type(Type::String);
    let modes = modes.enum_values(Some(Tier::ALL.map(Tier::name)));
    let says = "Sandbox (test) or production (live); what the portal opens with by default";
    add_what_calls_share(operation, vec![company, header("X-Mode", says, modes)]);
}

fn add_what_calls_share(operation: &mut Operation, headers: Vec<Parameter>) {
    operation.security = Some(vec![SecurityRequirement::new(SESSION, NO_SCOPES)]);
    let parameters = operation.parameters.get_or_insert_default();
    parameters.extend(headers.into_iter().map(RefOr::T));
    add_errors(operation);
    for (status, response) in NotFoundError::responses() {
        operation.responses.responses.entry(status).or_insert(response);
    }
}

fn uuid() -> ObjectBuilder {
    let format = SchemaFormat::KnownFormat(KnownFormat::Uuid);
    ObjectBuilder::new().schema_type(Type::String).format(Some(format))
}

fn header(name: &str, says: &str, schema: ObjectBuilder) -> Parameter {
    ParameterBuilder::new()
        .name(name)
        .parameter_in(ParameterIn::Header)
        .required(Required::False)
        .description(Some(says))
        .schema(Some(schema))
        .build()
}
