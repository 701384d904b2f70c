//! What forms let people choose from: the newest, and the one that is chosen although it is older.

use crate::{context::Context, ports::Ports};
use invoicing::{
    ContactId, InvoiceStore, VehicleId,
    records::{ContactFilter, ContactRow, VehicleFilter, VehicleRecord, VehicleStore},
};
use persistence::StoreError;

/// Vehicles at most.
const NEWEST: u16 = 100;

/// Customers that a search offers at most: who looks for another types more.
const OFFERED: u16 = 20;

/// Customers to choose from.
#[derive(Debug)]
pub struct OfferedCustomers {
    /// The one that is chosen first, then those that were found, the newest first.
    pub rows: Vec<ContactRow>,
    /// Whether more were found.
    pub has_more: bool,
}

/// Customers with this in their name, or at the beginning of one of their numbers; without anything the newest. Before
/// them the one that is chosen: one that is not there is no choice.
///
/// # Errors
/// Storage.
pub async fn customers_to_choose<P: Ports>(
    context: &Context<'_, P>,
    wanted: &str,
    chosen: Option<ContactId>,
) -> Result<OfferedCustomers, StoreError> {
    let (store, owner) = (context.database(), context.organization);
    let filter = ContactFilter { any: Some(wanted.to_owned()), ..ContactFilter::default() };
    let found = store.contacts(owner, &filter, None, OFFERED).await?;
    let mut rows = match chosen {
        Some(id) => there(store.contact(owner, id).await)?.into_iter().collect(),
        None => Vec::new(),
    };
    rows.extend(found.rows.into_iter().filter(|row| Some(row.contact.id) != chosen));
    Ok(OfferedCustomers { rows, has_more: found.has_more })
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
