use super::error::ValueTaken;
use super::error::{StockFailure, refuse_taken};
use crate::{
    context::Context,
    idempotent::with_idempotency_key,
    invoicing::records::NewRecord,
    ports::{Ports, Runtime},
    retry::retry_on_conflict,
};
use idempotency::{Answer, UnwritableAnswer};
use invoicing::Violations;
use persistence::StoreError;
use stock::{StockStore, Warehouse, WarehouseId, WarehouseInput};

/// Creates a warehouse, once per idempotency key; `respond` builds the answer.
///
/// # Errors
/// [`StockFailure`]; nothing was stored then, and the key can be used again.
pub async fn add_warehouse<P: Ports>(
    context: &Context<'_, P>,
    new: NewRecord<WarehouseInput>,
    respond: impl Fn(&Warehouse) -> Result<Answer, UnwritableAnswer> + Send + Sync,
) -> Result<Answer, StockFailure> {
    let NewRecord { input, found, lease } = new;
    let lease = lease.as_ref();
    let work = async {
        let id = WarehouseId(context.ports.runtime().new_id());
        let warehouse = input.check(id, context.now(), found)?;
        let answer = respond(&warehouse)?;
        let answered = lease.map(|(lease, _)| (lease, &answer));
        let owner = context.organization;
        let kept = context.database().add_warehouse(owner, &warehouse, answered).await;
        kept.map_err(name_taken)?;
        tracing::info!(org.id = %owner, warehouse.id = %id, "warehouse created");
        Ok(answer)
    };
    with_idempotency_key(context.ports, context.organization.into(), lease, work).await
}

/// Replaces the description of a warehouse.
///
/// # Errors
/// [`StockFailure`]; nothing was changed then.
pub async fn change_warehouse<P: Ports>(
    context: &Context<'_, P>,
    id: WarehouseId,
    input: &WarehouseInput,
    found: &Violations,
) -> Result<Warehouse, StockFailure> {
    let (database, owner) = (context.database(), context.organization);
    retry_on_conflict(|| async {
        let before = database.warehouse(owner, id).await?;
        let after = input.change(&before, context.now(), found.clone())?;
        database.change_warehouse(owner, &after).await.map_err(name_taken)?;
        Ok(after)
    })
    .await
}

fn name_taken(error: StoreError) -> StockFailure {
    refuse_taken(error, "name", ValueTaken::OfWarehouse)
}
