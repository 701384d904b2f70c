use super::{DECISIONS, new_ids};
use crate::{
    clock::Clock,
    http::{Part, Timing},
};
use access::{OrganizationId, Tier};
use document_intake::facts_of;
use peppol_connector::{
    DispatchAnswer, DispatchDecision, StagedId, SubmissionStore, decide_dispatch,
};
use persistence::StoreError;

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum DispatchError {
    /// Unknown, expired, or sent already.
    #[error("there is no such staged document")]
    NotFound,
    /// A staged document that cannot be read any more.
    #[error("the staged document cannot be read")]
    Unreadable,
    /// Storage.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Sends a staged document (POST …/connector/dispatch/{stagedId}).
///
/// # Errors
/// [`DispatchError`].
pub async fn dispatch<S: SubmissionStore>(
    store: &S,
    clock: &Clock,
    organization: OrganizationId,
    tier: Tier,
    id: StagedId,
    timing: &Timing,
) -> Result<DispatchAnswer, DispatchError> {
    let mut decisions = 0;
    let mut document = None;
    loop {
        decisions += 1;
        let staged = timing.wait(Part::Db, store.staged(organization, id)).await?;
        let Some(staged) = staged else { return Err(DispatchError::NotFound) };
        // its bytes never change, so one reading serves all decisions
        document = document.or_else(|| facts_of(&staged.document.sent));
        let Some(document) = &document else { return Err(DispatchError::Unreadable) };
        let now = clock.now();
        let facts = store.organization_facts(organization, tier, document.number.as_deref(), now);
        let facts = timing.wait(Part::Db, facts).await?;
        let (answer, commit) =
            match decide_dispatch(Some(&staged), document, &facts, new_ids(), now) {
                DispatchDecision::NotFound => return Err(DispatchError::NotFound),
                DispatchDecision::Answered { answer, commit } => (answer, commit),
            };
        let kept = timing.wait(Part::Db, store.commit(organization, &commit, None, now)).await;
        match kept {
            Ok(()) => {
                tracing::info!(
                    org.id = %organization,
                    submission.id = answer.document_id.map(|id| id.to_string()),
                    status = ?answer.status,
                    reason = ?answer.reason,
                    "staged document dispatched"
                );
                return Ok(answer);
            }
            Err(StoreError::NotFound) => return Err(DispatchError::NotFound),
            Err(StoreError::Conflict | StoreError::Taken(_)) if decisions < DECISIONS => {}
            Err(error) => return Err(error.into()),
        }
    }
}
