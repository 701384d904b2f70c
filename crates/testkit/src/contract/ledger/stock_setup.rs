//! What the tests of stock begin with.

use crate::{
    build::{NOW, id},
    contract::Ports,
};
use access::OrganizationId;
use idempotency::Answer;
use invoicing::Violations;
use persistence::{Cursor, StoreError};
use rust_decimal::Decimal;
use std::collections::BTreeMap;
use stock::{
    DocumentInput, DocumentKind, DocumentLineInput, Held, Item, ItemInput, Level, LevelFilter,
    MovementFilter, NewDocument, Place, StockDocument, StockDocumentId, StockError, StockItemId,
    Warehouse, WarehouseId, WarehouseInput,
};
use time::{Date, Duration};

pub(super) fn answer() -> Answer {
    Answer { status: 201, body: b"{}".to_vec() }
}

pub(super) async fn warehouse(
    store: &impl Ports,
    owner: OrganizationId,
    name: &str,
) -> WarehouseId {
    let warehouse = a_warehouse(name, 0);
    store.add_warehouse(owner, &warehouse, None).await.expect("kept");
    warehouse.id
}

pub(super) fn a_warehouse(name: &str, seconds: i64) -> Warehouse {
    let input = WarehouseInput { name: Some(name.into()), ..WarehouseInput::default() };
    let at = NOW + Duration::seconds(seconds);
    input.check(WarehouseId(id()), at, Violations::new()).expect("right")
}

pub(super) fn an_item(name: &str, seconds: i64, input: &ItemInput) -> Item {
    let input = ItemInput { name: Some(name.into()), ..input.clone() };
    let at = NOW + Duration::seconds(seconds);
    input.check(StockItemId(id()), at, Violations::new()).expect("right")
}

pub(super) async fn item(
    store: &impl Ports,
    owner: OrganizationId,
    input: &ItemInput,
) -> StockItemId {
    let item = an_item("Stolička", 0, input);
    store.add_stock_item(owner, &item, None).await.expect("kept");
    item.id
}

/// A document of these lines: item, quantity, what one costs.
pub(super) fn a_document(
    kind: DocumentKind,
    (from, to): (WarehouseId, Option<WarehouseId>),
    lines: &[(StockItemId, Decimal, Option<Decimal>)],
) -> StockDocument {
    let line = |&(item, quantity, unit_cost): &(_, _, _)| DocumentLineInput {
        item: Some(item),
        quantity: Some(quantity),
        unit_cost,
    };
    let input = DocumentInput {
        kind: Some(kind),
        warehouse: Some(from),
        to_warehouse: to,
        lines: Some(lines.iter().map(line).collect()),
        ..DocumentInput::default()
    };
    let new = NewDocument { id: StockDocumentId(id()), now: NOW, today: NOW.date() };
    input.check(&new, Violations::new()).expect("right")
}

pub(super) async fn confirm(
    store: &impl Ports,
    owner: OrganizationId,
    id: StockDocumentId,
) -> Result<Answer, StockError> {
    let decide = |document: &StockDocument, number: &str, held: &Held| {
        Ok((document.confirm(owner, number, held, NOW)?, answer()))
    };
    store.confirm_stock_document(owner, id, (None, NOW), decide).await
}

pub(super) async fn made(
    store: &impl Ports,
    owner: OrganizationId,
    document: &StockDocument,
) -> Result<Answer, StockError> {
    store.add_stock_document(owner, document, None).await.expect("kept");
    confirm(store, owner, document.id).await
}

pub(super) async fn level(
    store: &impl Ports,
    owner: OrganizationId,
    item: StockItemId,
    warehouse: WarehouseId,
) -> (Decimal, Decimal) {
    let filter =
        LevelFilter { item: Some(item), warehouse: Some(warehouse), ..LevelFilter::default() };
    let rows = store.stock_levels(owner, filter, None, 10).await.expect("a page").rows;
    rows.first().map(|row| (row.level.quantity, row.level.value)).unwrap_or_default()
}

/// Every level is the sum of its movements, on the last day too.
pub(super) async fn sums_agree(store: &impl Ports, owner: OrganizationId) {
    let mut sums: BTreeMap<Place, (Decimal, Decimal)> = BTreeMap::new();
    let mut after: Option<Cursor> = None;
    loop {
        let filter = MovementFilter::default();
        let page = store.stock_movements(owner, filter, after, 100).await.expect("a page");
        for row in &page.rows {
            let sum = sums.entry(row.movement.place).or_default();
            sum.0 += row.movement.quantity;
            sum.1 += row.movement.value;
        }
        after = page.next();
        if after.is_none() {
            break;
        }
    }
    let levels = store.stock_levels(owner, LevelFilter::default(), None, 1000).await;
    let levels = levels.expect("a page").rows.into_iter().map(|row| row.level);
    let of = |level: Level| (level.place, (level.quantity, level.value));
    assert_eq!(levels.map(of).collect::<BTreeMap<_, _>>(), sums);
    let inventory = store.stock_on(owner, Date::MAX, None, None, 1000).await.expect("a page");
    for row in inventory.rows {
        let own = sums.iter().filter(|(place, _)| place.item == row.item.id);
        let (quantity, value) =
            own.fold((Decimal::ZERO, Decimal::ZERO), |(q, v), (_, sum)| (q + sum.0, v + sum.1));
        assert_eq!((row.quantity, row.value), (quantity, value));
    }
}

/// What was done, unless too little was there.
pub(super) fn if_there<T>(done: Result<T, StoreError>) -> Option<T> {
    match done {
        Ok(done) => Some(done),
        Err(StoreError::Stock(_)) => None,
        Err(other) => panic!("{other:?}"),
    }
}
