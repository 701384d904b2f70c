//! The movements of the stock, with their causes.

use super::names;
use crate::pages::rows::ROWS;
use crate::{
    blocks::{Cell, Choice, Field, Section, Table},
    error::{Page, PageError},
    view::View,
    visit::Visit,
};
use ::stock::{Cause, Item, MovementFilter, MovementRow, StockItemId, StockStore, WarehouseId};
use access::Scope;
use std::collections::BTreeMap;
use use_cases::ledger::stock::{items_named, warehouses_named};

pub(in crate::pages) async fn list(visit: Visit) -> Page {
    let (organization, t) = (visit.require(Scope::StockRead)?, visit.t());
    let (mut query, after) = visit.list()?;
    let filter = MovementFilter {
        item: query.id("item").map(StockItemId),
        warehouse: query.id("warehouse").map(WarehouseId),
        from: query.date("date_from"),
        to: query.date("date_to"),
        ..MovementFilter::default()
    };
    query.finish()?;
    let page = visit.store.stock_movements(organization, filter, after, ROWS).await?;
    let context = visit.use_case();
    let places = || page.rows.iter().map(|row| row.movement.place);
    let warehouses = warehouses_named(&context, places().map(|it| it.warehouse)).await?;
    let items = items_named(&context, places().map(|it| it.item).chain(filter.item)).await?;
    let mut view = View::new(t.movements);
    view.lead = t.movements_lead;
    view.filters = filters(&visit, filter, &items).await?;
    let next = visit.next_rows(&page);
    let table = with_items(&visit, table(&visit, &page.rows, &warehouses), &page.rows, &items);
    view.sections = vec![Section::table(t.list, Table { next, ..table })];
    view.show(&visit)
}

/// The item stays while other filters change; another one is chosen on its own page.
async fn filters(
    visit: &Visit,
    filter: MovementFilter,
    items: &BTreeMap<StockItemId, Item>,
) -> Result<Vec<Field>, PageError> {
    let t = visit.t();
    let day = |day: Option<time::Date>| day.map(|day| day.to_string()).unwrap_or_default();
    let mut fields = Vec::new();
    if let Some(item) = filter.item.and_then(|id| items.get(&id)) {
        let chosen = item.id.to_string();
        let choices =
            vec![Choice::new("", t.any, &chosen), Choice::new(&*chosen, &*item.name, &chosen)];
        fields.push(Field::new("item", t.stock_item, "").choice(choices));
    }
    fields.push(names::warehouse_filter(visit, "warehouse", filter.warehouse).await?);
    fields.push(Field::new("date_from", t.day_from, day(filter.from)).kind("date"));
    fields.push(Field::new("date_to", t.day_to, day(filter.to)).kind("date"));
    Ok(fields)
}

/// The rows with a column for the item of each.
fn with_items(
    visit: &Visit,
    mut table: Table,
    rows: &[MovementRow],
    items: &BTreeMap<StockItemId, Item>,
) -> Table {
    table.heads.insert(1, visit.t().stock_item);
    for (cells, MovementRow { movement, .. }) in table.rows.iter_mut().zip(rows) {
        let id = movement.place.item;
        let name = items.get(&id).map(|item| item.name.clone()).unwrap_or_default();
        cells.insert(1, Cell::link(visit.path(&format!("stock/items/{id}")), name));
    }
    table
}

/// Movements, each with the document that caused it.
pub(super) fn table(
    visit: &Visit,
    rows: &[MovementRow],
    warehouses: &BTreeMap<WarehouseId, String>,
) -> Table {
    let t = visit.t();
    let heads = vec![t.day, t.warehouse, t.quantity, t.stock_value, t.document];
    Table::of(t.movements, heads, (rows, t.no_movements), |MovementRow { movement, .. }| {
        let (path, label) = match movement.cause {
            Cause::Document(id) => (format!("stock/documents/{id}"), t.stock_document),
            Cause::Invoice(id) => (format!("invoices/{id}"), t.type_invoice),
            Cause::Expense(id) => (format!("expenses/{id}"), t.expense),
        };
        vec![
            visit.words.date(movement.day),
            Cell::maybe(warehouses.get(&movement.place.warehouse).cloned()),
            Cell::Amount(names::number(visit, movement.quantity)),
            names::money(visit, movement.value),
            Cell::link(visit.path(&path), label),
        ]
    })
}
