use super::{Data, MemoryStore, invoices::page};
use access::OrganizationId;
use bank_statements::{
    Candidates, KnownLines, LineId, LineRecord, LineState, NewStatement, OpenInvoice, PaidLine,
    PlannedPayment, ProposalChange, ProposalError, ProposalFilter, ProposalId, ProposalRecord,
    ProposalRow, ProposalState, Reopened, StatementId, StatementRecord, StatementStore, Wanted,
};
use idempotency::Answer;
use invoicing::{
    BankAccountId, ContactId, InvoiceContent, InvoiceId, InvoiceStatus, PaymentChange,
    PaymentError, PaymentId, Settlement,
};
use money::Currency;
use persistence::{Cursor, Page, StoreError};
use std::collections::{BTreeMap, BTreeSet};

type Result<T, E = StoreError> = std::result::Result<T, E>;

#[derive(Clone, Default)]
pub(super) struct BankData {
    statements: Vec<(OrganizationId, StatementRecord)>,
    lines: Vec<(OrganizationId, LineRecord)>,
    proposals: Vec<(OrganizationId, ProposalRecord)>,
}

impl BankData {
    fn statement(&self, owner: OrganizationId, id: StatementId) -> Result<&StatementRecord> {
        let mut own = self.statements.iter().filter(|(of, _)| *of == owner);
        own.find(|(_, s)| s.id == id).map(|(_, s)| s).ok_or(StoreError::NotFound)
    }

