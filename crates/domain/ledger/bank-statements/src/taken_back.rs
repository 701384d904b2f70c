//! What the bank takes back: a movement that undoes an earlier one. Where a payment was recorded for that, it is proposed
//! to undo it, and never done by itself; where it waits for an answer, or for an open invoice, it waits no longer.

mod by;

use crate::{
    Line, LineId, LineState, Reason, StatementId, Suggestion,
    identity::bank_reference,
    matching::{MAX_SUGGESTIONS, looked},
};
pub(crate) use by::{By, all_by, all_of, is_sent_back, may_take_back};
use by::{fits, named_by};
use invoicing::{InvoiceId, PaymentId};
use money::Decimal;
use std::collections::HashMap;
use time::Date;
use uuid::Uuid;

/// A payment that a line became, or that a person recorded as a transfer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaidBefore {
    pub payment: PaymentId,
    pub invoice: InvoiceId,
    pub number: String,
    /// Of the invoice, without leading zeros.
    pub symbol: Option<String>,
    /// Of the payment; of the line more may have come.
    pub amount: Decimal,
    /// Of what a person recorded, its day and amount.
    pub line: Line,
}

/// A line that is no payment yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitingBefore {
    pub id: LineId,
    pub statement: StatementId,
    /// [`LineState::Proposed`] waits for an answer, [`LineState::Unmatched`] for an open invoice.
    pub state: LineState,
    pub line: Line,
}

/// A line that waits, and which the bank took back, or may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Overtaken {
    pub line: LineId,
    pub statement: StatementId,
    /// What it was.
    pub state: LineState,
    /// Then its proposals are withdrawn, and it is ignored from now on. Else it says so, as they do.
    pub is_certain: bool,
}

impl Overtaken {
    /// Why the line, and its proposals, are what they are from now on.
    #[must_use]
    pub const fn reason(self) -> Reason {
        if self.is_certain { Reason::Returned } else { Reason::MayBeReturned }
    }

    /// What the line is from now on.
    #[must_use]
    pub const fn becomes(self) -> LineState {
        if self.is_certain { LineState::Ignored } else { self.state }
    }
}

/// Movements at most that are looked at for one line by one thing that it says, the newest.
const MOST_LOOKED: usize = 200;

/// What a line takes back.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct TakenBack {
    /// The undoing of payments, the newest first.
    pub(crate) payments: Vec<Suggestion>,
    pub(crate) waiting: Vec<Overtaken>,
}

/// A movement that may be taken back.
#[derive(Debug)]
enum Before {
    Paid(PaidBefore),
    Waiting(WaitingBefore),
}

impl Before {
    const fn line(&self) -> &Line {
        match self {
            Self::Paid(paid) => &paid.line,
            Self::Waiting(waiting) => &waiting.line,
        }
    }

    /// By what it is found.
    fn all(&self) -> Vec<By> {
        let line = self.line();
        let mut all: Vec<_> = all_of(line).collect();
        if let Self::Paid(paid) = self {
            let amount = line.amount.abs().normalize();
            let of_invoice = paid.symbol.clone().into_iter();
            let of_invoice =
                of_invoice.flat_map(|it| [By::Symbol(amount, it.clone()), By::AnySymbol(it)]);
            let new: Vec<_> = of_invoice.filter(|by| !all.contains(by)).collect();
            all.extend(new);
            all.extend(bank_reference(line).map(|it| By::AnyReference(it.to_owned())));
            all.extend(line.known_account().map(|it| By::NearAccount(it.to_owned())));
        }
        all
    }

    const fn id(&self) -> Uuid {
        match self {
            Self::Paid(paid) => paid.payment.0,
            Self::Waiting(waiting) => waiting.id.0,
        }
    }
}

/// Movements that may be taken back: each line finds them by what it says, whatever else there is.
#[derive(Debug, Default)]
pub(crate) struct Earlier {
    movements: Vec<Before>,
    places: HashMap<By, Vec<usize>>,
}

impl Earlier {
    pub(crate) fn of(paid: &[PaidBefore], waiting: &[WaitingBefore]) -> Self {
        let mut earlier = Self::default();
        paid.iter().cloned().for_each(|paid| earlier.add_paid(paid));
        waiting.iter().cloned().for_each(|waiting| earlier.add_waiting(waiting));
        earlier
    }

