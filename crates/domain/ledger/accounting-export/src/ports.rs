use crate::{Export, ExportFile, ExportId, Phase, Place, Selection};
use access::{OrganizationId, Tier};
use idempotency::{Answer, Lease};
use jobs::NewJob;
use persistence::{Cursor, Page, StoreError, port};
use time::OffsetDateTime;

/// A part of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPart {
    pub file: ExportFile,
    /// The position in the file, from 0.
    pub position: u32,
    pub content: Vec<u8>,
}

/// Why an export is not stored.
#[derive(Debug, thiserror::Error, refusals::Refusal)]
#[refusal("exports")]
pub enum AddExportError {
    /// The organization has the maximum number of exports.
    #[error("there are {count} exports already: delete one, or wait until one expires", count = .0)]
    TooMany(u32),
    /// The store failed.
    #[error(transparent)]
    #[refusal(internal)]
    Store(#[from] StoreError),
}

port! {
    /// The port that stores exports.
    pub trait ExportStore: Send + Sync {
        /// The number of documents of all phases in a selection, including those that are not tax documents.
        async fn documents_in(
            &self, organization: OrganizationId, selection: &Selection
        ) -> Result<u64, StoreError>;

        /// The documents of a phase in the order of their places, after `after`, at most `limit`. Expenses and
        /// received documents must be visible in the network, and received documents must have had no expense at the
        /// time of the selection.
        async fn documents(
            &self, organization: OrganizationId, selection: &Selection, phase: Phase,
            after: Option<Place>, limit: u16
        ) -> Result<Vec<Place>, StoreError>;

        /// Stores an export with its job and with the answer under the lease, in one transaction, unless there are
        /// `most` of its tier already. Concurrent requests wait for each other.
        ///
        /// # Errors
        /// [`AddExportError`]; nothing is stored then.
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

        /// Stores the export after a step, with the new parts of its files.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when another worker has made the step, [`StoreError::NotFound`] when it was
        /// deleted; nothing is stored then.
        async fn advance_export(
            &self, organization: OrganizationId, after: &Export, parts: &[NewPart]
        ) -> Result<(), StoreError>;

        /// A part of a file.
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

        /// Deletes expired exports with their files, a few at a time. Returns the number.
        async fn purge_exports(&self, now: OffsetDateTime) -> Result<usize, StoreError>;
    }
}
