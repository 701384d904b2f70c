//! Deletes what has been kept long enough, of all organizations.

use crate::{Ports, Runtime};
use access::{AccessStore, WINDOW_SECONDS};
use idempotency::IdempotencyStore;
use peppol_connector::SubmissionStore;
use persistence::StoreError;
use webhooks::{DeliveryStore, FeedStore, expired_before};

/// Deletes the answers of idempotency keys that are too old to be replayed. Returns how many.
///
/// # Errors
/// Storage.
pub async fn purge_answers<P: Ports>(ports: &P) -> Result<usize, StoreError> {
    let now = ports.runtime().now();
    ports.database().purge_answers(now - idempotency::KEPT).await
}

/// Deletes the windows of requests that have passed. Returns how many.
///
/// # Errors
/// Storage.
pub async fn purge_windows<P: Ports>(ports: &P) -> Result<usize, StoreError> {
    let now = ports.runtime().now().unix_timestamp();
    ports.database().purge_windows(now - WINDOW_SECONDS).await
}

/// Deletes staged documents that have expired, a batch at a time. Returns how many.
///
/// # Errors
/// Storage; the batches before stay deleted.
pub async fn expire_staged_documents<P: Ports>(ports: &P) -> Result<usize, StoreError> {
    let (store, now) = (ports.database(), ports.runtime().now());
    let mut all = 0;
    loop {
        let deleted = store.delete_expired(now).await?;
        all += deleted;
        if deleted == 0 {
            return Ok(all);
        }
    }
}

/// Deletes deliveries and then events: a delivery needs its event. Returns how many.
///
/// # Errors
/// Storage; what was deleted before stays deleted.
pub async fn purge_events<P: Ports>(ports: &P) -> Result<usize, StoreError> {
    let (store, before) = (ports.database(), expired_before(ports.runtime().now()));
    let deliveries = store.purge_deliveries(before).await?;
    Ok(deliveries + store.purge_events(before).await?)
}
