//! What another system issued.

pub(crate) mod any_invoice;
mod content;
mod original;
mod recorded;

pub use any_invoice::AnyDocument;
pub use content::{Header, InvoiceContent, Origin};
pub use original::OriginalInvoice;
pub use recorded::RecordedDocument;
