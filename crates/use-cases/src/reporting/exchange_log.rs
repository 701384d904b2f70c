//! The message log, from which the monthly reports to the network are counted. A message that we send is logged before
//! the rest of its receipt is stored; a document that we receive in the transaction that stores it; a status together
//! with our receipt. If logging fails, the message is sent again under the same id and logged once.

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

/// Timeout of the directory lookup for the access point that took a message; it usually answers from its cache.
const LOOKUP_TIMEOUT: Duration = Duration::from_secs(5);

/// Logs a message that another access point took, sent for an end user or for this provider itself.
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
    // the country that the envelope names
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

/// Seat id of the access point that took a message: the signer of the receipt. A receipt for a duplicate may be
/// unsigned; then it is the access point that the directory names.
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

/// The log line of a document that another access point delivers to an organization; `None` without a message, or when
/// this installation is no provider of the network.
///
/// # Errors
/// [`StoreError::NotFound`] for an unknown organization; storage failures.
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

/// Accepts a message to this provider itself, once: first the move that it causes, then the message with our receipt
/// and its log line, all stored before the receipt is sent. A repetition gets the first receipt.
///
/// These are two transactions, because the store of what moves (a submission, a response or a tax report, each with
/// its events and jobs) knows nothing of messages to a provider. A failure between them does no harm:
/// - The move comes first and is valid alone: its evidence is stored with it, and the status was signed by the
///   provider that had the message. A repeated status moves nothing, because the submission has ended.
/// - No receipt was sent yet, so the sender sends the message again. It is unknown here and moves nothing; it is
///   stored and counted as new. If it never comes again, the log lacks a message that has no receipt and that its
///   sender does not count either.
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
