//! Deletes what has been kept long enough, of all organizations.

use crate::ports::{Ports, Runtime};
use access::{AccessStore, WINDOW_SECONDS};
use accounting_export::ExportStore;
use idempotency::IdempotencyStore;
use peppol_connector::ports::SubmissionStore;
use persistence::StoreError;
use sapi_sk::TokenStore;
use time::Duration;
use webhooks::{
    feed::expired_before,
    ports::{DeliveryStore, FeedStore},
};

/// How long tokens are kept when they have expired.
const TOKENS_KEPT: Duration = Duration::days(1);

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

/// Deletes tokens that have expired; what a client then hears of them is that they were never issued.
/// Returns how many.
///
/// # Errors
/// Storage.
pub async fn purge_tokens<P: Ports>(ports: &P) -> Result<usize, StoreError> {
    ports.database().purge_tokens(ports.runtime().now() - TOKENS_KEPT).await
}

/// Deletes staged documents that have expired, a batch at a time. Returns how many.
///
/// # Errors
/// Storage; the batches before stay deleted.
pub async fn expire_staged_documents<P: Ports>(ports: &P) -> Result<usize, StoreError> {
    let (store, now) = (ports.database(), ports.runtime().now());
    until_none_are_left(|| store.delete_expired(now)).await
}

/// Deletes exports for accounting whose time is over, a batch at a time. Returns how many.
///
/// # Errors
/// Storage; the batches before stay deleted.
pub async fn purge_exports<P: Ports>(ports: &P) -> Result<usize, StoreError> {
    let (store, now) = (ports.database(), ports.runtime().now());
    until_none_are_left(|| store.purge_exports(now)).await
}

async fn until_none_are_left<F>(delete: impl Fn() -> F) -> Result<usize, StoreError>
where
    F: Future<Output = Result<usize, StoreError>>,
{
    let mut all = 0;
    loop {
        match delete().await? {
            0 => return Ok(all),
            deleted => all += deleted,
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
