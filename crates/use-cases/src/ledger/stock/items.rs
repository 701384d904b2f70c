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
use stock::{Item, ItemInput, StockItemId, StockStore};

/// Creates a stock item, once per idempotency key; `respond` builds the answer.
///
/// # Errors
/// [`StockFailure`]; nothing was stored then, and the key can be used again.
pub async fn add_item<P: Ports>(
    context: &Context<'_, P>,
    new: NewRecord<ItemInput>,
    respond: impl Fn(&Item) -> Result<Answer, UnwritableAnswer> + Send + Sync,
) -> Result<Answer, StockFailure> {
    let NewRecord { input, found, lease } = new;
    let lease = lease.as_ref();
    let work = async {
        let id = StockItemId(context.ports.runtime().new_id());
        let item = input.check(id, context.now(), found)?;
        let answer = respond(&item)?;
        let answered = lease.map(|(lease, _)| (lease, &answer));
        let kept = context.database().add_stock_item(context.organization, &item, answered).await;
        kept.map_err(sku_taken)?;
        tracing::info!(org.id = %context.organization, stock.item.id = %id, "stock item created");
        Ok(answer)
    };
    with_idempotency_key(context.ports, context.organization.into(), lease, work).await
}

/// Replaces the description of a stock item.
///
/// # Errors
/// [`StockFailure`]; nothing was changed then.
pub async fn change_item<P: Ports>(
    context: &Context<'_, P>,
    id: StockItemId,
    input: &ItemInput,
    found: &Violations,
) -> Result<Item, StockFailure> {
    let (database, owner) = (context.database(), context.organization);
    retry_on_conflict(|| async {
        let before = database.stock_item(owner, id).await?;
        let after = input.change(&before, context.now(), found.clone())?;
        database.change_stock_item(owner, &after).await.map_err(sku_taken)?;
        Ok(after)
    })
    .await
}

fn sku_taken(error: StoreError) -> StockFailure {
    refuse_taken(error, "sku", ValueTaken::OfItem)
}
