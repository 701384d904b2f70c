//! Views: when the other party opened the link of an invoice.

use crate::InvoiceId;
use access::OrganizationId;
use events::NewEvent;
use persistence::{StoreError, port};
use time::OffsetDateTime;

/// When the link of an invoice was opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Views {
    pub first: OffsetDateTime,
    pub last: OffsetDateTime,
}

port! {
    /// The store of views.
    pub trait ViewStore: Send + Sync {
        /// Stores that the link was opened at the time of the event, with the event, in one transaction. An event with
        /// the same id is stored once.
        async fn keep_view(
            &self, organization: OrganizationId, invoice: InvoiceId, event: &NewEvent
        ) -> Result<(), StoreError>;

        /// When the link of an invoice was opened; `None` when it never was.
        async fn views(
            &self, organization: OrganizationId, invoice: InvoiceId
        ) -> Result<Option<Views>, StoreError>;
    }
}
