//! Contracts by which invoices recur.
//!
//! Locks are taken in this order: the contract, the series, the invoice.

mod issue;
mod locked;
mod periods;
#[cfg(test)]
mod plans;
mod rows;

use super::{
    super::{idempotency::answer, queue::enqueue, sql::*},
    stock::stock_turn,
};
use access::{OrganizationId, Tier};
use contracts::{
    Contract, ContractCursor, ContractFilter, ContractId, ContractState, ContractStore,
    DueContracts, LONGEST_WAIT, ListedPeriod, PeriodInvoice, PeriodIssued, SendState,
};
use idempotency::{Answer, Lease};
use invoicing::{Draft, Invoice, InvoiceId};
use jobs::NewJob;
use locked::locked;
use persistence::{Cursor, Page};
use rows::{ContractRow, contract_row, update};
use time::{Date, OffsetDateTime};
use uuid::Uuid;

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl ContractStore for Backend {
    async fn add_contract(
        &self,
        organization: OrganizationId,
        contract: &Contract,
        answered: Option<(&Lease, &Answer)>,
    ) -> Result<()> {
        within!(self, conn => add(conn, organization, contract, answered))
    }

    async fn contract(&self, organization: OrganizationId, id: ContractId) -> Result<Contract> {
        let mut conn = self.reader().await?;
        let query = sql!(
            "SELECT content FROM contracts WHERE organization_id = {} AND id = {}",
            organization,
            id.0
        );
        query.one::<ContractRow>(read_conn!(conn)).await?.into_domain()
    }

    async fn contracts(
        &self,
        organization: OrganizationId,
        filter: &ContractFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<Contract>> {
        self.page(list(organization, filter, after, limit), limit, ContractRow::into_domain).await
    }

    async fn change_contract(
        &self,
        organization: OrganizationId,
        before: &Contract,
        after: &Contract,
        job: Option<&NewJob>,
        now: OffsetDateTime,
    ) -> Result<()> {
        within!(self, conn => change(conn, organization, before, after, (job, now)))
    }

    async fn issue_period<D>(
        &self,
        organization: OrganizationId,
        before: &Contract,
        draft: &Draft,
        decide: D,
    ) -> Result<Invoice>
    where
        D: Fn(&Invoice) -> PeriodIssued + Send + Sync,
    {
        let _stock = stock_turn(self, organization, draft.document.names_stock()).await?;
        within!(self, conn => issue::period(conn, organization, before, draft, decide))
    }

    async fn due_contracts(
        &self,
        today: Date,
        now: OffsetDateTime,
        after: Option<ContractCursor>,
        limit: u16,
    ) -> Result<DueContracts> {
        let mut conn = self.reader().await?;
        let query = due(today, now, after, limit);
        let found: Vec<(Date, Uuid, Uuid)> = query.all(read_conn!(conn)).await?;
        let is_full = found.len() == usize::from(limit);
        let next = found.last().filter(|_| is_full).map(|(due_on, organization, id)| {
            let (organization, contract) = (OrganizationId(*organization), ContractId(*id));
            ContractCursor { due_on: *due_on, organization, contract }
        });
        let contracts = found.into_iter().map(|(_, of, id)| (OrganizationId(of), ContractId(id)));
        Ok(DueContracts { contracts: contracts.collect(), next })
    }

    async fn period_invoices(
        &self,
        organization: OrganizationId,
        contract: ContractId,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<ListedPeriod>> {
        reading!(self, conn => periods::list(conn, organization, contract, after, limit))
    }

    async fn period_invoice(
        &self,
        organization: OrganizationId,
        invoice: InvoiceId,
    ) -> Result<PeriodInvoice> {
        reading!(self, conn => periods::one(conn, organization, invoice))
    }

    async fn keep_period_send(
        &self,
        organization: OrganizationId,
        invoice: InvoiceId,
        send: &SendState,
        job: Option<&NewJob>,
        now: OffsetDateTime,
    ) -> Result<()> {
        within!(self, conn => periods::keep_send(conn, organization, invoice, send, (job, now)))
    }
}

async fn add(
    conn: &mut Conn,
    organization: OrganizationId,
    contract: &Contract,
    answered: Option<(&Lease, &Answer)>,
) -> Result<()> {
    let content = rows::content(contract)?;
    contract_row(organization, contract, &content).insert().execute(conn).await?;
    answer(conn, organization, answered, contract.created_at).await
}

async fn change(
    conn: &mut Conn,
    organization: OrganizationId,
    before: &Contract,
    after: &Contract,
    (job, now): (Option<&NewJob>, OffsetDateTime),
) -> Result<()> {
    locked(conn, organization, before).await?;
    update(conn, organization, after).await?;
    enqueue(conn, job, now).await
}

fn list(
    organization: OrganizationId,
    filter: &ContractFilter,
    after: Option<Cursor>,
    limit: u16,
) -> Statement<'static> {
    let own = sql!("SELECT content FROM contracts WHERE organization_id = {}", organization);
    let problem = filter.problem.map(|problem| match problem {
        true => sql!(" AND problem IS NOT NULL"),
        false => sql!(" AND problem IS NULL"),
    });
    let filtered = own
        .and(filter.tier.map(Tier::name).map(|tier| sql!(" AND tier = {}", tier)))
        .and(filter.state.map(ContractState::name).map(|state| sql!(" AND state = {}", state)))
        .and(filter.customer_id.map(|customer| sql!(" AND customer_id = {}", customer)))
        .and(filter.project_id.map(|project| sql!(" AND project_id = {}", project.0)))
        .and(problem);
    page_query(filtered, after, limit)
}

/// In the order of the index `contracts_due`, from a position in it.
fn due(
    today: Date,
    now: OffsetDateTime,
    after: Option<ContractCursor>,
    limit: u16,
) -> Statement<'static> {
    let after = after.map(|after| {
        sql!(
            " AND (due_on, organization_id, id) > ({}, {}, {})",
            after.due_on,
            after.organization,
            after.contract.0
        )
    });
    sql!(
        "SELECT due_on, organization_id, id FROM contracts
         WHERE state = 'active' AND due_on <= {today}
           AND (retry_at IS NULL OR retry_at <= {now} OR retry_at > {never})",
        today = today,
        now = now,
        never = now.saturating_add(LONGEST_WAIT),
    )
    .and(after)
    .then(sql!(" ORDER BY due_on, organization_id, id LIMIT {}", i64::from(limit)))
}
