//! Loads the content and the files of a document for an export.

use super::InvoicePdfs;
use crate::{
    context::Context,
    invoicing::{
        details::DetailsError,
        ubl::{UblError, ubl_of},
    },
    ledger::{accounting::invoice_entry, correspondence::AttachmentError},
    ports::Ports,
};
use ::expenses::{ExpenseId, ExpenseStore};
use accounting_export::{Attached, DocumentId, Entry, Phase};
use document_intake::{DocumentIntake, Incoming, IntakeBusy};
use invoicing::{AnyInvoice, InvoiceId, InvoiceStore};
use languages::Language;
use peppol_connector::{
    documents::{DocumentContent, DocumentFacts},
    identifiers::{ReceivedId, Root},
    inbox::ReceivedRecord,
    ports::InboxStore,
};
use persistence::StoreError;
use std::sync::Arc;

/// Why a step of an export failed for now.
#[derive(Debug, thiserror::Error)]
pub enum MakeExportError {
    /// A PDF could not be rendered.
    #[error(transparent)]
    Pdf(#[from] AttachmentError),
    /// Too many documents are being parsed.
    #[error(transparent)]
    Busy(#[from] IntakeBusy),
    /// Storage failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<DetailsError> for MakeExportError {
    fn from(error: DetailsError) -> Self {
        match error {
            DetailsError::Store(error) => error.into(),
            DetailsError::Busy(busy) => busy.into(),
        }
    }
}

/// The result of reading a document for an export.
pub(super) enum Looked {
    Document(Box<Entry>, Vec<Attached>),
    /// Not a tax document, or deleted.
    Nothing,
    /// A received document without the data that accounting needs.
    Unreadable,
}

/// The source of the documents, and whether their files are exported too.
pub(super) struct Documents<'a, 'c, P, F> {
    pub(super) context: &'a Context<'c, P>,
    pub(super) pdfs: &'a F,
    pub(super) files: bool,
}

impl<P: Ports, F: InvoicePdfs<P>> Documents<'_, '_, P, F> {
    /// Reads the document of a phase.
    pub(super) async fn look(
        &self,
        phase: Phase,
        id: DocumentId,
    ) -> Result<Looked, MakeExportError> {
        let looked = match phase {
            Phase::Invoices => self.invoice(InvoiceId(id.0)).await,
            Phase::Expenses => self.expense(ExpenseId(id.0)).await,
            Phase::Received => self.received(ReceivedId(id.0)).await,
            Phase::End => Ok(Looked::Nothing),
        };
        match looked {
            // a draft or an expense that was deleted in the meantime
            Err(MakeExportError::Store(StoreError::NotFound)) => Ok(Looked::Nothing),
            looked => looked,
        }
    }

    async fn invoice(&self, id: InvoiceId) -> Result<Looked, MakeExportError> {
        let invoice = self.context.database().invoice(self.context.organization, id).await?;
        if !invoice.status.is_issued() {
            return Ok(Looked::Nothing);
        }
        let Some(entry) = invoice_entry(self.context, &invoice).await? else {
            return Ok(Looked::Nothing);
        };
        let mut files = Vec::new();
        if self.files {
            let pdf = self.pdfs.pdf(self.context, id, Language::default()).await?;
            let pdf = pdf.map(|file| Attached { extension: "pdf", content: file.bytes });
            files.extend(pdf);
            files.extend(self.ubl(&invoice).await?);
        }
        Ok(Looked::Document(Box::new(entry), files))
    }

    async fn ubl(&self, invoice: &AnyInvoice) -> Result<Option<Attached>, MakeExportError> {
        match ubl_of(self.context, invoice).await {
            Ok(file) => Ok(Some(xml(file.bytes))),
            Err(UblError::NoDocument(_) | UblError::Store(StoreError::NotFound)) => Ok(None),
            Err(UblError::Store(error)) => Err(error.into()),
        }
    }

    async fn expense(&self, id: ExpenseId) -> Result<Looked, MakeExportError> {
        let (store, owner) = (self.context.database(), self.context.organization);
        let expense = store.expense(owner, id).await?.expense;
        let Some(entry) = Entry::of_expense(&expense) else { return Ok(Looked::Nothing) };
        let mut files = Vec::new();
        if let Some(document) = expense.origin.document().filter(|_| self.files) {
            files.push(xml(store.received_bytes(owner, document).await?));
        }
        Ok(Looked::Document(Box::new(entry), files))
    }

    async fn received(&self, id: ReceivedId) -> Result<Looked, MakeExportError> {
        let (store, owner) = (self.context.database(), self.context.organization);
        let record = store.received_record(owner, id).await?;
        let bytes: Arc<[u8]> = store.received_bytes(owner, id).await?.into();
        let Some(facts) = self.context.ports.intake().facts(Arc::clone(&bytes)).await? else {
            return Ok(Looked::Unreadable);
        };
        let content = self.received_content(&record, &facts, Arc::clone(&bytes)).await?;
        let Some(entry) = Entry::of_received(&record, &facts, content.as_ref()) else {
            return Ok(Looked::Unreadable);
        };
        let files = if self.files { vec![xml(bytes.to_vec())] } else { Vec::new() };
        Ok(Looked::Document(Box::new(entry), files))
    }

    /// The content of a document beyond its facts; a CII document is converted to UBL first.
    async fn received_content(
        &self,
        record: &ReceivedRecord,
        facts: &DocumentFacts,
        bytes: Arc<[u8]>,
    ) -> Result<Option<DocumentContent>, MakeExportError> {
        let intake = self.context.ports.intake();
        if facts.root != Root::CiiInvoice {
            return Ok(intake.content(bytes).await?);
        }
        let (network, day) = (record.network, service_day::date(record.received_at));
        let incoming = Incoming { bytes, format: None, network, day };
        let converted = intake.inspect(incoming).await?;
        Ok(intake.content(converted.bytes.sent).await?)
    }
}

fn xml(content: Vec<u8>) -> Attached {
    Attached { extension: "xml", content }
}
