//! Answers a received document with an Invoice Response.

use crate::{
    context::Context,
    idempotent::{IdempotencyError, with_idempotency_key},
    ports::{Ports, Runtime},
    receiving::documents::received_document,
    retry::{MayConflict, retry_on_conflict},
};
use access::KeyScope;
use idempotency::{Answer, Fingerprint, Lease, UnwritableAnswer};
use invoice_responses::{
    CannotRespond, Decision, Responding, ResponseId, ResponseStore, SentResponse, respond,
};
use organizations::OrganizationStore;
use peppol_connector::{identifiers::ReceivedId, ports::AccountStore, submissions::JobId};
use persistence::StoreError;

/// Why a response was not queued.
#[derive(Debug, thiserror::Error)]
pub enum RespondError {
    /// The rules of responses refuse it.
    #[error(transparent)]
    Refused(#[from] CannotRespond),
    /// The idempotency key was refused.
    #[error(transparent)]
    Key(#[from] IdempotencyError),
    /// The answer to the caller cannot be serialized.
    #[error(transparent)]
    Answer(#[from] UnwritableAnswer),
    /// Storage failed; [`StoreError::NotFound`] for an unknown document.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl MayConflict for RespondError {
    fn is_conflict(&self) -> bool {
        matches!(self, Self::Store(StoreError::Conflict))
    }
}

/// Answers a received document, once per idempotency key. A repetition of the last response is not sent again. The
/// response is stored with the job that sends it ([`super::send_response`]).
///
/// # Errors
/// [`RespondError`]; nothing was stored then, and the key can be used again.
pub async fn respond_to<P: Ports>(
    context: &Context<'_, P>,
    id: ReceivedId,
    said: &invoice_responses::Answer,
    lease: Option<(Lease, Fingerprint)>,
    answer: impl Fn(&SentResponse) -> Result<Answer, UnwritableAnswer> + Send + Sync,
) -> Result<Answer, RespondError> {
    let lease = lease.as_ref();
    let (database, owner) = (context.database(), context.organization);
    let work = retry_on_conflict(|| async {
        let decision = decide(context, id, said).await?;
        let (response, is_new) = match &decision {
            Decision::Said(response) => (response, false),
            Decision::New(response) => (response, true),
        };
        let answer = answer(response)?;
        let job = JobId(context.ports.runtime().new_id());
        let new = is_new.then_some((response, job));
        let answered = lease.map(|(lease, _)| (lease, &answer));
        database.add_response(owner, new, answered, context.now()).await?;
        tracing::info!(
            org.id = %owner,
            document.id = %id,
            response.id = %response.id,
            response = said.status.name(),
            is_new,
            "received document answered"
        );
        Ok(answer)
    });
    with_idempotency_key(context.ports, owner.into(), lease, work).await
}

async fn decide<P: Ports>(
    context: &Context<'_, P>,
    id: ReceivedId,
    said: &invoice_responses::Answer,
) -> Result<Decision, RespondError> {
    let (database, owner) = (context.database(), context.organization);
    let record = received_document(context, id).await?;
    if database.enrolled(record.network, &record.receiver).await? != Some(owner) {
        return Err(CannotRespond::NotRegistered(record.receiver).into());
    }
    let own = database.organization_record(KeyScope::Organization(owner), owner).await?;
    let earlier = database.responses_to(owner, id).await?;
    let around = Responding {
        record: &record,
        name: &own.organization.name,
        earlier: &earlier,
        id: ResponseId(context.ports.runtime().new_id()),
        now: context.now(),
    };
    Ok(respond(said, around)?)
}
