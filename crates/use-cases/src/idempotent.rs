use crate::ports::{Ports, Runtime};
use idempotency::{Answer, Decision, Fingerprint, IdempotencyStore, Lease, Scope};
use persistence::StoreError;

/// Why a request under an idempotency key is not processed.
#[derive(Debug, thiserror::Error, refusals::Refusal)]
pub enum IdempotencyError {
    /// The key was used before with another body.
    #[error("this Idempotency-Key was used with a different body")]
    KeyReused,
    /// Another request with this key is still being processed.
    #[error("a request with this Idempotency-Key is at work")]
    InProgress,
    /// Storage failed.
    #[error(transparent)]
    #[refusal(internal)]
    Store(#[from] StoreError),
}

/// Processes a request once per idempotency key. `work` stores its answer under the lease; it is not called when an
/// answer is stored already. When it fails, the key is released.
///
/// # Errors
/// [`IdempotencyError`], and the errors of `work`.
pub(crate) async fn with_idempotency_key<P: Ports, E: From<IdempotencyError>>(
    ports: &P,
    scope: Scope,
    lease: Option<&(Lease, Fingerprint)>,
    work: impl Future<Output = Result<Answer, E>>,
) -> Result<Answer, E> {
    let Some((lease, fingerprint)) = lease else { return work.await };
    let database = ports.database();
    let decision = database.claim(scope, lease, *fingerprint, ports.runtime().now()).await;
    match decision.map_err(IdempotencyError::Store)? {
        Decision::Replay(answer) => return Ok(answer),
        Decision::KeyReused => return Err(IdempotencyError::KeyReused.into()),
        Decision::InProgress => return Err(IdempotencyError::InProgress.into()),
        Decision::Proceed => {}
    }
    let result = work.await;
    if result.is_err() {
        database.release(scope, lease).await.map_err(IdempotencyError::Store)?;
    }
    result
}
