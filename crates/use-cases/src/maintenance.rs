//! Deletes rows past their retention, for all organizations.

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

/// How long expired tokens are kept.
const TOKENS_KEPT: Duration = Duration::days(1);

/// Deletes the answers of idempotency keys that are too old to be replayed. Returns how many rows.
///
/// # Errors
/// Storage failures.
pub async fn purge_answers<P: Ports>(ports: &P) -> Result<usize, StoreError> {
    let now = ports.runtime().now();
    ports.database().purge_answers(now - idempotency::KEPT).await
}

/// Deletes rate-limit windows that have ended. Returns how many rows.
///
/// # Errors
/// Storage failures.
pub async fn purge_windows<P: Ports>(ports: &P) -> Result<usize, StoreError> {
    let now = ports.runtime().now().unix_timestamp();
    ports.database().purge_windows(now - WINDOW_SECONDS).await
}

/// Deletes expired tokens. A client that uses one afterwards gets the answer for a token that was never issued.
/// Returns how many rows.
///
/// # Errors
/// Storage failures.
pub async fn purge_tokens<P: Ports>(ports: &P) -> Result<usize, StoreError> {
    ports.database().purge_tokens(ports.runtime().now() - TOKENS_KEPT).await
}

/// Deletes expired staged documents in batches. Returns how many rows.
///
/// # Errors
/// Storage failures; earlier batches stay deleted.
pub async fn expire_staged_documents<P: Ports>(ports: &P) -> Result<usize, StoreError> {
    let (store, now) = (ports.database(), ports.runtime().now());
    until_none_are_left(|| store.delete_expired(now)).await
}

/// Deletes accounting exports past their retention, in batches. Returns how many rows.
///
/// # Errors
/// Storage failures; earlier batches stay deleted.
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

/// Deletes deliveries past their retention, then the events, because a delivery references its event. Returns how many
/// rows.
///
/// # Errors
/// Storage failures; earlier batches stay deleted.
pub async fn purge_events<P: Ports>(ports: &P) -> Result<usize, StoreError> {
    let (store, before) = (ports.database(), expired_before(ports.runtime().now()));
    let deliveries = store.purge_deliveries(before).await?;
    Ok(deliveries + store.purge_events(before).await?)
}
