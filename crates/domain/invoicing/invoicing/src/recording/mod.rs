//! Documents that another system issued.

pub(crate) mod any_invoice;
mod content;
mod noting;
mod original;
mod recorded;
mod revision;

pub use any_invoice::AnyDocument;
pub use content::{Header, InvoiceContent, Origin};
pub use original::OriginalInvoice;
pub use recorded::RecordedDocument;
pub use revision::RevisionRefused;
