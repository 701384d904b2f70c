//! Invoices as they are stored: issued here, or recorded.

use crate::{
    Document, Invoice,
    corrections::TaxedGroup,
    recording::{
        content::{Header, InvoiceContent},
        recorded::RecordedDocument,
    },
};

/// The content of a stored invoice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnyDocument {
    /// The content of an invoice that was issued here.
    Issued(Box<Document>),
    /// A document that another system issued and that was sent over the connector.
    Recorded(Box<RecordedDocument>),
}

impl AnyDocument {
    /// The content, if the invoice was issued here.
    #[must_use]
    pub fn issued(&self) -> Option<&Document> {
        match self {
            AnyDocument::Issued(document) => Some(document),
            AnyDocument::Recorded(_) => None,
        }
    }

    /// The VAT groups that it taxed; `None` for a recorded one, of which only the totals are known.
    #[must_use]
    pub fn taxed(&self) -> Option<Vec<TaxedGroup>> {
        self.issued().map(Document::taxed)
    }
}

impl InvoiceContent for AnyDocument {
    fn header(&self) -> Header<'_> {
        match self {
            AnyDocument::Issued(document) => document.header(),
            AnyDocument::Recorded(document) => document.header(),
        }
    }

    fn taxed_groups(&self) -> Vec<TaxedGroup> {
        self.taxed().unwrap_or_default()
    }
}

/// A stored invoice: issued here, or recorded.
pub type AnyInvoice = Invoice<AnyDocument>;

impl From<Invoice> for AnyInvoice {
    fn from(invoice: Invoice) -> Self {
        invoice.map(|document| AnyDocument::Issued(Box::new(document)))
    }
}

impl From<Invoice<RecordedDocument>> for AnyInvoice {
    fn from(invoice: Invoice<RecordedDocument>) -> Self {
        invoice.map(|document| AnyDocument::Recorded(Box::new(document)))
    }
}

impl AnyInvoice {
    /// The invoice, if it was issued here.
    ///
    /// # Errors
    /// The recorded invoice, if it is one.
    pub fn issued(self) -> Result<Invoice, Box<Invoice<RecordedDocument>>> {
        match self.split() {
            (AnyDocument::Issued(document), rest) => Ok(rest.with(*document)),
            (AnyDocument::Recorded(document), rest) => Err(Box::new(rest.with(*document))),
        }
    }
}
