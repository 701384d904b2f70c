use crate::audit::{AuditEntry, AuditFilter};
use access::OrganizationId;
use persistence::{Cursor, Page, StoreError, port};

port! {
    /// Reads the audit log: what happened to an organization's documents and registration. It is written by
    /// the calls of the other ports, in their transactions.
    pub trait AuditStore: Send + Sync {
        /// The lines of a window, the oldest first, after a position.
        async fn audit(
            &self, organization: OrganizationId, filter: &AuditFilter, after: Option<Cursor>, limit: u16
        ) -> Result<Page<AuditEntry>, StoreError>;
    }
}
