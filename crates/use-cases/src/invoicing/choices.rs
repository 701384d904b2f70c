//! Options of select fields in forms: the newest rows, and the selected one even when it is older.

use crate::{context::Context, ports::Ports};
use invoicing::{
    ContactId, InvoiceStore, VehicleId,
    records::{ContactFilter, ContactRow, VehicleFilter, VehicleRecord, VehicleStore},
};
use persistence::{Page, StoreError};

/// Maximum number of vehicles in the list.
const NEWEST: u16 = 100;

/// Maximum number of rows that a search returns; a longer search text narrows it.
pub(crate) const OFFERED: u16 = 20;

/// Rows offered in a select field.
#[derive(Debug)]
pub struct Offered<T> {
    /// The selected row, then the search results, newest first.
    pub rows: Vec<T>,
    /// Whether the search had more results.
    pub has_more: bool,
}

impl<T> Offered<T> {
    /// The selected row, and a page of search results without it.
    pub(crate) fn of<Id: PartialEq>(
        selected: Result<Option<T>, StoreError>,
        found: Page<T>,
        id: impl Fn(&T) -> Id,
    ) -> Result<Self, StoreError> {
        let (selected, has_more) = (selected?, found.has_more);
        let chosen = selected.as_ref().map(&id);
        let others = found.rows.into_iter().filter(|row| Some(id(row)) != chosen);
        Ok(Self { rows: selected.into_iter().chain(others).collect(), has_more })
    }
}

/// Customers whose name contains the text, or one of whose numbers begins with it; the newest when the text is empty.
/// The selected customer comes first; one that does not exist is left out.
///
/// # Errors
/// Storage failures.
pub async fn customers_to_choose<P: Ports>(
    context: &Context<'_, P>,
    wanted: &str,
    chosen: Option<ContactId>,
) -> Result<Offered<ContactRow>, StoreError> {
    let (store, owner) = (context.database(), context.organization);
    let filter = ContactFilter { any: Some(wanted.to_owned()), ..ContactFilter::default() };
    let found = store.contacts(owner, &filter, None, OFFERED).await?;
    let selected = match chosen {
        Some(id) => there(store.contact(owner, id).await),
        None => Ok(None),
    };
    Offered::of(selected, found, |row| row.contact.id)
}

/// The newest vehicles in use, followed by the selected one. A retired vehicle cannot be used on new invoices.
///
/// # Errors
/// Storage failures.
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

/// The selected row, unless it is among the newest.
fn older<Id: PartialEq, Row>(
    chosen: Option<Id>,
    newest: &[Row],
    id: impl Fn(&Row) -> Id,
) -> Option<Id> {
    chosen.filter(|chosen| newest.iter().all(|row| id(row) != *chosen))
}

/// The row, or `None` when it was not found.
pub(crate) fn there<T>(found: Result<T, StoreError>) -> Result<Option<T>, StoreError> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(StoreError::NotFound) => Ok(None),
        Err(error) => Err(error),
    }
}
