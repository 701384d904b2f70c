use crate::audit::{AuditEntry, AuditFilter};
use access::OrganizationId;
use persistence::{Cursor, Page, StoreError, port};

port! {
    /// Reads the audit log of an organization's documents and registration. The other ports write it in the
    /// transactions of their calls.
    pub trait AuditStore: Send + Sync {
        /// The lines in a time window, oldest first, after a cursor.
        async fn audit(
            &self, organization: OrganizationId, filter: &AuditFilter, after: Option<Cursor>, limit: u16
        ) -> Result<Page<AuditEntry>, StoreError>;
    }
}
