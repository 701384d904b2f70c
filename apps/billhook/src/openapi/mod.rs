//! The OpenAPI document, made from the operations and the types they read and write.

mod file;
mod organizations;
mod peppol;
mod webhooks;

use crate::{error::ErrorBody, http::Operation, requests::StatusName};
use utoipa::{
    Modify, OpenApi,
    openapi::security::{ApiKey, ApiKeyValue, SecurityScheme},
};

pub use file::FileBytes;
pub use organizations::{ClaimBody, WarningBody};
pub use peppol::{
    DispatchData, FindingBody, LedgerLineBody, RecipientBody, RecipientData, SendData,
    TrailLineBody, ValidationBody,
};
pub use webhooks::FeedPageBody;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Billhook Agent API",
        description = "Issue invoices over HTTP. Money amounts are decimal strings in answers; errors have the shape {error:{code,message,details}}.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0"),
    ),
    components(schemas(ErrorBody, StatusName)),
    modifiers(&Security),
)]
struct Document;

struct Security;

impl Modify for Security {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let header = |name| SecurityScheme::ApiKey(ApiKey::Header(ApiKeyValue::new(name)));
        let components = document.components.get_or_insert_default();
        components.add_security_scheme("api_key", header("X-API-Key"));
        components.add_security_scheme("organization", header("X-Organization-Id"));
    }
}

/// The document of these operations as JSON, indented.
pub(crate) fn document(operations: Vec<Operation>) -> Result<String, serde_json::Error> {
    let mut document = Document::openapi();
    for operation in operations {
        document.merge(operation.document);
    }
    document.to_pretty_json()
}
