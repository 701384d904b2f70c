//! What forms let people choose from: the newest, and the one that is chosen although it is older.

use crate::{Context, Ports};
use invoicing::{
    ContactId, InvoiceStore, VehicleId,
    records::{ContactFilter, ContactRow, VehicleFilter, VehicleRecord, VehicleStore},
};
use persistence::StoreError;

/// Each of them at most.
const NEWEST: u16 = 100;

/// The newest customers, and behind them the one that is chosen. One that is not there is no choice.
///
/// # Errors
/// Storage.
pub async fn customers_to_choose<P: Ports>(
    context: &Context<'_, P>,
    chosen: Option<ContactId>,
) -> Result<Vec<ContactRow>, StoreError> {
    let (store, owner) = (context.database(), context.organization);
    let mut rows = store.contacts(owner, &ContactFilter::default(), None, NEWEST).await?.rows;
    if let Some(id) = older(chosen, &rows, |row| row.contact.id) {
        rows.extend(there(store.contact(owner, id).await)?);
    }
    Ok(rows)
}

/// The newest vehicles in use, and behind them the one that is chosen. One that was retired is not for new invoices.
///
/// # Errors
/// Storage.
pub async fn vehicles_to_choose<P: Ports>(
    context: &Context<'_, P>,
    chosen: Option<VehicleId>,
) -> Result<Vec<VehicleRecord>, StoreError> {
    let (store, owner) = (context.database(), context.organization);
    let mut rows = store.vehicles(owner, &VehicleFilter::default(), None, NEWEST).await?.rows;
    if let Some(id) = older(chosen, &rows, |row| row.vehicle.id) {
        let found = there(store.vehicle(owner, id).await)?;
        rows.extend(found.filter(|row| row.retired_at.is_none()));
    }
    Ok(rows)
}

/// The chosen one, if it is none of the newest.
fn older<Id: PartialEq, Row>(
    chosen: Option<Id>,
    newest: &[Row],
    id: impl Fn(&Row) -> Id,
) -> Option<Id> {
    chosen.filter(|chosen| newest.iter().all(|row| id(row) != *chosen))
}

/// What was found, if it is there.
fn there<T>(found: Result<T, StoreError>) -> Result<Option<T>, StoreError> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(StoreError::NotFound) => Ok(None),
        Err(error) => Err(error),
    }
}
