//! How much is where, and what it is worth.

use super::names;
use crate::pages::rows::ROWS;
use crate::{
    blocks::{Badge, Cell, Choice, Field, Kind, Link, Section, Table},
    error::Page,
    view::View,
    visit::Visit,
};
use ::stock::{LevelFilter, LevelRow, StockStore, WarehouseId};
use access::Scope;
use std::collections::BTreeMap;
use use_cases::ledger::stock::warehouses_named;

pub(in crate::pages) async fn list(visit: Visit) -> Page {
    let (organization, t) = (visit.require(Scope::StockRead)?, visit.t());
    let (mut query, after) = visit.list()?;
    let warehouse = query.id("warehouse").map(WarehouseId);
    let low = query.flag("low");
    query.finish()?;
    let filter = LevelFilter { warehouse, low, ..LevelFilter::default() };
    let page = visit.store.stock_levels(organization, filter, after, ROWS).await?;
    let yes = if low { "true" } else { "" };
    let lows = vec![Choice::new("", t.any, yes), Choice::new("true", t.stock_low, yes)];
    let mut view = View::new(t.stock);
    view.lead = t.stock_lead;
    view.links = vec![
        Link::new(visit.path("stock/items"), t.stock_items),
        Link::new(visit.path("stock/documents"), t.stock_documents),
        Link::new(visit.path("stock/movements"), t.movements),
        Link::new(visit.path("stock/inventory"), t.inventory),
        Link::new(visit.path("stock/warehouses"), t.warehouses),
    ];
    view.filters = vec![
        names::warehouse_filter(&visit, "warehouse", warehouse).await?,
        Field::new("low", t.show_only, "").choice(lows),
    ];
    let places = page.rows.iter().map(|row| row.level.place.warehouse);
    let names = warehouses_named(&visit.use_case(), places).await?;
    let next = visit.next_rows(&page);
    let table = Table { next, ..table(&visit, &page.rows, &names) };
    view.sections = vec![Section::table(t.list, table)];
    view.show(&visit)
}

/// Levels, each with its item.
pub(super) fn table(
    visit: &Visit,
    rows: &[LevelRow],
    names: &BTreeMap<WarehouseId, String>,
) -> Table {
    let t = visit.t();
    let heads =
        vec![t.stock_item, t.warehouse, t.quantity, t.unit, t.average_cost, t.stock_value, t.state];
    Table::of(t.stock, heads, (rows, t.no_stock), |LevelRow { level, item }| {
        let low = item.minimum.is_some_and(|minimum| level.quantity <= minimum);
        let state = Badge { kind: Kind::Warn, text: t.stock_low };
        vec![
            Cell::link(visit.path(&format!("stock/items/{}", item.id)), &*item.name),
            Cell::maybe(names.get(&level.place.warehouse).cloned()),
            Cell::Amount(names::number(visit, level.quantity)),
            Cell::text(item.unit.name()),
            names::money(visit, level.average_cost()),
            names::money(visit, level.value),
            if low { Cell::Badge(state) } else { Cell::Nothing },
        ]
    })
}
