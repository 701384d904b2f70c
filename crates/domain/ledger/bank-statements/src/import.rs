//! What becomes of a statement.

use crate::{
    Candidates, Counts, ImportRefused, Incoming, KeyedLine, KnownLines, LineId, LineRecord,
    LineState, Match, Matcher, NewStatement, PaidBefore, PlannedPayment, ProposalId,
    ProposalRecord, ProposalState, Reason, Seen, Statement, StatementId, StatementRecord,
    Suggestion,
    taken_back::{may_take_back, taken_back},
};
use invoicing::{BankAccount, PaymentMethod, paying::PaymentRequest};
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
    let mut made = Made::nothing_yet(record, candidates.paid.clone(), new_id);
    let seen = known.recognise(incoming, statement.format);
    let lines = made.new_lines(incoming, &seen);
    let unknown = statement.reading.direction_unknown;
    let mut matcher =
        Matcher::new(candidates).doubting(unknown.then_some(Reason::DirectionUnknown));
    // what takes a payment back may stand before it: banks write the newest line first
    let (back, came): (Vec<_>, Vec<_>) =
        lines.into_iter().partition(|new| may_take_back(&new.keyed.read.line));
    for new in came.into_iter().chain(back) {
        let line = &new.keyed.read.line;
        let back = taken_back(line, &made.paid).map(|(them, why)| Match::Doubtful(them, why));
        let matched = back.unwrap_or_else(|| matcher.place(line, new.perhaps));
        made.add(&new, matched);
    }
    let mut new = made.new;
    new.lines.sort_by_key(|line| line.position);
    new.payments.sort_by_key(|payment| (payment.invoice, payment.line));
    Ok(new)
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
    /// Payments that may be taken back: of earlier statements, and of this one.
    paid: Vec<PaidBefore>,
    new_id: &'a dyn Fn() -> Uuid,
}

impl<'a> Made<'a> {
    const fn nothing_yet(
        record: StatementRecord,
        paid: Vec<PaidBefore>,
        new_id: &'a dyn Fn() -> Uuid,
    ) -> Self {
        let new =
            NewStatement { record, lines: Vec::new(), proposals: Vec::new(), payments: Vec::new() };
        Self { new, paid, new_id }
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
                suggestions.into_iter().for_each(|s| self.propose(new.id, s, reason));
                (LineState::Proposed, reason, None)
            }
            Match::Nothing(reason) => (LineState::Unmatched, reason, None),
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

    fn pay(&mut self, keyed: &KeyedLine, line: LineId, suggestion: &Suggestion) {
        let request = PaymentRequest {
            amount: suggestion.amount,
            date: Some(keyed.read.line.booked_on),
            method: PaymentMethod::BankTransfer,
        };
        self.new.payments.push(PlannedPayment { line, invoice: suggestion.invoice, request });
        self.paid.push(PaidBefore {
            payment: line.payment(),
            invoice: suggestion.invoice,
            number: suggestion.number.clone(),
            amount: suggestion.amount,
            line: keyed.read.line.clone(),
        });
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
