use crate::memory::{
    Result,
    page::page,
    store::{Data, MemoryStore},
};
use access::OrganizationId;
use bank_statements::{
    Candidates, KnownLine, KnownLines, Line, LineId, LineRecord, LineState, MATCH_JOB,
    MatchedAgain, NewStatement, OpenInvoice, PaidBefore, PaidLine, PlannedPayment, ProposalChange,
    ProposalError, ProposalFilter, ProposalId, ProposalRow, ProposedInvoice, Returned, StatementId,
    StatementRecord, StatementStore, TakenBack, Wanted, marks,
};
use events::{EventName, NewEvent};
use idempotency::Answer;
use invoicing::{
    AnyInvoice, BankAccountId, ContactId, Firm, InvoiceId, InvoiceStatus, Payment, PaymentId,
    PaymentMethod, SameFirm,
    paying::{PaymentChange, PaymentError, Settlement},
    recording::InvoiceContent,
};
use jobs::{JobId, NewJob, SubjectId};
use money::Currency;
use persistence::{Cursor, Page, StoreError};
use std::collections::{BTreeMap, BTreeSet};
use time::OffsetDateTime;
use uuid::Uuid;

impl Data {
    fn open_invoices(&self, owner: OrganizationId, currency: Currency) -> Vec<OpenInvoice> {
        let own = self.invoices.of(owner).filter(|invoice| {
            invoice.document.header().currency == currency && invoice.status != InvoiceStatus::Paid
        });
        own.filter_map(OpenInvoice::of).collect()
    }

    fn payers(
        &self,
        owner: OrganizationId,
        accounts: &BTreeSet<String>,
    ) -> BTreeMap<String, BTreeSet<ContactId>> {
        let mut payers: BTreeMap<String, BTreeSet<ContactId>> = BTreeMap::new();
        for line in self.bank.lines.of(owner) {
            let paid = line.invoice.filter(|_| line.state == LineState::Recorded);
            let customer = paid.and_then(|id| self.invoices.find(owner, id));
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
        let contact = self.contacts.find(owner, id);
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
            let invoice = self.invoices.find(owner, line.invoice?)?;
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
                symbol: symbol.map(str::to_owned),
                amount: payment.amount,
                line: line.line.clone(),
            })
        });
        paid.chain(self.recorded(owner, currency, returned)).collect()
    }

    /// Transfers that became payments without a line of a statement.
    fn recorded(
        &self,
        owner: OrganizationId,
        currency: Currency,
        returned: &Returned,
    ) -> Vec<PaidBefore> {
        let of_line = |id| self.bank.lines.of(owner).any(|line| line.id.payment() == id);
        let of_currency = self.invoices.of(owner).filter(|invoice| {
            let header = invoice.document.header();
            header.currency == currency && header.invoice_type.is_receivable()
        });
        let each = of_currency.flat_map(|invoice| {
            let symbol = invoice.document.header().variable_symbol;
            let symbol = symbol.map(|symbol| symbol.trim_start_matches('0').to_owned());
            let wanted = symbol.as_ref().is_some_and(|it| returned.symbols.contains(it));
            let payments = invoice.payments.iter().filter(move |_| wanted);
            payments.map(move |payment| (invoice, symbol.clone(), payment))
        });
        let by_hand = each.filter(|(_, _, payment)| {
            payment.method == PaymentMethod::BankTransfer.name() && !of_line(payment.id)
        });
        let before = |(invoice, symbol, payment): (&AnyInvoice, _, &Payment)| PaidBefore {
            payment: payment.id,
            invoice: invoice.id,
            number: invoice.document.header().number.to_owned(),
            symbol,
            amount: payment.amount,
            line: Line::of(payment.date, payment.amount),
        };
        by_hand.map(before).collect()
    }
}

impl StatementStore for MemoryStore {
    async fn statement_of(
        &self,
        owner: OrganizationId,
        sha256: &[u8; 32],
    ) -> Result<Option<StatementRecord>> {
        let data = self.call("statement_of")?;
        Ok(data.bank.statements.of(owner).find(|s| s.sha256 == *sha256).cloned())
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
        let mut data = self.data();
        let by = [wanted.symbols.len(), wanted.accounts.len(), wanted.amounts.len()];
        data.looks += usize::from(by != [0; 3]);
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
        let waiting = data.bank.waiting(owner, (iban, currency), wanted);
        let returns = data.bank.returns(owner, (iban, currency), wanted);
        Ok(Candidates { invoices, payers, firms, paid, waiting, returns })
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
        self.change(|data| {
            data.must_exist(owner)?;
            data.bank.add(owner, new)?;
            data.bank.overtake(owner, new)?;
            for planned in &new.payments {
                let change = decide(&data.settlement(owner, planned.invoice)?, planned)?;
                data.keep_payment(&change)?;
            }
            Ok(())
        })
    }

    async fn statement(&self, owner: OrganizationId, id: StatementId) -> Result<StatementRecord> {
        self.data().bank.statements.one(owner, id).cloned()
    }

