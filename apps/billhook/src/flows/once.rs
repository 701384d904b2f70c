use crate::http::{Part, Timing};
use access::OrganizationId;
use idempotency::{Answer, Claim, Decision, Fingerprint, IdempotencyStore};
use persistence::StoreError;
use time::OffsetDateTime;

/// Why a request under a key is not worked on.
#[derive(Debug, thiserror::Error)]
pub enum OnceError {
    /// The key came with another body before.
    #[error("this Idempotency-Key was used with a different body")]
    OtherBody,
    /// A request with this key is at work.
    #[error("a request with this Idempotency-Key is at work")]
    StillRunning,
    /// No storage.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Works on a request once per idempotency key: `work` gets the claim under which it must keep its
/// answer, and is not called when an answer is there already. When it fails the key is free again.
///
/// # Errors
/// [`OnceError`], and what `work` fails with.
pub async fn once<S, E, F>(
    store: &S,
    organization: OrganizationId,
    claim: Option<&(Claim, Fingerprint)>,
    now: OffsetDateTime,
    timing: &Timing,
    work: F,
) -> Result<Answer, E>
where
    S: IdempotencyStore,
    E: From<OnceError>,
    F: AsyncFnOnce(Option<&Claim>) -> Result<Answer, E>,
{
    let Some((claim, fingerprint)) = claim else { return work(None).await };
    let claimed = store.claim(organization, claim, *fingerprint, now);
    match timing.wait(Part::Db, claimed).await.map_err(OnceError::Store)? {
        Decision::Replay(answer) => return Ok(answer),
        Decision::OtherBody => return Err(OnceError::OtherBody.into()),
        Decision::StillRunning => return Err(OnceError::StillRunning.into()),
        Decision::Work => {}
    }
    let result = work(Some(claim)).await;
    if result.is_err() {
        let released = store.release(organization, claim);
        timing.wait(Part::Db, released).await.map_err(OnceError::Store)?;
    }
    result
}
