//! What becomes of a statement.

use crate::{
    Candidates, Counts, ImportRefused, Incoming, KeyedLine, KnownLines, LineId, LineRecord,
    LineState, Match, Matcher, NewStatement, PlannedPayment, ProposalId, ProposalRecord,
    ProposalState, Reason, Statement, StatementId, StatementRecord, Suggestion,
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
    not_of_tomorrow(incoming, moment.today)?;
    let record = record(statement, incoming, account, moment, StatementId(new_id()));
    let mut made = Made::nothing_yet(record, new_id);
    let unknown = statement.reading.direction_unknown;
    let mut matcher =
        Matcher::new(candidates).doubting(unknown.then_some(Reason::DirectionUnknown));
    for (n, keyed) in incoming.lines.iter().enumerate() {
        if known.keys.contains(&keyed.key) {
            made.new.record.counts.repeated += 1;
            continue;
        }
        let mut forms = known.contents.get(&keyed.content).into_iter().flatten();
        let repeat = forms.any(|format| *format != statement.format);
        let matched = matcher.place(&keyed.read.line, repeat);
        made.add(keyed, u32::try_from(n + 1).unwrap_or(u32::MAX), matched);
    }
    let mut new = made.new;
    new.payments.sort_by_key(|payment| (payment.invoice, payment.line));
    Ok(new)
}

fn not_of_tomorrow(incoming: &Incoming, today: Date) -> Result<(), ImportRefused> {
    for keyed in &incoming.lines {
        let booked_on = keyed.read.line.booked_on;
        if booked_on > today {
            let place = keyed.read.place.clone();
            return Err(ImportRefused::Future { place, booked_on, today });
        }
    }
    Ok(())
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

/// What is made of the lines so far.
struct Made<'a> {
    new: NewStatement,
    new_id: &'a dyn Fn() -> Uuid,
}

impl<'a> Made<'a> {
    const fn nothing_yet(record: StatementRecord, new_id: &'a dyn Fn() -> Uuid) -> Self {
        let new =
            NewStatement { record, lines: Vec::new(), proposals: Vec::new(), payments: Vec::new() };
        Self { new, new_id }
    }

    fn add(&mut self, keyed: &KeyedLine, position: u32, matched: Match) {
        let id = LineId((self.new_id)());
        let (state, reason, invoice) = match matched {
            Match::Certain(suggestion, reason) => {
                self.pay(keyed, id, &suggestion);
                (LineState::Recorded, reason, Some(suggestion.invoice))
            }
            Match::Doubtful(suggestions, reason) => {
                suggestions.into_iter().for_each(|s| self.propose(id, s, reason));
                (LineState::Proposed, reason, None)
            }
            Match::Nothing(reason) => (LineState::Unmatched, reason, None),
            Match::Ignored(reason) => (LineState::Ignored, reason, None),
        };
        let record = &mut self.new.record;
        *record.counts.of(state) += 1;
        self.new.lines.push(LineRecord {
            id,
            statement: record.id,
            position,
            key: keyed.key.clone(),
            content: keyed.content.clone(),
            line: keyed.read.line.clone(),
            state,
            reason,
            invoice,
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
            reason,
            state: ProposalState::Open,
            created_at: record.created_at,
            decided_at: None,
        });
    }
}

#[cfg(test)]
mod tests;
