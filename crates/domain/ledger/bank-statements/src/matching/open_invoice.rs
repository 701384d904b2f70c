//! What lines are compared with, and what has to be looked up for them.

use crate::{
    KeyedLine, Line, PaidBefore, ProposedBefore, identity::bank_reference, symbols,
    taken_back::may_take_back,
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
    /// Whether a line may be for it by what it says: by its symbol, a number that was written, or the amount.
    pub(crate) fn may_be_of(&self, line: &Line) -> bool {
        let named = |symbol: &String| {
            line.variable_symbol.as_ref() == Some(symbol) || written_numbers(line).contains(symbol)
        };
        line.amount == self.outstanding || self.symbol.as_ref().is_some_and(named)
    }

    /// The invoice, if it waits for money from its customer.
    #[must_use]
    pub fn of(invoice: &AnyInvoice) -> Option<Self> {
        Self::with(invoice, Decimal::ZERO)
    }

    /// The same once `more` is outstanding of it.
    pub(crate) fn with(invoice: &AnyInvoice, more: Decimal) -> Option<Self> {
        let header = invoice.document.header();
        let ours = !header.self_billed && header.invoice_type.is_receivable();
        let outstanding = invoice.outstanding() + more;
        let open = ours && invoice.status.is_issued() && outstanding > Decimal::ZERO;
        open.then(|| Self {
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
    /// Lines that wait for an answer, and which the bank may have taken back.
    pub proposed: Vec<ProposedBefore>,
}

/// What has to be looked up to match lines.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Wanted {
    pub symbols: BTreeSet<String>,
    pub accounts: BTreeSet<String>,
    pub amounts: BTreeSet<Decimal>,
    /// What lines say that may take an earlier movement back.
    pub returned: Returned,
}

/// By what a movement is found that a line takes back.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Returned {
    pub symbols: BTreeSet<String>,
    pub accounts: BTreeSet<String>,
    /// Of the bank.
    pub references: BTreeSet<String>,
}

impl Returned {
    /// Whether nothing is taken back.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.symbols.is_empty() && self.accounts.is_empty() && self.references.is_empty()
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
                wanted.returned.references.extend(bank_reference(line).map(str::to_owned));
            }
            if super::ignored(line).is_some() {
                continue;
            }
            wanted.symbols.extend(symbols_of(line));
            wanted.accounts.extend(line.known_account().map(str::to_owned));
            wanted.amounts.insert(line.amount.normalize());
        }
        wanted
    }
}

/// The symbols by which a line's invoice may be found.
fn symbols_of(line: &Line) -> Vec<String> {
    line.variable_symbol.clone().into_iter().chain(written_numbers(line)).collect()
}

/// The numbers that were written with the line and may be an invoice's.
pub(super) fn written_numbers(line: &Line) -> BTreeSet<String> {
    let texts = [line.message.as_deref(), line.other_texts.as_deref()];
    texts.into_iter().flatten().flat_map(symbols::numbers).collect()
}
