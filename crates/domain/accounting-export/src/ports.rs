use crate::{Export, ExportFile, ExportId, Period};
use access::OrganizationId;
use invoicing::InvoiceId;
use jobs::NewJob;
use peppol_connector::Network;
use persistence::{Cursor, Page, StoreError};
use std::future::Future;
use time::OffsetDateTime;

/// A piece of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPart {
    pub file: ExportFile,
    /// From 0.
    pub position: u32,
    pub content: Vec<u8>,
}

/// Why an export is not kept.
#[derive(Debug, thiserror::Error)]
pub enum AddExportError {
    /// The organization has as many as it may have.
    #[error("there are {0} exports already: they are deleted after seven days")]
    TooMany(u32),
    /// Storage.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Where exports are kept.
pub trait ExportStore: Send + Sync {
    /// About how many documents of a period there are: invoices by issue date, and what came over the
    /// network since it began.
    fn documents_in(
        &self,
        organization: OrganizationId,
        network: Network,
        period: Period,
    ) -> impl Future<Output = Result<u64, StoreError>> + Send;

    /// Keeps an export with the job that makes it, unless there are `most` already.
    ///
    /// # Errors
    /// [`AddExportError`].
    fn add_export(
        &self,
        organization: OrganizationId,
        export: &Export,
        job: &NewJob,
        most: u32,
    ) -> impl Future<Output = Result<(), AddExportError>> + Send;

    /// One export.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    fn export(
        &self,
        organization: OrganizationId,
        id: ExportId,
    ) -> impl Future<Output = Result<Export, StoreError>> + Send;

    /// A page of exports, the newest first.
    fn exports(
        &self,
        organization: OrganizationId,
        after: Option<Cursor>,
        limit: u16,
    ) -> impl Future<Output = Result<Page<Export>, StoreError>> + Send;

    /// Keeps what a step made of an export, with the pieces of its files.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when another has made the step; nothing is kept then.
    fn advance_export(
        &self,
        organization: OrganizationId,
        after: &Export,
        parts: &[NewPart],
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// A piece of a file.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    fn export_part(
        &self,
        organization: OrganizationId,
        id: ExportId,
        file: ExportFile,
        position: u32,
    ) -> impl Future<Output = Result<Vec<u8>, StoreError>> + Send;

    /// Deletes exports whose time is over, with their files. Returns how many there were.
    fn purge_exports(
        &self,
        now: OffsetDateTime,
    ) -> impl Future<Output = Result<usize, StoreError>> + Send;
}

/// Who makes PDFs.
pub trait PdfSource: Send + Sync {
    /// Why there is none now.
    type Error: std::error::Error + Send + Sync + 'static;

    /// The PDF of an invoice; none when it can have none.
    ///
    /// # Errors
    /// When it may be there later.
    fn pdf(
        &self,
        id: InvoiceId,
    ) -> impl Future<Output = Result<Option<Vec<u8>>, Self::Error>> + Send;
}
