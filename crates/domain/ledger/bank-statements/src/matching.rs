//! Which invoice a line pays: by the variable symbol, the amount, and the account of the payer.

mod open_invoice;
mod payers;
mod reason;
#[cfg(test)]
mod tests;

pub use open_invoice::{Candidates, OpenInvoice, Returned, Wanted};
pub use reason::Reason;

use crate::{Line, Unproven, taken_back::Returns};
use invoicing::{InvoiceId, PaymentId};
use money::Decimal;
pub(crate) use open_invoice::written_numbers;
use payers::{Group, Payers};
use std::collections::{BTreeSet, HashMap};
use time::Duration;

/// Proposals of a line at most: among more nobody chooses.
pub(crate) const MAX_SUGGESTIONS: usize = 5;

/// How long before its invoice a payment may come and still be certain. The law has a payment in advance invoiced within
/// 45 days at most: by a summary invoice for the month in which it came, within 15 days of the end of that month (§ 73 and
/// § 75 of act 222/2004); the rest is for who is late. It stays far below a year, because symbols and amounts come again
/// each year (the rent of January under number 1), and what an earlier year owed must not pay this one's.
const IN_ADVANCE: Duration = Duration::days(60);

/// An invoice that a line may pay, and how much of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggestion {
    pub invoice: InvoiceId,
    pub number: String,
    /// At most what is outstanding; of a payment that is taken back, its amount.
    pub amount: Decimal,
    /// The payment that would be taken back.
    pub undoes: Option<PaymentId>,
}

/// What a line is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Match {
    /// It pays this.
    Certain(Suggestion, Reason),
    /// It may pay one of these, or take the payment of one back.
    Doubtful(Vec<Suggestion>, Reason),
    /// Nothing that waits for it.
    Nothing(Reason),
    /// It is no money that came.
    Ignored(Reason),
}

/// Matches lines one after the other: what a line pays is not outstanding for the next. A line is looked up by its
/// symbol, its amount and its account, so the work grows with the lines, not with the invoices.
#[derive(Debug)]
pub struct Matcher<'a> {
    invoices: Vec<OpenInvoice>,
    by_symbol: HashMap<String, Vec<usize>>,
    by_amount: HashMap<Decimal, BTreeSet<usize>>,
    by_payer: HashMap<(Decimal, Group), BTreeSet<usize>>,
    payers: Payers<'a>,
    returns: Returns<'a>,
}

impl<'a> Matcher<'a> {
    /// A matcher of these invoices.
    #[must_use]
    pub fn new(candidates: &'a Candidates) -> Self {
        let invoices = candidates.invoices.clone();
        let mut matcher = Self {
            invoices,
            by_symbol: HashMap::new(),
            by_amount: HashMap::new(),
            by_payer: HashMap::new(),
            payers: Payers::of(candidates),
            returns: Returns::of(&candidates.returns),
        };
        for (n, invoice) in candidates.invoices.iter().enumerate() {
            if let Some(symbol) = &invoice.symbol {
                matcher.by_symbol.entry(symbol.clone()).or_default().push(n);
            }
            matcher.waits(n);
        }
        matcher
    }

    /// The invoice can be found by what is outstanding of it.
    fn waits(&mut self, n: usize) {
        let (outstanding, group) = self.place_of(n);
        self.by_amount.entry(outstanding).or_default().insert(n);
        if let Some(group) = group {
            self.by_payer.entry((outstanding, group)).or_default().insert(n);
        }
    }

    fn place_of(&self, n: usize) -> (Decimal, Option<Group>) {
        let invoice = &self.invoices[n];
        (invoice.outstanding.normalize(), self.payers.group(invoice.customer_id))
    }

    /// What the line is for. Nothing is certain where there is a `doubt` about it already: it may have come before, or
    /// be taken back.
    pub fn place(&mut self, line: &Line, doubt: Option<Reason>) -> Match {
        if let Some(reason) = ignored(line) {
            return Match::Ignored(reason);
        }
        let found = self.by_named_symbol(line).or_else(|| self.without_symbol(line));
        match found {
            None => Match::Nothing(Reason::NoOpenInvoice),
            Some((places, reason)) => self.matched(line, &places, reason, doubt),
        }
    }

    fn matched(
        &mut self,
        line: &Line,
        places: &[usize],
        reason: Reason,
        known: Option<Reason>,
    ) -> Match {
        let suggest = |n: &usize| {
            let invoice = &self.invoices[*n];
            let amount = line.amount.min(invoice.outstanding);
            let number = invoice.number.clone();
            Suggestion { invoice: invoice.id, number, amount, undoes: None }
        };
        let mut suggestions: Vec<_> = places.iter().take(MAX_SUGGESTIONS).map(suggest).collect();
        let certain = matches!(reason, Reason::SymbolAndAmount | Reason::SymbolAndPayer);
        let returned = || self.returns.may_undo(line).then_some(Reason::MayBeReturned);
        let doubt = || doubt(line).or_else(|| self.too_early(line, places)).filter(|_| certain);
        match (places, known.or_else(returned).or_else(doubt)) {
            (_, Some(doubt)) => Match::Doubtful(suggestions, doubt),
            ([n], None) if certain => {
                self.pay(*n, line.amount);
                Match::Certain(suggestions.remove(0), reason)
            }
            _ => Match::Doubtful(suggestions, reason),
        }
    }

