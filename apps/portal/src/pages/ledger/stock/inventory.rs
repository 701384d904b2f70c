//! The quantities and values at the end of a day.

use super::names;
use crate::pages::rows::ROWS;
use crate::{
    blocks::{Cell, Field, Section, Table},
    error::Page,
    view::View,
    visit::Visit,
};
use ::stock::{InventoryRow, StockStore, WarehouseId};
use access::Scope;

pub(in crate::pages) async fn list(visit: Visit) -> Page {
    let (organization, t) = (visit.require(Scope::StockRead)?, visit.t());
    let (mut query, after) = visit.list()?;
    let warehouse = query.id("warehouse").map(WarehouseId);
    let day = query.date("on").unwrap_or_else(|| service_day::date(visit.clock.now()));
    query.finish()?;
    let page = visit.store.stock_on(organization, day, warehouse, after, ROWS).await?;
    let mut view = View::new(t.inventory);
    view.lead = t.inventory_lead;
    view.filters = vec![
        Field::new("on", t.inventory_on, day.to_string()).kind("date"),
        names::warehouse_filter(&visit, "warehouse", warehouse).await?,
    ];
    let heads = vec![t.stock_item, t.sku, t.quantity, t.unit, t.stock_value];
    let row = |InventoryRow { item, quantity, value }: &InventoryRow| {
        let movements = format!("stock/movements?item={}&date_to={day}", item.id);
        vec![
            Cell::link(visit.path(&movements), &*item.name),
            Cell::maybe(item.sku.clone()),
            Cell::Amount(names::number(&visit, *quantity)),
            Cell::text(item.unit.name()),
            names::money(&visit, *value),
        ]
    };
    let table = Table::of(t.inventory, heads, (&page.rows, t.no_stock), row);
    let next = visit.next_rows(&page);
    view.sections = vec![Section::table(t.list, Table { next, ..table })];
    view.show(&visit)
}
