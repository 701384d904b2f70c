use super::error::StockFailure;
use crate::{
    context::Context,
    idempotent::with_idempotency_key,
    invoicing::records::NewRecord,
    ports::{Ports, Runtime},
    retry::retry_on_conflict,
};
use idempotency::{Answer, Fingerprint, Lease, UnwritableAnswer};
use invoicing::Violations;
use persistence::StoreError;
use refusals::FieldFault;
use stock::{
    DocumentInput, Held, NewDocument, StockDocument, StockDocumentId, StockRefused, StockStore,
    WarehouseId,
};

/// Creates a draft, once per idempotency key; `respond` builds the answer.
///
/// # Errors
/// [`StockFailure`]; nothing was stored then, and the key can be used again.
pub async fn add_document<P: Ports>(
    context: &Context<'_, P>,
    new: NewRecord<DocumentInput>,
    respond: impl Fn(&StockDocument) -> Result<Answer, UnwritableAnswer> + Send + Sync,
) -> Result<Answer, StockFailure> {
    let NewRecord { input, found, lease } = new;
    let lease = lease.as_ref();
    let work = async {
        let runtime = context.ports.runtime();
        let id = StockDocumentId(runtime.new_id());
        let new = NewDocument { id, now: runtime.now(), today: runtime.today() };
        let document = input.check(&new, found)?;
        names_what_is_there(context, &document).await?;
        let answer = respond(&document)?;
        let answered = lease.map(|(lease, _)| (lease, &answer));
        let owner = context.organization;
        let kept = context.database().add_stock_document(owner, &document, answered).await;
        kept.map_err(count_open)?;
        tracing::info!(org.id = %owner, stock.document.id = %id, "stock document drafted");
        Ok(answer)
    };
    with_idempotency_key(context.ports, context.organization.into(), lease, work).await
}

/// Replaces the content of a draft.
///
/// # Errors
/// [`StockFailure`]; nothing was changed then.
pub async fn change_document<P: Ports>(
    context: &Context<'_, P>,
    id: StockDocumentId,
    input: &DocumentInput,
    found: &Violations,
) -> Result<StockDocument, StockFailure> {
    let (database, owner) = (context.database(), context.organization);
    retry_on_conflict(|| async {
        let before = database.stock_document(owner, id).await?;
        before.must_be_draft()?;
        let today = context.ports.runtime().today();
        let after = input.change(&before, today, found.clone())?;
        names_what_is_there(context, &after).await?;
        database.change_stock_document(owner, &after).await.map_err(count_open)?;
        Ok(after)
    })
    .await
}

/// Deletes a draft.
///
/// # Errors
/// [`StockFailure`]; the draft is unchanged then.
pub async fn delete_document<P: Ports>(
    context: &Context<'_, P>,
    id: StockDocumentId,
) -> Result<(), StockFailure> {
    let (database, owner) = (context.database(), context.organization);
    retry_on_conflict(|| async {
        let before = database.stock_document(owner, id).await?;
        before.must_be_draft()?;
        Ok(database.delete_stock_document(owner, &before).await?)
    })
    .await
}

/// Confirms a draft, once per idempotency key: it gets its number, and its items move.
///
/// # Errors
/// [`StockFailure`]; nothing moved then, and the key can be used again.
pub async fn confirm_document<P: Ports>(
    context: &Context<'_, P>,
    id: StockDocumentId,
    lease: Option<(Lease, Fingerprint)>,
    respond: impl Fn(&StockDocument) -> Result<Answer, UnwritableAnswer> + Send + Sync,
) -> Result<Answer, StockFailure> {
    let lease = lease.as_ref();
    let work = async {
        let (owner, now) = (context.organization, context.now());
        let decide = |document: &StockDocument, number: &str, held: &Held| {
            let confirmed = document.confirm(owner, number, held, now)?;
            let answer = respond(&confirmed.document)?;
            Ok((confirmed, answer))
        };
        let answered = (lease.map(|(lease, _)| lease), now);
        let answer = context.database().confirm_stock_document(owner, id, answered, decide).await?;
        tracing::info!(org.id = %owner, stock.document.id = %id, "stock document confirmed");
        Ok(answer)
    };
    with_idempotency_key(context.ports, context.organization.into(), lease, work).await
}

/// Checks that its warehouses and items belong to the organization and are in use.
async fn names_what_is_there<P: Ports>(
    context: &Context<'_, P>,
    document: &StockDocument,
) -> Result<(), StockFailure> {
    let mut found = Violations::new();
    in_use(context, "warehouse_id", document.warehouse, &mut found).await?;
    if let Some(to) = document.to_warehouse {
        in_use(context, "to_warehouse_id", to, &mut found).await?;
    }
    let (owner, now) = (context.organization, context.now());
    let held = context.database().stock_at(owner, &document.places(), now).await?;
    for (i, line) in document.lines.iter().enumerate() {
        let path = format!("lines[{i}].item_id");
        match held.items.get(&line.item) {
            None => found.add_missing(path, FieldFault::Missing),
            Some(item) if item.archived_at.is_some() => found.add(path, FieldFault::Archived),
            Some(_) => {}
        }
    }
    Ok(found.into_result()?)
}

async fn in_use<P: Ports>(
    context: &Context<'_, P>,
    field: &str,
    id: WarehouseId,
    found: &mut Violations,
) -> Result<(), StoreError> {
    match context.database().warehouse(context.organization, id).await {
        Ok(warehouse) if warehouse.archived_at.is_some() => found.add(field, FieldFault::Archived),
        Ok(_) => {}
        Err(StoreError::NotFound) => found.add_missing(field, FieldFault::Missing),
        Err(error) => return Err(error),
    }
    Ok(())
}

fn count_open(error: StoreError) -> StockFailure {
    match error {
        StoreError::Taken(_) => StockRefused::CountOpen.into(),
        error => error.into(),
    }
}
