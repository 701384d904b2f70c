//! The message log, from which the monthly reports to the network are counted. A message is logged before anything
//! else is kept of its receipt, or after it was kept and before the receipt leaves: where that fails, the message is
//! sent again under its id, and is logged once.

use crate::{Ports, Runtime};
use access::OrganizationId;
use peppol_connector::{ArrivingDocument, Receipt, ServiceMessage};
use peppol_messages::as4::signer_of;
use peppol_reporting::Direction;
use persistence::StoreError;
use provider_reports::{ExchangeLog, LoggedExchange};

/// Logs a message that another access point took: of an organization, or of ourselves.
///
/// # Errors
/// [`StoreError`].
pub(crate) async fn log_sent<P: Ports>(
    ports: &P,
    message: &ServiceMessage,
    organization: Option<OrganizationId>,
    receipt: &Receipt,
) -> Result<(), StoreError> {
    let Some(we) = ports.provider(message.network) else { return Ok(()) };
    let Some(signer) = signer_of(&receipt.evidence) else {
        tracing::error!(message.id = %message.message_id, "a receipt that nobody signed is not counted");
        return Ok(());
    };
    let end_user = match organization {
        Some(organization) => Some(ports.database().end_user(organization).await?),
        None => None,
    };
    let exchange = LoggedExchange {
        network: message.network,
        direction: Direction::Out,
        message: message.message_id,
        at: ports.runtime().now(),
        provider: signer.common_name,
        document_type: message.document_type.clone(),
        process: message.process.clone(),
        c1_country: Some(we.country),
        c4_country: None,
        end_user: end_user.map(|end_user| end_user.company),
    };
    ports.database().log_exchange(&exchange).await
}

/// Logs a message that another access point brought: for an organization, or for ourselves.
///
/// # Errors
/// [`StoreError`].
pub(crate) async fn log_received<P: Ports>(
    ports: &P,
    arriving: &ArrivingDocument,
    organization: Option<OrganizationId>,
) -> Result<(), StoreError> {
    let Some(message) = &arriving.message else { return Ok(()) };
    let Some(we) = ports.provider(arriving.network) else { return Ok(()) };
    let (country, company) = match organization {
        Some(organization) => {
            let end_user = ports.database().end_user(organization).await?;
            (end_user.country, Some(end_user.company))
        }
        None => (we.country, None),
    };
    let exchange = LoggedExchange {
        network: arriving.network,
        direction: Direction::In,
        message: arriving.message_id,
        at: ports.runtime().now(),
        provider: message.provider.clone(),
        document_type: arriving.document_type.clone(),
        process: arriving.process.clone(),
        c1_country: arriving.country.clone(),
        c4_country: Some(country),
        end_user: company,
    };
    ports.database().log_exchange(&exchange).await
}
