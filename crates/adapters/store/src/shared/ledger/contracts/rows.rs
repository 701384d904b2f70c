use super::super::super::sql::*;
use crate::error::backend;
use access::OrganizationId;
use contracts::Contract;

columns! {
    pub(super) struct ContractRow {
        content: String,
    }
}

impl ContractRow {
    pub(super) fn into_domain(self) -> Result<Contract> {
        serde_json::from_str(&self.content).map_err(backend)
    }
}

pub(super) fn content(contract: &Contract) -> Result<String> {
    serde_json::to_string(contract).map_err(backend)
}

pub(super) fn contract_row<'a>(
    organization: OrganizationId,
    contract: &'a Contract,
    content: &'a str,
) -> NewRow<'a> {
    let problem = contract.problem.as_ref();
    row!("contracts",
        organization_id: organization,
        id: contract.id.0,
        tier: contract.tier.name(),
        state: contract.state.name(),
        customer_id: contract.terms.customer_id,
        project_id: contract.terms.project_id.map(|project| project.0),
        due_on: contract.next_period().map(|period| period.due_on),
        problem: problem.map(|problem| problem.code.name()),
        retry_at: problem.map(|problem| problem.retry_at),
        version: contract.version,
        created_at: contract.created_at,
        content: content,
    )
}

/// Updates the contract, whose row is locked.
pub(super) async fn update(
    conn: &mut Conn,
    organization: OrganizationId,
    after: &Contract,
) -> Result<()> {
    let (content, problem) = (content(after)?, after.problem.as_ref());
    let update = sql!(
        "UPDATE contracts SET state = {}, due_on = {}, problem = {}, retry_at = {}, version = {},
           content = {}, project_id = {}
         WHERE organization_id = {} AND id = {}",
        after.state.name(),
        after.next_period().map(|period| period.due_on),
        problem.map(|problem| problem.code.name()),
        problem.map(|problem| problem.retry_at),
        after.version,
        content.as_str(),
        after.terms.project_id.map(|project| project.0),
        organization,
        after.id.0
    );
    update.execute(conn).await.map(drop)
}