    /// Money that came long before its invoice: an old payment with a number that came again.
    fn too_early(&self, line: &Line, places: &[usize]) -> Option<Reason> {
        let early = |n: &usize| self.invoices[*n].issued_on - line.booked_on > IN_ADVANCE;
        places.iter().any(early).then_some(Reason::LongBeforeInvoice)
    }

    fn pay(&mut self, n: usize, amount: Decimal) {
        let (before, group) = self.place_of(n);
        let of_payer = group.and_then(|group| self.by_payer.get_mut(&(before, group)));
        for places in self.by_amount.get_mut(&before).into_iter().chain(of_payer) {
            places.remove(&n);
        }
        self.invoices[n].outstanding -= amount;
        self.waits(n);
    }

    /// The open invoices with the symbol of the line.
    fn by_named_symbol(&self, line: &Line) -> Option<(Vec<usize>, Reason)> {
        let open = self.open(line.variable_symbol.as_ref()?);
        let [n] = open[..] else { return self.of_several(line, open) };
        let invoice = &self.invoices[n];
        let reason = match (line.amount.cmp(&invoice.outstanding), self.knows(line, n)) {
            (std::cmp::Ordering::Greater, _) => Reason::AmountAbove,
            (_, Some(false)) => Reason::PayerOfAnother,
            (std::cmp::Ordering::Equal, _) => Reason::SymbolAndAmount,
            (std::cmp::Ordering::Less, Some(true)) => Reason::SymbolAndPayer,
            (std::cmp::Ordering::Less, None) => Reason::AmountBelow,
        };
        Some((vec![n], reason))
    }

    /// Several open invoices have the symbol, as where a customer keeps one for all: the one of which exactly so
    /// much is outstanding, if there is but one.
    fn of_several(&self, line: &Line, open: Vec<usize>) -> Option<(Vec<usize>, Reason)> {
        let exact = |n: &usize| self.invoices[*n].outstanding == line.amount;
        let (exact, others): (Vec<_>, Vec<_>) = open.into_iter().partition(exact);
        match exact[..] {
            [] if others.is_empty() => None,
            [n] if self.knows(line, n) == Some(false) => Some((exact, Reason::PayerOfAnother)),
            [_] => Some((exact, Reason::SymbolAndAmount)),
            _ => Some(([exact, others].concat(), Reason::SeveralInvoices)),
        }
    }

    /// The open invoices that fit by what was written, by payer and amount, or by the amount alone.
    fn without_symbol(&self, line: &Line) -> Option<(Vec<usize>, Reason)> {
        let named: BTreeSet<_> =
            written_numbers(line).iter().flat_map(|symbol| self.open(symbol)).collect();
        if !named.is_empty() {
            return Some((named.into_iter().collect(), Reason::NumberInMessage));
        }
        let exact = self.by_amount.get(&line.amount.normalize())?;
        let known = self.of_payer(line, exact);
        if !known.is_empty() {
            return Some((known, Reason::PayerAndAmount));
        }
        let few = (1..=MAX_SUGGESTIONS).contains(&exact.len());
        few.then(|| (exact.iter().copied().collect(), Reason::AmountOnly))
    }

    /// Those of the payer among invoices that fit: looked for among the fewer of both.
    fn of_payer(&self, line: &Line, exact: &BTreeSet<usize>) -> Vec<usize> {
        let Some(known) = self.payers.known(line) else { return Vec::new() };
        if exact.len() <= known.len() {
            let of_payer = exact.iter().inspect(|_| looked());
            let of_payer = of_payer.filter(|n| self.knows(line, **n) == Some(true));
            return of_payer.take(MAX_SUGGESTIONS).copied().collect();
        }
        let amount = line.amount.normalize();
        let known = known.iter().inspect(|_| looked());
        let waiting = known.filter_map(|group| self.by_payer.get(&(amount, *group)));
        waiting.flatten().take(MAX_SUGGESTIONS).copied().collect()
    }

    /// The invoices with a symbol of which anything is outstanding.
    fn open(&self, symbol: &str) -> Vec<usize> {
        let all = self.by_symbol.get(symbol).into_iter().flatten().copied();
        all.filter(|n| self.invoices[*n].outstanding > Decimal::ZERO).collect()
    }

    fn knows(&self, line: &Line, n: usize) -> Option<bool> {
        self.payers.knows(line, self.invoices[n].customer_id)
    }
}

#[cfg(test)]
thread_local! {
    /// How often an invoice or a payer was looked at.
    pub(crate) static LOOKS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Counts in tests that the work grows with the lines.
pub(crate) fn looked() {
    #[cfg(test)]
    LOOKS.with(|looks| looks.set(looks.get() + 1));
}

/// Why a line is not certain by itself.
fn doubt(line: &Line) -> Option<Reason> {
    let why = |unproven| match unproven {
        Unproven::PartOfBatch => Reason::PartOfBatch,
        Unproven::DetailsDiffer => Reason::DetailsDiffer,
        Unproven::StateUnknown => Reason::StateUnknown,
    };
    line.direction_unknown.then_some(Reason::DirectionUnknown).or(line.unproven.map(why))
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
