//! Deletes what has been kept long enough, of all organizations.

use idempotency::IdempotencyStore;
use peppol_connector::SubmissionStore;
use persistence::StoreError;
use time::OffsetDateTime;
use webhooks::{DeliveryStore, FeedStore, expired_before};

/// Deletes the answers of idempotency keys that are too old to be replayed. Returns how many.
///
/// # Errors
/// Storage.
pub async fn purge_answers<S: IdempotencyStore>(
    store: &S,
    now: OffsetDateTime,
) -> Result<usize, StoreError> {
    store.forget_answers(now - idempotency::KEPT).await
}

/// Deletes staged documents that have expired, a batch at a time. Returns how many.
///
/// # Errors
/// Storage; the batches before stay deleted.
pub async fn expire_staged_documents<S: SubmissionStore>(
    store: &S,
    now: OffsetDateTime,
) -> Result<usize, StoreError> {
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
pub async fn purge_events<S: DeliveryStore + FeedStore>(
    store: &S,
    now: OffsetDateTime,
) -> Result<usize, StoreError> {
    let before = expired_before(now);
    let deliveries = store.forget_deliveries(before).await?;
    Ok(deliveries + store.forget_events(before).await?)
}
