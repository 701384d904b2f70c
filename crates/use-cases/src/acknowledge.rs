use crate::{Context, Ports};
use peppol_connector::{InboxStore, ReceivedId, ReceivedRecord};
use persistence::StoreError;

/// Keeps that a received document was taken over: at the time of the first call, whatever comes after.
///
/// # Errors
/// [`StoreError::NotFound`], and storage.
pub async fn acknowledge<P: Ports>(
    context: &Context<'_, P>,
    id: ReceivedId,
) -> Result<ReceivedRecord, StoreError> {
    let (database, organization) = (context.database(), context.organization);
    database.acknowledge(organization, id, context.now()).await?;
    database.received_record(organization, id).await
}
