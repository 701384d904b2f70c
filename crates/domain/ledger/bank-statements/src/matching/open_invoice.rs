//! What lines are compared with, and what has to be looked up for them.

use crate::{
    KeyedLine, Line, PaidBefore, WaitingBefore, marks, symbols,
    taken_back::{is_sent_back, may_take_back},
};
use invoicing::{AnyInvoice, ContactId, Firm, InvoiceId, recording::InvoiceContent};
use money::Decimal;
use std::collections::{BTreeMap, BTreeSet};
use time::Date;

/// An invoice that waits for money.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenInvoice {
    pub id: InvoiceId,
    pub number: String,
    /// Without leading zeros.
    pub symbol: Option<String>,
    /// Whose it is to pay.
    pub customer_id: ContactId,
    /// In the account's currency.
    pub outstanding: Decimal,
    pub issued_on: Date,
}

impl OpenInvoice {
    /// The [marks](crate::marks) of lines that may be for it: they name it, or so much came.
    #[must_use]
    pub fn marks(&self) -> Vec<String> {
        let named = self.symbol.as_deref().map(marks::number);
        [marks::amount(self.outstanding)].into_iter().chain(named).collect()
    }

    /// The invoice, if it waits for money from its customer.
    #[must_use]
    pub fn of(invoice: &AnyInvoice) -> Option<Self> {
        let (header, outstanding) = (invoice.document.header(), invoice.open_amount());
        (outstanding > Decimal::ZERO).then(|| Self {
            id: invoice.id,
            number: header.number.to_owned(),
            symbol: header.variable_symbol.and_then(symbols::symbol),
            customer_id: header.customer_id,
            outstanding,
            issued_on: header.issue_date,
        })
    }
}

/// What lines are matched to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Candidates {
    /// Open invoices in the currency of the account.
    pub invoices: Vec<OpenInvoice>,
    /// Which customers' invoices an account has paid before.
    pub payers: BTreeMap<String, BTreeSet<ContactId>>,
    /// Who these customers and those of the invoices are: one firm may have several contacts.
    pub firms: BTreeMap<ContactId, Firm>,
    /// Payments that the bank may have taken back.
    pub paid: Vec<PaidBefore>,
    /// Lines that are no payment yet, and which the bank may have taken back.
    pub waiting: Vec<WaitingBefore>,
    /// Kept lines that take something back, and by which no payment was undone.
    pub returns: Vec<Line>,
}

impl Candidates {
    /// Adds what was read for another account.
    pub fn add(&mut self, other: Self) {
        self.invoices.extend(other.invoices);
        self.payers.extend(other.payers);
        self.firms.extend(other.firms);
        self.paid.extend(other.paid);
        self.waiting.extend(other.waiting);
        self.returns.extend(other.returns);
    }
}

/// What has to be looked up to match lines.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Wanted {
    pub symbols: BTreeSet<String>,
    pub accounts: BTreeSet<String>,
    pub amounts: BTreeSet<Decimal>,
    /// What lines say that may take an earlier movement back.
    pub returned: Returned,
    /// The marks of those that may take back a line that came.
    pub returns: BTreeSet<String>,
}

/// By what a movement is found that a line takes back.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Returned {
    pub symbols: BTreeSet<String>,
    pub accounts: BTreeSet<String>,
    /// The marks of lines that came, waited for an open invoice, and may be taken back.
    pub came: BTreeSet<String>,
}

impl Returned {
    /// Whether nothing is taken back.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.symbols.is_empty() && self.accounts.is_empty() && self.came.is_empty()
    }
}

impl Wanted {
    /// For these lines.
    #[must_use]
    pub fn of<'a>(lines: impl IntoIterator<Item = &'a KeyedLine>) -> Self {
        Self::of_lines(lines.into_iter().map(|keyed| &keyed.read.line))
    }

    /// For lines that are kept.
    #[must_use]
    pub fn of_lines<'a>(lines: impl IntoIterator<Item = &'a Line>) -> Self {
        let mut wanted = Self::default();
        for line in lines {
            if may_take_back(line) {
                wanted.returned.symbols.extend(line.variable_symbol.clone());
                wanted.returned.accounts.extend(line.known_account().map(str::to_owned));
                wanted.returned.came.extend(marks::came_for(line));
                let written = Some(line).filter(|line| is_sent_back(line)).map(written_numbers);
                wanted.returned.symbols.extend(written.into_iter().flatten());
            }
            if super::ignored(line).is_some() {
                continue;
            }
            wanted.symbols.extend(symbols_of(line));
            wanted.accounts.extend(line.known_account().map(str::to_owned));
            wanted.amounts.insert(line.amount.normalize());
            wanted.returns.extend(marks::returns_of(line));
        }
        wanted
    }
}

/// The symbols by which a line's invoice may be found.
fn symbols_of(line: &Line) -> Vec<String> {
    line.variable_symbol.clone().into_iter().chain(written_numbers(line)).collect()
}

/// The numbers that were written with the line and may be an invoice's.
pub(crate) fn written_numbers(line: &Line) -> BTreeSet<String> {
    let texts = [line.message.as_deref(), line.other_texts.as_deref()];
    texts.into_iter().flatten().flat_map(symbols::numbers).collect()
}
