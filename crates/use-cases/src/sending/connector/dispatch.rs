use super::asked::facts_for;
use crate::{
    context::Context,
    ports::Ports,
    retry::{MayConflict, retry_on_conflict},
    sending::upcoming::warn_of_upcoming,
};
use document_intake::{DocumentIntake, Incoming, IntakeBusy};
use events::Unwritable;
use peppol_connector::{
    identifiers::StagedId,
    ports::SubmissionStore,
    sending::{DispatchAnswer, DispatchDecision, EarlierSend, SendWrites, decide_dispatch},
};
use persistence::StoreError;
use std::sync::Arc;

/// Why a staged document was not sent.
#[derive(Debug, thiserror::Error)]
pub enum DispatchError {
    /// The staged document is unknown, expired, or sent already.
    #[error("there is no such staged document")]
    NotFound,
    /// Too many documents are being inspected.
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
    let (bytes, day) = (Arc::clone(&staged.document.sent), context.today());
    let incoming = Incoming { bytes, format: None, network: staged.network, day };
    let document = context.ports.intake().inspect(incoming).await?;
    let now = context.now();
    let facts = facts_for(context, &document.facts, staged.receiver.as_ref(), now).await;
    let facts = facts.map_err(DispatchError::Store)?;
    let judged = (&document.facts, &document.inspection);
    match decide_dispatch(Some(&staged), judged, &facts, context.new_ids(), now) {
        DispatchDecision::NotFound => Err(DispatchError::NotFound),
        DispatchDecision::Duplicate(earlier) => Err(DispatchError::Duplicate(earlier)),
        DispatchDecision::Answered { answer, commit } => {
            let writes = commit.published(now, context.actor, &context.links())?;
            database.commit(organization, &writes, None, now).await?;
            if matches!(writes, SendWrites::Queue(_)) {
                warn_of_upcoming(context, &document);
            }
            Ok(answer)
        }
    }
}
