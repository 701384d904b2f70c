//! The OpenAPI document, made from the operations and the types they read and write.

mod answers;
mod files;
mod header_texts;
mod headers;
mod idempotency_key;
mod left_out;
mod links;
mod methods;
mod null;
mod order;
mod organizations;
mod session;
mod webhooks;

use crate::{
    error::{BodyErrors, CallErrors, ErrorBody},
    http,
    requests::{
        AuditFormatName, ContractStateName, ExpenseStatusName, LanguageName, LineStateName,
        PaymentStatusName, PdfFormatName, ProposalStateName, SetOffLanguageName,
        StatementFormatName, StatusName, XmlFormatName,
    },
};
use methods::methods;
use utoipa::{
    IntoResponses, Modify, OpenApi,
    openapi::{
        path::Operation,
        security::{ApiKey, ApiKeyValue, SecurityRequirement, SecurityScheme},
    },
};

pub use api_http::{ClaimBody, FileBytes};
pub use organizations::WarningBody;
pub use webhooks::FeedPageBody;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Billhook Agent API",
        description = "Issue invoices over HTTP, send them over Peppol, receive, and hear of everything. Begin with the [guides](/docs). Money amounts are decimal strings in answers; errors have the shape `{error:{code,message,details}}`. Every answer has `X-Request-Id`; where GET is, HEAD is too. A path that does not take a method answers 405 with `Allow`. An empty parameter of a query counts as left out, except in a DELETE. JSON is read whatever `Content-Type` says.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0"),
    ),
    components(schemas(
        ErrorBody, StatusName, AuditFormatName, LanguageName, ExpenseStatusName, PaymentStatusName,
        ContractStateName, LineStateName, ProposalStateName, StatementFormatName, SetOffLanguageName, PdfFormatName, XmlFormatName,
    )),
    modifiers(&Security),
)]
struct Document;

const NO_SCOPES: [&str; 0] = [];

struct Security;

impl Modify for Security {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let header = |name| SecurityScheme::ApiKey(ApiKey::Header(ApiKeyValue::new(name)));
        let components = document.components.get_or_insert_default();
        components.add_security_scheme("api_key", header("X-API-Key"));
        components.add_security_scheme("organization", header("X-Organization-Id"));
        components.add_security_scheme(session::SESSION, session::scheme());
    }
}

/// The document of these operations as JSON, indented.
///
/// # Errors
/// When it cannot be written as JSON.
pub fn document(operations: Vec<http::Operation>) -> Result<String, serde_json::Error> {
    let mut document = Document::openapi();
    let mut order = order::Order::default();
    for operation in operations {
        let mut declared = operation.document();
        for (path, item) in &mut declared.paths.paths {
            if path.starts_with("/v1/agent/") {
                methods(item).for_each(add_what_calls_share);
            }
            if path.starts_with("/v1/partner/") {
                methods(item).for_each(session::of_partner);
            }
            if path.starts_with("/v1/portal/") {
                methods(item).for_each(session::of_company);
            }
            methods(item).for_each(|operation| order.number(operation));
        }
        document.merge(declared);
    }
    document.tags = Some(order::tags());
    header_texts::spread(&mut document);
    answers::show(&mut document)?;
    null::say_where_null_is_taken(&mut document);
    idempotency_key::say_its_form(&mut document);
    files::offer_as_bytes(&mut document);
    headers::name(&mut document);
    left_out::show_examples(&mut document);
    links::lead_on(&mut document);
    document.to_pretty_json()
}

/// Every call of the Agent API is authenticated, names an organization unless it says otherwise,
/// and may be answered with [`CallErrors`]; with a body, with [`BodyErrors`] too.
fn add_what_calls_share(operation: &mut Operation) {
    operation.security.get_or_insert_with(|| {
        let key = SecurityRequirement::new("api_key", NO_SCOPES);
        vec![key.add("organization", NO_SCOPES)]
    });
    add_errors(operation);
}

fn add_errors(operation: &mut Operation) {
    let body_errors = operation.request_body.is_some().then(BodyErrors::responses);
    let shared = CallErrors::responses().into_iter().chain(body_errors.into_iter().flatten());
    for (status, response) in shared {
        operation.responses.responses.entry(status).or_insert(response);
    }
}