    pub(crate) fn add_paid(&mut self, paid: PaidBefore) {
        self.add(Before::Paid(paid));
    }

    pub(crate) fn add_waiting(&mut self, waiting: WaitingBefore) {
        self.add(Before::Waiting(waiting));
    }

    /// The newest of each place stands last.
    fn add(&mut self, before: Before) {
        let at = self.movements.len();
        let order = order_of(&before);
        for by in before.all() {
            let places = self.places.entry(by).or_default();
            let behind = places.partition_point(|place| order_of(&self.movements[*place]) < order);
            places.insert(behind, at);
        }
        self.movements.push(before);
    }

    /// What the line takes back: movements under its reference, else, where the bank says that it takes something
    /// back, those with its symbol, else those of its account. The amount is that of the line, if there is any such. One that
    /// waits is certain where the bank says so, the money went, no payment may be meant instead, and all that wait say the
    /// same; it is not taken back twice.
    pub(crate) fn taken_back(&mut self, line: &Line, perhaps: bool) -> TakenBack {
        let (found, is_loose) = self.found(line);
        let mut back = TakenBack::default();
        let mut waiting: Vec<(usize, &WaitingBefore)> = Vec::new();
        for at in found {
            match &self.movements[at] {
                Before::Paid(paid) => back.payments.push(suggest(paid)),
                Before::Waiting(before) => waiting.push((at, before)),
            }
        }
        let alike = waiting.windows(2).all(|two| says_the_same(&two[0].1.line, &two[1].1.line));
        let is_said = line.reversal && line.amount.is_sign_negative() && !perhaps && !is_loose;
        let is_certain = is_said && back.payments.is_empty() && alike;
        if is_certain {
            waiting.truncate(1);
        }
        let overtaken = |it: &WaitingBefore| {
            let WaitingBefore { id, statement, state, .. } = *it;
            Overtaken { line: id, statement, state, is_certain }
        };
        back.waiting = waiting.iter().map(|(_, it)| overtaken(it)).collect();
        if let Some(at) = waiting.first().filter(|_| is_certain).map(|(at, _)| *at) {
            self.forget(at);
        }
        back
    }

    /// Those that the line may take back, the newest first, so many as are proposed; and whether their amounts may differ.
    fn found(&self, line: &Line) -> (Vec<usize>, bool) {
        for by in all_by(line).chain(named_by(line)) {
            let newest = self.places.get(&by).into_iter().flatten().rev().take(MOST_LOOKED);
            let newest = newest.copied().inspect(|_| looked());
            let fitting = newest.filter(|at| fits(line, self.movements[*at].line(), &by));
            let found: Vec<_> = fitting.take(MAX_SUGGESTIONS).collect();
            if !found.is_empty() {
                return (found, by.is_loose());
            }
        }
        (Vec::new(), false)
    }

    fn forget(&mut self, at: usize) {
        for by in self.movements[at].all() {
            if let Some(places) = self.places.get_mut(&by) {
                places.retain(|place| *place != at);
            }
        }
    }
}

/// Movements that are kept and take something back, which may be a line that is read after them.
#[derive(Debug, Default)]
pub(crate) struct Returns<'a>(HashMap<By, Vec<&'a Line>>);

impl<'a> Returns<'a> {
    pub(crate) fn of(lines: &'a [Line]) -> Self {
        let mut returns = Self::default();
        for line in lines {
            all_by(line).for_each(|by| returns.0.entry(by).or_default().push(line));
        }
        returns
    }

    /// Whether one of them may take the line back.
    pub(crate) fn may_undo(&self, line: &Line) -> bool {
        let fit = |by: By| {
            let mut found = self.0.get(&by).into_iter().flatten();
            found.any(|back| fits(back, line, &by))
        };
        !self.0.is_empty() && all_of(line).any(fit)
    }
}

fn order_of(before: &Before) -> (Date, Uuid) {
    (before.line().booked_on, before.id())
}

fn suggest(before: &PaidBefore) -> Suggestion {
    Suggestion {
        invoice: before.invoice,
        number: before.number.clone(),
        amount: before.amount,
        undoes: Some(before.payment),
    }
}

/// Which of two is meant makes no difference.
fn says_the_same(one: &Line, other: &Line) -> bool {
    one.variable_symbol == other.variable_symbol
        && one.counterparty_account == other.counterparty_account
}

#[cfg(test)]
mod tests;
