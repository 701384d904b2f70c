//! Bank statements: their lines, and the payments that are proposed.

use access::OrganizationId;
use bank_statements::{
    LineId, LineRecord, LineState, MappingRecord, MatchedAgain, NewStatement, PaidLine,
    ProposalChange, ProposalId, ProposalRecord, ProposalRow, ProposalState, ProposedBefore, Reason,
    Reopened, StatementId, StatementRecord, Suggestion,
};
use money::Currency;
use persistence::StoreError;
use time::OffsetDateTime;

type Result<T, E = StoreError> = std::result::Result<T, E>;

#[derive(Clone, Default)]
pub(in crate::memory) struct BankData {
    pub(in crate::memory) statements: Vec<(OrganizationId, StatementRecord)>,
    pub(in crate::memory) lines: Vec<(OrganizationId, LineRecord)>,
    pub(in crate::memory) proposals: Vec<(OrganizationId, ProposalRecord)>,
    pub(in crate::memory) mappings: Vec<(OrganizationId, MappingRecord)>,
}

impl BankData {
    pub(in crate::memory) fn statement(
        &self,
        owner: OrganizationId,
        id: StatementId,
    ) -> Result<&StatementRecord> {
        let mut own = self.statements.iter().filter(|(of, _)| *of == owner);
        own.find(|(_, s)| s.id == id).map(|(_, s)| s).ok_or(StoreError::NotFound)
    }

    /// The lines of an account.
    pub(in crate::memory) fn of_account(
        &self,
        owner: OrganizationId,
        iban: &str,
        currency: Currency,
    ) -> impl Iterator<Item = (&StatementRecord, &LineRecord)> {
        let own = self.lines.iter().filter(move |(of, _)| *of == owner);
        let with = own
            .filter_map(move |(_, line)| Some((self.statement(owner, line.statement).ok()?, line)));
        with.filter(move |(s, _)| s.iban == iban && s.currency == currency)
    }

    pub(in crate::memory) fn row(
        &self,
        owner: OrganizationId,
        proposal: &ProposalRecord,
    ) -> Result<ProposalRow> {
        let line = self.lines.iter().find(|(of, line)| *of == owner && line.id == proposal.line);
        let (_, line) = line.ok_or(StoreError::NotFound)?;
        let currency = self.statement(owner, proposal.statement)?.currency;
        Ok(ProposalRow { proposal: proposal.clone(), line: line.line.clone(), currency })
    }

    pub(in crate::memory) fn proposal(
        &self,
        owner: OrganizationId,
        id: ProposalId,
    ) -> Result<ProposalRow> {
        let mut own = self.proposals.iter().filter(|(of, _)| *of == owner);
        let (_, found) = own.find(|(_, p)| p.id == id).ok_or(StoreError::NotFound)?;
        self.row(owner, found)
    }