    async fn statements(
        &self,
        owner: OrganizationId,
        account: Option<BankAccountId>,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<StatementRecord>> {
        let wanted = |s: &StatementRecord| account.is_none_or(|id| id == s.bank_account_id);
        Ok(self.data().bank.statements.page(owner, wanted, after, limit))
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
        let rows = data.bank.lines.of(owner).filter(|line| {
            line.statement == id
                && state.is_none_or(|state| state == line.state)
                && after.is_none_or(|after| line.id.0 > after.id.0)
        });
        Ok(Page::of_one_more(rows.cloned().collect(), limit))
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
        let found = data.bank.proposals.of(owner).filter(|p| {
            filter.state.is_none_or(|state| state == p.state)
                && filter.statement.is_none_or(|statement| statement == p.statement)
                && filter.invoice.is_none_or(|invoice| invoice == p.invoice)
        });
        let rows = found.map(|p| data.bank.row(owner, p)).collect::<Result<Vec<_>>>()?;
        Ok(page(rows, after, limit))
    }

    async fn proposed_invoices(
        &self,
        owner: OrganizationId,
        ids: &[InvoiceId],
    ) -> Result<Vec<ProposedInvoice>> {
        let data = self.call("proposed_invoices")?;
        let found = ids.iter().filter_map(|id| data.invoices.find(owner, *id));
        Ok(found.map(ProposedInvoice::from).collect())
    }

    async fn unmatched_lines(
        &self,
        owner: OrganizationId,
        currency: Currency,
        wanted: &[String],
    ) -> Result<Vec<(String, LineRecord)>> {
        let data = self.data();
        let is_wanted = |line: &&LineRecord| marks(line).iter().any(|mark| wanted.contains(mark));
        let waiting = data.bank.unmatched(owner, currency.into()).filter(is_wanted);
        let with_account = |line: &LineRecord| {
            let statement = data.bank.statements.one(owner, line.statement)?;
            Ok((statement.iban.clone(), line.clone()))
        };
        let mut lines = waiting.map(with_account).collect::<Result<Vec<_>>>()?;
        lines.sort_by_key(|(_, record)| (record.line.booked_on, record.id));
        Ok(lines)
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
        self.change(|data| {
            let row = data.bank.proposal(owner, id)?;
            let change = decide(&row, &data.settlement(owner, row.proposal.invoice)?)?;
            data.bank.answer(owner, &row, &change);
            if let ProposalChange::Moved(to, at) = &change {
                data.bank.move_proposal(owner, &row, (to, *at));
            }
            if let ProposalChange::Accepted(payment, _) = change {
                data.keep_payment(&payment)?;
            }
            Ok(data.bank.proposal(owner, id)?)
        })
    }

    async fn match_again<D>(
        &self,
        owner: OrganizationId,
        (lines, invoice): (&[LineRecord], InvoiceId),
        decide: D,
    ) -> Result<(), PaymentError>
    where
        D: Fn(&Settlement) -> Result<Vec<MatchedAgain>, PaymentError> + Send + Sync,
    {
        self.change(|data| {
            let settlement = data.settlement(owner, invoice)?;
            for line in lines {
                let now = data.bank.lines.find(owner, line.id);
                now.filter(|now| *now == line).ok_or(StoreError::Conflict)?;
            }
            let again = decide(&settlement)?;
            Ok(data.match_again(owner, &again)?)
        })
    }

    async fn take_payment_back<D>(
        &self,
        owner: OrganizationId,
        (payment, invoice): (PaymentId, InvoiceId),
        decide: D,
    ) -> Result<Answer, PaymentError>
    where
        D: Fn(Option<&PaidLine>, &Settlement) -> Result<(TakenBack, Answer), PaymentError>
            + Send
            + Sync,
    {
        self.change(|data| {
            let paid = data.bank.paid(owner, LineId::of_payment(payment));
            let settlement = data.settlement(owner, invoice)?;
            let (taken_back, answer) = decide(paid.as_ref(), &settlement)?;
            if let Some((paid, reopened)) = paid.zip(taken_back.reopened) {
                data.bank.reopen(owner, &paid.line, &reopened);
            }
            data.keep_payment(&taken_back.payment)?;
            Ok(answer)
        })
    }
}

impl Data {
    /// The job that matches lines that wait, when more is open of an invoice than before.
    pub(in crate::memory) fn match_what_waits(
        &mut self,
        before: Option<&AnyInvoice>,
        after: &AnyInvoice,
        at: OffsetDateTime,
    ) -> Result<()> {
        let currency = after.document.header().currency;
        let waits = self.bank.unmatched(after.organization, currency).next().is_some();
        if !waits || !after.is_more_open_than(before) {
            return Ok(());
        }
        let about = (after.organization, SubjectId(after.id.0));
        let job = NewJob::about(about, JobId(Uuid::now_v7()), MATCH_JOB, at);
        self.enqueue(&job, at).map(drop)
    }

    /// The same for an invoice that is new by an event that gets its place in the feed.
    pub(in crate::memory) fn match_what_waits_for_new(&mut self, event: &NewEvent) -> Result<()> {
        let is_new = event.name == EventName::InvoiceCreated;
        let about = event.body.about_invoice().filter(|_| is_new);
        let new = about.and_then(|about| self.invoices.find(event.organization, about.invoice_id));
        match new.cloned() {
            Some(new) => self.match_what_waits(None, &new, event.at),
            None => Ok(()),
        }
    }

    /// Lines that are matched again, with their payments.
    fn match_again(&mut self, owner: OrganizationId, again: &[MatchedAgain]) -> Result<()> {
        for one in again {
            self.bank.match_again(owner, one)?;
            one.payment.iter().try_for_each(|payment| self.keep_payment(payment))?;
        }
        Ok(())
    }
}
