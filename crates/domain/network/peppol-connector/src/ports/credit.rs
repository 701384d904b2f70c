use crate::credit::{Balance, Credits, LedgerLine};
use access::OrganizationId;
use persistence::{Cursor, Page, StoreError};
use std::future::Future;
use time::OffsetDateTime;

type Result<T> = std::result::Result<T, StoreError>;

/// Reads and tops up credit. Reserving, capturing and releasing happen inside
/// [`super::SubmissionStore::commit`] and [`super::SubmissionStore::advance`], by the arithmetic of
/// this crate.
pub trait CreditStore: Send + Sync {
    /// What stands on the account.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] when the organization does not exist.
    fn balance(&self, organization: OrganizationId)
    -> impl Future<Output = Result<Balance>> + Send;

    /// The lines of the ledger, the newest first.
    fn ledger(
        &self,
        organization: OrganizationId,
        after: Option<Cursor>,
        limit: u16,
    ) -> impl Future<Output = Result<Page<LedgerLine>>> + Send;

    /// Adds bought credit, once for each key.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] when the organization does not exist.
    fn top_up(
        &self,
        organization: OrganizationId,
        key: &str,
        amount: Credits,
        now: OffsetDateTime,
    ) -> impl Future<Output = Result<Balance>> + Send;

    /// Says whether a prepayment is overdue: then no live send is taken on.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    fn set_prepayment_overdue(
        &self,
        organization: OrganizationId,
        overdue: bool,
    ) -> impl Future<Output = Result<()>> + Send;
}
