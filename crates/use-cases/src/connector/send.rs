use super::look_up;
use crate::{
    Context, IdempotencyError, Ports,
    idempotent::with_idempotency_key,
    retry::{MayConflict, retry_on_conflict},
};
use document_intake::{Document, DocumentFormat, DocumentIntake, Incoming};
use idempotency::{Answer, Claim, Fingerprint, UnwritableAnswer};
use peppol_connector::{
    Commit, ParticipantId, RecipientLookup, SendAnswer, SendFacts, SendOptions, SubmissionStore,
    decide_send,
};
use persistence::StoreError;

/// A request to send a document.
pub struct SendRequest {
    /// What to do with it.
    pub options: SendOptions,
    /// What the caller says that it is.
    pub format: DocumentFormat,
    /// The document.
    pub document: Vec<u8>,
    /// `receiverPeppolId`, as written and as read.
    pub receiver: Option<(String, ParticipantId)>,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum SendError {
    /// The key is in use.
    #[error(transparent)]
    Key(#[from] IdempotencyError),
    /// Storage.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The answer cannot be written.
    #[error(transparent)]
    Unwritable(#[from] UnwritableAnswer),
}

impl MayConflict for SendError {
    fn is_conflict(&self) -> bool {
        matches!(self, SendError::Store(error) if error.is_conflict())
    }
}

/// Sends, stages or only checks a document, once per idempotency key (POST …/connector/send). The
/// outcome is in the answer, which `respond` writes and which is kept with what it decides.
///
/// # Errors
/// [`SendError`]; then nothing was kept, and the key is free again.
pub async fn send<P: Ports>(
    context: &Context<'_, P>,
    request: SendRequest,
    claim: (Claim, Fingerprint),
    respond: impl Fn(&SendAnswer) -> Result<Answer, UnwritableAnswer> + Send + Sync,
) -> Result<Answer, SendError> {
    let work = examine_and_keep(context, request, &claim.0, &respond);
    with_idempotency_key(context.ports, context.organization.into(), Some(&claim), work).await
}

async fn examine_and_keep<P: Ports>(
    context: &Context<'_, P>,
    SendRequest { options, format, document, receiver }: SendRequest,
    claim: &Claim,
    respond: &(impl Fn(&SendAnswer) -> Result<Answer, UnwritableAnswer> + Send + Sync),
) -> Result<Answer, SendError> {
    let network = context.network();
    let incoming = Incoming { bytes: document.into(), format: Some(format), network };
    let document = context.ports.intake().examine(incoming).await;
    let recipient = match &receiver {
        Some((written, id)) => Some(look_up(context.ports, network, written, id).await),
        None => None,
    };
    let receiver = receiver.as_ref().map(|(_, id)| id);
    let sending = Sending { options, document: &document, receiver, recipient, claim };
    retry_on_conflict(|| sending.decide_and_keep(context, respond)).await
}

/// What a decision rests on, but for the organization.
struct Sending<'a> {
    options: SendOptions,
    document: &'a Document,
    receiver: Option<&'a ParticipantId>,
    recipient: Option<RecipientLookup>,
    claim: &'a Claim,
}

impl Sending<'_> {
    async fn decide_and_keep<P: Ports>(
        &self,
        context: &Context<'_, P>,
        respond: &(impl Fn(&SendAnswer) -> Result<Answer, UnwritableAnswer> + Send + Sync),
    ) -> Result<Answer, SendError> {
        let (database, organization) = (context.database(), context.organization);
        let number = self.document.facts.number.as_deref();
        let now = context.now();
        let facts = database.organization_facts(organization, context.tier, number, now).await?;
        let decision = decide_send(SendFacts {
            options: self.options,
            receiver: self.receiver,
            recipient: self.recipient.clone(),
            ..self.document.to_send(&facts, context.new_ids(), now)
        });
        let answer = respond(&decision.answer)?;
        let claim = Some((self.claim, &answer));
        database.commit(organization, &decision.commit, claim, now).await?;
        log(context, &decision.answer, &decision.commit);
        Ok(answer)
    }
}

fn log<P>(context: &Context<'_, P>, answer: &SendAnswer, commit: &Commit) {
    let submission = match commit {
        Commit::Queue(send) => Some(send.submission.id.to_string()),
        Commit::Stage(_) | Commit::Nothing => None,
    };
    tracing::info!(
        org.id = %context.organization,
        submission.id = submission,
        status = ?answer.status,
        reason = ?answer.reason,
        errors = answer.validation.error_count,
        "document taken in"
    );
}
