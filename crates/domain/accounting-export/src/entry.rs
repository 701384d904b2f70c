//! A document as accounting sees it.

use invoicing::{
    AnyDocument, AnyInvoice, Document, InvoiceContent, InvoiceType, Party, RecordedDocument,
};
use money::{CurrencyCode, Decimal};
use peppol_connector::{DocumentContent, ReceivedRecord};
use time::Date;
use uuid::Uuid;

/// Whether we are paid for it or pay.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    Issued,
    /// Received, or written by us for a supplier.
    Received,
}

impl Direction {
    /// The name in files and answers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Direction::Issued => "issued",
            Direction::Received => "received",
        }
    }
}

/// What kind of document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryKind {
    Invoice,
    CreditNote,
    DebitNote,
}

impl EntryKind {
    /// The name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            EntryKind::Invoice => "invoice",
            EntryKind::CreditNote => "credit_note",
            EntryKind::DebitNote => "debit_note",
        }
    }

    /// What a credit note says is taken back.
    fn sign(self, amount: Decimal) -> Decimal {
        match self {
            EntryKind::CreditNote => -amount,
            EntryKind::Invoice | EntryKind::DebitNote => amount,
        }
    }

    /// BT-3 (UNCL1001) of a document that came.
    fn of_code(code: Option<&str>, is_credit_note: bool) -> Self {
        match code {
            Some("381" | "261" | "396") => EntryKind::CreditNote,
            _ if is_credit_note => EntryKind::CreditNote,
            Some("383" | "527") => EntryKind::DebitNote,
            _ => EntryKind::Invoice,
        }
    }
}

/// The other party.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Partner {
    pub name: String,
    pub ico: String,
    pub dic: String,
    pub ic_dph: String,
    pub street: String,
    pub city: String,
    pub postal_code: String,
    pub country: String,
}

impl Partner {
    fn of(party: &Party) -> Self {
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        let address = party.address.as_ref();
        let part = |of: fn(&invoicing::Address) -> &String| {
            address.map(|address| of(address).clone()).unwrap_or_default()
        };
        Self {
            name: party.name.clone(),
            ico: text(&party.ico),
            dic: text(&party.dic),
            ic_dph: text(&party.ic_dph),
            street: part(|a| &a.street),
            city: part(|a| &a.city),
            postal_code: part(|a| &a.postal_code),
            country: part(|a| &a.country),
        }
    }
}

/// VAT of one category and rate (BG-23), with the sign of its document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VatLine {
    /// BT-118.
    pub category: String,
    /// BT-119, in per cent.
    pub rate: Decimal,
    /// BT-116.
    pub base: Decimal,
    /// BT-117.
    pub tax: Decimal,
}

/// A document as accounting sees it. Amounts of a credit note are negative.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub id: Uuid,
    pub direction: Direction,
    pub kind: EntryKind,
    /// BT-1.
    pub number: String,
    pub variable_symbol: Option<String>,
    /// BT-2.
    pub issue_date: Date,
    /// BT-72 or BT-7: the tax point, else the issue date.
    pub tax_date: Date,
    /// BT-9.
    pub due_date: Option<Date>,
    pub partner: Partner,
    /// BT-5.
    pub currency: CurrencyCode,
    /// Units of `currency` per one of the home currency.
    pub exchange_rate: Option<Decimal>,
    pub vat: Vec<VatLine>,
    /// BT-112.
    pub total: Decimal,
    /// What is still to be paid.
    pub outstanding: Decimal,
    pub status: &'static str,
}

