use crate::{
    CentralBank, Contact, Document, Invoice, InvoiceId, InvoiceStatus, Links, NumberSource,
    Payment, variable_symbol,
};
use access::OrganizationId;
use events::{NewEvent, Unwritable};
use money::Decimal;
use std::borrow::Cow;
use time::{Date, OffsetDateTime};
use uuid::Uuid;

/// A checked invoice that lacks nothing but its number, and perhaps its exchange rate.
#[derive(Debug, Clone, PartialEq)]
pub struct Draft {
    /// The invoice's id.
    pub id: InvoiceId,
    /// The id of the payment, if it is paid already.
    pub payment_id: Uuid,
    /// Whose it is.
    pub organization: OrganizationId,
    /// Where the number comes from.
    pub number: NumberSource,
    /// The content; its number and variable symbol are still empty.
    pub document: Document,
    /// The contact to create for an inline customer.
    pub new_contact: Option<Contact>,
    /// The files, in the order of the document's [`crate::AttachmentInfo`].
    pub files: Vec<Vec<u8>>,
    /// Which central bank rate is wanted, if any.
    pub wanted_rate: Option<WantedRate>,
    /// When it is issued.
    pub now: OffsetDateTime,
    /// For its events.
    pub links: Links,
}

/// A rate to look up: units of the document currency per unit of home currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WantedRate {
    /// Whose rate.
    pub bank: CentralBank,
    /// The tax point date, else the issue date.
    pub date: Date,
}

/// The decision to issue: everything that is to be kept, in one transaction.
#[derive(Debug, Clone, PartialEq)]
pub struct Issued<'a> {
    pub invoice: Invoice,
    /// The contact to create.
    pub new_contact: Option<&'a Contact>,
    /// The files, in the order of the document's attachments.
    pub files: &'a [Vec<u8>],
    /// What is published: `invoice.created`, and `invoice.paid` of one that is paid already.
    pub events: Vec<NewEvent>,
}

impl Draft {
    /// The draft with the central bank's rate, when there is one.
    #[must_use]
    pub fn with_rate(mut self, rate: Option<Decimal>) -> Self {
        self.document.exchange_rate = rate;
        self
    }

    /// The decision once the number is known. Pure: a store may call it again with the next number
    /// when a number turns out to be taken.
    ///
    /// # Errors
    /// [`Unwritable`] for a time that no event can carry: then nothing may be kept.
    pub fn issue(&self, number: &str) -> Result<Issued<'_>, Unwritable> {
        let document = Document {
            variable_symbol: variable_symbol(number),
            number: number.to_owned(),
            ..self.document.clone()
        };
        let payments: Vec<Payment> = document
            .already_paid
            .then(|| Payment {
                id: self.payment_id,
                amount: document.totals.total,
                date: document.issue_date,
                method: Cow::Borrowed(document.payment_method.name()),
                offset_id: None,
            })
            .into_iter()
            .collect();
        let invoice = Invoice {
            id: self.id,
            organization: self.organization,
            status: if document.already_paid { InvoiceStatus::Paid } else { InvoiceStatus::Issued },
            paid_amount: payments.iter().map(|p| p.amount).sum(),
            payments,
            version: 1,
            created_at: self.now,
            document,
        };
        let events = invoice.created_events(&self.links)?;
        Ok(Issued { invoice, new_contact: self.new_contact.as_ref(), files: &self.files, events })
    }
}
