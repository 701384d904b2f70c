//! Outgoing documents: from the connector, of invoices issued here, through SAPI-SK; attempts, credit and settings.

pub(crate) mod addressed;
pub(crate) mod attempt;
pub mod connector;
pub mod credit;
pub mod deliver;
pub mod deliver_error;
pub mod flight;
pub mod invoice_sends;
pub(crate) mod missing_receipt;
pub mod native_send;
pub mod queue;
pub(crate) mod rejection;
pub mod sapi;
pub mod send_settings;
pub(crate) mod upcoming;
