//! The message log, from which the monthly reports to the network are counted. A message that we send is logged before
//! anything else is kept of its receipt; a document that we receive in the transaction that keeps it; a status before our
//! receipt leaves. Where that fails, the message is sent again under its id, and is logged once.

use crate::{Ports, Runtime};
use access::OrganizationId;
use peppol_connector::{
    ArrivingDocument, ParticipantDirectory, Receipt, ReceivedExchange, ServiceMessage,
};
use peppol_messages::{as4::signer_of, trust::Certificate};
use peppol_reporting::Direction;
use persistence::StoreError;
use provider_reports::{EndUser, ExchangeLog, LoggedExchange};

/// Logs a message that another access point took: of an end user, or of ourselves.
///
/// # Errors
/// [`StoreError`].
pub(crate) async fn log_sent<P: Ports>(
    ports: &P,
    message: &ServiceMessage,
    end_user: Option<&EndUser>,
    receipt: &Receipt,
) -> Result<(), StoreError> {
    let Some(we) = ports.provider(message.network) else { return Ok(()) };
    let Some(provider) = taker(ports, message, receipt).await else {
        let (id, receiver) = (message.message_id, &message.receiver);
        tracing::error!(
            message.id = %id, %receiver,
            "a message is missing in the message log and in the monthly reports: nobody knows which provider took it"
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

/// Seat id of the provider that took a message: of who signed its receipt. Where that cannot be read, of the access point
/// that the directory names: the message went there a moment ago.
async fn taker<P: Ports>(ports: &P, message: &ServiceMessage, receipt: &Receipt) -> Option<String> {
    if let Some(signer) = signer_of(&receipt.evidence) {
        return Some(signer.common_name);
    }
    let ServiceMessage { network, receiver, document_type, process, .. } = message;
    let point = ports.network().receiving_point(*network, receiver, document_type, process).await;
    let certificate = Certificate::of_der(&point.ok()?.certificate).ok()?;
    tracing::warn!(message.id = %message.message_id, "nobody signed a receipt: the directory says who took the message");
    Some(certificate.common_name)
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

/// Logs a message that another access point brought for ourselves.
///
/// # Errors
/// [`StoreError`].
pub(crate) async fn log_received<P: Ports>(
    ports: &P,
    arriving: &ArrivingDocument,
) -> Result<(), StoreError> {
    let Some(message) = &arriving.message else { return Ok(()) };
    let Some(we) = ports.provider(arriving.network) else { return Ok(()) };
    let exchange = LoggedExchange {
        network: arriving.network,
        direction: Direction::In,
        message: arriving.message_id,
        at: ports.runtime().now(),
        provider: message.provider.clone(),
        document_type: arriving.document_type.clone(),
        process: arriving.process.clone(),
        c1_country: arriving.country.clone(),
        c4_country: Some(we.country),
        end_user: None,
    };
    ports.database().log_exchange(&exchange).await
}
