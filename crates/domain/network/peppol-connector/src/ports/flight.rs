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
    /// Stores diagnostic data of a submission in addition to its moves; no decision depends on it.
    pub trait FlightStore: Send + Sync {
        /// Stores the hops of a finished attempt, before its outcome is stored.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn keep_hops(
            &self, organization: OrganizationId, id: SubmissionId, hops: &[Hop], now: OffsetDateTime
        ) -> Result<()>;

        /// Loads the hops of a submission's attempts, oldest first.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn hops(&self, organization: OrganizationId, id: SubmissionId) -> Result<Vec<AttemptHops>>;

        /// Stores a receipt that came after a status had settled its submission. It moves nothing, and is evidence
        /// like any other receipt. Only one is stored for a submission, although each attempt is signed again and gets
        /// a receipt of its own.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn keep_late_receipt(
            &self, organization: OrganizationId, id: SubmissionId, receipt: &Receipt,
            now: OffsetDateTime
        ) -> Result<()>;
    }
}
