use crate::{
    identifiers::SubmissionId,
    ports::Receipt,
    submissions::{AttemptHops, Hop},
};
use access::OrganizationId;
use persistence::{StoreError, port};
use time::OffsetDateTime;

type Result<T> = std::result::Result<T, StoreError>;

port! {
    /// What is kept of a submission's way beside its moves: nothing is decided by it.
    pub trait FlightStore: Send + Sync {
        /// Keeps the hops of an attempt that is over, before its outcome is kept.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn keep_hops(
            &self, organization: OrganizationId, id: SubmissionId, hops: &[Hop], now: OffsetDateTime
        ) -> Result<()>;

        /// The hops of a submission's attempts, the oldest first.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn hops(&self, organization: OrganizationId, id: SubmissionId) -> Result<Vec<AttemptHops>>;

        /// Keeps a receipt that came after something else had settled its submission: a status that overtook it. It moves
        /// nothing, and is evidence like any other. One is kept for a submission, however many workers bring one each: each
        /// attempt is signed again, and so is its receipt.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn keep_late_receipt(
            &self, organization: OrganizationId, id: SubmissionId, receipt: &Receipt,
            now: OffsetDateTime
        ) -> Result<()>;
    }
}
