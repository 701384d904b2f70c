use super::{asked::facts_for, look_up};
use crate::{
    context::Context,
    idempotent::{IdempotencyError, with_idempotency_key},
    ports::Ports,
    retry::{MayConflict, retry_on_conflict},
    sending::upcoming::warn_of_upcoming,
};
use document_intake::{Document, DocumentIntake, Incoming, IntakeBusy};
use events::Unwritable;
use idempotency::{Answer, Fingerprint, Lease, UnwritableAnswer};
use peppol_connector::{
    documents::DocumentFacts,
    identifiers::ParticipantId,
    ports::SubmissionStore,
    sending::{
        EarlierSend, RecipientLookup, SendAnswer, SendFacts, SendOptions, SendRequest, SendWrites,
        decide_send,
    },
};
use persistence::StoreError;

/// Why a send request failed.
#[derive(Debug, thiserror::Error)]
pub enum SendError {
    /// The idempotency key was refused.
    #[error(transparent)]
    Key(#[from] IdempotencyError),
    /// Storage failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The same document was sent or queued before.
    #[error("{0}")]
    Duplicate(EarlierSend),
    /// Too many documents are being inspected.
    #[error(transparent)]
    Busy(#[from] IntakeBusy),
    /// The answer cannot be serialized.
    #[error(transparent)]
    Unwritable(#[from] UnwritableAnswer),
    /// An event cannot be serialized.
    #[error(transparent)]
    UnwritableEvent(#[from] Unwritable),
}

impl MayConflict for SendError {
    fn is_conflict(&self) -> bool {
        matches!(self, SendError::Store(error) if error.is_conflict())
    }
}

/// Sends, stages or only validates a document, once per idempotency key (`POST …/connector/send`). The outcome is in
/// the answer, which `respond` builds and which is stored with the decision.
///
/// # Errors
/// [`SendError`]; nothing was stored then, and the key can be used again.
pub async fn send<P: Ports>(
    context: &Context<'_, P>,
    request: SendRequest,
    lease: (Lease, Fingerprint),
    respond: impl Fn(&SendAnswer) -> Result<Answer, UnwritableAnswer> + Send + Sync,
) -> Result<Answer, SendError> {
    let respond = |answer: &SendAnswer| Ok(respond(answer)?);
    send_checked(context, request, lease, |_| Ok(()), respond).await
}

/// The same for a caller that refuses some parsed documents and some answers.
///
/// # Errors
/// The errors of `check` and `respond`, and [`SendError`]; nothing was stored then, and the key can be used again.
pub(crate) async fn send_checked<P: Ports, E: SendFailure>(
    context: &Context<'_, P>,
    request: SendRequest,
    lease: (Lease, Fingerprint),
    check: impl Fn(&DocumentFacts) -> Result<(), E> + Send + Sync,
    respond: impl Fn(&SendAnswer) -> Result<Answer, E> + Send + Sync,
) -> Result<Answer, E> {
    let work = inspect_and_keep(context, request, &lease.0, (&check, &respond));
    with_idempotency_key(context.ports, context.organization.into(), Some(&lease), work).await
}

/// The error type of a send.
pub(crate) trait SendFailure:
    From<SendError> + From<IdempotencyError> + MayConflict
{
}

impl<E: From<SendError> + From<IdempotencyError> + MayConflict> SendFailure for E {}

async fn inspect_and_keep<P: Ports, E: SendFailure>(
    context: &Context<'_, P>,
    SendRequest { options, format, document, receiver }: SendRequest,
    lease: &Lease,
    (check, respond): (
        &(impl Fn(&DocumentFacts) -> Result<(), E> + Send + Sync),
        &(impl Fn(&SendAnswer) -> Result<Answer, E> + Send + Sync),
    ),
) -> Result<Answer, E> {
    let network = context.network();
    let day = context.today();
    let incoming = Incoming { bytes: document.into(), format: Some(format), network, day };
    let document = context.ports.intake().inspect(incoming).await.map_err(SendError::Busy)?;
    check(&document.facts)?;
    let recipient = match &receiver {
        Some((written, id)) => Some(look_up(context.ports, network, written, id).await),
        None => None,
    };
    let receiver = receiver.as_ref().map(|(_, id)| id);
    let sending = Sending { options, document: &document, receiver, recipient, lease };
    retry_on_conflict(|| sending.decide_and_keep(context, respond)).await
}

/// The input of a decision, without the organization's facts.
struct Sending<'a> {
    options: SendOptions,
    document: &'a Document,
    receiver: Option<&'a ParticipantId>,
    recipient: Option<RecipientLookup>,
    lease: &'a Lease,
}

impl Sending<'_> {
    async fn decide_and_keep<P: Ports, E: SendFailure>(
        &self,
        context: &Context<'_, P>,
        respond: &(impl Fn(&SendAnswer) -> Result<Answer, E> + Send + Sync),
    ) -> Result<Answer, E> {
        let now = context.now();
        let facts = facts_for(context, &self.document.facts, self.receiver, now).await;
        let facts = facts.map_err(SendError::Store)?;
        let decision = decide_send(SendFacts {
            options: self.options,
            receiver: self.receiver,
            recipient: self.recipient.clone(),
            ..self.document.to_send(&facts, context.new_ids(), now)
        });
        if let Some(earlier) = decision.duplicate() {
            return Err(SendError::Duplicate(earlier).into());
        }
        let answer = respond(&decision.answer)?;
        let lease = Some((self.lease, &answer));
        let writes = decision.commit.published(now, context.actor, &context.links());
        let writes = writes.map_err(SendError::UnwritableEvent)?;
        let kept = context.database().commit(context.organization, &writes, lease, now).await;
        kept.map_err(SendError::Store)?;
        log(context, &decision.answer, &writes);
        if matches!(writes, SendWrites::Queue(_)) {
            warn_of_upcoming(context, self.document);
        }
        Ok(answer)
    }
}

fn log<P>(context: &Context<'_, P>, answer: &SendAnswer, commit: &SendWrites) {
    let submission = match commit {
        SendWrites::Queue(send) => Some(send.submission.id.to_string()),
        SendWrites::Stage(..) | SendWrites::Nothing => None,
    };
    tracing::info!(
        org.id = %context.organization,
        submission.id = submission,
        status = ?answer.status,
        reason = ?answer.reason,
        errors = answer.validation.error_count,
        "connector send decided"
    );
}
