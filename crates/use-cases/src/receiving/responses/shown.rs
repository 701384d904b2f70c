use super::RespondError;
use crate::{context::Context, ports::Ports, receiving::documents::received_document};
use invoice_responses::{
    InvoiceStatus, ReceivedResponse, ResponseStore, ResponsesOf, SentResponse, next_statuses,
};
use peppol_connector::{identifiers::ReceivedId, inbox::ReceivedRecord};
use persistence::StoreError;

/// The responses that the organization sent to a received document, oldest first.
///
/// # Errors
/// [`StoreError::NotFound`], also for a document of the other network; storage failures.
pub async fn responses_to<P: Ports>(
    context: &Context<'_, P>,
    id: ReceivedId,
) -> Result<Vec<SentResponse>, StoreError> {
    received_document(context, id).await?;
    context.database().responses_to(context.organization, id).await
}

/// The responses to documents that the organization sent, oldest first.
///
/// # Errors
/// Storage failures.
pub async fn received_responses<P: Ports>(
    context: &Context<'_, P>,
    of: ResponsesOf,
) -> Result<Vec<ReceivedResponse>, StoreError> {
    context.database().received_responses(context.organization, of).await
}

/// A received document that may be answered, and the response codes that are allowed now.
///
/// # Errors
/// [`RespondError::Refused`] when no further response is allowed; [`RespondError::Store`].
pub async fn answerable<P: Ports>(
    context: &Context<'_, P>,
    id: ReceivedId,
) -> Result<(ReceivedRecord, Vec<InvoiceStatus>), RespondError> {
    let record = received_document(context, id).await?;
    let earlier = context.database().responses_to(context.organization, id).await?;
    let next = next_statuses(&record, &earlier, context.today())?;
    Ok((record, next))
}
