//! Stock movements of an invoice or an expense, in the transaction of its change.

use super::{super::super::sql::*, held, rows::quantity};
use crate::error::backend;
use access::OrganizationId;
use rust_decimal::Decimal;
use std::collections::BTreeMap;
use stock::{Cause, Following, Moved, Place, StockError, StockItemId, StockRefused, WarehouseId};
use time::{Date, OffsetDateTime};
use uuid::Uuid;

columns! {
    struct MovedRow {
        item_id: Uuid,
        warehouse_id: Uuid,
        day: Date,
        quantity: i64,
        value: Decimal,
        corrected: i64,
    }
}

/// The turn of transactions that move the stock of an organization. All of them lock levels, so each waits for the
/// others of this process before it takes a connection. A transaction that also needs the turn of the invoice or
/// expense takes that one first.
pub(in super::super::super::super) async fn stock_turn(
    store: &Backend,
    organization: OrganizationId,
    moves_stock: bool,
) -> Result<impl Sized> {
    match moves_stock {
        true => store.turn(organization.0).await.map(Some),
        false => Ok(None),
    }
}

/// Stores the movements of its present state, less those stored before: under the locks of the items, which are taken
/// last.
///
/// # Errors
/// [`StoreError::Stock`] when a level does not allow it.
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

/// The quantities that it has moved so far, by day.
async fn moved(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    cause: Cause,
) -> Result<BTreeMap<(Place, Date), Moved>> {
    let rows: Vec<MovedRow> = moved_query(organization, cause).all(conn).await?;
    let of = |row: MovedRow| {
        let (item, warehouse) = (StockItemId(row.item_id), WarehouseId(row.warehouse_id));
        let (quantity, corrected) = (quantity(row.quantity), row.corrected != 0);
        ((Place { item, warehouse }, row.day), Moved { quantity, value: row.value, corrected })
    };
    Ok(rows.into_iter().map(of).collect())
}

pub(super) fn moved_query(organization: OrganizationId, cause: Cause) -> Statement<'static> {
    sql!(
        "SELECT item_id, warehouse_id, day, CAST(sum(quantity) AS bigint) AS quantity,
           sum(value) AS value, CAST(max(later) AS bigint) AS corrected
         FROM (
           SELECT m.item_id, m.warehouse_id, m.day, m.quantity, m.value,
             CASE WHEN EXISTS (
               SELECT 1 FROM stock_movements c {item_index}
               WHERE c.organization_id = m.organization_id AND c.item_id = m.item_id
                 AND c.warehouse_id = m.warehouse_id AND c.quantity = 0 AND c.id > m.id
                 AND c.cause_id <> m.cause_id
             ) THEN 1 ELSE 0 END AS later
           FROM stock_movements m {cause_index}
           WHERE m.organization_id = {} AND m.cause_id = {} AND m.cause = {}
         ) AS moved
         GROUP BY item_id, warehouse_id, day",
        organization,
        cause.id(),
        cause.name()
    )
}

fn refused(error: StockError) -> StoreError {
    match error {
        StockError::Store(error) => error,
        StockError::Refused(StockRefused::Shortage(shortage)) => {
            StoreError::Stock(Box::new(shortage))
        }
        StockError::Refused(StockRefused::Missing) => StoreError::NotFound,
        error => backend(error),
    }
}
