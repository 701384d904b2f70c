use crate::memory::{
    Result,
    page::page,
    store::{Data, MemoryStore},
};
use access::OrganizationId;
use contracts::{
    Contract, ContractCursor, ContractFilter, ContractId, ContractState, ContractStore,
    DueContracts, LONGEST_WAIT, ListedPeriod, PeriodInvoice, PeriodIssued, SendState,
};
use idempotency::{Answer, Lease};
use invoicing::{ContactId, Draft, Invoice, InvoiceId, Issued, recording::InvoiceContent};
use jobs::NewJob;
use persistence::{Cursor, Page, StoreError};
use time::{Date, OffsetDateTime};

impl Data {
    /// The contract, if it still has the version.
    fn locked(&self, owner: OrganizationId, before: &Contract) -> Result<()> {
        match self.contracts.contracts.one(owner, before.id)?.version == before.version {
            true => Ok(()),
            false => Err(StoreError::Conflict),
        }
    }

    /// Moves the contracts of a customer to another one.
    pub(in crate::memory) fn move_contracts(
        &mut self,
        owner: OrganizationId,
        from: ContactId,
        to: ContactId,
    ) {
        let own = self.contracts.contracts.of_mut(owner);
        for contract in own.filter(|contract| contract.terms.customer_id == from) {
            contract.terms.customer_id = to;
        }
    }

    fn period_of(&mut self, owner: OrganizationId, id: InvoiceId) -> Result<&mut PeriodInvoice> {
        let mut periods = self.contracts.periods.iter_mut();
        let found = periods.find(|((of, ..), period)| *of == owner && period.invoice == id);
        found.map(|(_, period)| period).ok_or(StoreError::NotFound)
    }

    fn issue_period(
        &mut self,
        owner: OrganizationId,
        before: &Contract,
        draft: &Draft,
        decide: impl Fn(&Invoice) -> PeriodIssued,
    ) -> Result<Invoice> {
        self.locked(owner, before)?;
        let respond = |_: &Issued<'_>| Ok(Answer { status: 201, body: Vec::new() });
        let (invoice, _) = self.issue(draft, None, respond)?;
        let PeriodIssued { after, invoice: of_period, job } = decide(&invoice);
        let key = (owner, before.id, of_period.period.first);
        if self.contracts.periods.insert(key, of_period).is_some() {
            return Err(StoreError::Taken("the period".into()));
        }
        self.contracts.contracts.put(owner, after);
        job.map_or(Ok(true), |job| self.enqueue(&job, invoice.created_at))?;
        Ok(invoice)
    }
}

impl ContractStore for MemoryStore {
    async fn add_contract(
        &self,
        owner: OrganizationId,
        contract: &Contract,
        answered: Option<(&Lease, &Answer)>,
    ) -> Result<()> {
        self.change(|data| {
            data.must_exist(owner)?;
            data.project_exists(owner, contract.terms.project_id)?;
            data.contracts.contracts.put(owner, contract.clone());
            data.answer(owner, answered, contract.created_at)
        })
    }

    async fn contract(&self, owner: OrganizationId, id: ContractId) -> Result<Contract> {
        self.data().contracts.contracts.one(owner, id).cloned()
    }

    async fn contracts(
        &self,
        owner: OrganizationId,
        filter: &ContractFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<Contract>> {
        let wanted = |contract: &Contract| {
            filter.tier.is_none_or(|tier| tier == contract.tier)
                && filter.state.is_none_or(|state| state == contract.state)
                && filter.customer_id.is_none_or(|id| id == contract.terms.customer_id)
                && filter.project_id.is_none_or(|id| contract.terms.project_id == Some(id))
                && filter.problem.is_none_or(|problem| problem == contract.problem.is_some())
        };
        Ok(self.data().contracts.contracts.page(owner, wanted, after, limit))
    }

    async fn change_contract(
        &self,
        owner: OrganizationId,
        before: &Contract,
        after: &Contract,
        job: Option<&NewJob>,
        now: OffsetDateTime,
    ) -> Result<()> {
        self.change(|data| {
            data.locked(owner, before)?;
            data.contracts.contracts.put(owner, after.clone());
            job.map_or(Ok(()), |job| data.enqueue(job, now).map(drop))
        })
    }

    async fn issue_period<D>(
        &self,
        owner: OrganizationId,
        before: &Contract,
        draft: &Draft,
        decide: D,
    ) -> Result<Invoice>
    where
        D: Fn(&Invoice) -> PeriodIssued + Send + Sync,
    {
        self.change(|data| data.issue_period(owner, before, draft, decide))
    }

    async fn due_contracts(
        &self,
        today: Date,
        now: OffsetDateTime,
        after: Option<ContractCursor>,
        limit: u16,
    ) -> Result<DueContracts> {
        let is_asked = |at: OffsetDateTime| at <= now || at > now + LONGEST_WAIT;
        let data = self.data();
        let all = data.contracts.contracts.all().map(|(_, contract)| contract);
        let active = all.filter(|contract| contract.state == ContractState::Active);
        let asked = active.filter(|c| c.problem.as_ref().is_none_or(|p| is_asked(p.retry_at)));
        let mut due: Vec<_> = asked
            .filter_map(|contract| {
                let due_on = contract.next_period()?.due_on;
                let (organization, contract) = (contract.organization, contract.id);
                Some(ContractCursor { due_on, organization, contract })
            })
            .filter(|place| place.due_on <= today && after.is_none_or(|after| after < *place))
            .collect();
        due.sort_unstable();
        due.truncate(limit.into());
        let next = due.last().copied().filter(|_| due.len() == usize::from(limit));
        let contracts = due.into_iter().map(|place| (place.organization, place.contract));
        Ok(DueContracts { contracts: contracts.collect(), next })
    }

    async fn period_invoices(
        &self,
        owner: OrganizationId,
        contract: ContractId,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<ListedPeriod>> {
        let data = self.data();
        let periods = data.contracts.periods.iter();
        let own = periods.filter(|((of, id, _), _)| (*of, *id) == (owner, contract));
        let rows = own.filter_map(|(_, issued)| {
            let invoice = data.invoices.find(owner, issued.invoice)?;
            let header = invoice.document.header();
            Some(ListedPeriod {
                issued: issued.clone(),
                number: header.number.to_owned(),
                status: invoice.status,
                total: header.totals.total,
                currency: header.currency,
            })
        });
        Ok(page(rows, after, limit))
    }

    async fn period_invoice(&self, owner: OrganizationId, id: InvoiceId) -> Result<PeriodInvoice> {
        self.call("period_invoice")?.period_of(owner, id).cloned()
    }

    async fn keep_period_send(
        &self,
        owner: OrganizationId,
        invoice: InvoiceId,
        send: &SendState,
        job: Option<&NewJob>,
        now: OffsetDateTime,
    ) -> Result<()> {
        self.change(|data| {
            data.period_of(owner, invoice)?.send = send.clone();
            job.map_or(Ok(()), |job| data.enqueue(job, now).map(drop))
        })
    }
}
