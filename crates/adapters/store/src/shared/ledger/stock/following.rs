//! Stock movements of an invoice or an expense, in the transaction of its change.

use super::{super::super::sql::*, held, rows::quantity};
use crate::error::backend;
use access::OrganizationId;
use rust_decimal::Decimal;
use std::collections::BTreeMap;
use stock::{Cause, Following, Moved, Place, StockError, StockItemId, StockRefused, WarehouseId};
use time::OffsetDateTime;
use uuid::Uuid;

columns! {
    struct MovedRow {
        item_id: Uuid,
        warehouse_id: Uuid,
        quantity: i64,
        value: Decimal,
    }
}

/// Stores the movements of its present state, less those stored before: under the locks of the items, which are taken
/// last.
///
/// # Errors
/// [`StoreError::Conflict`] when the stock does not allow it any more: the invoice must be checked again.
pub(in super::super::super::super) async fn keep_stock(
    conn: &mut Conn,
    change: Option<Following>,
    now: OffsetDateTime,
) -> Result<()> {
    let Some(change) = change else { return Ok(()) };
    let owner = change.organization;
    let moved = match change.moved_before {
        true => moved(read_conn!(conn), owner, change.cause).await?,
        false => BTreeMap::new(),
    };
    let places = change.places(&moved);
    let held = held::read(read_conn!(conn), owner, &places, now, held::locked).await?;
    let booked = change.book(&held, &moved, now).map_err(refused)?;
    held::keep(conn, owner, &booked).await
}

/// The quantities that it has moved so far.
async fn moved(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    cause: Cause,
) -> Result<BTreeMap<Place, Moved>> {
    let sums = sql!(
        "SELECT item_id, warehouse_id, CAST(sum(quantity) AS bigint) AS quantity,
           sum(value) AS value
         FROM stock_movements
         WHERE organization_id = {} AND cause_id = {} AND cause = {}
         GROUP BY item_id, warehouse_id",
        organization,
        cause.id(),
        cause.name()
    );
    let rows: Vec<MovedRow> = sums.all(conn).await?;
    let of = |row: MovedRow| {
        let (item, warehouse) = (StockItemId(row.item_id), WarehouseId(row.warehouse_id));
        (Place { item, warehouse }, Moved { quantity: quantity(row.quantity), value: row.value })
    };
    Ok(rows.into_iter().map(of).collect())
}

fn refused(error: StockError) -> StoreError {
    match error {
        StockError::Store(error) => error,
        StockError::Refused(StockRefused::TooLow { .. } | StockRefused::TooMuch) => {
            StoreError::Conflict
        }
        StockError::Refused(StockRefused::Missing) => StoreError::NotFound,
        error => backend(error),
    }
}
