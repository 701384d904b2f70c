//! What becomes of a statement.

use crate::{
    Candidates, Counts, ImportRefused, Incoming, KeyedLine, KnownLines, LineId, LineRecord,
    LineState, Match, Matcher, NewStatement, Overtaken, PaidBefore, PlannedPayment, ProposalId,
    ProposalRecord, ProposalState, Reason, Seen, Statement, StatementId, StatementRecord,
    Suggestion, WaitingBefore,
    taken_back::{Earlier, may_take_back},
};
use invoicing::{BankAccount, PaymentMethod, paying::PaymentRequest};
use std::collections::BTreeMap;
use time::{Date, OffsetDateTime};
use uuid::Uuid;

/// When a statement comes, and of which bytes.
#[derive(Debug, Clone, Copy)]
pub struct Moment {
    pub now: OffsetDateTime,
    /// Of `now` in Europe/Bratislava.
    pub today: Date,
    pub sha256: [u8; 32],
}

/// Decides what becomes of each line that did not come before: a payment, proposals, or nothing.
/// `new_id` gives ids, later ones greater, which get their types here.
///
/// # Errors
/// [`ImportRefused::Future`].
pub fn import(
    (statement, incoming): (&Statement, &Incoming),
    account: &BankAccount,
    known: &KnownLines,
    candidates: &Candidates,
    (moment, new_id): (Moment, &dyn Fn() -> Uuid),
) -> Result<NewStatement, ImportRefused> {
    not_of_tomorrow(statement, moment.today)?;
    let record = record(statement, incoming, account, moment, StatementId(new_id()));
    let earlier = Earlier::of(&candidates.paid, &candidates.waiting);
    let mut made = Made::nothing_yet(record, earlier, new_id);
    let seen = known.recognise(incoming, statement.format);
    let lines = made.new_lines(incoming, &seen);
    let mut matcher = Matcher::new(candidates);
    // what takes a payment back may stand before it: banks write the newest line first
    let (back, came): (Vec<_>, Vec<_>) =
        lines.into_iter().partition(|new| may_take_back(&new.keyed.read.line));
    for new in came.into_iter().chain(back) {
        let back = made.taken_back(&new);
        let repeat = new.perhaps.then_some(Reason::MayBeRepeat);
        let matched = back.unwrap_or_else(|| matcher.place(&new.keyed.read.line, repeat));
        made.add(&new, matched);
    }
    Ok(made.finished())
}

/// Nothing is booked on a day to come.
///
/// # Errors
/// [`ImportRefused::Future`].
pub fn not_of_tomorrow(statement: &Statement, today: Date) -> Result<(), ImportRefused> {
    let mut lines = statement.lines.iter();
    let Some(read) = lines.find(|read| read.line.booked_on > today) else { return Ok(()) };
    let (place, booked_on) = (read.place.clone(), read.line.booked_on);
    Err(ImportRefused::Future { place, booked_on, today })
}

fn record(
    statement: &Statement,
    incoming: &Incoming,
    account: &BankAccount,
    moment: Moment,
    id: StatementId,
) -> StatementRecord {
    let days = || incoming.lines.iter().map(|keyed| keyed.read.line.booked_on);
    StatementRecord {
        id,
        sha256: moment.sha256,
        bank_account_id: account.id,
        iban: account.iban.clone(),
        currency: account.currency,
        format: statement.format,
        number: statement.number.clone(),
        booked_from: days().min(),
        booked_to: days().max(),
        counts: Counts {
            lines: u32::try_from(incoming.lines.len()).unwrap_or(u32::MAX),
            pending: statement.pending,
            ..Counts::default()
        },
        created_at: moment.now,
    }
}

/// A line that did not come before, or perhaps did.
struct NewLine<'a> {
    id: LineId,
    position: u32,
    keyed: &'a KeyedLine,
    perhaps: bool,
}

/// What is made of the lines so far.
struct Made<'a> {
    new: NewStatement,
    /// What may be taken back: of earlier statements, and of this one.
    earlier: Earlier,
    overtaken: BTreeMap<LineId, Overtaken>,
    new_id: &'a dyn Fn() -> Uuid,
}

impl<'a> Made<'a> {
    const fn nothing_yet(
        record: StatementRecord,
        earlier: Earlier,
        new_id: &'a dyn Fn() -> Uuid,
    ) -> Self {
        let new = NewStatement {
            record,
            lines: Vec::new(),
            proposals: Vec::new(),
            payments: Vec::new(),
            overtaken: Vec::new(),
        };
        Self { new, earlier, overtaken: BTreeMap::new(), new_id }
    }

    /// The payments whose undoing is proposed, where the line takes any back. What waited is overtaken.
    fn taken_back(&mut self, new: &NewLine<'_>) -> Option<Match> {
        let back = self.earlier.taken_back(&new.keyed.read.line, new.perhaps);
        for overtaken in back.waiting {
            let known = self.overtaken.entry(overtaken.line).or_insert(overtaken);
            known.is_certain |= overtaken.is_certain;
        }
        let payments = Some(back.payments).filter(|payments| !payments.is_empty())?;
        Some(Match::Doubtful(payments, Reason::TakesPaymentBack))
    }

