//! That the other party has opened the link of an invoice.

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
    /// Where it is kept that links were opened.
    pub trait ViewStore: Send + Sync {
        /// Keeps that the link was opened at the time of the event, with the event, in one transaction. The event is kept
        /// once under its id.
        async fn keep_view(
            &self, organization: OrganizationId, invoice: InvoiceId, event: &NewEvent
        ) -> Result<(), StoreError>;

        /// When the link of an invoice was opened; none while nobody has.
        async fn views(
            &self, organization: OrganizationId, invoice: InvoiceId
        ) -> Result<Option<Views>, StoreError>;
    }
}
