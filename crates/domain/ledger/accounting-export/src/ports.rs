use crate::{Export, ExportFile, ExportId, Phase, Place, Selection};
use access::{OrganizationId, Tier};
use idempotency::{Answer, Lease};
use jobs::NewJob;
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
    #[error("there are {0} exports already: delete one, or wait until one expires")]
    TooMany(u32),
    /// Storage.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Where exports are kept.
pub trait ExportStore: Send + Sync {
    /// How many documents of all phases a selection has, also those that are no tax documents.
    fn documents_in(
        &self,
        organization: OrganizationId,
        selection: &Selection,
    ) -> impl Future<Output = Result<u64, StoreError>> + Send;

    /// The documents of a phase in the order of their places, from behind `after`, at most `limit`. Of
    /// expenses and received documents those that the network sees; of received documents those of which
    /// no expense was made before the selection's time.
    fn documents(
        &self,
        organization: OrganizationId,
        selection: &Selection,
        phase: Phase,
        after: Option<Place>,
        limit: u16,
    ) -> impl Future<Output = Result<Vec<Place>, StoreError>> + Send;

    /// Keeps an export with the job that makes it and the answer under the lease, in one transaction,
    /// unless there are `most` of its tier already. Those who ask at once wait for each other.
    ///
    /// # Errors
    /// [`AddExportError`]; nothing is kept then.
    fn add_export(
        &self,
        organization: OrganizationId,
        export: &Export,
        job: &NewJob,
        most: u32,
        answered: Option<(&Lease, &Answer)>,
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

    /// A page of the exports of a tier, the newest first.
    fn exports(
        &self,
        organization: OrganizationId,
        tier: Tier,
        after: Option<Cursor>,
        limit: u16,
    ) -> impl Future<Output = Result<Page<Export>, StoreError>> + Send;

    /// Keeps what a step made of an export, with the pieces of its files.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when another has made the step, [`StoreError::NotFound`] when it was
    /// deleted; nothing is kept then.
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

    /// Deletes an export with its files.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    fn delete_export(
        &self,
        organization: OrganizationId,
        id: ExportId,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Deletes exports whose time is over, with their files, a few at a time. Returns how many.
    fn purge_exports(
        &self,
        now: OffsetDateTime,
    ) -> impl Future<Output = Result<usize, StoreError>> + Send;
}
