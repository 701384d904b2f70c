use super::{ContractError, moment};
use crate::{
    context::Context,
    idempotent::with_idempotency_key,
    invoicing::{
        records::NewRecord,
        stock_lines::{LinesOf, with_warehouses},
    },
    ports::{Ports, Runtime},
};
use contracts::{Contract, ContractId, ContractInput, ContractStore, check_contract};
use idempotency::{Answer, UnwritableAnswer};
use invoicing::InvoiceStore;

/// Creates a contract, once per idempotency key; `respond` builds the answer.
///
/// # Errors
/// [`ContractError`]; nothing was stored then, and the key can be used again.
pub async fn add_contract<P: Ports>(
    context: &Context<'_, P>,
    new: NewRecord<ContractInput>,
    respond: impl Fn(&Contract) -> Result<Answer, UnwritableAnswer> + Send + Sync,
) -> Result<Answer, ContractError> {
    let NewRecord { mut input, mut found, lease } = new;
    let lease = lease.as_ref();
    let work = async {
        let (database, owner) = (context.database(), context.organization);
        let items = input.items.as_deref();
        let stocked = with_warehouses(context, items, LinesOf::CONTRACT, &mut found).await?;
        input.items = stocked.or(input.items);
        let records = database.issuing_records(owner, &input.references()).await?;
        let moment = moment(context, ContractId(context.ports.runtime().new_id()));
        let contract = check_contract(&input, found, &records, &moment)?.by(context.actor);
        let answer = respond(&contract)?;
        let answered = lease.map(|(lease, _)| (lease, &answer));
        database.add_contract(owner, &contract, answered).await?;
        tracing::info!(org.id = %owner, contract.id = %contract.id, "contract created");
        Ok(answer)
    };
    with_idempotency_key(context.ports, context.organization.into(), lease, work).await
}
