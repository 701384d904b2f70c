//! Reading JSON bodies exactly, saying everything that is wrong with them at once.
//!
//! serde's derived readers stop at the first fault, let the last of two equal members win and
//! push numbers through floats. Here a body is read member by member over `serde_json`'s raw
//! values: numbers stay text until [`money::parse`] reads them, unknown and repeated members are
//! violations with their path.

mod customer;
mod invoice;
mod invoice_ids;
mod organization;
mod reader;
mod send_document;
mod send_settings;
mod series_format;
mod webhook;

pub use customer::CUSTOMER_FIELDS;
pub use invoice::{INVOICE_FIELDS, ITEM_FIELDS, invoice_request};
pub use invoice_ids::{document_ids, invoice_ids};
pub use organization::{
    ENROLL_FIELDS, OPTIONS_FIELDS, ORGANIZATION_FIELDS, enrollment, options, organization,
};
pub use reader::{Found, Object, Value, parse, parse_date};
pub use send_document::{
    DOCUMENT_FIELDS, OPTION_FIELDS, PREFLIGHT_FIELDS, SEND_FIELDS, preflight_document,
    send_document,
};
pub use send_settings::{SEND_SETTINGS_FIELDS, send_settings};
pub use series_format::series_format;
pub use webhook::{
    WEBHOOK_CHANGE_FIELDS, WEBHOOK_FIELDS, WebhookRequest, webhook, webhook_change, webhook_test,
};
