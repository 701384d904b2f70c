use crate::StockShortage;
use std::error::Error;

/// An error of a store. A port with further failures has its own error, which contains this one.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The tenant has no such object.
    #[error("not found")]
    NotFound,
    /// The number, name or id is already in use.
    #[error("taken: {what}", what = .0)]
    Taken(String),
    /// Another writer changed what was read: load it and decide again.
    #[error("changed in the meantime")]
    Conflict,
    /// The limit of the plan is reached; nothing was stored.
    #[error("the limit of the plan is reached")]
    LimitReached,
    /// The stock does not allow it; nothing was stored.
    #[error(transparent)]
    Stock(Box<StockShortage>),
    /// Another worker has taken over the lease of the work; nothing was stored.
    #[error("the lease was taken over")]
    LeaseLost,
    /// The storage is unreachable, all connections to it are in use, or it gave up because of too much load. The caller
    /// may retry.
    #[error("the storage cannot be reached")]
    Unavailable(#[source] Box<dyn Error + Send + Sync>),
    /// The storage gave an unexpected answer.
    #[error("storage")]
    Backend(#[source] Box<dyn Error + Send + Sync>),
}

impl StoreError {
    /// An unexpected error of the storage.
    pub fn backend(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::Backend(error.into())
    }

    /// Whether another writer came first: a new decision on present data may succeed.
    #[must_use]
    pub const fn is_conflict(&self) -> bool {
        matches!(self, StoreError::Conflict | StoreError::Taken(_))
    }
}
