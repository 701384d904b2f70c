//! Bank statements: their lines, and the payments that are proposed.

use crate::memory::{
    Result,
    table::{Table, free, rows},
};
use access::OrganizationId;
use bank_statements::{
    Line, LineId, LineRecord, LineState, MappingId, MappingRecord, MatchedAgain, NewStatement,
    PaidLine, ProposalChange, ProposalId, ProposalRecord, ProposalRow, ProposalState, Reason,
    Reopened, StatementId, StatementRecord, Suggestion, WaitingBefore, Wanted, marks,
};
use money::{Currency, CurrencyCode};
use persistence::StoreError;
use time::OffsetDateTime;

#[derive(Clone, Default)]
pub(in crate::memory) struct BankData {
    pub(in crate::memory) statements: Table<StatementRecord>,
    pub(in crate::memory) lines: Table<LineRecord>,
    pub(in crate::memory) proposals: Table<ProposalRecord>,
    pub(in crate::memory) mappings: Table<MappingRecord>,
}

rows! {
    StatementRecord: StatementId = id;
    LineRecord: LineId = id;
    ProposalRecord: ProposalId = id;
    MappingRecord: MappingId = id;
}

impl BankData {
    /// The lines of an account.
    pub(in crate::memory) fn of_account(
        &self,
        owner: OrganizationId,
        iban: &str,
        currency: Currency,
    ) -> impl Iterator<Item = (&StatementRecord, &LineRecord)> {
        let with = self
            .lines
            .of(owner)
            .filter_map(move |line| Some((self.statements.find(owner, line.statement)?, line)));
        with.filter(move |(s, _)| s.iban == iban && s.currency == currency)
    }

    pub(in crate::memory) fn row(
        &self,
        owner: OrganizationId,
        proposal: &ProposalRecord,
    ) -> Result<ProposalRow> {
        let line = self.lines.one(owner, proposal.line)?;
        let currency = self.statements.one(owner, proposal.statement)?.currency;
        Ok(ProposalRow { proposal: proposal.clone(), line: line.line.clone(), currency })
    }

    pub(in crate::memory) fn proposal(
        &self,
        owner: OrganizationId,
        id: ProposalId,
    ) -> Result<ProposalRow> {
        self.row(owner, self.proposals.one(owner, id)?)
    }

    pub(in crate::memory) fn add(
        &mut self,
        owner: OrganizationId,
        new: &NewStatement,
    ) -> Result<()> {
        let record = &new.record;
        let is_known = self.statements.of(owner).any(|s| s.sha256 == record.sha256);
        free("bank_statements_bytes", !is_known)?;
        for line in &new.lines {
            let mut known = self.of_account(owner, &record.iban, record.currency);
            free("bank_statement_lines_key", !known.any(|(_, known)| known.key == line.key))?;
        }
        self.statements.put(owner, record.clone());
        new.lines.iter().for_each(|line| self.lines.put(owner, line.clone()));
        new.proposals.iter().for_each(|proposal| self.proposals.put(owner, proposal.clone()));
        Ok(())
    }

    /// The proposal's own state, and that of what hangs on it.
    pub(in crate::memory) fn answer(
        &mut self,
        owner: OrganizationId,
        row: &ProposalRow,
        change: &ProposalChange,
    ) {
        let Some(state) = change.state() else { return };
        let is_accepted = state == ProposalState::Accepted;
        let at = match change {
            ProposalChange::Accepted(_, at) | ProposalChange::Refused(at) => Some(*at),
            ProposalChange::Nothing | ProposalChange::Moved(..) => None,
        };
        let (proposal, line) = (row.proposal.id, row.proposal.line);
        let mut open = 0;
        let of_line = |p: &ProposalRecord| p.line == line && p.state == ProposalState::Open;
        for known in self.proposals.of_mut(owner).filter(|known| of_line(known)) {
            if known.id == proposal {
                (known.state, known.decided_at) = (state, at);
                if let ProposalChange::Accepted(payment, _) = change {
                    known.amount = payment.payment.amount;
                }
            } else if is_accepted {
                (known.state, known.decided_at) = (ProposalState::Withdrawn, at);
            } else {
                open += 1;
            }
        }
        if open == 0 {
            self.conclude(owner, row, is_accepted);
        }
        if let Some(payment) = row.proposal.undoes.filter(|_| is_accepted) {
            self.returned(owner, LineId::of_payment(payment));
        }
    }

    /// The lines in a currency that no open invoice fitted.
    pub(in crate::memory) fn unmatched(
        &self,
        owner: OrganizationId,
        currency: CurrencyCode,
    ) -> impl Iterator<Item = &LineRecord> {
        let is_in = move |line: &&LineRecord| {
            self.statements.find(owner, line.statement).is_some_and(|it| currency == it.currency)
        };
        let waiting = self.lines.of(owner).filter(|line| line.state == LineState::Unmatched);
        waiting.filter(is_in)
    }

    /// A line that is matched again, with its proposals.
    pub(in crate::memory) fn match_again(
        &mut self,
        owner: OrganizationId,
        again: &MatchedAgain,
    ) -> Result<()> {
        self.lines.put(owner, again.line.clone());
        again.proposals.iter().for_each(|proposal| self.proposals.put(owner, proposal.clone()));
        let statement = self.statements.one_mut(owner, again.line.statement)?;
        statement.counts.unmatched -= 1;
        *statement.counts.of(again.line.state) += 1;
        Ok(())
    }

