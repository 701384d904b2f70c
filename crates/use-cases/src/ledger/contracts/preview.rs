use super::contract;
use crate::{
    context::Context,
    ports::{Ports, Runtime},
};
use contracts::{Contract, ContractId, Obstacle, Period};
use invoicing::{Draft, InvoiceStore, Issuance, References};
use persistence::StoreError;

/// The next invoice of a contract, as it would be issued.
#[derive(Debug)]
pub struct Preview {
    pub contract: Contract,
    /// The next period with its invoice or the obstacle; `None` when the contract is over.
    pub next: Option<(Period, Result<Draft, Obstacle>)>,
}

/// A preview of the next invoice of a contract, issued on its day, or today when that day has passed. It stores
/// nothing. The number and the exchange rate of the day are not known yet.
///
/// # Errors
/// [`StoreError::NotFound`]; storage failures.
pub async fn preview<P: Ports>(
    context: &Context<'_, P>,
    id: ContractId,
) -> Result<Preview, StoreError> {
    let (database, runtime) = (context.database(), context.ports.runtime());
    let contract = contract(context, id).await?;
    let Some(period) = contract.next_period() else { return Ok(Preview { contract, next: None }) };
    let customer_id = Some(contract.terms.customer_id);
    let references = References { customer_id, ..References::default() };
    let records = database.issuing_records(context.organization, &references).await?;
    let mut issuance = Issuance::at(runtime.now(), || runtime.new_id());
    issuance.today = issuance.today.max(period.due_on);
    let draft = contract.draft(&period, &records, &mut issuance);
    drop(issuance);
    Ok(Preview { next: Some((period, draft)), contract })
}
