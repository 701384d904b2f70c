//! Adding and removing files of an invoice (Other invoice operations; Limits, "Attachments").

use crate::{
    AttachmentId, AttachmentInfo, AttachmentInput, Document, Invoice, InvoiceId, Violations,
    checks::attachments::checked,
    files::StoredFile,
    recording::AnyDocument,
    states::{
        ChangeMoment, HistoryAction, InvoiceChange, InvoiceState, TransitionRefused, Trigger,
    },
};
use access::OrganizationId;
use events::Unwritable;
use idempotency::{Answer, Lease, UnwritableAnswer};
use persistence::{StoreError, port};
use time::OffsetDateTime;

/// Why the files of an invoice are not changed.
#[derive(Debug, Clone, PartialEq, thiserror::Error, refusals::Refusal)]
pub enum FilesRefused {
    /// 400: the request is invalid, or exceeds the limits of an invoice.
    #[error("{0}")]
    Invalid(Violations),
    /// 409: the files of a recorded document are part of it.
    #[error("another system made the invoice: its document says what is attached to it")]
    Recorded,
    /// 404: the invoice has no such file.
    #[error("there is no such attachment")]
    NoSuchFile,
    /// Its status does not allow an edit.
    #[error(transparent)]
    Status(#[from] TransitionRefused),
}

/// Why the files of an invoice were not changed.
#[derive(Debug, thiserror::Error)]
pub enum FilesError {
    /// The decision refused it.
    #[error(transparent)]
    Refused(#[from] FilesRefused),
    /// An event cannot be serialized; nothing is stored.
    #[error(transparent)]
    Event(#[from] Unwritable),
    /// The answer cannot be serialized; nothing is stored.
    #[error(transparent)]
    Answer(#[from] UnwritableAnswer),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A decided change of the files of an invoice, to be saved in one transaction.
#[derive(Debug, Clone, PartialEq)]
pub struct FilesChange {
    /// The invoice, with the line of its history.
    pub change: InvoiceChange,
    pub kind: FilesChangeKind,
}

/// The file that is added, or the files that are removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FilesChangeKind {
    /// It is added as the last of the invoice's files.
    Added(StoredFile),
    /// The files with these ids are removed.
    Removed(Vec<AttachmentId>),
}

impl InvoiceState {
    /// The decision to add a file, which is an edit of the document.
    ///
    /// # Errors
    /// [`FilesError::Refused`] and [`FilesError::Event`].
    pub fn add_file(
        &self,
        input: &AttachmentInput,
        id: AttachmentId,
        moment: &ChangeMoment,
    ) -> Result<FilesChange, FilesError> {
        let document = self.own_document()?;
        let mut found = Violations::new();
        let file = checked(str::to_owned, input, || id, &mut found);
        let size = input.content.as_ref().map_or(0, Vec::len);
        let sizes = document.attachments.iter().map(|info| usize::try_from(info.size));
        let sizes = sizes.map(|size| size.unwrap_or(usize::MAX)).chain([size]);
        if let Err(limit) = attachments::within_limits(sizes) {
            found.add("attachments", limit);
        }
        found.into_result().map_err(FilesRefused::Invalid)?;
        let (info, content) = file.ok_or_else(|| FilesRefused::Invalid(Violations::new()))?;
        let mut infos = document.attachments.clone();
        infos.push(info.clone());
        let change = self.with_files(document, infos, moment)?;
        Ok(FilesChange { change, kind: FilesChangeKind::Added(StoredFile { info, content }) })
    }

    /// The decision to remove a file, or all files when none is named; `None` when there is none to remove.
    ///
    /// # Errors
    /// [`FilesError::Refused`] and [`FilesError::Event`].
    pub fn remove_files(
        &self,
        id: Option<AttachmentId>,
        moment: &ChangeMoment,
    ) -> Result<Option<FilesChange>, FilesError> {
        let document = self.own_document()?;
        let goes = |info: &AttachmentInfo| id.is_none_or(|id| info.id == id);
        let (gone, rest): (Vec<_>, Vec<_>) = document.attachments.iter().cloned().partition(goes);
        if id.is_some() && gone.is_empty() {
            return Err(FilesRefused::NoSuchFile.into());
        }
        let change = self.with_files(document, rest, moment)?;
        let gone: Vec<_> = gone.into_iter().map(|info| info.id).collect();
        let is_change = !gone.is_empty();
        Ok(is_change.then_some(FilesChange { change, kind: FilesChangeKind::Removed(gone) }))
    }

    fn own_document(&self) -> Result<&Document, FilesRefused> {
        match &self.invoice.document {
            AnyDocument::Issued(document) => Ok(document),
            AnyDocument::Recorded(_) => Err(FilesRefused::Recorded),
        }
    }

    fn with_files(
        &self,
        document: &Document,
        attachments: Vec<AttachmentInfo>,
        moment: &ChangeMoment,
    ) -> Result<InvoiceChange, FilesError> {
        let before = &self.invoice;
        let standing = self.standing(moment.today);
        let status = before.status.after(Trigger::Edit, standing).map_err(FilesRefused::from)?;
        let document = Document { attachments, ..document.clone() };
        let document = AnyDocument::Issued(Box::new(document));
        let version = before.version + 1;
        let after = Invoice { document, status, version, ..before.clone() };
        Ok(self.changed(HistoryAction::Edited, after, moment)?)
    }
}

port! {
    /// The store of the files of invoices; equal bytes are stored once for an organization.
    pub trait AttachmentStore: Send + Sync {
        /// Reads the invoice, locks it, and stores the change of its files that `decide` returns, if any, and the
        /// answer under its lease with the time of the answer, in one transaction. Bytes that no invoice has any more
        /// are deleted.
        ///
        /// # Errors
        /// The refusal of `decide`, [`StoreError::NotFound`], [`StoreError::LeaseLost`]. Nothing is stored then.
        async fn change_files<D>(
            &self, organization: OrganizationId, invoice: InvoiceId,
            answered: Option<(&Lease, OffsetDateTime)>, decide: D
        ) -> Result<Answer, FilesError>
        where D: Fn(&InvoiceState) -> Result<(Option<FilesChange>, Answer), FilesError>;

        /// One file of an invoice with its bytes.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn file(
            &self, organization: OrganizationId, invoice: InvoiceId, id: AttachmentId
        ) -> Result<StoredFile, StoreError>;

        /// The size in bytes of an organization's files; equal bytes count once.
        async fn stored_bytes(&self, organization: OrganizationId) -> Result<u64, StoreError>;
    }
}