    /// It is for another invoice; of two for one invoice the other is withdrawn.
    pub(in crate::memory) fn move_proposal(
        &mut self,
        owner: OrganizationId,
        row: &ProposalRow,
        (to, at): (&Suggestion, OffsetDateTime),
    ) {
        let of_line = |it: &&mut ProposalRecord| {
            it.line == row.proposal.line && it.state == ProposalState::Open
        };
        for proposal in self.proposals.of_mut(owner).filter(of_line) {
            if proposal.id == row.proposal.id {
                proposal.invoice = to.invoice;
                proposal.invoice_number.clone_from(&to.number);
                (proposal.amount, proposal.reason) = (to.amount, Reason::Chosen);
            } else if proposal.invoice == to.invoice {
                (proposal.state, proposal.decided_at) = (ProposalState::Withdrawn, Some(at));
            }
        }
    }

    fn returned(&mut self, owner: OrganizationId, id: LineId) {
        let Ok(line) = self.lines.one_mut(owner, id) else { return };
        let was_recorded = line.state == LineState::Recorded;
        (line.state, line.reason) = (LineState::Ignored, Reason::Returned);
        (line.invoice, line.invoice_number) = (None, None);
        let statement = self.statements.one_mut(owner, line.statement);
        if let Some(statement) = statement.ok().filter(|_| was_recorded) {
            statement.counts.recorded -= 1;
            statement.counts.ignored += 1;
        }
    }

    /// The lines of an account that may be taken back.
    pub(in crate::memory) fn waiting(
        &self,
        owner: OrganizationId,
        (iban, currency): (&str, Currency),
        wanted: &Wanted,
    ) -> Vec<WaitingBefore> {
        if wanted.returned.is_empty() {
            return Vec::new();
        }
        let is_wanted = |line: &&LineRecord| match line.state {
            LineState::Proposed => true,
            LineState::Unmatched => {
                marks(line).iter().any(|mark| wanted.returned.came.contains(mark))
            }
            _ => false,
        };
        let of_account = self.of_account(owner, iban, currency).map(|(_, line)| line);
        let before = of_account.filter(is_wanted).map(|line| WaitingBefore {
            id: line.id,
            statement: line.statement,
            state: line.state,
            line: line.line.clone(),
        });
        before.collect()
    }

    /// The lines of an account that take something back, and by which no payment was undone.
    pub(in crate::memory) fn returns(
        &self,
        owner: OrganizationId,
        (iban, currency): (&str, Currency),
        wanted: &Wanted,
    ) -> Vec<Line> {
        let of_account = self.of_account(owner, iban, currency).map(|(_, line)| line);
        let returns = of_account.filter(|line| {
            line.state != LineState::Recorded
                && marks(line).iter().any(|mark| wanted.returns.contains(mark))
        });
        returns.map(|line| line.line.clone()).collect()
    }

    /// What the bank took back is answered.
    pub(in crate::memory) fn overtake(
        &mut self,
        owner: OrganizationId,
        new: &NewStatement,
    ) -> Result<()> {
        for overtaken in &new.overtaken {
            let line = self.lines.one_mut(owner, overtaken.line).ok();
            let line = line.filter(|line| line.state == overtaken.state);
            let line = line.ok_or(StoreError::Conflict)?;
            (line.state, line.reason) = (overtaken.becomes(), overtaken.reason());
            let open = |p: &&mut ProposalRecord| {
                p.line == overtaken.line && p.state == ProposalState::Open
            };
            for proposal in self.proposals.of_mut(owner).filter(open) {
                proposal.reason = overtaken.reason();
                if overtaken.is_certain {
                    proposal.state = ProposalState::Withdrawn;
                    proposal.decided_at = Some(new.record.created_at);
                }
            }
            if let Ok(statement) = self.statements.one_mut(owner, overtaken.statement) {
                *statement.counts.of(overtaken.state) -= 1;
                *statement.counts.of(overtaken.becomes()) += 1;
            }
        }
        Ok(())
    }

    pub(in crate::memory) fn paid(&self, owner: OrganizationId, id: LineId) -> Option<PaidLine> {
        let line = self.lines.find(owner, id)?.clone();
        let proposals = self.proposals.of(owner).filter(|p| p.line == id).cloned().collect();
        Some(PaidLine { line, proposals })
    }

    pub(in crate::memory) fn reopen(
        &mut self,
        owner: OrganizationId,
        line: &LineRecord,
        reopened: &Reopened,
    ) {
        for proposal in &reopened.proposals {
            self.proposals.put(owner, proposal.clone());
        }
        if let Ok(known) = self.lines.one_mut(owner, line.id) {
            (known.state, known.reason) = (LineState::Proposed, reopened.reason);
            (known.invoice, known.invoice_number) = (None, None);
        }
        if let Ok(statement) = self.statements.one_mut(owner, line.statement) {
            statement.counts.recorded -= 1;
            statement.counts.proposed += 1;
        }
    }

    pub(in crate::memory) fn conclude(
        &mut self,
        owner: OrganizationId,
        row: &ProposalRow,
        is_accepted: bool,
    ) {
        let state = if is_accepted { LineState::Recorded } else { LineState::Refused };
        if let Ok(line) = self.lines.one_mut(owner, row.proposal.line) {
            line.state = state;
            line.invoice = is_accepted.then_some(row.proposal.invoice);
            line.invoice_number = is_accepted.then(|| row.proposal.invoice_number.clone());
        }
        if let Ok(statement) = self.statements.one_mut(owner, row.proposal.statement) {
            statement.counts.proposed -= 1;
            *statement.counts.of(state) += 1;
        }
    }
}
