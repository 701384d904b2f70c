//! The message log, from which the monthly reports to the network are counted. A message that we send is logged before
//! anything else is kept of its receipt; a document that we receive in the transaction that keeps it; a status with it
//! and our receipt. Where that fails, the message is sent again under its id, and is logged once.

use crate::{
    ports::{Ports, Runtime},
    receiving::receive_error::ReceiveError,
    sending::addressed::addressed,
};
use access::OrganizationId;
use peppol_connector::{
    inbox::{Arrival, ArrivingDocument, ReceivedExchange},
    ports::Receipt,
    submissions::OutgoingMessage,
};
use peppol_messages::as4::signer_of;
use peppol_statistics::Direction;
use persistence::StoreError;
use provider_reports::{EndUser, ExchangeLog, LoggedExchange, ServiceMessageArrival};
use std::time::Duration;

/// How long the directory may take to say whose access point took a message: it has just said so, and remembers it.
const LOOKUP_TIMEOUT: Duration = Duration::from_secs(5);

/// Logs a message that another access point took: of an end user, or of ourselves.
///
/// # Errors
/// [`StoreError`].
pub(crate) async fn log_sent<P: Ports>(
    ports: &P,
    message: &OutgoingMessage,
    end_user: Option<&EndUser>,
    receipt: &Receipt,
) -> Result<(), StoreError> {
    let Some(we) = ports.provider(message.network) else { return Ok(()) };
    let Some(provider) = taken_by(ports, message, receipt).await else {
        let (id, receiver) = (message.message_id, &message.receiver);
        tracing::error!(
            message.id = %id, %receiver,
            "message missing in the message log and in the monthly reports: the provider that took it is unknown"
        );
        return Ok(());
    };
    // as the envelope says
    let country = end_user.and_then(EndUser::envelope_country).unwrap_or(&we.country);
    let exchange = LoggedExchange {
        network: message.network,
        direction: Direction::Out,
        message: message.message_id,
        at: ports.runtime().now(),
        provider,
        document_type: message.document_type.clone(),
        process: message.process.clone(),
        c1_country: Some(country.to_owned()),
        c4_country: None,
        end_user: end_user.map(|end_user| end_user.company.clone()),
    };
    ports.database().log_exchange(&exchange).await
}

/// Seat id of who took a message: who signed the receipt. That it came before may be said without a signature: then it
/// was the access point that is addressed.
async fn taken_by<P: Ports>(
    ports: &P,
    message: &OutgoingMessage,
    receipt: &Receipt,
) -> Option<String> {
    if let Some(signer) = signer_of(&receipt.evidence) {
        return Some(signer.common_name);
    }
    ports.runtime().within(LOOKUP_TIMEOUT, addressed(ports, message)).await?.ok()?
}

/// What the log will say of a document that another access point brings for an organization: nothing where no message
/// brings it, or we are no provider of its network.
///
/// # Errors
/// [`StoreError::NotFound`] for an organization that there is not; storage.
pub(crate) async fn received_exchange<P: Ports>(
    ports: &P,
    arriving: &ArrivingDocument,
    organization: OrganizationId,
) -> Result<Option<ReceivedExchange>, StoreError> {
    if arriving.message.is_none() || ports.provider(arriving.network).is_none() {
        return Ok(None);
    }
    let end_user = ports.database().end_user(organization).await?;
    Ok(Some(ReceivedExchange {
        c1_country: arriving.country.clone(),
        c4_country: end_user.country,
        end_user: end_user.company,
    }))
}

/// Takes a message that another access point brought for ourselves, once: what it moves, then the message with our receipt
/// and its line of the log, which are kept before the receipt may leave. A repetition gets the receipt that was given first.
///
/// These are two transactions, as what moves (a submission, a response, a tax report: each with its events and jobs, by the
/// store of its own domain) knows nothing of messages to a provider. That does no harm, whatever happens between them:
/// - The move comes first, and makes sense alone: its evidence is kept with it, and the status was signed by who had the
///   message. It moves once however often the status comes, since nothing moves what is over.
/// - No receipt has left then, so the sender sends the message again. Nothing knows it here; it moves nothing, and is kept
///   and counted as if it came first. Should it never come again, the log lacks a message for which nobody has a receipt,
///   and which its sender does not count either.
///
/// The other order would answer a repetition with a receipt although nothing had moved.
///
/// # Errors
/// [`ReceiveError`].
pub(crate) async fn take_once<P: Ports>(
    ports: &P,
    arriving: &ArrivingDocument,
    take: impl Future<Output = Result<Arrival, ReceiveError>> + Send,
) -> Result<Arrival, ReceiveError> {
    let Some(message) = &arriving.message else { return take.await };
    if let Some(before) = ports.database().service_message_before(arriving).await? {
        tracing::info!(arriving = ?arriving, "repeated message answered with its first receipt");
        return Ok(before);
    }
    take.await?;
    let at = ports.runtime().now();
    let exchange = ports.provider(arriving.network).map(|we| LoggedExchange {
        network: arriving.network,
        direction: Direction::In,
        message: arriving.message_id,
        at,
        provider: message.provider.clone(),
        document_type: arriving.document_type.clone(),
        process: arriving.process.clone(),
        c1_country: arriving.country.clone(),
        c4_country: Some(we.country),
        end_user: None,
    });
    let message = ServiceMessageArrival { arriving, message, exchange, at };
    Ok(ports.database().keep_service_message(&message).await?)
}
