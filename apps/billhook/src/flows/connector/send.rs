use super::{DECISIONS, look_up, new_ids};
use crate::{
    clock::Clock,
    flows::{OnceError, once},
    http::{Part, Timing},
};
use access::{OrganizationId, Tier};
use document_intake::{Document, DocumentFormat, DocumentIntake, Incoming};
use idempotency::{Answer, Claim, Fingerprint, IdempotencyStore, UnwritableAnswer};
use peppol_connector::{
    Commit, Network, ParticipantDirectory, ParticipantId, RecipientLookup, SendAnswer, SendFacts,
    SendOptions, SubmissionStore, decide_send,
};
use persistence::StoreError;
use serde::Serialize;
use std::time::Instant;

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
    Once(#[from] OnceError),
    /// Storage.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The answer cannot be written.
    #[error(transparent)]
    Unwritable(#[from] UnwritableAnswer),
}

/// The envelope of the connector's answers.
#[derive(Serialize)]
struct Data<T> {
    data: T,
}

/// Sends, stages or only checks a document, once per idempotency key (POST …/connector/send). The
/// outcome is in the answer, which is kept with what it decides.
///
/// # Errors
/// [`SendError`]; then nothing was kept, and the key is free again.
#[allow(clippy::too_many_arguments)] // the ports, and the request
pub async fn send<S, I, D>(
    store: &S,
    intake: &I,
    directory: &D,
    clock: &Clock,
    organization: OrganizationId,
    tier: Tier,
    request: SendRequest,
    claim: (Claim, Fingerprint),
    timing: &Timing,
) -> Result<Answer, SendError>
where
    S: SubmissionStore + IdempotencyStore,
    I: DocumentIntake,
    D: ParticipantDirectory,
{
    let SendRequest { options, format, document, receiver } = request;
    once(store, organization, Some(&claim), clock.now(), timing, async |claim| {
        let network = Network::of(tier);
        let began = Instant::now();
        let incoming = Incoming { bytes: document.into(), format: Some(format), network };
        let document = intake.examine(incoming).await;
        timing.add(Part::Domain, began);
        let recipient = match &receiver {
            Some((written, id)) => Some(look_up(directory, network, written, id).await),
            None => None,
        };
        let sending = Sending {
            organization,
            tier,
            options,
            document: &document,
            receiver: receiver.as_ref().map(|(_, id)| id),
            recipient,
            claim,
        };
        decide_and_keep(store, clock, &sending, timing).await
    })
    .await
}

/// What a decision rests on, but for the organization.
struct Sending<'a> {
    organization: OrganizationId,
    tier: Tier,
    options: SendOptions,
    document: &'a Document,
    receiver: Option<&'a ParticipantId>,
    recipient: Option<RecipientLookup>,
    claim: Option<&'a Claim>,
}

async fn decide_and_keep<S: SubmissionStore>(
    store: &S,
    clock: &Clock,
    sending: &Sending<'_>,
    timing: &Timing,
) -> Result<Answer, SendError> {
    let organization = sending.organization;
    let number = sending.document.facts.number.as_deref();
    let mut decisions = 0;
    loop {
        decisions += 1;
        let now = clock.now();
        let facts = store.organization_facts(organization, sending.tier, number, now);
        let facts = timing.wait(Part::Db, facts).await?;
        let decision = decide_send(SendFacts {
            options: sending.options,
            receiver: sending.receiver,
            recipient: sending.recipient.clone(),
            ..sending.document.to_send(&facts, new_ids(), now)
        });
        let answer = Answer::json(200, &Data { data: &decision.answer })?;
        let claim = sending.claim.map(|claim| (claim, &answer));
        let kept = store.commit(organization, &decision.commit, claim, now);
        match timing.wait(Part::Db, kept).await {
            Ok(()) => {
                log(organization, &decision.answer, &decision.commit);
                return Ok(answer);
            }
            // what the decision rested on has changed: the next one knows it
            Err(StoreError::Conflict | StoreError::Taken(_)) if decisions < DECISIONS => {}
            Err(error) => return Err(error.into()),
        }
    }
}

fn log(organization: OrganizationId, answer: &SendAnswer, commit: &Commit) {
    let submission = match commit {
        Commit::Queue(send) => Some(send.submission.id.to_string()),
        Commit::Stage(_) | Commit::Nothing => None,
    };
    tracing::info!(
        org.id = %organization,
        submission.id = submission,
        status = ?answer.status,
        reason = ?answer.reason,
        errors = answer.validation.error_count,
        "document taken in"
    );
}
