//! What the bank takes back: a movement that undoes an earlier one. Where a payment was recorded for that, it is proposed
//! to undo it, and never done by itself; where it waits for an answer, or for an open invoice, it waits no longer.

use crate::{
    Line, LineId, LineState, Reason, StatementId, Suggestion,
    identity::bank_reference,
    matching::{MAX_SUGGESTIONS, looked},
};
use invoicing::{InvoiceId, PaymentId};
use money::Decimal;
use std::{
    collections::HashMap,
    fmt::{self, Display, Formatter},
};
use time::Date;
use uuid::Uuid;

/// A payment that a line became.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaidBefore {
    pub payment: PaymentId,
    pub invoice: InvoiceId,
    pub number: String,
    /// Of the payment; of the line more may have come.
    pub amount: Decimal,
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

    const fn id(&self) -> Uuid {
        match self {
            Self::Paid(paid) => paid.payment.0,
            Self::Waiting(waiting) => waiting.id.0,
        }
    }
}

/// By what a movement is found, with its amount.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum By {
    Reference(Decimal, String),
    Symbol(Decimal, String),
    Account(Decimal, String),
}

impl Display for By {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Reference(amount, text) => write!(f, "reference|{amount}|{text}"),
            Self::Symbol(amount, text) => write!(f, "symbol|{amount}|{text}"),
            Self::Account(amount, text) => write!(f, "account|{amount}|{text}"),
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
        for by in all_of(before.line()) {
            let places = self.places.entry(by).or_default();
            let behind = places.partition_point(|place| order_of(&self.movements[*place]) < order);
            places.insert(behind, at);
        }
        self.movements.push(before);
    }

    /// What the line takes back: movements under its reference, else, where the bank says that it takes something
    /// back, those with its symbol, else those of its account. The amount is that of the line. One that waits is
    /// certain where the bank says so, the money went, no payment may be meant instead, and all that wait say the
    /// same; it is not taken back twice.
    pub(crate) fn taken_back(&mut self, line: &Line, perhaps: bool) -> TakenBack {
        let found = self.found(line);
        let mut back = TakenBack::default();
        let mut waiting: Vec<(usize, &WaitingBefore)> = Vec::new();
        for at in found {
            match &self.movements[at] {
                Before::Paid(paid) => back.payments.push(suggest(paid)),
                Before::Waiting(before) => waiting.push((at, before)),
            }
        }
        let alike = waiting.windows(2).all(|two| says_the_same(&two[0].1.line, &two[1].1.line));
        let is_said = line.reversal && line.amount.is_sign_negative() && !perhaps;
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

    /// Those that the line may take back, the newest first, so many as are proposed.
    fn found(&self, line: &Line) -> Vec<usize> {
        for by in all_by(line) {
            let newest = self.places.get(&by).into_iter().flatten().rev().copied();
            let newest = newest.inspect(|_| looked());
            let fitting = newest.filter(|at| fits(line, self.movements[*at].line(), &by));
            let found: Vec<_> = fitting.take(MAX_SUGGESTIONS).collect();
            if !found.is_empty() {
                return found;
            }
        }
        Vec::new()
    }

    fn forget(&mut self, at: usize) {
        for by in all_of(self.movements[at].line()) {
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

/// By all that a movement says.
pub(crate) fn all_of(line: &Line) -> impl Iterator<Item = By> {
    let amount = line.amount.abs().normalize();
    let reference = bank_reference(line).map(|it| By::Reference(amount, it.to_owned()));
    let symbol = line.variable_symbol.clone().map(|it| By::Symbol(amount, it));
    let account = line.known_account().map(|it| By::Account(amount, it.to_owned()));
    [reference, symbol, account].into_iter().flatten()
}

/// By what a line finds what it takes back, the surest first. A symbol that differs says that it is another payment.
/// What came back to us is one of ours more likely.
pub(crate) fn all_by(line: &Line) -> impl Iterator<Item = By> {
    let by_account = line.amount.is_sign_negative() && line.variable_symbol.is_none();
    let wanted = may_take_back(line).then(|| all_of(line)).into_iter().flatten();
    wanted.filter(move |by| match by {
        By::Reference(..) => true,
        By::Symbol(..) => line.reversal,
        By::Account(..) => line.reversal && by_account,
    })
}

/// It came before, and not from another account under the same reference.
fn fits(line: &Line, before: &Line, by: &By) -> bool {
    let accounts = line.known_account().zip(before.known_account());
    let of_other =
        matches!(by, By::Reference(..)) && accounts.is_some_and(|(one, other)| one != other);
    before.booked_on <= line.booked_on && !of_other
}

/// Whether a line may take a payment back: the bank says so, or money went out under a reference of the bank.
pub(crate) fn may_take_back(line: &Line) -> bool {
    let went_out = line.amount.is_sign_negative() && !line.amount.is_zero();
    line.reversal || (went_out && bank_reference(line).is_some())
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
