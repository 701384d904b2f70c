use crate::StockShortage;
use std::error::Error;

/// What may go wrong in a store. A port that can fail in one more way has its own error around this.
#[derive(Debug, thiserror::Error, refusals::Refusal)]
pub enum StoreError {
    /// The tenant has no such object.
    #[error("not found")]
    NotFound,
    /// The number, name or id is in use already.
    #[error("taken: {what}", what = .0)]
    Taken(String),
    /// It is no longer as it was read: read it again and decide again.
    #[error("changed in the meantime")]
    Conflict,
    /// As many are there as the plan allows: nothing was kept.
    #[error("the limit of the plan is reached")]
    LimitReached,
    /// The stock does not allow it: nothing was kept.
    #[error(transparent)]
    Stock(Box<StockShortage>),
    /// The lease under which the work was done went to another: nothing was kept.
    #[error("the lease was taken over")]
    LeaseLost,
    /// The storage cannot be reached now, all that reaches it is in use, or it gave up because there is
    /// too much to do. It may be tried again.
    #[error("the storage cannot be reached")]
    Unavailable(#[source] Box<dyn Error + Send + Sync>),
    /// The storage does not answer as it should.
    #[error("storage")]
    #[refusal(internal)]
    Backend(#[source] Box<dyn Error + Send + Sync>),
}

impl StoreError {
    /// An error that is not the caller's.
    pub fn backend(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::Backend(error.into())
    }

    /// Whether another came first: what was read is out of date, and deciding again may succeed.
    #[must_use]
    pub const fn is_conflict(&self) -> bool {
        matches!(self, StoreError::Conflict | StoreError::Taken(_))
    }
}
