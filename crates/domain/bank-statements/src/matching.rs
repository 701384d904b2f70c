//! Which invoice a line pays: by the variable symbol, the amount, and the account of the payer.

use crate::{KeyedLine, Line, symbols};
use invoicing::{AnyInvoice, ContactId, InvoiceId, recording::InvoiceContent};
use money::Decimal;
use std::collections::{BTreeMap, BTreeSet};

/// Proposals of a line at most: among more nobody chooses.
const MAX_SUGGESTIONS: usize = 5;

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
}

impl OpenInvoice {
    /// The invoice, if it waits for money from its customer.
    #[must_use]
    pub fn of(invoice: &AnyInvoice) -> Option<Self> {
        let header = invoice.document.header();
        let ours = !header.self_billed && header.invoice_type.is_receivable();
        let open = ours && invoice.status.is_issued() && invoice.outstanding() > Decimal::ZERO;
        open.then(|| Self {
            id: invoice.id,
            number: header.number.to_owned(),
            symbol: header.variable_symbol.and_then(symbols::symbol),
            customer_id: header.customer_id,
            outstanding: invoice.outstanding(),
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
}

/// What has to be looked up to match lines.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Wanted {
    pub symbols: BTreeSet<String>,
    pub accounts: BTreeSet<String>,
    pub amounts: BTreeSet<Decimal>,
}

impl Wanted {
    /// For these lines.
    #[must_use]
    pub fn of<'a>(lines: impl IntoIterator<Item = &'a KeyedLine>) -> Self {
        let mut wanted = Self::default();
        for line in lines.into_iter().map(|keyed| &keyed.read.line) {
            if ignored(line).is_some() {
                continue;
            }
            wanted.symbols.extend(symbols_of(line));
            wanted.accounts.extend(line.counterparty_account.clone());
            wanted.amounts.insert(line.amount.normalize());
        }
        wanted
    }
}

/// Why a line is what it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reason {
    /// Certain: one open invoice has the symbol, and exactly so much is outstanding.
    SymbolAndAmount,
    /// Certain: one open invoice has the symbol, its customer has paid from this account before, and
    /// more is outstanding.
    SymbolAndPayer,
    /// The symbol is right, and less than outstanding came from an account that is not known.
    AmountBelow,
    /// The symbol is right, and more came than is outstanding.
    AmountAbove,
    /// Symbol and amount are right, but the account has only paid for another customer so far.
    PayerOfAnother,
    /// Several open invoices have the symbol.
    SeveralInvoices,
    /// No symbol: what was written names a number of an open invoice.
    NumberInMessage,
    /// No symbol: a customer who has paid from this account owes exactly so much.
    PayerAndAmount,
    /// No symbol and an unknown account: exactly so much is outstanding.
    AmountOnly,
    /// A line of the same day, amount and symbol came in a statement of another form.
    MayBeRepeat,
    /// Symbol and amount are right, and the statement does not say whether money came or went.
    DirectionUnknown,
    /// It was recorded, and its payment taken back.
    PaymentTakenBack,
    /// Nothing fits.
    NoOpenInvoice,
    /// Money went out.
    Outgoing,
    /// Takes an earlier movement back.
    Reversal,
    /// Nothing moved.
    Zero,
}

impl Reason {
    /// Every reason.
    pub const ALL: [Reason; 16] = [
        Reason::SymbolAndAmount,
        Reason::SymbolAndPayer,
        Reason::AmountBelow,
        Reason::AmountAbove,
        Reason::PayerOfAnother,
        Reason::SeveralInvoices,
        Reason::NumberInMessage,
        Reason::PayerAndAmount,
        Reason::AmountOnly,
        Reason::MayBeRepeat,
        Reason::DirectionUnknown,
        Reason::PaymentTakenBack,
        Reason::NoOpenInvoice,
        Reason::Outgoing,
        Reason::Reversal,
        Reason::Zero,
    ];

    /// The name in the API and in the database.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Reason::SymbolAndAmount => "symbol_and_amount",
            Reason::SymbolAndPayer => "symbol_and_payer",
            Reason::AmountBelow => "amount_below",
            Reason::AmountAbove => "amount_above",
            Reason::PayerOfAnother => "payer_of_another_customer",
            Reason::SeveralInvoices => "several_invoices",
            Reason::NumberInMessage => "number_in_message",
            Reason::PayerAndAmount => "payer_and_amount",
            Reason::AmountOnly => "amount_only",
            Reason::MayBeRepeat => "may_be_repeat",
            Reason::DirectionUnknown => "direction_unknown",
            Reason::PaymentTakenBack => "payment_taken_back",
            Reason::NoOpenInvoice => "no_open_invoice",
            Reason::Outgoing => "outgoing",
            Reason::Reversal => "reversal",
            Reason::Zero => "zero",
        }
    }
}

/// An invoice that a line may pay, and how much of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggestion {
    pub invoice: InvoiceId,
    pub number: String,
    /// At most what is outstanding.
    pub amount: Decimal,
}

/// What a line is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Match {
    /// It pays this.
    Certain(Suggestion, Reason),
    /// It may pay one of these.
    Doubtful(Vec<Suggestion>, Reason),
    /// Nothing that waits for it.
    Nothing(Reason),
    /// It is no money that came.
    Ignored(Reason),
}

/// Matches lines one after the other: what a line pays is not outstanding for the next.
#[derive(Debug)]
pub struct Matcher<'a> {
    invoices: Vec<OpenInvoice>,
    by_symbol: BTreeMap<String, Vec<usize>>,
    payers: &'a BTreeMap<String, BTreeSet<ContactId>>,
    /// Why nothing is certain.
    doubt: Option<Reason>,
}

