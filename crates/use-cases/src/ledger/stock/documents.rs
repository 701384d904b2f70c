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
use stock::{
    DocumentInput, Held, NewDocument, StockDocument, StockDocumentId, StockRefused, StockStore,
    WarehouseId, check_in_use,
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
        if input.version.is_some_and(|version| version != i64::from(before.version)) {
            return Err(StockRefused::Stale(before.version).into());
        }
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
    let (database, owner) = (context.database(), context.organization);
    let fields = [Some(("warehouse_id", document.warehouse)), to_warehouse(document)];
    let ids = fields.iter().flatten().map(|(_, id)| *id).collect();
    let known = database.warehouses_of(owner, &ids).await?;
    for (field, id) in fields.into_iter().flatten() {
        let warehouse = known.iter().find(|warehouse| warehouse.id == id);
        let archived = warehouse.map(|warehouse| warehouse.archived_at.is_some());
        check_in_use(|| field.to_owned(), archived, &mut found);
    }
    let held = database.stock_at(owner, &document.places(), context.now()).await?;
    for (i, line) in document.lines.iter().enumerate() {
        let archived = held.items.get(&line.item).map(|item| item.archived_at.is_some());
        check_in_use(|| format!("lines[{i}].item_id"), archived, &mut found);
    }
    Ok(found.into_result()?)
}

fn to_warehouse(document: &StockDocument) -> Option<(&'static str, WarehouseId)> {
    document.to_warehouse.map(|id| ("to_warehouse_id", id))
}

fn count_open(error: StoreError) -> StockFailure {
    match error {
        StoreError::Taken(_) => StockRefused::CountOpen.into(),
        error => error.into(),
    }
}
