//! The OpenAPI document, made from the handlers and the types they read and write.

mod errors;
mod names;
mod organizations;
mod peppol;
mod request;
mod webhooks;

use crate::{error, routes};
use utoipa::{
    Modify, OpenApi,
    openapi::security::{ApiKey, ApiKeyValue, SecurityScheme},
};

pub use errors::{CallErrors, ConflictError, NotFoundError};
pub use names::{
    CurrencyCode, DocumentType, FileBytes, PaymentMethodName, StatusName, TaxTreatmentName,
    UnitName,
};
pub use organizations::{
    ClaimBody, ClaimStatusName, EnrollBody, OrganizationCreate, OrganizationCreated,
    OrganizationOptions, RegistrationData, UnavailableError, WarningBody,
};
pub use peppol::{
    BatchSend, ChangeBody, ConnectorSend, DispatchAnswerBody, DispatchData, DispatchName,
    DocumentBody, DocumentFormatName, FindingBody, LedgerLineBody, PreflightDocument,
    RecipientBody, RecipientData, RejectReasonName, ReleaseBody, SendAnswerBody, SendData,
    SendModeName, SendOptionsBody, SendSettingsBody, SendStatusName, TrailLineBody, ValidationBody,
};
pub use request::{
    AttachmentBody, CustomerBody, DeliveryAddressBody, InvoiceCreate, ItemBody, SeriesFormatBody,
    YearName,
};

pub use webhooks::{
    FeedItemBody, FeedPageBody, PayloadBody, WebhookBody, WebhookChangeBody, WebhookTestBody,
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
        routes::operations::connector_send,
        routes::operations::connector_dispatch,
        routes::operations::look_up_recipient,
        routes::operations::preflight_document,
        routes::operations::preflight_invoice,
        routes::operations::send_invoice,
        routes::operations::send_batch,
        routes::operations::invoice_status,
        routes::operations::list_documents,
        routes::operations::get_document,
        routes::operations::document_xml,
        routes::operations::document_evidence,
        routes::operations::get_credit,
        routes::operations::list_credit_entries,
        routes::operations::get_send_settings,
        routes::operations::put_send_settings,
        routes::operations::release_held,
        routes::operations::list_queue,
        routes::operations::list_received,
        routes::operations::get_received,
        routes::operations::acknowledge_received,
        routes::operations::received_evidence,
        routes::operations::received_xml,
        routes::operations::list_peppol_events,
        routes::operations::make_organization,
        routes::operations::list_organizations,
        routes::operations::get_organization,
        routes::operations::set_organization_options,
        routes::operations::enroll_organization,
        routes::operations::deactivate_organization,
        routes::operations::claim_organization,
        routes::operations::claim_page,
        routes::operations::confirm_claim,
        routes::operations::create_webhook,
        routes::operations::list_webhooks,
        routes::operations::get_webhook,
        routes::operations::change_webhook,
        routes::operations::enable_webhook,
        routes::operations::delete_webhook,
        routes::operations::rotate_webhook_secret,
        routes::operations::test_webhook,
        routes::operations::list_deliveries,
        routes::operations::get_delivery,
        routes::operations::redeliver_delivery,
        routes::operations::list_events,
        routes::operations::public_invoice,
        routes::operations::public_invoice_pdf,
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
