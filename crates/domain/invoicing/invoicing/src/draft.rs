use crate::{
    CentralBank, Contact, ContactId, Document, Invoice, InvoiceId, InvoiceStatus, Payment,
    PaymentId,
    figures::{Usage, VatFigures},
    numbering::{NumberSource, Series, SeriesFormat, variable_symbol},
    states::{ChangeMoment, Holds, Links},
};
use access::{Credential, OrganizationId};
use events::{NewEvent, Unwritable};
use money::Decimal;
use time::{Date, OffsetDateTime};

/// A checked invoice that lacks only its number, and possibly its exchange rate.
#[derive(Debug, Clone, PartialEq)]
pub struct Draft {
    /// The invoice's id.
    pub id: InvoiceId,
    /// The id of the payment, if it is paid already.
    pub payment_id: PaymentId,
    /// The organization that the invoice belongs to.
    pub organization: OrganizationId,
    /// The source of the number.
    pub number: NumberSource,
    /// The content; its number and variable symbol are still empty.
    pub document: Document,
    /// The part of a credit note that is set against its original, with VAT.
    pub set_against: Decimal,
    /// The contact to create for an inline customer.
    pub new_contact: Option<Contact>,
    /// The files, in the order of the document's [`crate::AttachmentInfo`].
    pub files: Vec<Vec<u8>>,
    /// The central bank rate to look up, if any.
    pub wanted_rate: Option<WantedRate>,
    /// When it is issued.
    pub now: OffsetDateTime,
    /// The links for its events.
    pub links: Links,
    /// How it counts towards the monthly limit.
    pub usage: Usage,
    /// The caller's credentials; `None` for work of the service itself.
    pub by: Option<Credential>,
}

/// A rate to look up: units of the document currency per unit of home currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WantedRate {
    /// The central bank that publishes the rate.
    pub bank: CentralBank,
    /// The tax point date, else the issue date.
    pub date: Date,
}

/// The decision to issue: everything to store, in one transaction.
#[derive(Debug, Clone, PartialEq)]
pub struct Issued<'a> {
    pub invoice: Invoice,
    /// The contact to create.
    pub new_contact: Option<&'a Contact>,
    /// The files, in the order of the document's attachments.
    pub files: &'a [Vec<u8>],
    /// The events to publish: `invoice.created`, and `invoice.paid` for one that is paid already.
    pub events: Vec<NewEvent>,
    /// The amounts that it adds to the VAT of a period; `None` for a draft.
    pub vat: Option<VatFigures>,
    /// How it counts towards the monthly limit, with the events of that; `None` for a draft.
    pub usage: Option<&'a Usage>,
    /// The caller that issues it at once; `None` for work of the service itself, and when the history has its own
    /// line.
    pub by: Option<Credential>,
}

impl Draft {
    /// The time and the caller, for changes of the invoice that a note refers to.
    #[must_use]
    pub fn moment(&self) -> ChangeMoment {
        let today = service_day::date(self.now);
        ChangeMoment { now: self.now, today, links: self.links.clone(), actor: self.by }
    }

    /// The series of its type in the year of its issue date, with this format.
    #[must_use]
    pub fn series(&self, format: &SeriesFormat) -> Series {
        Series {
            invoice_type: self.document.invoice_type,
            format: format.clone(),
            year: self.document.issue_date.year(),
        }
    }

    /// The draft with these credentials.
    #[must_use]
    pub fn by(self, by: Option<Credential>) -> Self {
        Self { by, ..self }
    }

    /// The draft for an existing contact: the invoice has the customer as the request describes it, and no contact is
    /// created.
    #[must_use]
    pub fn to_known(mut self, customer: ContactId) -> Self {
        self.document.customer_id = customer;
        self.new_contact = None;
        self
    }

    /// The draft with the central bank's rate, if there is one.
    #[must_use]
    pub fn with_rate(mut self, rate: Option<Decimal>) -> Self {
        self.document.exchange_rate = rate;
        self.document.rate_looked_up = rate.is_some();
        self
    }

    /// The decision when the number is known. Pure: a store may call it again with the next number when a number turns
    /// out to be taken.
    ///
    /// # Errors
    /// [`Unwritable`] for a time that an event cannot carry: then nothing may be stored.
    pub fn issue(&self, number: &str) -> Result<Issued<'_>, Unwritable> {
        let document = Document {
            variable_symbol: variable_symbol(number),
            number: number.to_owned(),
            ..self.document.clone()
        };
        let payments: Vec<Payment> = self.first_payment().into_iter().collect();
        let invoice = Invoice {
            id: self.id,
            organization: self.organization,
            status: InvoiceStatus::when_issued(self.first_paid_part()),
            paid_amount: document.prepaid() + payments.iter().map(|p| p.amount).sum::<Decimal>(),
            credited_amount: self.set_against,
            refunded_amount: Decimal::ZERO,
            payments,
            version: 1,
            holds: Holds::default(),
            created_at: self.now,
            document,
        };
        let events = invoice.created_events(&self.links)?;
        let (new_contact, files) = (self.new_contact.as_ref(), &*self.files);
        let vat = invoice.vat_figures();
        Ok(Issued {
            invoice,
            new_contact,
            files,
            events,
            vat,
            usage: Some(&self.usage),
            by: self.by,
        })
    }
}
