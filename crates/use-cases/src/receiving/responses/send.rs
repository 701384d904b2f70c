//! Attempts to send a response, and the status of the receiving side.

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

/// Timeout of the directory lookup.
const LOOKUP_TIMEOUT: Duration = Duration::from_secs(30);

/// The remaining work for a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResponseAttempt {
    /// There is nothing left to do.
    Settled,
    /// Another attempt at this time.
    Again(OffsetDateTime),
}

/// Why an attempt could not be made or stored; the job retries it.
#[derive(Debug, thiserror::Error)]
pub enum SendResponseError {
    /// Storage failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The constant identifiers of responses are not valid.
    #[error(transparent)]
    Identifier(#[from] InvalidIdentifier),
}

impl MayConflict for SendResponseError {
    fn is_conflict(&self) -> bool {
        matches!(self, Self::Store(StoreError::Conflict))
    }
}

/// Makes an attempt to send a response. All attempts use one message id, so the other side accepts it once. First the
/// directory is asked whether the sender of the document receives responses. A response that a status settled before
/// its receipt came is sent again only to get the receipt, which puts the message into the message log.
///
/// # Errors
/// [`SendResponseError`]; the stored state stays as it was.
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
    // a message that a status names was accepted, whatever the directory says now
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

/// The result of an attempt.
enum Came {
    Receipt(Receipt),
    Nothing(RetryClass, String),
    NotReceiving(String),
}

/// The reason, when the directory knows for certain that the participant receives no responses; otherwise `None`.
async fn not_receiving<P: Ports>(ports: &P, message: &OutgoingMessage) -> Option<String> {
    let OutgoingMessage { network, receiver, document_type, process, .. } = message;
    let asked = ports.network().receiving_point(*network, receiver, document_type, process);
    match ports.runtime().within(LOOKUP_TIMEOUT, asked).await? {
        Err(error @ (DirectoryError::NotRegistered(_) | DirectoryError::NotReceiving(_))) => {
            Some(error.to_string())
        }
        // the attempt itself finds out, and is retried
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
    // a status may have come before the receipt
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

/// Applies a message level status to a response of ours; returns the reason when it has no effect. `provider` signed
/// it.
///
/// # Errors
/// [`ReceiveError`]: storage, or the directory lookup that decides whether the status counts.
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
