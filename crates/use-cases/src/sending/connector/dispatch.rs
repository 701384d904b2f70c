use super::asked::facts_for;
use crate::{
    context::Context,
    ports::Ports,
    retry::{MayConflict, retry_on_conflict},
};
use document_intake::{DocumentIntake, IntakeBusy};
use events::Unwritable;
use peppol_connector::{
    identifiers::StagedId,
    ports::SubmissionStore,
    sending::{DispatchAnswer, DispatchDecision, EarlierSend, decide_dispatch},
};
use persistence::StoreError;
use std::sync::Arc;

/// Why a staged document was not sent.
#[derive(Debug, thiserror::Error)]
pub enum DispatchError {
    /// The staged document is unknown, expired, or sent already.
    #[error("there is no such staged document")]
    NotFound,
    /// The staged document cannot be parsed any more.
    #[error("the staged document cannot be read")]
    Unreadable,
    /// Too many documents are being parsed.
    #[error(transparent)]
    Busy(#[from] IntakeBusy),
    /// The same document was sent or queued before; this one stays staged.
    #[error("{0}")]
    Duplicate(EarlierSend),
    /// Storage failed.
    #[error(transparent)]
    Store(StoreError),
    /// An event cannot be serialized.
    #[error(transparent)]
    UnwritableEvent(#[from] Unwritable),
}

impl From<StoreError> for DispatchError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::NotFound => DispatchError::NotFound,
            error => DispatchError::Store(error),
        }
    }
}

impl MayConflict for DispatchError {
    fn is_conflict(&self) -> bool {
        matches!(self, DispatchError::Store(error) if error.is_conflict())
    }
}

/// Sends a staged document (`POST …/connector/dispatch/{stagedId}`).
///
/// # Errors
/// [`DispatchError`].
pub async fn dispatch<P: Ports>(
    context: &Context<'_, P>,
    id: StagedId,
) -> Result<DispatchAnswer, DispatchError> {
    let answer = retry_on_conflict(|| decide_and_keep(context, id)).await?;
    tracing::info!(
        org.id = %context.organization,
        submission.id = answer.document_id.map(|id| id.to_string()),
        status = ?answer.status,
        reason = ?answer.reason,
        "staged document dispatched"
    );
    Ok(answer)
}

async fn decide_and_keep<P: Ports>(
    context: &Context<'_, P>,
    id: StagedId,
) -> Result<DispatchAnswer, DispatchError> {
    let (database, organization) = (context.database(), context.organization);
    let staged = database.staged(organization, id).await?.ok_or(DispatchError::NotFound)?;
    let document = context.ports.intake().facts(Arc::clone(&staged.document.sent)).await?;
    let document = document.ok_or(DispatchError::Unreadable)?;
    let now = context.now();
    let facts = facts_for(context, &document, staged.receiver.as_ref(), now).await;
    let facts = facts.map_err(DispatchError::Store)?;
    match decide_dispatch(Some(&staged), &document, &facts, context.new_ids(), now) {
        DispatchDecision::NotFound => Err(DispatchError::NotFound),
        DispatchDecision::Duplicate(earlier) => Err(DispatchError::Duplicate(earlier)),
        DispatchDecision::Answered { answer, commit } => {
            let writes = commit.published(now, context.actor, &context.links())?;
            database.commit(organization, &writes, None, now).await?;
            Ok(answer)
        }
    }
}
