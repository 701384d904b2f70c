//! Files of an invoice: added, taken away (Other invoice operations; Limits, "Attachments").

use crate::{
    AnyDocument, AnyInvoice, AttachmentInfo, AttachmentInput, Document, Invoice, InvoiceId,
    InvoiceStatus, StoredFile, Violations, check::attachments::checked,
};
use access::OrganizationId;
use idempotency::{Answer, Lease, UnwritableAnswer};
use persistence::StoreError;
use std::future::Future;
use time::OffsetDateTime;
use uuid::Uuid;

/// Why the files of an invoice stay as they are.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FilesRefused {
    /// 400: what the request says, or the limits of an invoice.
    #[error("{0}")]
    Invalid(Violations),
    /// 409.
    #[error("the invoice is cancelled: its files stay as they are")]
    Cancelled,
    /// 409: the recipient has what was attached to it.
    #[error("the invoice was sent over Peppol: its files stay as they are")]
    Sent,
    /// 409: the document says what is attached to it.
    #[error("another system made the invoice: its document says what is attached to it")]
    Recorded,
    /// 404.
    #[error("there is no such attachment")]
    NoSuchFile,
}

/// Why the files of an invoice were not changed.
#[derive(Debug, thiserror::Error)]
pub enum FilesError {
    /// The decision.
    #[error(transparent)]
    Refused(#[from] FilesRefused),
    /// An answer that cannot be written: nothing is kept.
    #[error(transparent)]
    Answer(#[from] UnwritableAnswer),
    /// Storage.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// An invoice as it is read for its files to change.
#[derive(Debug, Clone, PartialEq)]
pub struct Filed {
    pub invoice: AnyInvoice,
    /// Whether the live network has it, or is to get it.
    pub is_under_way: bool,
}

/// What becomes of an invoice's files: to be kept in one transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilesChange {
    /// The invoice from now on.
    pub after: Invoice,
    pub kind: FilesChangeKind,
}

/// Which file comes or goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FilesChangeKind {
    /// The last of the invoice's files.
    Added(StoredFile),
    /// Those with these ids.
    Removed(Vec<Uuid>),
}

impl Filed {
    /// The decision to add a file.
    ///
    /// # Errors
    /// [`FilesRefused`].
    pub fn add(&self, input: &AttachmentInput, id: Uuid) -> Result<FilesChange, FilesRefused> {
        let document = self.open()?;
        let mut found = Violations::new();
        let file = checked(str::to_owned, input, || id, &mut found);
        let size = input.content.as_ref().map_or(0, Vec::len);
        let sizes = document.attachments.iter().map(|info| usize::try_from(info.size));
        let sizes = sizes.map(|size| size.unwrap_or(usize::MAX)).chain([size]);
        if let Err(limit) = attachments::within_limits(sizes) {
            found.add("attachments", limit.to_string());
        }
        found.into_result().map_err(FilesRefused::Invalid)?;
        let (info, content) = file.ok_or_else(|| FilesRefused::Invalid(Violations::new()))?;
        let mut infos = document.attachments.clone();
        infos.push(info.clone());
        let kind = FilesChangeKind::Added(StoredFile { info, content });
        Ok(FilesChange { after: self.with(document, infos), kind })
    }

    /// The decision to take a file away, or all of them when none is named.
    ///
    /// # Errors
    /// [`FilesRefused`].
    pub fn remove(&self, id: Option<Uuid>) -> Result<FilesChange, FilesRefused> {
        let document = self.open()?;
        let goes = |info: &&AttachmentInfo| id.is_none_or(|id| info.id == id);
        let gone: Vec<_> = document.attachments.iter().filter(goes).map(|info| info.id).collect();
        if id.is_some() && gone.is_empty() {
            return Err(FilesRefused::NoSuchFile);
        }
        let rest = document.attachments.iter().filter(|info| !goes(info)).cloned().collect();
        let kind = FilesChangeKind::Removed(gone);
        Ok(FilesChange { after: self.with(document, rest), kind })
    }

    /// The document, if its files may change.
    fn open(&self) -> Result<&Document, FilesRefused> {
        let AnyDocument::Issued(document) = &self.invoice.document else {
            return Err(FilesRefused::Recorded);
        };
        match self.invoice.status {
            InvoiceStatus::Cancelled => Err(FilesRefused::Cancelled),
            _ if self.is_under_way => Err(FilesRefused::Sent),
            _ => Ok(document),
        }
    }

    fn with(&self, document: &Document, attachments: Vec<AttachmentInfo>) -> Invoice {
        let document = Document { attachments, ..document.clone() };
        let before = self.invoice.clone();
        Invoice { version: before.version + 1, ..before.map(|_| document) }
    }
}

/// Where files of invoices are kept: the same bytes once for an organization.
pub trait AttachmentStore: Send + Sync {
    /// Reads the invoice, locks it, and keeps what `decide` makes of its files, and the answer under its
    /// lease and since when it is there, in one transaction. Bytes that no invoice has any more are
    /// deleted.
    ///
    /// # Errors
    /// What `decide` refuses, [`StoreError::NotFound`], [`StoreError::LeaseLost`]; nothing is kept then.
    fn change_files<D>(
        &self,
        organization: OrganizationId,
        invoice: InvoiceId,
        answered: Option<(&Lease, OffsetDateTime)>,
        decide: D,
    ) -> impl Future<Output = Result<Answer, FilesError>> + Send
    where
        D: Fn(&Filed) -> Result<(FilesChange, Answer), FilesError> + Send + Sync;

    /// One file of an invoice with its bytes.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    fn file(
        &self,
        organization: OrganizationId,
        invoice: InvoiceId,
        id: Uuid,
    ) -> impl Future<Output = Result<StoredFile, StoreError>> + Send;

    /// The bytes that an organization's files take: the same ones counted once.
    fn stored_bytes(
        &self,
        organization: OrganizationId,
    ) -> impl Future<Output = Result<u64, StoreError>> + Send;
}
