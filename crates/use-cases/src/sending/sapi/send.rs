use super::of_participant;
use crate::{
    context::Context,
    idempotent::IdempotencyError,
    ports::Ports,
    retry::MayConflict,
    sending::connector::{SendError, send_checked},
};
use idempotency::{Answer, Fingerprint, Lease, UnwritableAnswer};
use peppol_connector::{
    identifiers::{ParticipantId, SubmissionId},
    sending::{
        DocumentFormat, SendAnswer, SendOptions, SendRequest as ConnectorRequest, SendStatus,
    },
};
use persistence::StoreError;
use sapi_sk::{SapiError, SendRequest, refused};

/// Why a document was not accepted. Nothing was stored, and the idempotency key can be used again.
#[derive(Debug, thiserror::Error)]
pub enum SendFailed {
    /// The request or its document was refused.
    #[error(transparent)]
    Refused(#[from] SapiError),
    /// The connector failed or refused.
    #[error(transparent)]
    Send(#[from] SendError),
}

impl From<IdempotencyError> for SendFailed {
    fn from(error: IdempotencyError) -> Self {
        SendFailed::Send(error.into())
    }
}

impl From<StoreError> for SendFailed {
    fn from(error: StoreError) -> Self {
        SendFailed::Send(error.into())
    }
}

impl MayConflict for SendFailed {
    fn is_conflict(&self) -> bool {
        matches!(self, SendFailed::Send(error) if error.is_conflict())
    }
}

/// Accepts a document for sending, once per idempotency key, without repairs. `respond` builds the answer for a queued
/// document, which is stored under the key; a refusal is not stored.
///
/// # Errors
/// [`SendFailed`].
pub async fn hand_over<P: Ports>(
    context: &Context<'_, P>,
    named: &ParticipantId,
    mut request: SendRequest,
    lease: (Lease, Fingerprint),
    respond: impl Fn(SubmissionId) -> Result<Answer, UnwritableAnswer> + Send + Sync,
) -> Result<Answer, SendFailed> {
    of_participant(context, named).await??;
    request.check_sender(named)?;
    let document = std::mem::take(&mut request.payload).into_bytes();
    let (options, format) = (SendOptions::default(), DocumentFormat::Ubl);
    let receiver = request.receiver_elsewhere(context.network()).map(|id| (id.to_string(), id));
    let asked = ConnectorRequest { options, format, document, receiver };
    let respond = |answer: &SendAnswer| match (answer.status, answer.document_id) {
        (SendStatus::Queued, Some(id)) => Ok(respond(id).map_err(SendError::from)?),
        _ => Err(SendFailed::Refused(refused(answer))),
    };
    let check = |facts: &_| Ok(request.check_document(facts)?);
    send_checked(context, asked, lease, check, respond).await
}
