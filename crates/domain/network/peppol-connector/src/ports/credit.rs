use crate::credit::{Balance, Credits, LedgerLine};
use access::OrganizationId;
use persistence::{Cursor, Page, StoreError, port};
use time::OffsetDateTime;

type Result<T> = std::result::Result<T, StoreError>;

port! {
    /// Reads and adds credit. Credit is reserved, captured and released inside [`super::SubmissionStore::commit`] and
    /// [`super::SubmissionStore::advance`], with the arithmetic of this crate.
    pub trait CreditStore: Send + Sync {
        /// Loads the balance of the account.
        ///
        /// # Errors
        /// [`StoreError::NotFound`] when the organization does not exist.
        async fn balance(&self, organization: OrganizationId) -> Result<Balance>;

        /// A page of ledger lines, newest first.
        async fn ledger(
            &self, organization: OrganizationId, after: Option<Cursor>, limit: u16
        ) -> Result<Page<LedgerLine>>;

        /// Adds bought credit, once for each key.
        ///
        /// # Errors
        /// [`StoreError::NotFound`] when the organization does not exist.
        async fn top_up(
            &self, organization: OrganizationId, key: &str, amount: Credits, now: OffsetDateTime
        ) -> Result<Balance>;

        /// Sets whether a prepayment is overdue; while it is, live sends are refused.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn set_prepayment_overdue(&self, organization: OrganizationId, overdue: bool) -> Result<()>;
    }
}
