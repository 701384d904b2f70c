//! The bytes of documents that were sent or received, as a key sees them.

use crate::{
    context::Context,
    invoicing::details::DetailsError,
    ports::Ports,
    receiving::documents::{received_document, sent_document},
};
use document_intake::DocumentIntake;
use money::Decimal;
use peppol_connector::{
    documents::AttachedFile,
    identifiers::{ReceivedId, SubmissionId},
    inbox::ReceivedRecord,
    ports::{InboxStore, SubmissionLists},
    sending::DocumentBytes,
    submissions::SubmissionRecord,
};
use persistence::StoreError;

/// A sent document, with the bytes handed to the network and the bytes that the caller submitted.
///
/// # Errors
/// [`StoreError::NotFound`], also for a document of the other network; storage failures.
pub async fn sent_xml<P: Ports>(
    context: &Context<'_, P>,
    id: SubmissionId,
) -> Result<(SubmissionRecord, DocumentBytes), StoreError> {
    let record = sent_document(context, id).await?;
    let bytes = context.database().submission_bytes(context.organization, id).await?;
    Ok((record, bytes))
}

/// The original bytes of a received document.
///
/// # Errors
/// [`StoreError::NotFound`], also for a document of the other network; storage failures.
pub async fn received_xml<P: Ports>(
    context: &Context<'_, P>,
    id: ReceivedId,
) -> Result<(ReceivedRecord, Vec<u8>), StoreError> {
    let record = received_document(context, id).await?;
    let bytes = context.database().received_bytes(context.organization, id).await?;
    Ok((record, bytes))
}

/// The files attached to a received document, in their order.
///
/// # Errors
/// [`StoreError::NotFound`] within, also for a document of the other network; storage failures; too many documents
/// being parsed.
pub async fn received_attachments<P: Ports>(
    context: &Context<'_, P>,
    id: ReceivedId,
) -> Result<Vec<AttachedFile>, DetailsError> {
    let (_, bytes) = received_xml(context, id).await?;
    let files = context.ports.intake().attached(bytes.into()).await?;
    Ok(files.unwrap_or_default())
}

/// The VAT total of a received document in its accounting currency (BT-111); `None` without one.
///
/// # Errors
/// [`StoreError::NotFound`] within, also for a document of the other network; storage failures; too many documents
/// being parsed.
pub async fn received_vat_home<P: Ports>(
    context: &Context<'_, P>,
    id: ReceivedId,
) -> Result<Option<Decimal>, DetailsError> {
    let (_, bytes) = received_xml(context, id).await?;
    let found = context.ports.intake().accounting_vat(bytes.into()).await?;
    Ok(found.map(|(vat, _)| vat))
}

/// The AS4 receipt that was sent for a received document.
///
/// # Errors
/// [`StoreError::NotFound`], also for a document of the other network; storage failures.
pub async fn received_receipt<P: Ports>(
    context: &Context<'_, P>,
    id: ReceivedId,
) -> Result<Vec<u8>, StoreError> {
    received_document(context, id).await?;
    context.database().received_evidence(context.organization, id).await
}