impl<'a> Matcher<'a> {
    /// A matcher of these invoices.
    #[must_use]
    pub fn new(candidates: &'a Candidates) -> Self {
        let mut by_symbol: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (n, invoice) in candidates.invoices.iter().enumerate() {
            if let Some(symbol) = &invoice.symbol {
                by_symbol.entry(symbol.clone()).or_default().push(n);
            }
        }
        Self {
            invoices: candidates.invoices.clone(),
            by_symbol,
            payers: &candidates.payers,
            doubt: None,
        }
    }

    /// A matcher for which nothing is certain, for this reason.
    #[must_use]
    pub const fn doubting(mut self, doubt: Option<Reason>) -> Self {
        self.doubt = doubt;
        self
    }

    /// What the line is for; `repeat` when it may have come before.
    pub fn place(&mut self, line: &Line, repeat: bool) -> Match {
        if let Some(reason) = ignored(line) {
            return Match::Ignored(reason);
        }
        let found = self.by_named_symbol(line).or_else(|| self.without_symbol(line));
        match found {
            None => Match::Nothing(Reason::NoOpenInvoice),
            Some((places, reason)) => self.matched(line, &places, reason, repeat),
        }
    }

    fn matched(&mut self, line: &Line, places: &[usize], reason: Reason, repeat: bool) -> Match {
        let certain = matches!(reason, Reason::SymbolAndAmount | Reason::SymbolAndPayer);
        let reason = self.doubt.filter(|_| certain).unwrap_or(reason);
        let certain = certain && self.doubt.is_none();
        let suggest = |n: &usize| {
            let invoice = &self.invoices[*n];
            let amount = line.amount.min(invoice.outstanding);
            Suggestion { invoice: invoice.id, number: invoice.number.clone(), amount }
        };
        let mut suggestions: Vec<_> = places.iter().take(MAX_SUGGESTIONS).map(suggest).collect();
        match (places, certain && !repeat) {
            ([n], true) => {
                self.invoices[*n].outstanding -= line.amount;
                Match::Certain(suggestions.remove(0), reason)
            }
            _ if repeat => Match::Doubtful(suggestions, Reason::MayBeRepeat),
            _ => Match::Doubtful(suggestions, reason),
        }
    }

    /// The open invoices with the symbol of the line.
    fn by_named_symbol(&self, line: &Line) -> Option<(Vec<usize>, Reason)> {
        let open = self.open(line.variable_symbol.as_ref()?);
        let [n] = open[..] else {
            return (!open.is_empty()).then_some((open, Reason::SeveralInvoices));
        };
        let invoice = &self.invoices[n];
        let reason = match (line.amount.cmp(&invoice.outstanding), self.knows(line, invoice)) {
            (std::cmp::Ordering::Greater, _) => Reason::AmountAbove,
            (_, Some(false)) => Reason::PayerOfAnother,
            (std::cmp::Ordering::Equal, _) => Reason::SymbolAndAmount,
            (std::cmp::Ordering::Less, Some(true)) => Reason::SymbolAndPayer,
            (std::cmp::Ordering::Less, None) => Reason::AmountBelow,
        };
        Some((vec![n], reason))
    }

    /// The open invoices that fit by what was written, by payer and amount, or by the amount alone.
    fn without_symbol(&self, line: &Line) -> Option<(Vec<usize>, Reason)> {
        let written = line.message.as_deref().unwrap_or_default();
        let named: BTreeSet<_> = symbols::numbers(written).flat_map(|s| self.open(&s)).collect();
        if !named.is_empty() {
            return Some((named.into_iter().collect(), Reason::NumberInMessage));
        }
        let exact: Vec<_> = (0..self.invoices.len())
            .filter(|n| self.invoices[*n].outstanding == line.amount)
            .collect();
        let of_payer = |n: &&usize| self.knows(line, &self.invoices[**n]) == Some(true);
        let known: Vec<_> = exact.iter().filter(of_payer).copied().collect();
        if !known.is_empty() {
            return Some((known, Reason::PayerAndAmount));
        }
        let few = (1..=MAX_SUGGESTIONS).contains(&exact.len());
        few.then_some((exact, Reason::AmountOnly))
    }

    /// The invoices with a symbol of which anything is outstanding.
    fn open(&self, symbol: &str) -> Vec<usize> {
        let all = self.by_symbol.get(symbol).into_iter().flatten().copied();
        all.filter(|n| self.invoices[*n].outstanding > Decimal::ZERO).collect()
    }

    /// Whether the account has paid for the invoice's customer before; `None` when it never paid.
    fn knows(&self, line: &Line, invoice: &OpenInvoice) -> Option<bool> {
        let customers = self.payers.get(line.counterparty_account.as_ref()?)?;
        Some(customers.contains(&invoice.customer_id))
    }
}

/// Why a line is no money that came.
fn ignored(line: &Line) -> Option<Reason> {
    if line.reversal {
        Some(Reason::Reversal)
    } else if line.amount.is_zero() {
        Some(Reason::Zero)
    } else if line.amount.is_sign_negative() {
        Some(Reason::Outgoing)
    } else {
        None
    }
}

/// The symbols by which a line's invoice may be found.
fn symbols_of(line: &Line) -> Vec<String> {
    let named = line.variable_symbol.clone().into_iter();
    named.chain(symbols::numbers(line.message.as_deref().unwrap_or_default())).collect()
}

#[cfg(test)]
mod tests;
