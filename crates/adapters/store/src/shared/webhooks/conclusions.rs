//! Batches concurrent conclusions into one transaction.

use super::super::sql::*;
use crate::batcher::{Batcher, Spawner};
use webhooks::{
    deliveries::Concluded,
    ports::{DeliveryStore, FinishedAttempt},
};

/// The most attempts in one transaction, and the most such transactions in progress.
const BATCH: usize = 64;
const AT_ONCE: usize = 2;

/// The conclusions of this process.
pub(crate) type Conclusions = Batcher<FinishedAttempt, Concluded>;

pub(crate) fn conclusions(spawner: &Spawner) -> Conclusions {
    Batcher::new(BATCH, AT_ONCE, spawner)
}

/// Stores the conclusion together with concurrent ones.
pub(super) async fn conclude(store: &Backend, attempt: FinishedAttempt) -> Result<Concluded> {
    let owned = store.clone();
    let keep = move |attempts| {
        let store = owned.clone();
        async move { store.conclude_all(attempts).await }
    };
    store.conclusions.call(attempt, keep).await
}
