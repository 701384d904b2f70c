//! One attempt to send a response, and what the other side says of it.

use crate::{
    ports::{Ports, Runtime},
    receiving::receive_error::ReceiveError,
    retry::{MayConflict, retry_on_conflict},
    sending::{addressed::recipient, attempt::attempt, rejection::reason},
};
use access::OrganizationId;
use invoice_responses::{ResponseId, ResponseState, ResponseStore, SentResponse};
use peppol_connector::{
    identifiers::InvalidIdentifier,
    ports::{DirectoryError, ParticipantDirectory, Receipt},
    submissions::{Jitter, OutgoingMessage, RetryClass, Trace},
};
use peppol_messages::mls::MessageStatus;
use persistence::StoreError;
use std::time::Duration;
use time::OffsetDateTime;

/// How long the directory may take.
const LOOKUP_TIMEOUT: Duration = Duration::from_secs(30);

/// What is left to do for a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResponseAttempt {
    /// Nothing.
    Settled,
    /// Another attempt.
    Again(OffsetDateTime),
}

/// Why nothing could be done or kept: to be tried again.
#[derive(Debug, thiserror::Error)]
pub enum SendResponseError {
    /// Storage.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The constants of responses.
    #[error(transparent)]
    Identifier(#[from] InvalidIdentifier),
}

impl MayConflict for SendResponseError {
    fn is_conflict(&self) -> bool {
        matches!(self, Self::Store(StoreError::Conflict))
    }
}

/// Makes an attempt to send a response. Its message has the same id each time, so the other side takes it once. Whether
/// the sender of the document receives responses is looked up first. One that a status ended before its receipt came is
/// sent once more, for the receipt alone: with it the message is in the message log.
///
/// # Errors
/// [`SendResponseError`]: what was kept before stands.
pub async fn send_response<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    id: ResponseId,
    jitter: Jitter,
) -> Result<ResponseAttempt, SendResponseError> {
    let response = match ports.database().sent_response(organization, id).await {
        Ok(response) => response,
        Err(StoreError::NotFound) => return Ok(ResponseAttempt::Settled),
        Err(error) => return Err(error.into()),
    };
    let is_queued = response.state == ResponseState::Queued;
    if !is_queued && response.receipt_missing_since().is_none() {
        return Ok(ResponseAttempt::Settled);
    }
    let message = response.message()?;
    // what a status speaks of was taken, whatever the directory says now
    let not_receiving = if is_queued { not_receiving(ports, &message).await } else { None };
    let came = match not_receiving {
        Some(why) => Came::NotReceiving(why),
        None => sent(ports, organization, &message, response.document.as_bytes()).await?,
    };
    keep(ports, organization, id, &came, jitter).await
}

async fn sent<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    message: &OutgoingMessage,
    document: &[u8],
) -> Result<Came, StoreError> {
    let trace = &mut Trace::default();
    Ok(match attempt(ports, organization, message, document, trace).await? {
        Ok(receipt) => Came::Receipt(receipt),
        Err((class, error)) => Came::Nothing(class, error),
    })
}

/// What an attempt brought.
enum Came {
    Receipt(Receipt),
    Nothing(RetryClass, String),
    NotReceiving(String),
}

/// That the directory says for certain that responses are not received; why.
async fn not_receiving<P: Ports>(ports: &P, message: &OutgoingMessage) -> Option<String> {
    let OutgoingMessage { network, receiver, document_type, process, .. } = message;
    let asked = ports.network().receiving_point(*network, receiver, document_type, process);
    match ports.runtime().within(LOOKUP_TIMEOUT, asked).await? {
        Err(error @ (DirectoryError::NotRegistered(_) | DirectoryError::NotReceiving(_))) => {
            Some(error.to_string())
        }
        // the attempt itself finds out, and is tried again
        Ok(_) | Err(_) => None,
    }
}

async fn keep<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    id: ResponseId,
    came: &Came,
    jitter: Jitter,
) -> Result<ResponseAttempt, SendResponseError> {
    let (database, now) = (ports.database(), ports.runtime().now());
    // a status may have overtaken the receipt
    retry_on_conflict(|| async {
        let response = database.sent_response(organization, id).await?;
        let (after, again) = match came {
            Came::Receipt(receipt) => {
                (response.sent(receipt.evidence.clone(), receipt.delivered, now), None)
            }
            Came::Nothing(class, error) => response.failed(*class, error.clone(), now, jitter),
            Came::NotReceiving(why) => (response.not_supported(why.clone(), now), None),
        };
        database.advance_response(organization, &after).await?;
        moved(organization, &after);
        Ok(again.map_or(ResponseAttempt::Settled, ResponseAttempt::Again))
    })
    .await
}

fn moved(organization: OrganizationId, after: &SentResponse) {
    tracing::info!(
        org.id = %organization,
        response.id = %after.id,
        document.id = %after.received,
        state = after.state.name(),
        attempt = after.attempts,
        error = after.error.as_deref(),
        "attempt to send an invoice response concluded"
    );
}

/// What a message level status does about a response of ours; why nothing, else. `provider` signed it.
///
/// # Errors
/// [`ReceiveError`]: storage, or the directory that is to say whether it counts.
pub(crate) async fn response_answered<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    id: ResponseId,
    (provider, status): (&str, &MessageStatus),
) -> Result<Result<(), String>, ReceiveError> {
    let (database, now) = (ports.database(), ports.runtime().now());
    retry_on_conflict(|| async {
        let response = database.sent_response(organization, id).await?;
        let unaddressed = |_| StoreError::NotFound;
        let message = response.message().map_err(unaddressed)?;
        let receipts: Vec<_> = response.receipt.iter().cloned().collect();
        if recipient(ports, &receipts, &message).await?.as_deref() != Some(provider) {
            return Ok(Err("the response went to another access point".to_owned()));
        }
        let Some(after) = response.answered(status, reason(status), now) else {
            return Ok(Err("what became of the response is known".to_owned()));
        };
        database.advance_response(organization, &after).await?;
        moved(organization, &after);
        Ok(Ok(()))
    })
    .await
}
