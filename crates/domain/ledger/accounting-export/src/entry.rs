//! A document as accounting needs it.

use expenses::ExpenseId;
use invoicing::{InvoiceId, Party};
use money::{CurrencyCode, Decimal};
use peppol_connector::identifiers::ReceivedId;
use persistence::{same_id, typed_id};
use time::Date;

typed_id!(
    /// The id of a document of an export: an invoice, an expense or a received document, depending on its phase.
    DocumentId
);

same_id!(InvoiceId => DocumentId, ExpenseId => DocumentId, ReceivedId => DocumentId);

persistence::named! {
    /// Whether the document was issued or received.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Direction {
        Issued = "issued",
        /// Received, or self-billed: written by us for a supplier.
        Received = "received",
    }
}

persistence::named! {
    /// The kind of a document.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum EntryKind {
        Invoice = "invoice",
        CreditNote = "credit_note",
        DebitNote = "debit_note",
    }
}

impl EntryKind {
    /// An amount with the sign of its kind: credit notes are negative.
    pub(crate) fn sign(self, amount: Decimal) -> Decimal {
        match self {
            EntryKind::CreditNote => -amount,
            EntryKind::Invoice | EntryKind::DebitNote => amount,
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
    pub(crate) fn of(party: &Party) -> Self {
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

/// The VAT of one category and rate (BG-23), with the sign of its document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VatLine {
    /// The category (BT-118).
    pub category: String,
    /// The rate in percent (BT-119).
    pub rate: Decimal,
    /// The taxable amount (BT-116).
    pub base: Decimal,
    /// The tax amount (BT-117).
    pub tax: Decimal,
}

/// A document as accounting needs it. Amounts of a credit note are negative.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub id: DocumentId,
    pub direction: Direction,
    pub kind: EntryKind,
    /// The number (BT-1).
    pub number: String,
    pub variable_symbol: Option<String>,
    /// The issue date (BT-2).
    pub issue_date: Date,
    /// The tax point (BT-72 or BT-7), or else the issue date.
    pub tax_date: Date,
    /// The due date (BT-9).
    pub due_date: Option<Date>,
    pub partner: Partner,
    /// The currency (BT-5).
    pub currency: CurrencyCode,
    /// Units of `currency` for one unit of the home currency.
    pub exchange_rate: Option<Decimal>,
    /// The VAT breakdown; empty if the document has none.
    pub vat: Vec<VatLine>,
    /// The total without VAT (BT-109).
    pub net: Decimal,
    /// The total VAT (BT-110).
    pub tax: Decimal,
    /// The VAT in the accounting currency (BT-111), and that currency (BT-6), as the document states them.
    pub accounting_vat: Option<(Decimal, CurrencyCode)>,
    /// The total with VAT (BT-112).
    pub total: Decimal,
    /// The rounding (BT-114), which is paid in addition to the total.
    pub rounding: Decimal,
    /// The amount that is still to be paid.
    pub outstanding: Decimal,
    pub status: &'static str,
}

impl Entry {
    /// The VAT by category and rate. Without a breakdown the whole amount is one line without VAT: the sum is right,
    /// and a person splits it.
    #[must_use]
    pub fn lines(&self) -> Vec<VatLine> {
        if !self.vat.is_empty() {
            return self.vat.clone();
        }
        let (rate, tax) = (Decimal::ZERO, Decimal::ZERO);
        vec![VatLine { category: "O".to_owned(), rate, base: self.total, tax }]
    }

    /// The VAT of each row in the currency of the books: by the exchange rate, or else the stated total (BT-111),
    /// distributed over the rows so that they add up to it.
    pub(crate) fn vat_at_home(&self, books: CurrencyCode) -> Vec<Option<Decimal>> {
        let by_rate = |line: &VatLine| money::in_home_currency(line.tax, self.exchange_rate?);
        let said = self.accounting_vat.filter(|(_, currency)| *currency == books);
        match said.filter(|_| self.exchange_rate.is_none() && self.currency != books) {
            Some((all, _)) => self.shares(all),
            None => self.vat.iter().map(by_rate).collect(),
        }
    }

    fn shares(&self, all: Decimal) -> Vec<Option<Decimal>> {
        let (mut taxed, mut shared) = (Decimal::ZERO, Decimal::ZERO);
        let mut share = |line: &VatLine| {
            taxed += line.tax;
            let so_far = money::round(all.checked_mul(taxed)?.checked_div(self.tax)?);
            let share = so_far - shared;
            shared = so_far;
            Some(share)
        };
        self.vat.iter().map(&mut share).collect()
    }
}
