use super::{ContractError, contract, moment};
use crate::{
    context::Context,
    invoicing::stock_lines::{LinesOf, with_warehouses},
    ports::{Ports, Runtime},
    retry::retry_on_conflict,
};
use contracts::{Contract, ContractChange, ContractId, ContractState, ContractStore, Missed};
use invoicing::{InvoiceStore, References, Violations};

/// Changes a contract from its next invoice on. Issued invoices stay as they are.
///
/// # Errors
/// [`ContractError`]; nothing was changed then.
pub async fn change_contract<P: Ports>(
    context: &Context<'_, P>,
    id: ContractId,
    change: &ContractChange,
    found: &Violations,
) -> Result<Contract, ContractError> {
    // the customer of a contract cannot be changed
    let before = contract(context, id).await?;
    let project_id = change.project_id.unwrap_or(before.terms.project_id);
    let references = References { project_id, ..before.references() };
    let records = context.database().issuing_records(context.organization, &references).await?;
    let moment = moment(context, id);
    let (mut change, mut found) = (change.clone(), found.clone());
    let items = change.items.as_deref();
    let stocked = with_warehouses(context, items, LinesOf::CONTRACT, &mut found).await?;
    change.items = stocked.or(change.items);
    decide(context, id, |before| {
        if change.version.is_some_and(|version| version != i64::from(before.version)) {
            return Err(ContractError::Stale(before.version));
        }
        Ok(Some(before.changed(change.clone(), found.clone(), &records, &moment)?))
    })
    .await
}

/// Pauses a contract: nothing is issued until it is resumed. Repeating it changes nothing.
///
/// # Errors
/// [`ContractError`]; nothing was changed then.
pub async fn pause_contract<P: Ports>(
    context: &Context<'_, P>,
    id: ContractId,
) -> Result<Contract, ContractError> {
    decide(context, id, |before| Ok(before.paused())).await
}

/// Resumes a paused contract, or retries at once what blocked its next invoice.
///
/// # Errors
/// [`ContractError`]; nothing was changed then.
pub async fn resume_contract<P: Ports>(
    context: &Context<'_, P>,
    id: ContractId,
    missed: Missed,
) -> Result<Contract, ContractError> {
    let today = context.ports.runtime().today();
    decide(context, id, |before| Ok(before.resumed(missed, today))).await
}

/// Cancels a contract for good. Repeating it changes nothing.
///
/// # Errors
/// [`ContractError`]; nothing was changed then.
pub async fn cancel_contract<P: Ports>(
    context: &Context<'_, P>,
    id: ContractId,
) -> Result<(), ContractError> {
    match decide(context, id, |before| Ok(before.cancelled())).await {
        Ok(_) | Err(ContractError::Cancelled) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Stores the contract that `change` returns and returns it; on a version conflict it decides again.
async fn decide<P: Ports>(
    context: &Context<'_, P>,
    id: ContractId,
    change: impl Fn(&Contract) -> Result<Option<Contract>, ContractError> + Send + Sync,
) -> Result<Contract, ContractError> {
    let (database, owner) = (context.database(), context.organization);
    retry_on_conflict(|| async {
        let before = contract(context, id).await?;
        if before.state == ContractState::Cancelled {
            return Err(ContractError::Cancelled);
        }
        let Some(after) = change(&before)? else { return Ok(before) };
        let after = after.by(context.actor);
        database.change_contract(owner, &before, &after, None, context.now()).await?;
        let state = after.state.name();
        tracing::info!(org.id = %owner, contract.id = %id, contract.state = state, "contract changed");
        Ok(after)
    })
    .await
}
