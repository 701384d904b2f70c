//! The message log, from which the monthly reports to the network are counted. A message that we send is logged before
//! anything else is kept of its receipt; a document that we receive in the transaction that keeps it; a status before our
//! receipt leaves. Where that fails, the message is sent again under its id, and is logged once.

use crate::{Ports, Runtime};
use access::OrganizationId;
use peppol_connector::{ArrivingDocument, Receipt, ReceivedExchange, ServiceMessage};
use peppol_messages::as4::signer_of;
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
    let Some(signer) = signer_of(&receipt.evidence) else {
        tracing::error!(message.id = %message.message_id, "a receipt that nobody signed is not counted");
        return Ok(());
    };
    // as the envelope says
    let country = end_user.and_then(EndUser::envelope_country).unwrap_or(&we.country);
    let exchange = LoggedExchange {
        network: message.network,
        direction: Direction::Out,
        message: message.message_id,
        at: ports.runtime().now(),
        provider: signer.common_name,
        document_type: message.document_type.clone(),
        process: message.process.clone(),
        c1_country: Some(country.to_owned()),
        c4_country: None,
        end_user: end_user.map(|end_user| end_user.company.clone()),
    };
    ports.database().log_exchange(&exchange).await
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