    /// The lines that are not kept yet, with ids in their order; the others are counted.
    fn new_lines<'l>(&mut self, incoming: &'l Incoming, seen: &[Seen]) -> Vec<NewLine<'l>> {
        let mut lines = Vec::new();
        for (n, (keyed, seen)) in incoming.lines.iter().zip(seen).enumerate() {
            if *seen == Seen::Before {
                self.new.record.counts.repeated += 1;
                continue;
            }
            let position = u32::try_from(n + 1).unwrap_or(u32::MAX);
            let (id, perhaps) = (LineId((self.new_id)()), *seen == Seen::Perhaps);
            lines.push(NewLine { id, position, keyed, perhaps });
        }
        lines
    }

    fn add(&mut self, new: &NewLine<'_>, matched: Match) {
        let (state, reason, paid) = match matched {
            Match::Certain(suggestion, reason) => {
                self.pay(new.keyed, new.id, &suggestion);
                (LineState::Recorded, reason, Some(suggestion))
            }
            Match::Doubtful(suggestions, reason) => {
                if reason != Reason::TakesPaymentBack {
                    self.waits(new, LineState::Proposed);
                }
                suggestions.into_iter().for_each(|s| self.propose(new.id, s, reason));
                (LineState::Proposed, reason, None)
            }
            Match::Nothing(reason) => {
                self.waits(new, LineState::Unmatched);
                (LineState::Unmatched, reason, None)
            }
            Match::Ignored(reason) => (LineState::Ignored, reason, None),
        };
        let record = &mut self.new.record;
        *record.counts.of(state) += 1;
        self.new.lines.push(LineRecord {
            id: new.id,
            statement: record.id,
            position: new.position,
            key: new.keyed.key.clone(),
            content: new.keyed.content.clone(),
            line: new.keyed.read.line.clone(),
            state,
            reason,
            invoice: paid.as_ref().map(|suggestion| suggestion.invoice),
            invoice_number: paid.map(|suggestion| suggestion.number),
            created_at: record.created_at,
        });
    }

    /// All in its order, with what was overtaken in the same statement.
    fn finished(self) -> NewStatement {
        let Self { mut new, mut overtaken, .. } = self;
        for line in &mut new.lines {
            let Some(overtaken) = overtaken.get(&line.id) else { continue };
            (line.state, line.reason) = (overtaken.becomes(), overtaken.reason());
            *new.record.counts.of(overtaken.state) -= 1;
            *new.record.counts.of(line.state) += 1;
        }
        let certain = |line: &LineId| overtaken.get(line).is_some_and(|it| it.is_certain);
        new.proposals.retain(|proposal| !certain(&proposal.line));
        for proposal in &mut new.proposals {
            let reason = overtaken.get(&proposal.line).map(|it| it.reason());
            proposal.reason = reason.unwrap_or(proposal.reason);
        }
        overtaken.retain(|_, it| it.statement != new.record.id);
        new.overtaken = overtaken.into_values().collect();
        new.lines.sort_by_key(|line| line.position);
        new.payments.sort_by_key(|payment| (payment.invoice, payment.line));
        new
    }

    fn pay(&mut self, keyed: &KeyedLine, line: LineId, suggestion: &Suggestion) {
        let request = PaymentRequest {
            amount: suggestion.amount,
            date: Some(keyed.read.line.booked_on),
            method: PaymentMethod::BankTransfer,
        };
        self.new.payments.push(PlannedPayment { line, invoice: suggestion.invoice, request });
        self.earlier.add_paid(PaidBefore {
            payment: line.payment(),
            invoice: suggestion.invoice,
            number: suggestion.number.clone(),
            // what is certain was found by it
            symbol: keyed.read.line.variable_symbol.clone(),
            amount: suggestion.amount,
            line: keyed.read.line.clone(),
        });
    }

    fn waits(&mut self, new: &NewLine<'_>, state: LineState) {
        let (id, line) = (new.id, new.keyed.read.line.clone());
        let statement = self.new.record.id;
        self.earlier.add_waiting(WaitingBefore { id, statement, state, line });
    }

    fn propose(&mut self, line: LineId, suggestion: Suggestion, reason: Reason) {
        let record = &self.new.record;
        self.new.proposals.push(ProposalRecord {
            id: ProposalId((self.new_id)()),
            statement: record.id,
            line,
            invoice: suggestion.invoice,
            invoice_number: suggestion.number,
            amount: suggestion.amount,
            undoes: suggestion.undoes,
            reason,
            state: ProposalState::Open,
            created_at: record.created_at,
            decided_at: None,
        });
    }
}

#[cfg(test)]
mod tests;