    pub(in crate::memory) fn add(
        &mut self,
        owner: OrganizationId,
        new: &NewStatement,
    ) -> Result<()> {
        let record = &new.record;
        if self.statements.iter().any(|(of, s)| *of == owner && s.sha256 == record.sha256) {
            return Err(StoreError::Taken("bank_statements_bytes".into()));
        }
        for line in &new.lines {
            let mut known = self.of_account(owner, &record.iban, record.currency);
            if known.any(|(_, known)| known.key == line.key) {
                return Err(StoreError::Taken("bank_statement_lines_key".into()));
            }
        }
        self.statements.push((owner, record.clone()));
        self.lines.extend(new.lines.iter().map(|line| (owner, line.clone())));
        self.proposals.extend(new.proposals.iter().map(|proposal| (owner, proposal.clone())));
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
        for (of, known) in &mut self.proposals {
            if *of != owner || !of_line(known) {
                continue;
            }
            if known.id == proposal {
                (known.state, known.decided_at) = (state, at);
                if let ProposalChange::Accepted(brought, _) = change {
                    known.amount = brought.payment.payment.amount;
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
        currency: Currency,
    ) -> Vec<LineRecord> {
        let own = self.lines.iter().filter(|(of, _)| *of == owner).map(|(_, line)| line);
        let is_in = |line: &&LineRecord| {
            self.statement(owner, line.statement).is_ok_and(|it| it.currency == currency)
        };
        own.filter(|line| line.state == LineState::Unmatched).filter(is_in).cloned().collect()
    }

    /// A line that is matched again, with its proposals.
    pub(in crate::memory) fn match_again(
        &mut self,
        owner: OrganizationId,
        again: &MatchedAgain,
    ) -> Result<()> {
        let waits = |(of, line): &&mut (OrganizationId, LineRecord)| {
            *of == owner && line.id == again.line.id && line.state == LineState::Unmatched
        };
        let (_, line) = self.lines.iter_mut().find(waits).ok_or(StoreError::Conflict)?;
        line.clone_from(&again.line);
        self.proposals.extend(again.proposals.iter().map(|proposal| (owner, proposal.clone())));
        let mut statements = self.statements.iter_mut();
        let of = |(of, it): &&mut (OrganizationId, StatementRecord)| {
            *of == owner && it.id == again.line.statement
        };
        if let Some((_, statement)) = statements.find(of) {
            statement.counts.unmatched -= 1;
            *statement.counts.of(again.line.state) += 1;
        }
        Ok(())
    }

    /// It is for another invoice; of two for one invoice the other is withdrawn.
    pub(in crate::memory) fn move_proposal(
        &mut self,
        owner: OrganizationId,
        row: &ProposalRow,
        (to, at): (&Suggestion, OffsetDateTime),
    ) {
        let own = self.proposals.iter_mut().filter(|(of, _)| *of == owner).map(|(_, it)| it);
        let of_line = |it: &&mut ProposalRecord| {
            it.line == row.proposal.line && it.state == ProposalState::Open
        };
        for proposal in own.filter(of_line) {
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
        let own = |(of, line): &&mut (OrganizationId, LineRecord)| *of == owner && line.id == id;
        let Some((_, line)) = self.lines.iter_mut().find(own) else { return };
        let was_recorded = line.state == LineState::Recorded;
        (line.state, line.reason) = (LineState::Ignored, Reason::Returned);
        (line.invoice, line.invoice_number) = (None, None);
        let of = line.statement;
        let mut statements = self.statements.iter_mut();
        let statement = statements.find(|(known, s)| *known == owner && s.id == of);
        if let Some((_, statement)) = statement.filter(|_| was_recorded) {
            statement.counts.recorded -= 1;
            statement.counts.ignored += 1;
        }
    }

    /// The lines of an account that wait for an answer.
    pub(in crate::memory) fn proposed(
        &self,
        owner: OrganizationId,
        iban: &str,
        currency: Currency,
    ) -> Vec<ProposedBefore> {
        let of_account = self.of_account(owner, iban, currency).map(|(_, line)| line);
        let waiting = of_account.filter(|line| line.state == LineState::Proposed);
        let before = waiting.map(|line| ProposedBefore {
            id: line.id,
            statement: line.statement,
            line: line.line.clone(),
        });
        before.collect()
    }

    /// What the bank took back is answered.
    pub(in crate::memory) fn overtake(
        &mut self,
        owner: OrganizationId,
        new: &NewStatement,
    ) -> Result<()> {
        for overtaken in &new.overtaken {
            let mut lines = self.lines.iter_mut().filter(|(of, _)| *of == owner);
            let line = lines.find(|(_, line)| line.id == overtaken.line).map(|(_, line)| line);
            let line = line.filter(|line| line.state == LineState::Proposed);
            let line = line.ok_or(StoreError::Conflict)?;
            line.reason = overtaken.reason();
            let own = self.proposals.iter_mut().filter(|(of, _)| *of == owner).map(|(_, p)| p);
            let open = |p: &&mut ProposalRecord| {
                p.line == overtaken.line && p.state == ProposalState::Open
            };
            for proposal in own.filter(open) {
                proposal.reason = overtaken.reason();
                if overtaken.is_certain {
                    proposal.state = ProposalState::Withdrawn;
                    proposal.decided_at = Some(new.record.created_at);
                }
            }
            if overtaken.is_certain {
                line.state = LineState::Ignored;
                let mut statements = self.statements.iter_mut();
                let of = statements.find(|(of, s)| *of == owner && s.id == overtaken.statement);
                if let Some((_, statement)) = of {
                    statement.counts.proposed -= 1;
                    statement.counts.ignored += 1;
                }
            }
        }
        Ok(())
    }

    pub(in crate::memory) fn paid(&self, owner: OrganizationId, id: LineId) -> Result<PaidLine> {
        let line = self.lines.iter().find(|(of, line)| *of == owner && line.id == id);
        let (_, line) = line.ok_or(StoreError::NotFound)?;
        let own = self.proposals.iter().filter(|(of, p)| *of == owner && p.line == id);
        let mut proposals: Vec<_> = own.map(|(_, proposal)| proposal.clone()).collect();
        proposals.sort_by_key(|proposal| proposal.id);
        Ok(PaidLine { line: line.clone(), proposals })
    }

    pub(in crate::memory) fn reopen(
        &mut self,
        owner: OrganizationId,
        line: &LineRecord,
        reopened: &Reopened,
    ) {
        for proposal in &reopened.proposals {
            self.proposals.retain(|(of, known)| *of != owner || known.id != proposal.id);
            self.proposals.push((owner, proposal.clone()));
        }
        let known = self.lines.iter_mut().filter(|(of, known)| *of == owner && known.id == line.id);
        for (_, known) in known {
            (known.state, known.reason) = (LineState::Proposed, reopened.reason);
            (known.invoice, known.invoice_number) = (None, None);
        }
        for (of, statement) in &mut self.statements {
            if *of == owner && statement.id == line.statement {
                statement.counts.recorded -= 1;
                statement.counts.proposed += 1;
            }
        }
    }

    pub(in crate::memory) fn conclude(
        &mut self,
        owner: OrganizationId,
        row: &ProposalRow,
        is_accepted: bool,
    ) {
        let state = if is_accepted { LineState::Recorded } else { LineState::Refused };
        for (of, line) in &mut self.lines {
            if *of == owner && line.id == row.proposal.line {
                line.state = state;
                line.invoice = is_accepted.then_some(row.proposal.invoice);
                let number = is_accepted.then(|| row.proposal.invoice_number.clone());
                line.invoice_number = number;
            }
        }
        for (of, statement) in &mut self.statements {
            if *of == owner && statement.id == row.proposal.statement {
                statement.counts.proposed -= 1;
                *statement.counts.of(state) += 1;
            }
        }
    }
}
