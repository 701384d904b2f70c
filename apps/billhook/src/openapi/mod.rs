//! The OpenAPI document, made from the handlers and the types they read and write.

mod names;
mod request;

use crate::{error, routes};
use utoipa::{
    Modify, OpenApi,
    openapi::security::{ApiKey, ApiKeyValue, SecurityScheme},
};

pub use names::{
    CurrencyCode, DocumentType, FileBytes, PaymentMethodName, StatusName, TaxTreatmentName,
    UnitName,
};
pub use request::{
    AttachmentBody, CustomerBody, DeliveryAddressBody, InvoiceCreate, ItemBody, SeriesFormatBody,
    YearName,
};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Billhook Agent API",
        description = "Issue invoices over HTTP. Money amounts are decimal strings in answers; errors have the shape {error:{code,message,details}}.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0"),
    ),
    paths(
        routes::operations::create_invoice,
        routes::operations::list_invoices,
        routes::operations::get_invoice,
        routes::operations::invoice_pdf,
        routes::operations::invoice_xml,
        routes::operations::list_customers,
        routes::operations::get_customer,
        routes::operations::list_number_series,
        routes::operations::put_number_series,
        routes::operations::live,
        routes::operations::ready,
        routes::operations::metrics,
    ),
    components(schemas(error::ErrorBody, names::StatusName, request::InvoiceCreate)),
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

/// The document as JSON, indented.
#[must_use]
pub fn document_json() -> String {
    Document::openapi().to_pretty_json().unwrap_or_default()
}
