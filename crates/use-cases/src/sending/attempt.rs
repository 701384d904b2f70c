//! One attempt to hand a message to its network.

use crate::{
    ports::{Ports, Runtime},
    reporting::exchange_log::log_sent,
};
use access::OrganizationId;
use jobs::error_text;
use peppol_connector::{
    ports::{AccessPoint, DeliveryError, Receipt},
    submissions::{OutgoingMessage, RetryClass, Trace},
};
use persistence::StoreError;
use provider_reports::{EndUser, ExchangeLog};
use std::time::Duration;

/// Timeout of an attempt, well below the lease of its job.
const ATTEMPT_TIMEOUT: Duration = Duration::from_secs(60);

/// The access point did not answer within the timeout.
#[derive(Debug, thiserror::Error)]
#[error("deadline has elapsed")]
struct Elapsed;

/// Hands an organization's message to its network; returns the receipt, or the error with a text for people. The
/// organization is C1, also of a tax report, which is sent on behalf of the reporting party (SK TDD 1.0.0: the
/// envelope's sender is the reporting party). Records each hop. If logging the receipt fails, the caller may retry:
/// the receiver deduplicates by message id.
///
/// # Errors
/// [`StoreError`].
pub(crate) async fn attempt<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    message: &OutgoingMessage,
    document: &[u8],
    trace: &mut Trace,
) -> Result<Result<Receipt, (RetryClass, String)>, StoreError> {
    let end_user = ports.database().end_user(organization).await?;
    hand_over(ports, &end_user, message, document, trace).await
}

/// The same for a known end user.
///
/// # Errors
/// [`StoreError`].
pub(crate) async fn hand_over<P: Ports>(
    ports: &P,
    end_user: &EndUser,
    message: &OutgoingMessage,
    document: &[u8],
    trace: &mut Trace,
) -> Result<Result<Receipt, (RetryClass, String)>, StoreError> {
    let country = end_user.envelope_country();
    let delivery = ports.network().deliver_noted(message, country, document, trace);
    logged_result(ports, message, Some(end_user), delivery).await
}

/// Hands this provider's own message to its network, as [`attempt`] does with a document. Its hops are recorded too.
///
/// # Errors
/// [`StoreError`].
pub(crate) async fn attempt_service_message<P: Ports>(
    ports: &P,
    message: &OutgoingMessage,
    document: &[u8],
    trace: &mut Trace,
) -> Result<Result<Receipt, (RetryClass, String)>, StoreError> {
    let delivery = ports.network().deliver_service_message(message, document, trace);
    logged_result(ports, message, None, delivery).await
}

/// The result of an attempt within its timeout.
async fn logged_result<P: Ports>(
    ports: &P,
    message: &OutgoingMessage,
    end_user: Option<&EndUser>,
    delivery: impl Future<Output = Result<Receipt, DeliveryError>> + Send,
) -> Result<Result<Receipt, (RetryClass, String)>, StoreError> {
    let result = match ports.runtime().within(ATTEMPT_TIMEOUT, delivery).await {
        Some(result) => result,
        None => Err(DeliveryError::NoReceipt(Elapsed.into())),
    };
    if let Ok(receipt) = &result {
        log_sent(ports, message, end_user, receipt).await?;
    }
    Ok(result.map_err(|error| (error.class(), error_text(&error))))
}