    /// The lines of an account.
    fn of_account(
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

    fn row(&self, owner: OrganizationId, proposal: &ProposalRecord) -> Result<ProposalRow> {
        let line = self.lines.iter().find(|(of, line)| *of == owner && line.id == proposal.line);
        let (_, line) = line.ok_or(StoreError::NotFound)?;
        let currency = self.statement(owner, proposal.statement)?.currency;
        Ok(ProposalRow { proposal: proposal.clone(), line: line.line.clone(), currency })
    }

    fn proposal(&self, owner: OrganizationId, id: ProposalId) -> Result<ProposalRow> {
        let mut own = self.proposals.iter().filter(|(of, _)| *of == owner);
        let (_, found) = own.find(|(_, p)| p.id == id).ok_or(StoreError::NotFound)?;
        self.row(owner, found)
    }

    fn add(&mut self, owner: OrganizationId, new: &NewStatement) -> Result<()> {
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
    fn answer(&mut self, owner: OrganizationId, row: &ProposalRow, change: &ProposalChange) {
        let Some(state) = change.state() else { return };
        let is_accepted = state == ProposalState::Accepted;
        let at = match change {
            ProposalChange::Accepted(_, at) | ProposalChange::Refused(at) => Some(*at),
            ProposalChange::Nothing => None,
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
            } else if is_accepted {
                (known.state, known.decided_at) = (ProposalState::Withdrawn, at);
            } else {
                open += 1;
            }
        }
        if open == 0 {
            self.conclude(owner, row, is_accepted);
        }
    }

    fn paid(&self, owner: OrganizationId, id: LineId) -> Result<PaidLine> {
        let line = self.lines.iter().find(|(of, line)| *of == owner && line.id == id);
        let (_, line) = line.ok_or(StoreError::NotFound)?;
        let own = self.proposals.iter().filter(|(of, p)| *of == owner && p.line == id);
        let mut proposals: Vec<_> = own.map(|(_, proposal)| proposal.clone()).collect();
        proposals.sort_by_key(|proposal| proposal.id);
        Ok(PaidLine { line: line.clone(), proposals })
    }

    fn reopen(&mut self, owner: OrganizationId, line: &LineRecord, reopened: &Reopened) {
        for proposal in &reopened.proposals {
            self.proposals.retain(|(of, known)| *of != owner || known.id != proposal.id);
            self.proposals.push((owner, proposal.clone()));
        }
        let known = self.lines.iter_mut().filter(|(of, known)| *of == owner && known.id == line.id);
        for (_, known) in known {
            (known.state, known.reason) = (LineState::Proposed, reopened.reason);
            known.invoice = None;
        }
        for (of, statement) in &mut self.statements {
            if *of == owner && statement.id == line.statement {
                statement.counts.recorded -= 1;
                statement.counts.proposed += 1;
            }
        }
    }

    fn conclude(&mut self, owner: OrganizationId, row: &ProposalRow, is_accepted: bool) {
        let state = if is_accepted { LineState::Recorded } else { LineState::Refused };
        for (of, line) in &mut self.lines {
            if *of == owner && line.id == row.proposal.line {
                line.state = state;
                line.invoice = is_accepted.then_some(row.proposal.invoice);
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

impl Data {
    fn open_invoices(&self, owner: OrganizationId, currency: Currency) -> Vec<OpenInvoice> {
        let own = self.invoices.values().filter(|invoice| {
            invoice.organization == owner
                && invoice.document.header().currency == currency
                && invoice.status != InvoiceStatus::Paid
        });
        own.filter_map(OpenInvoice::of).collect()
    }

    fn payers(
        &self,
        owner: OrganizationId,
        accounts: &BTreeSet<String>,
    ) -> BTreeMap<String, BTreeSet<ContactId>> {
        let mut payers: BTreeMap<String, BTreeSet<ContactId>> = BTreeMap::new();
        for (_, line) in self.bank.lines.iter().filter(|(of, _)| *of == owner) {
            let paid = line.invoice.filter(|_| line.state == LineState::Recorded);
            let customer = paid.and_then(|id| self.invoices.get(&(owner, id)));
            let account = line.line.counterparty_account.as_ref();
            let account = account.filter(|account| accounts.contains(*account));
            if let (Some(account), Some(invoice)) = (account, customer) {
                let customer = invoice.document.header().customer_id;
                payers.entry(account.clone()).or_default().insert(customer);
            }
        }
        payers
    }

    fn apply(&mut self, owner: OrganizationId, invoice: InvoiceId, change: PaymentChange) {
        self.invoices.insert((owner, invoice), change.after);
        self.add_history((owner, invoice), &change.entry);
        self.add_events(&change.events);
    }
}

impl StatementStore for MemoryStore {
    async fn statement_of(
        &self,
        owner: OrganizationId,
        sha256: &[u8; 32],
    ) -> Result<Option<StatementRecord>> {
        let data = self.data();
        let mut own = data.bank.statements.iter().filter(|(of, _)| *of == owner);
        Ok(own.find(|(_, s)| s.sha256 == *sha256).map(|(_, s)| s.clone()))
    }

    async fn known_lines(
        &self,
        owner: OrganizationId,
        (iban, currency): (&str, Currency),
        keys: &[String],
        contents: &[String],
    ) -> Result<KnownLines> {
        let data = self.data();
        let mut known = KnownLines::default();
        for (statement, line) in data.bank.of_account(owner, iban, currency) {
            if keys.contains(&line.key) {
                known.keys.insert(line.key.clone());
            }
            if contents.contains(&line.content) {
                let forms = known.contents.entry(line.content.clone()).or_default();
                if !forms.contains(&statement.format) {
                    forms.push(statement.format);
                }
            }
        }
        Ok(known)
    }

    async fn candidates(
        &self,
        owner: OrganizationId,
        currency: Currency,
        wanted: &Wanted,
    ) -> Result<Candidates> {
        let data = self.data();
        let payers = data.payers(owner, &wanted.accounts);
        let mut invoices = data.open_invoices(owner, currency);
        invoices.retain(|invoice| {
            invoice.symbol.as_ref().is_some_and(|symbol| wanted.symbols.contains(symbol))
                || wanted.amounts.contains(&invoice.outstanding)
                || payers.values().flatten().any(|customer| *customer == invoice.customer_id)
        });
        Ok(Candidates { invoices, payers })
    }

    async fn keep_statement<D>(
        &self,
        owner: OrganizationId,
        new: &NewStatement,
        decide: D,
    ) -> Result<(), PaymentError>
    where
        D: Fn(&Settlement, &PlannedPayment) -> Result<PaymentChange, PaymentError> + Send + Sync,
    {
        let mut data = self.data();
        let mut copy = data.clone();
        copy.must_exist(owner)?;
        copy.bank.add(owner, new)?;
        for planned in &new.payments {
            let change = decide(&copy.settlement(owner, planned.invoice)?, planned)?;
            copy.apply(owner, planned.invoice, change);
        }
        *data = copy;
        Ok(())
    }

    async fn statement(&self, owner: OrganizationId, id: StatementId) -> Result<StatementRecord> {
        self.data().bank.statement(owner, id).cloned()
    }

    async fn statements(
        &self,
        owner: OrganizationId,
        account: Option<BankAccountId>,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<StatementRecord>> {
        let data = self.data();
        let own = data.bank.statements.iter().filter(|(of, _)| *of == owner);
        let rows = own.map(|(_, s)| s.clone());
        let rows = rows.filter(|s| account.is_none_or(|id| id == s.bank_account_id)).collect();
        Ok(page(rows, after, limit, |s: &StatementRecord| (s.created_at, s.id.0)))
    }

    async fn statement_lines(
        &self,
        owner: OrganizationId,
        id: StatementId,
        state: Option<LineState>,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<LineRecord>> {
        let data = self.data();
        let own = data.bank.lines.iter().filter(|(of, line)| *of == owner && line.statement == id);
        let mut rows: Vec<_> = own.map(|(_, line)| line.clone()).collect();
        rows.retain(|line| {
            state.is_none_or(|state| state == line.state)
                && after.is_none_or(|after| line.id.0 > after.id)
        });
        rows.sort_by_key(|line| line.id);
        Ok(Page::of_one_more(rows, limit))
    }

    async fn proposal(&self, owner: OrganizationId, id: ProposalId) -> Result<ProposalRow> {
        self.data().bank.proposal(owner, id)
    }

    async fn proposals(
        &self,
        owner: OrganizationId,
        filter: ProposalFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<ProposalRow>> {
        let data = self.data();
        let own = data.bank.proposals.iter().filter(|(of, _)| *of == owner).map(|(_, p)| p);
        let found = own.filter(|p| {
            filter.state.is_none_or(|state| state == p.state)
                && filter.statement.is_none_or(|statement| statement == p.statement)
                && filter.invoice.is_none_or(|invoice| invoice == p.invoice)
        });
        let rows = found.map(|p| data.bank.row(owner, p)).collect::<Result<_>>()?;
        let place = |row: &ProposalRow| (row.proposal.created_at, row.proposal.id.0);
        Ok(page(rows, after, limit, place))
    }

    async fn answer_proposal<D>(
        &self,
        owner: OrganizationId,
        id: ProposalId,
        decide: D,
    ) -> Result<ProposalRow, ProposalError>
    where
        D: Fn(&ProposalRow, &Settlement) -> Result<ProposalChange, ProposalError> + Send + Sync,
    {
        let mut data = self.data();
        let mut copy = data.clone();
        let row = copy.bank.proposal(owner, id)?;
        let change = decide(&row, &copy.settlement(owner, row.proposal.invoice)?)?;
        copy.bank.answer(owner, &row, &change);
        if let ProposalChange::Accepted(payment, _) = change {
            copy.apply(owner, row.proposal.invoice, *payment);
        }
        let answered = copy.bank.proposal(owner, id)?;
        *data = copy;
        Ok(answered)
    }

    async fn is_of_line(&self, owner: OrganizationId, payment: PaymentId) -> Result<bool> {
        Ok(self.data().bank.paid(owner, LineId::of_payment(payment)).is_ok())
    }

    async fn reopen_line<D>(
        &self,
        owner: OrganizationId,
        (line, invoice): (LineId, InvoiceId),
        decide: D,
    ) -> Result<Answer, PaymentError>
    where
        D: Fn(&PaidLine, &Settlement) -> Result<(Reopened, Answer), PaymentError> + Send + Sync,
    {
        let mut data = self.data();
        let paid = data.bank.paid(owner, line)?;
        let (reopened, answer) = decide(&paid, &data.settlement(owner, invoice)?)?;
        data.bank.reopen(owner, &paid.line, &reopened);
        data.apply(owner, invoice, reopened.payment);
        Ok(answer)
    }
}
