//! Lines for which nothing was open, once something of their invoice is outstanding again: money that came in the
//! meantime.

use crate::{
    Candidates, KnownLines, LineRecord, LineState, Match, Matcher, OpenInvoice, ProposalId,
    ProposalRecord, ProposalState, Reason, Suggestion, Wanted,
};
use invoicing::{
    PaymentMethod,
    paying::{PaymentChange, PaymentError, PaymentMoment, PaymentRequest, Settlement},
};
use jobs::JobKind;
use std::collections::HashMap;
use time::OffsetDateTime;
use uuid::Uuid;

/// The job about an invoice of which something is outstanding again: lines that waited for it are matched.
pub const MATCH_JOB: JobKind = JobKind("bank.match");

/// Lines that no open invoice fitted, and what they are compared with.
#[derive(Debug, Clone, Default)]
pub struct Waiting {
    /// In their order.
    pub lines: Vec<LineRecord>,
    pub candidates: Candidates,
    /// Lines with the contents of these, among them these.
    pub known: KnownLines,
}

/// A line that no open invoice fitted, and what it is now.
#[derive(Debug, Clone, PartialEq)]
pub struct MatchedAgain {
    /// With its new state, reason and invoice.
    pub line: LineRecord,
    pub proposals: Vec<ProposalRecord>,
    /// Of the invoice as it is after those before it.
    pub payment: Option<PaymentChange>,
}

impl Waiting {
    /// What has to be looked up for these lines.
    #[must_use]
    pub fn wanted<'a>(lines: impl IntoIterator<Item = &'a LineRecord>) -> Wanted {
        Wanted::of_lines(lines.into_iter().map(|record| &record.line))
    }

    /// What becomes of the lines for which this invoice is open: as when they came. What may have come before, or been
    /// taken back, and whatever else is doubtful, is proposed.
    ///
    /// # Errors
    /// [`PaymentError`].
    pub fn matched(
        &self,
        settlement: &Settlement,
        moment: &PaymentMoment,
        new_id: &dyn Fn() -> Uuid,
    ) -> Result<Vec<MatchedAgain>, PaymentError> {
        let Some(open) = OpenInvoice::of(&settlement.invoice) else { return Ok(Vec::new()) };
        let (id, mut settlement) = (open.id, settlement.clone());
        let mut candidates = self.candidates.clone();
        candidates.invoices.retain(|invoice| invoice.id != id);
        candidates.invoices.push(open);
        let mut matcher = Matcher::new(&candidates);
        let (alike, mut again) = (self.alike(), Vec::new());
        for record in &self.lines {
            let repeat = alike.get(&*record.content).is_some_and(|count| *count > 1);
            let returned = (record.reason == Reason::MayBeReturned).then_some(record.reason);
            let doubt = returned.or_else(|| repeat.then_some(Reason::MayBeRepeat));
            match matcher.place(&record.line, doubt) {
                Match::Certain(suggestion, reason) if suggestion.invoice == id => {
                    let paid = paid(record, (&suggestion, reason), &settlement, moment)?;
                    if let Some(payment) = &paid.payment {
                        settlement = settlement.after(payment);
                    }
                    again.push(paid);
                }
                Match::Doubtful(all, reason) if all.iter().any(|it| it.invoice == id) => {
                    again.push(proposed(record, (all, reason), moment.now, new_id));
                }
                _ => {}
            }
        }
        Ok(again)
    }

    /// How many lines say the same day, amount and symbol.
    fn alike(&self) -> HashMap<&str, usize> {
        let mut alike = HashMap::new();
        for known in &self.known.0 {
            *alike.entry(&*known.content).or_default() += 1;
        }
        alike
    }
}

fn paid(
    record: &LineRecord,
    (suggestion, reason): (&Suggestion, Reason),
    settlement: &Settlement,
    moment: &PaymentMoment,
) -> Result<MatchedAgain, PaymentError> {
    let moment = PaymentMoment { id: record.id.payment(), ..moment.clone() };
    let request = PaymentRequest {
        amount: suggestion.amount,
        date: Some(record.line.booked_on),
        method: PaymentMethod::BankTransfer,
    };
    let line = LineRecord {
        state: LineState::Recorded,
        reason,
        invoice: Some(suggestion.invoice),
        invoice_number: Some(suggestion.number.clone()),
        ..record.clone()
    };
    let payment = Some(settlement.record(request, &moment)?);
    Ok(MatchedAgain { line, proposals: Vec::new(), payment })
}

fn proposed(
    record: &LineRecord,
    (suggestions, reason): (Vec<Suggestion>, Reason),
    now: OffsetDateTime,
    new_id: &dyn Fn() -> Uuid,
) -> MatchedAgain {
    let proposal = |suggestion: Suggestion| ProposalRecord {
        id: ProposalId(new_id()),
        statement: record.statement,
        line: record.id,
        invoice: suggestion.invoice,
        invoice_number: suggestion.number,
        amount: suggestion.amount,
        undoes: None,
        reason,
        state: ProposalState::Open,
        created_at: now,
        decided_at: None,
    };
    let proposals = suggestions.into_iter().map(proposal).collect();
    let line = LineRecord { state: LineState::Proposed, reason, ..record.clone() };
    MatchedAgain { line, proposals, payment: None }
}