impl Entry {
    /// An invoice; `content` is what the document of a recorded one says. `None` of what is no tax
    /// document: a proforma, a draft, what was cancelled.
    #[must_use]
    pub fn of_invoice(invoice: &AnyInvoice, content: Option<&DocumentContent>) -> Option<Self> {
        let header = invoice.document.header();
        let kind = match header.invoice_type {
            InvoiceType::Proforma => return None,
            InvoiceType::CreditNote => EntryKind::CreditNote,
            InvoiceType::DebitNote => EntryKind::DebitNote,
            InvoiceType::Invoice | InvoiceType::SelfInvoice | InvoiceType::FinalInvoice => {
                EntryKind::Invoice
            }
        };
        if !invoice.status.is_issued() {
            return None;
        }
        let said = match &invoice.document {
            AnyDocument::Issued(document) => Said::issued(document),
            AnyDocument::Recorded(document) => Said::recorded(document, content),
        };
        let direction = if header.self_billed { Direction::Received } else { Direction::Issued };
        Some(Self {
            id: invoice.id.0,
            direction,
            kind,
            number: header.number.to_owned(),
            variable_symbol: header.variable_symbol.map(str::to_owned),
            issue_date: header.issue_date,
            tax_date: said.tax_date.unwrap_or(header.issue_date),
            due_date: header.due_date,
            partner: said.partner,
            currency: header.currency,
            exchange_rate: header.exchange_rate,
            vat: said.vat.into_iter().map(|line| line.signed(kind)).collect(),
            total: kind.sign(header.totals.total + header.rounding),
            outstanding: kind.sign(invoice.outstanding()),
            status: invoice.status.name(),
        })
    }

    /// A document that came over the network. `None` of one that says no total or currency.
    #[must_use]
    pub fn of_received(record: &ReceivedRecord, content: &DocumentContent) -> Option<Self> {
        let is_credit_note = record.document_type.to_string().contains("CreditNote");
        let kind = EntryKind::of_code(record.type_code.as_deref(), is_credit_note);
        let issue_date = record.issue_date.unwrap_or(service_day::date(record.received_at));
        let total = record.total?;
        Some(Self {
            id: record.id.0,
            direction: Direction::Received,
            kind,
            number: record.number.clone().unwrap_or_else(|| record.id.to_string()),
            variable_symbol: record.number.as_deref().and_then(invoicing::variable_symbol),
            issue_date,
            tax_date: content.delivery_date.unwrap_or(issue_date),
            due_date: record.due_date,
            partner: Partner::of(&content.seller),
            currency: record.currency.as_deref()?.parse().ok()?,
            exchange_rate: None,
            vat: vat_of(content).into_iter().map(|line| line.signed(kind)).collect(),
            total: kind.sign(total),
            outstanding: kind.sign(record.payable.unwrap_or(total)),
            status: "received",
        })
    }
}

/// What the two kinds of documents say in their own ways.
struct Said {
    partner: Partner,
    tax_date: Option<Date>,
    vat: Vec<VatLine>,
}

impl Said {
    fn issued(document: &Document) -> Self {
        let party = if document.self_billed { &document.seller } else { &document.buyer };
        let vat = document.vat_breakdown.iter().map(|row| VatLine {
            category: row.category.to_string(),
            rate: Decimal::from(row.rate.percent()),
            base: row.taxable_amount,
            tax: row.tax_amount,
        });
        Self { partner: Partner::of(party), tax_date: document.delivery_date, vat: vat.collect() }
    }

    /// Without its document only the sums are known.
    fn recorded(document: &RecordedDocument, content: Option<&DocumentContent>) -> Self {
        let Some(content) = content else {
            let name = document.header().customer().to_owned();
            return Self {
                partner: Partner { name, ..Partner::default() },
                tax_date: None,
                vat: Vec::new(),
            };
        };
        let party = if document.self_billed { &content.seller } else { &content.buyer };
        Self { partner: Partner::of(party), tax_date: content.delivery_date, vat: vat_of(content) }
    }
}

fn vat_of(content: &DocumentContent) -> Vec<VatLine> {
    let rows = content.vat.iter().map(|row| VatLine {
        category: row.category.clone(),
        rate: row.rate,
        base: money::round(row.taxable_amount),
        tax: money::round(row.tax_amount),
    });
    rows.collect()
}

impl VatLine {
    fn signed(self, kind: EntryKind) -> Self {
        Self { base: kind.sign(self.base), tax: kind.sign(self.tax), ..self }
    }
}
