use crate::{Export, ExportFile, ExportId, Phase, Place, Selection};
use access::{OrganizationId, Tier};
use idempotency::{Answer, Lease};
use jobs::NewJob;
use persistence::{Cursor, Page, StoreError, port};
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
#[derive(Debug, thiserror::Error, refusals::Refusal)]
#[refusal("exports")]
pub enum AddExportError {
    /// The organization has as many as it may have.
    #[error("there are {count} exports already: delete one, or wait until one expires", count = .0)]
    TooMany(u32),
    /// Storage.
    #[error(transparent)]
    #[refusal(internal)]
    Store(#[from] StoreError),
}

port! {
    /// Where exports are kept.
    pub trait ExportStore: Send + Sync {
        /// How many documents of all phases a selection has, also those that are no tax documents.
        async fn documents_in(
            &self, organization: OrganizationId, selection: &Selection
        ) -> Result<u64, StoreError>;

        /// The documents of a phase in the order of their places, from behind `after`, at most `limit`. Of
        /// expenses and received documents those that the network sees; of received documents those of which
        /// no expense was made before the selection's time.
        async fn documents(
            &self, organization: OrganizationId, selection: &Selection, phase: Phase,
            after: Option<Place>, limit: u16
        ) -> Result<Vec<Place>, StoreError>;

        /// Keeps an export with the job that makes it and the answer under the lease, in one transaction,
        /// unless there are `most` of its tier already. Those who ask at once wait for each other.
        ///
        /// # Errors
        /// [`AddExportError`]; nothing is kept then.
        async fn add_export(
            &self, organization: OrganizationId, export: &Export, job: &NewJob, most: u32,
            answered: Option<(&Lease, &Answer)>
        ) -> Result<(), AddExportError>;

        /// One export.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn export(&self, organization: OrganizationId, id: ExportId) -> Result<Export, StoreError>;

        /// A page of the exports of a tier, the newest first.
        async fn exports(
            &self, organization: OrganizationId, tier: Tier, after: Option<Cursor>, limit: u16
        ) -> Result<Page<Export>, StoreError>;

        /// Keeps what a step made of an export, with the pieces of its files.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when another has made the step, [`StoreError::NotFound`] when it was
        /// deleted; nothing is kept then.
        async fn advance_export(
            &self, organization: OrganizationId, after: &Export, parts: &[NewPart]
        ) -> Result<(), StoreError>;

        /// A piece of a file.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn export_part(
            &self, organization: OrganizationId, id: ExportId, file: ExportFile, position: u32
        ) -> Result<Vec<u8>, StoreError>;

        /// Deletes an export with its files.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn delete_export(&self, organization: OrganizationId, id: ExportId) -> Result<(), StoreError>;

        /// Deletes exports whose time is over, with their files, a few at a time. Returns how many.
        async fn purge_exports(&self, now: OffsetDateTime) -> Result<usize, StoreError>;
    }
}
