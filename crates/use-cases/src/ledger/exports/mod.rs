//! Exports for accounting: asked for, made by a job, downloaded in pieces.
//!
//! An export belongs to the tier of the key that asked for it, because the received documents in it are
//! those of its network: to keys of the other tier it is not there.

mod ask;
mod document;
mod make;

pub use ask::ask_for_export;
pub use make::{Made, make_export};

use crate::{
    context::Context,
    idempotent::IdempotencyError,
    ledger::correspondence::{PaperFile, PapersError},
    ports::Ports,
};
use accounting_export::{Export, ExportFile, ExportId, ExportState, ExportStore, FileSize};
use idempotency::UnwritableAnswer;
use invoicing::{InvoiceId, Violations};
use languages::Language;
use persistence::{Cursor, Page, StoreError};

/// Makes PDFs for work that nobody waits for.
pub trait InvoicePdfs<P>: Send + Sync {
    /// The PDF of an invoice in a language; none where it can never be made.
    ///
    /// # Errors
    /// [`PapersError`]: it may be there later.
    fn pdf(
        &self,
        context: &Context<'_, P>,
        invoice: InvoiceId,
        language: Language,
    ) -> impl Future<Output = Result<Option<PaperFile>, PapersError>> + Send;
}

/// Why there is no export, or nothing of it.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// Something is wrong with what was asked for.
    #[error(transparent)]
    Invalid(#[from] Violations),
    /// There are as many as there may be.
    #[error("there are {0} exports already: delete one, or wait until one expires")]
    TooMany(u32),
    /// It is not ready, or it failed.
    #[error("the export is {}: its files can be downloaded when it is ready", .0.name())]
    NotReady(ExportState),
    /// The key is in use.
    #[error(transparent)]
    Key(#[from] IdempotencyError),
    /// The answer cannot be written.
    #[error(transparent)]
    Unwritable(#[from] UnwritableAnswer),
    /// No such export or file, or no storage.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// One export.
///
/// # Errors
/// [`StoreError::NotFound`], also of the other tier, and when its time is over.
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
/// Storage.
pub async fn exports<P: Ports>(
    context: &Context<'_, P>,
    after: Option<Cursor>,
    limit: u16,
) -> Result<Page<Export>, StoreError> {
    context.database().exports(context.organization, context.tier, after, limit).await
}

/// Deletes an export with its files; one that is being made is made no further.
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

/// An export that is ready, and how large a file of it is.
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
