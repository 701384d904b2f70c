use crate::{
    AnyInvoice, BankAccount, Contact, ContactId, Draft, Invoice, InvoiceFilter, InvoiceId,
    InvoiceSummary, InvoiceType, Issued, Organization, References, Vehicle,
    contact_figures::ContactFigures,
    drafts::EditedDocument,
    files::StoredFile,
    numbering::{Series, SeriesFormat},
    recording::OriginalInvoice,
    records::{ContactFilter, ContactLookup, ContactRow, NamedProject},
};
use access::OrganizationId;
use idempotency::{Answer, Lease, UnwritableAnswer};
use persistence::{Cursor, Page, StoreError, port};
use std::collections::BTreeMap;

/// The organization's records in use that a request is checked against.
#[derive(Debug, Clone, PartialEq)]
pub struct IssuingRecords {
    pub organization: Organization,
    pub series: SeriesFormat,
    pub bank_accounts: Vec<BankAccount>,
    pub customer: Option<Contact>,
    pub vehicle: Option<Vehicle>,
    pub original: Option<OriginalInvoice>,
    /// The named project, or else the [inherited](crate::records::inherited_project) one, in use or not.
    pub project: Option<NamedProject>,
    /// Those of the named advances that exist.
    pub advances: Vec<AnyInvoice>,
    /// Facts of the document before an edit; `None` for a new one.
    pub edited: Option<EditedDocument>,
}

impl IssuingRecords {
    /// The records of an organization that has no others, for issuing without a store.
    #[must_use]
    pub fn of(organization: Organization) -> Self {
        Self {
            organization,
            series: SeriesFormat::default_for(InvoiceType::default()),
            bank_accounts: Vec::new(),
            customer: None,
            vehicle: None,
            original: None,
            project: None,
            advances: Vec::new(),
            edited: None,
        }
    }
}

port! {
    /// The store of invoices and their records.
    pub trait InvoiceStore: Send + Sync {
        /// The records for issuing. A referenced record that does not exist, or is retired, is `None`;
        /// a project that is closed or archived is there.
        ///
        /// # Errors
        /// [`StoreError::NotFound`] when the organization does not exist.
        async fn issuing_records(
            &self, organization: OrganizationId, references: &References
        ) -> Result<IssuingRecords, StoreError>;

        /// Draws the number and stores everything that [`Draft::issue`] decides, events included, with the answer for
        /// the idempotency key, in one transaction. Gapless: a number that is not used is not drawn.
        ///
        /// `respond` writes the answer when the number is known.
        ///
        /// # Errors
        /// [`StoreError::Taken`] for an own number that is in use, also by a recorded invoice,
        /// [`StoreError::Conflict`] where the series has come past the count of
        /// [`crate::numbering::NumberSource::Advance`], [`StoreError::LeaseLost`], [`StoreError::Backend`] when an event or the answer cannot be written. Nothing
        /// is stored then.
        async fn issue<R>(
            &self, draft: &Draft, lease: Option<&Lease>, respond: R
        ) -> Result<(Invoice, Answer), StoreError>
        where R: Fn(&Issued<'_>) -> Result<Answer, UnwritableAnswer>;

        /// One invoice with its payments, issued here or recorded.
        ///
        /// # Errors
        /// [`StoreError::NotFound`], also for another organization's invoice.
        async fn invoice(&self, organization: OrganizationId, id: InvoiceId) -> Result<AnyInvoice, StoreError>;

        /// A page of invoices, the newest first, after a cursor.
        async fn invoices(
            &self, organization: OrganizationId, filter: &InvoiceFilter, after: Option<Cursor>,
            limit: u16
        ) -> Result<Page<InvoiceSummary>, StoreError>;

        /// One contact.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn contact(&self, organization: OrganizationId, id: ContactId) -> Result<ContactRow, StoreError>;

        /// At most 50 contacts in use that have one of the numbers or the name of the look-up, the oldest first: among
        /// them is the one that [`crate::records::known_contact`] picks.
        async fn contacts_like(
            &self, organization: OrganizationId, lookup: &ContactLookup
        ) -> Result<Vec<Contact>, StoreError>;

        /// A page of contacts, the newest first.
        async fn contacts(
            &self, organization: OrganizationId, filter: &ContactFilter, after: Option<Cursor>,
            limit: u16
        ) -> Result<Page<ContactRow>, StoreError>;

        /// The amounts that these contacts were invoiced and owe, by currency, in one query and in no order. A contact
        /// without a document in force has none.
        async fn contact_figures(
            &self, organization: OrganizationId, contacts: &[ContactId]
        ) -> Result<Vec<ContactFigures>, StoreError>;

        /// The files of an invoice, in their order.
        async fn files(
            &self, organization: OrganizationId, invoice: InvoiceId
        ) -> Result<Vec<StoredFile>, StoreError>;

        /// The format of every series; the default format where none is set.
        async fn series_formats(
            &self, organization: OrganizationId
        ) -> Result<BTreeMap<InvoiceType, SeriesFormat>, StoreError>;

        /// The next count of a series, at least `at_least`, whose number no document has. It does not draw the
        /// number.
        async fn next_count(
            &self, organization: OrganizationId, series: &Series, at_least: i64
        ) -> Result<i64, StoreError>;

        /// Sets the format of a series. Its counts go on.
        async fn set_series_format(
            &self, organization: OrganizationId, invoice_type: InvoiceType, format: &SeriesFormat
        ) -> Result<(), StoreError>;
    }
}
