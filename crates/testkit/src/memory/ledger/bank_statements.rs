use crate::memory::{
    page::page,
    store::{Data, MemoryStore},
};
use access::OrganizationId;
use bank_statements::{
    Candidates, KnownLine, KnownLines, LineId, LineRecord, LineState, NewStatement, OpenInvoice,
    PaidBefore, PaidLine, PlannedPayment, ProposalChange, ProposalError, ProposalFilter,
    ProposalId, ProposalRow, ProposedInvoice, Reopened, Returned, StatementId, StatementRecord,
    StatementStore, Wanted,
};
use idempotency::Answer;
use invoicing::{
    BankAccountId, ContactId, Firm, InvoiceId, InvoiceStatus, PaymentId, SameFirm,
    paying::{PaymentChange, PaymentError, Settlement},
    recording::InvoiceContent,
};
use money::Currency;
use persistence::{Cursor, Page, StoreError};
use std::collections::{BTreeMap, BTreeSet};

type Result<T, E = StoreError> = std::result::Result<T, E>;

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

    fn firm(&self, owner: OrganizationId, id: ContactId) -> Firm {
        let contact = self.contacts.get(&(owner, id));
        contact.map(|row| Firm::of(&row.contact.party)).unwrap_or_default()
    }

    fn paid(
        &self,
        owner: OrganizationId,
        (iban, currency): (&str, Currency),
        returned: &Returned,
    ) -> Vec<PaidBefore> {
        let of_account = self.bank.of_account(owner, iban, currency);
        let paid = of_account.filter(|(_, line)| line.state == LineState::Recorded);
        let paid = paid.filter_map(|(_, line)| {
            let invoice = self.invoices.get(&(owner, line.invoice?))?;
            let payment = invoice.payments.iter().find(|p| p.id == line.id.payment())?;
            let header = invoice.document.header();
            let symbol = header.variable_symbol.map(|symbol| symbol.trim_start_matches('0'));
            let account = line.line.counterparty_account.as_ref();
            let wanted = symbol.is_some_and(|symbol| returned.symbols.contains(symbol))
                || account.is_some_and(|account| returned.accounts.contains(account));
            wanted.then(|| PaidBefore {
                payment: payment.id,
                invoice: invoice.id,
                number: header.number.to_owned(),
                amount: payment.amount,
                line: line.line.clone(),
            })
        });
        paid.collect()
    }
}

impl StatementStore for MemoryStore {
    async fn statement_of(
        &self,
        owner: OrganizationId,
        sha256: &[u8; 32],
    ) -> Result<Option<StatementRecord>> {
        let data = self.asked("statement_of")?;
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
        let of_account = data.bank.of_account(owner, iban, currency);
        let wanted =
            |line: &LineRecord| keys.contains(&line.key) || contents.contains(&line.content);
        let known =
            of_account.filter(|(_, line)| wanted(line)).map(|(statement, line)| KnownLine {
                key: line.key.clone(),
                content: line.content.clone(),
                format: statement.format,
                line: line.line.clone(),
            });
        Ok(KnownLines(known.collect()))
    }

    async fn candidates(
        &self,
        owner: OrganizationId,
        (iban, currency): (&str, Currency),
        wanted: &Wanted,
    ) -> Result<Candidates> {
        let data = self.data();
        let payers = data.payers(owner, &wanted.accounts);
        let mut invoices = data.open_invoices(owner, currency);
        let paying: Vec<_> = payers.values().flatten().map(|id| data.firm(owner, *id)).collect();
        invoices.retain(|invoice| {
            let firm = data.firm(owner, invoice.customer_id);
            invoice.symbol.as_ref().is_some_and(|symbol| wanted.symbols.contains(symbol))
                || wanted.amounts.contains(&invoice.outstanding)
                || payers.values().flatten().any(|customer| *customer == invoice.customer_id)
                || paying.iter().any(|payer| payer.same_as(&firm) == SameFirm::Yes)
        });
        let customers = invoices.iter().map(|invoice| invoice.customer_id);
        let customers = customers.chain(payers.values().flatten().copied());
        let firms = customers.map(|id| (id, data.firm(owner, id))).collect();
        let paid = data.paid(owner, (iban, currency), &wanted.returned);
        let proposed = match wanted.returned.is_empty() {
            true => Vec::new(),
            false => data.bank.proposed(owner, iban, currency),
        };
        Ok(Candidates { invoices, payers, firms, paid, proposed })
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
        copy.bank.overtake(owner, new)?;
        for planned in &new.payments {
            let change = decide(&copy.settlement(owner, planned.invoice)?, planned)?;
            copy.keep_payment(&change)?;
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
                && after.is_none_or(|after| line.id.0 > after.id.0)
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

    async fn proposed_invoices(
        &self,
        owner: OrganizationId,
        ids: &[InvoiceId],
    ) -> Result<Vec<ProposedInvoice>> {
        let data = self.asked("proposed_invoices")?;
        let found = ids.iter().filter_map(|id| data.invoices.get(&(owner, *id)));
        Ok(found.map(ProposedInvoice::from).collect())
    }

    async fn unmatched_lines(
        &self,
        owner: OrganizationId,
        currency: Currency,
    ) -> Result<Vec<LineRecord>> {
        Ok(self.data().bank.unmatched(owner, currency))
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
        if let ProposalChange::Moved(to, at) = &change {
            copy.bank.move_proposal(owner, &row, (to, *at));
        }
        if let ProposalChange::Accepted(brought, _) = change {
            copy.keep_payment(&brought.payment)?;
            for again in &brought.again {
                copy.bank.match_again(owner, again)?;
                again.payment.iter().try_for_each(|payment| copy.keep_payment(payment))?;
            }
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
        data.keep_payment(&reopened.payment)?;
        Ok(answer)
    }
}
