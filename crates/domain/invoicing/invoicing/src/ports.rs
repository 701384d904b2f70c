use crate::{
    AnyInvoice, BankAccount, CentralBank, Contact, ContactId, Draft, Invoice, InvoiceFilter,
    InvoiceId, InvoiceSummary, InvoiceType, Issued, Organization, References, Vehicle,
    advances::Advance, contact_figures::ContactFigures, known_contact::ContactLookup,
    number::SeriesFormat,
    original::OriginalInvoice,
};
use access::OrganizationId;
use idempotency::{Answer, Lease, UnwritableAnswer};
use money::Decimal;
use persistence::{Cursor, Listed, Page, StoreError};
use std::{collections::BTreeMap, future::Future};
use time::{Date, OffsetDateTime};

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
    /// What a document settles that is only changed: that stays.
    pub settled: Option<Vec<Advance>>,
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
            settled: None,
        }
    }
}

/// The filter of a list of contacts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ContactFilter {
    /// Part of the name, in any case, with or without diacritics.
    pub name: Option<String>,
    pub ico: Option<String>,
    pub dic: Option<String>,
    pub ic_dph: Option<String>,
    /// Part of the name, or the beginning of one of these numbers.
    pub any: Option<String>,
    /// Those that were retired, instead of those in use.
    pub retired: bool,
}

impl ContactFilter {
    /// What [`crate::Party::search_name`] of the contacts must hold.
    #[must_use]
    pub fn search_name(&self) -> Option<String> {
        self.name.as_deref().map(vat_categories::folded)
    }

    /// What the name of the contacts must hold, or one of their numbers begin with.
    #[must_use]
    pub fn search_any(&self) -> Option<(String, String)> {
        let any = self.any.as_deref()?.trim();
        let number = any.split_whitespace().collect::<String>().to_uppercase();
        (!any.is_empty()).then(|| (vat_categories::folded(any), number))
    }
}

/// A contact in a list, with when it was made.
#[derive(Debug, Clone, PartialEq)]
pub struct ContactRow {
    pub contact: Contact,
    pub created_at: OffsetDateTime,
    /// Since when it is not for new invoices.
    pub retired_at: Option<OffsetDateTime>,
}

impl Listed for ContactRow {
    fn cursor(&self) -> Cursor {
        Cursor::new(self.created_at, self.contact.id)
    }
}

/// A stored attachment with its bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredFile {
    pub info: crate::AttachmentInfo,
    pub content: Vec<u8>,
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

/// One day's published rates of a central bank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DailyRates {
    /// The day they are of.
    pub date: Date,
    /// By ISO 4217 code: units of that currency per one unit of the bank's own.
    pub rates: BTreeMap<String, Decimal>,
}

impl DailyRates {
    /// The rate of a currency by its ISO 4217 code; `None` when the bank does not quote it.
    #[must_use]
    pub fn rate(&self, currency: &str) -> Option<Decimal> {
        self.rates.get(currency).copied()
    }
}

/// A central bank could not be asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RateError {
    /// No answer in time.
    #[error("the central bank cannot be reached: {0}")]
    Unreachable(String),
    /// An answer that is not in the published format.
    #[error("the central bank's answer is not understood: {0}")]
    Malformed(String),
}

/// A central bank's published rates.
pub trait RateSource: Send + Sync {
    /// The days' rates that the bank publishes around `date`: at least those of `date`, or the last
    /// before it, if it has any.
    ///
    /// # Errors
    /// See [`RateError`]. Bounded in time.
    fn published_rates(
        &self,
        bank: CentralBank,
        date: Date,
    ) -> impl Future<Output = Result<Vec<DailyRates>, RateError>> + Send;
}

/// Rates that were fetched before.
pub trait RateCache: Send + Sync {
    /// The bank's rates of the last day in `from..=to` that is kept.
    fn cached_rates(
        &self,
        bank: CentralBank,
        from: Date,
        to: Date,
    ) -> impl Future<Output = Result<Option<DailyRates>, StoreError>> + Send;

    /// Keeps days' rates. What is kept already stays.
    fn keep_rates(
        &self,
        bank: CentralBank,
        days: &[DailyRates],
    ) -> impl Future<Output = Result<(), StoreError>> + Send;
}

/// What a new installation, or a new customer, brings: kept in one transaction.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Provision {
    pub organizations: Vec<Organization>,
    pub bank_accounts: Vec<(OrganizationId, BankAccount)>,
    pub vehicles: Vec<(OrganizationId, Vehicle)>,
    pub users: Vec<access::NewUser>,
    pub partners: Vec<access::NewPartner>,
    pub keys: Vec<access::NewKey>,
}

/// Sets up organizations.
pub trait ProvisionStore: Send + Sync {
    /// Whether no organization exists.
    fn is_empty(&self) -> impl Future<Output = Result<bool, StoreError>> + Send;

    /// Keeps all of it or nothing.
    ///
    /// # Errors
    /// [`StoreError::Taken`] when an e-mail address, plate or id is in use.
    fn provision(
        &self,
        provision: &Provision,
        now: OffsetDateTime,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;
}
