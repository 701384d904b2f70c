//! Exports for accounting: requested, made by a job, downloaded in ranges.
//!
//! An export belongs to the tier of the key that requested it, because its received documents are those of that tier's
//! network. Keys of the other tier do not find it.

mod ask;
mod document;
mod make;

pub use ask::ask_for_export;
pub use make::{Made, make_export};

use crate::{
    context::Context,
    idempotent::IdempotencyError,
    ledger::correspondence::{AttachmentError, PdfFile},
    ports::Ports,
};
use accounting_export::{Export, ExportFile, ExportId, ExportState, ExportStore, FileSize};
use idempotency::UnwritableAnswer;
use invoicing::{InvoiceId, Violations};
use languages::Language;
use persistence::{Cursor, Page, StoreError};

/// Renders PDFs for background work.
pub trait InvoicePdfs<P>: Send + Sync {
    /// The PDF of an invoice in a language; `None` when it can never be rendered.
    ///
    /// # Errors
    /// [`AttachmentError`]: a retry may succeed.
    fn pdf(
        &self,
        context: &Context<'_, P>,
        invoice: InvoiceId,
        language: Language,
    ) -> impl Future<Output = Result<Option<PdfFile>, AttachmentError>> + Send;
}

/// Why an export was not made, read or downloaded.
#[derive(Debug, thiserror::Error, refusals::Refusal)]
#[refusal("export_request")]
pub enum ExportError {
    /// The request has violations.
    #[error(transparent)]
    Invalid(#[from] Violations),
    /// The maximum number of exports, which is given, is reached.
    #[error("there are {count} exports already: delete one, or wait until one expires", count = .0)]
    TooMany(u32),
    /// The export is not ready, or has failed.
    #[error("the export is {state}: its files can be downloaded when it is ready", state = .0.name())]
    NotReady(ExportState),
    /// The idempotency key was refused.
    #[error(transparent)]
    Key(#[from] IdempotencyError),
    /// The answer cannot be serialized.
    #[error(transparent)]
    #[refusal(internal)]
    Unwritable(#[from] UnwritableAnswer),
    /// The export or the file does not exist, or storage failed.
    #[error(transparent)]
    #[refusal(internal)]
    Store(#[from] StoreError),
}

/// Loads one export.
///
/// # Errors
/// [`StoreError::NotFound`], also for an export of the other tier or past its retention.
pub async fn export<P: Ports>(
    context: &Context<'_, P>,
    id: ExportId,
) -> Result<Export, StoreError> {
    let found = context.database().export(context.organization, id).await?;
    let is_there = found.tier == context.tier && context.now() < found.expires_at;
    if is_there { Ok(found) } else { Err(StoreError::NotFound) }
}

/// A page of the exports of the key's tier, the newest first.
///
/// # Errors
/// Storage failures.
pub async fn exports<P: Ports>(
    context: &Context<'_, P>,
    after: Option<Cursor>,
    limit: u16,
) -> Result<Page<Export>, StoreError> {
    context.database().exports(context.organization, context.tier, after, limit).await
}

/// Deletes an export with its files; one in progress stops.
///
/// # Errors
/// [`StoreError::NotFound`].
pub async fn delete_export<P: Ports>(
    context: &Context<'_, P>,
    id: ExportId,
) -> Result<(), StoreError> {
    export(context, id).await?;
    context.database().delete_export(context.organization, id).await?;
    tracing::info!(org.id = %context.organization, export.id = %id, "export deleted");
    Ok(())
}

/// A finished export, and the size of one of its files.
///
/// # Errors
/// [`ExportError::NotReady`], [`StoreError::NotFound`] also of a file that it does not have.
pub async fn export_file<P: Ports>(
    context: &Context<'_, P>,
    id: ExportId,
    file: ExportFile,
) -> Result<(Export, FileSize), ExportError> {
    let export = export(context, id).await?;
    if file == ExportFile::Archive && !export.files {
        return Err(StoreError::NotFound.into());
    }
    if export.state != ExportState::Ready {
        return Err(ExportError::NotReady(export.state));
    }
    let size = export.downloads().find(|size| size.file == file).ok_or(StoreError::NotFound)?;
    Ok((export, size))
}
