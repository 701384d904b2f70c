use crate::{
    AnyInvoice, BankAccount, Contact, ContactId, Draft, Invoice, InvoiceFilter, InvoiceId,
    InvoiceSummary, InvoiceType, Issued, Organization, References, Vehicle,
    contact_figures::ContactFigures,
    drafts::EditedDocument,
    files::StoredFile,
    numbering::SeriesFormat,
    recording::OriginalInvoice,
    records::{ContactFilter, ContactLookup, ContactRow},
};
use access::OrganizationId;
use idempotency::{Answer, Lease, UnwritableAnswer};
use persistence::{Cursor, Page, StoreError};
use std::{collections::BTreeMap, future::Future};

/// The organization's records that a request is checked against: those in use.
#[derive(Debug, Clone, PartialEq)]
pub struct IssuingRecords {
    pub organization: Organization,
    pub series: SeriesFormat,
    pub bank_accounts: Vec<BankAccount>,
    pub customer: Option<Contact>,
    pub vehicle: Option<Vehicle>,
    pub original: Option<OriginalInvoice>,
    /// The advances that are there of those that it names.
    pub advances: Vec<AnyInvoice>,
    /// What stays of a document that is only changed.
    pub edited: Option<EditedDocument>,
}

impl IssuingRecords {
    /// The records of an organization that keeps nothing else, for issuing without a store.
    #[must_use]
    pub fn of(organization: Organization) -> Self {
        Self {
            organization,
            series: SeriesFormat::default_for(InvoiceType::default()),
            bank_accounts: Vec::new(),
            customer: None,
            vehicle: None,
            original: None,
            advances: Vec::new(),
            edited: None,
        }
    }
}

/// Where invoices and what belongs to them are kept.
pub trait InvoiceStore: Send + Sync {
    /// The records for issuing. What is referred to and does not exist, or was retired, is `None`.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] when the organization does not exist.
    fn issuing_records(
        &self,
        organization: OrganizationId,
        references: &References,
    ) -> impl Future<Output = Result<IssuingRecords, StoreError>> + Send;

    /// Draws the number and keeps everything that [`Draft::issue`] decides, events included, with
    /// the answer for the idempotency key, in one transaction. Gapless: a number is used or not
    /// drawn.
    ///
    /// `respond` writes the answer once the number is known.
    ///
    /// # Errors
    /// [`StoreError::Taken`] for an own number in use, also by a recorded invoice,
    /// [`StoreError::LeaseLost`];
    /// [`StoreError::Backend`] when an event or the answer cannot be written. Nothing is kept then.
    fn issue<R>(
        &self,
        draft: &Draft,
        lease: Option<&Lease>,
        respond: R,
    ) -> impl Future<Output = Result<(Invoice, Answer), StoreError>> + Send
    where
        R: Fn(&Issued<'_>) -> Result<Answer, UnwritableAnswer> + Send + Sync;

    /// One invoice with its payments, issued here or recorded.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], also for another organization's invoice.
    fn invoice(
        &self,
        organization: OrganizationId,
        id: InvoiceId,
    ) -> impl Future<Output = Result<AnyInvoice, StoreError>> + Send;

    /// A page of invoices, the newest first, after a cursor.
    fn invoices(
        &self,
        organization: OrganizationId,
        filter: &InvoiceFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> impl Future<Output = Result<Page<InvoiceSummary>, StoreError>> + Send;

    /// One contact.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    fn contact(
        &self,
        organization: OrganizationId,
        id: ContactId,
    ) -> impl Future<Output = Result<ContactRow, StoreError>> + Send;

    /// Contacts in use that have a number or the name that is looked up, the oldest first, 50 at most: among them
    /// is the one that [`crate::records::known_contact`] looks for.
    fn contacts_like(
        &self,
        organization: OrganizationId,
        lookup: &ContactLookup,
    ) -> impl Future<Output = Result<Vec<Contact>, StoreError>> + Send;

    /// A page of contacts, the newest first.
    fn contacts(
        &self,
        organization: OrganizationId,
        filter: &ContactFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> impl Future<Output = Result<Page<ContactRow>, StoreError>> + Send;

    /// What these contacts were invoiced, and what they owe, by currency: in no order, nothing of those without a
    /// document in force. One read for a list.
    fn contact_figures(
        &self,
        organization: OrganizationId,
        contacts: &[ContactId],
    ) -> impl Future<Output = Result<Vec<ContactFigures>, StoreError>> + Send;

    /// The files of an invoice, in their order.
    fn files(
        &self,
        organization: OrganizationId,
        invoice: InvoiceId,
    ) -> impl Future<Output = Result<Vec<StoredFile>, StoreError>> + Send;

    /// The format of every series: the default where none is set.
    fn series_formats(
        &self,
        organization: OrganizationId,
    ) -> impl Future<Output = Result<BTreeMap<InvoiceType, SeriesFormat>, StoreError>> + Send;

    /// Sets the format of a series. Counts go on.
    fn set_series_format(
        &self,
        organization: OrganizationId,
        invoice_type: InvoiceType,
        format: &SeriesFormat,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;
}
