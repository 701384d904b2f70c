//! Conclusions that come at the same time share a transaction.

use super::super::sql::*;
use crate::together::Together;
use webhooks::{Concluded, DeliveryStore, FinishedAttempt};

/// Attempts that are kept by one transaction, at most.
const BATCH: usize = 64;

/// The conclusions of this process.
pub(crate) type Conclusions = Together<FinishedAttempt, Concluded>;

pub(crate) fn conclusions() -> Conclusions {
    Together::new(BATCH, 1)
}

/// Kept with those that come while others are kept.
pub(super) async fn conclude(store: &Backend, attempt: FinishedAttempt) -> Result<Concluded> {
    let owned = store.clone();
    let keep = move |attempts| {
        let store = owned.clone();
        async move { store.conclude_all(attempts).await }
    };
    store.conclusions.call(attempt, keep).await
}
