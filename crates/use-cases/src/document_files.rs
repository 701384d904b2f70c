//! The bytes of documents that were sent or received, as a key sees them.

use crate::{Context, Ports, received_document, sent_document};
use peppol_connector::{
    identifiers::{ReceivedId, SubmissionId},
    inbox::ReceivedRecord,
    ports::{InboxStore, SubmissionLists},
    sending::DocumentBytes,
    submissions::SubmissionRecord,
};
use persistence::StoreError;

/// A document that was sent, with what was handed to the network and what came in to be sent.
///
/// # Errors
/// [`StoreError::NotFound`], also for one of the other network; storage.
pub async fn sent_xml<P: Ports>(
    context: &Context<'_, P>,
    id: SubmissionId,
) -> Result<(SubmissionRecord, DocumentBytes), StoreError> {
    let record = sent_document(context, id).await?;
    let bytes = context.database().submission_bytes(context.organization, id).await?;
    Ok((record, bytes))
}

/// A document that was received, byte for byte as it came.
///
/// # Errors
/// [`StoreError::NotFound`], also for one of the other network; storage.
pub async fn received_xml<P: Ports>(
    context: &Context<'_, P>,
    id: ReceivedId,
) -> Result<(ReceivedRecord, Vec<u8>), StoreError> {
    let record = received_document(context, id).await?;
    let bytes = context.database().received_bytes(context.organization, id).await?;
    Ok((record, bytes))
}

/// The receipt that the sender of a received document got.
///
/// # Errors
/// [`StoreError::NotFound`], also for a document of the other network; storage.
pub async fn received_receipt<P: Ports>(
    context: &Context<'_, P>,
    id: ReceivedId,
) -> Result<Vec<u8>, StoreError> {
    received_document(context, id).await?;
    context.database().received_evidence(context.organization, id).await
}
