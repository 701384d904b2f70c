//! Searches for stock items and warehouses by a part of their names, in each line of a form.

use super::{ITEM, Search, TO_WAREHOUSE, WAREHOUSE, choices};
use crate::{
    answer::html,
    blocks::{Choices, Field},
    error::{Page, PageError},
    form::Form,
    texts::Texts,
    visit::Visit,
};
use ::stock::{Item, StockItemId, Warehouse, WarehouseId};
use access::Scope;
use actix_web::http::StatusCode;
use use_cases::{
    invoicing::choices::Offered,
    ledger::stock::{items_named, items_to_choose, warehouses_named, warehouses_to_choose},
};

/// Searches of one form at most, however many lines it has: the others wait for the next time.
const SEARCHES: usize = 20;

/// The option for no warehouse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::pages) enum NoWarehouse {
    Choose,
    /// The oldest one is meant.
    Oldest,
}

impl NoWarehouse {
    const ALL: [Self; 2] = [Self::Choose, Self::Oldest];

    /// The name in an address.
    const fn name(self) -> &'static str {
        match self {
            NoWarehouse::Choose => "choose",
            NoWarehouse::Oldest => "oldest",
        }
    }

    const fn label(self, t: &Texts) -> &'static str {
        match self {
            NoWarehouse::Choose => t.choose,
            NoWarehouse::Oldest => t.oldest_warehouse,
        }
    }
}

/// Ids with their labels, and whether there are more.
type Rows = (Vec<(String, String)>, bool);

/// The items and warehouses for the lines of a form.
pub(in crate::pages) struct LineStock {
    items: Vec<Choices>,
    warehouses: Vec<Choices>,
}

impl LineStock {
    /// The items and warehouses for the rows of a form, whose columns have these names; `None` if the organization
    /// has no stock.
    ///
    /// # Errors
    /// The store failed.
    pub(in crate::pages) async fn of(
        visit: &Visit,
        form: &Form,
        rows: usize,
    ) -> Result<Option<Self>, PageError> {
        let may = visit.may(Scope::StockRead);
        if !may || items_to_choose(&visit.use_case(), "", None).await?.rows.is_empty() {
            return Ok(None);
        }
        let items = items(visit, form, "stock_item_id", rows).await?;
        let warehouses =
            warehouses(visit, form, ("warehouse_id", NoWarehouse::Oldest), rows).await?;
        Ok(Some(Self { items, warehouses }))
    }

    /// The fields of a line: with their faults where it has any.
    pub(in crate::pages) fn fields(
        &self,
        visit: &Visit,
        form: &Form,
        (row, within): (usize, &str),
        fault: impl Fn(&'static str) -> Option<String>,
    ) -> [Field; 2] {
        let t = visit.t();
        let field = |name, label| Field::new(name, label, "").fault(fault(name)).within(within);
        let item = field("stock_item_id", t.stock_item);
        let warehouse = field("warehouse_id", t.warehouse);
        let found = (self.items.get(row), self.warehouses.get(row));
        [
            found_item(visit, item, form, row, found.0),
            found_warehouse(visit, warehouse, form, (row, NoWarehouse::Oldest), found.1),
        ]
    }
}

/// The item of a row, with what was found.
pub(in crate::pages) fn found_item(
    visit: &Visit,
    field: Field,
    form: &Form,
    row: usize,
    found: Option<&Choices>,
) -> Field {
    let Some(found) = found.cloned() else { return field };
    let wanted = form.all(ITEM.find).nth(row).unwrap_or_default();
    let href = visit.path("stock/items/options");
    field.find(ITEM.finder(visit.t(), wanted, found, href))
}

/// The warehouse of a row. If there are only a few, they are offered without a search.
fn found_warehouse(
    visit: &Visit,
    field: Field,
    form: &Form,
    (row, nothing): (usize, NoWarehouse),
    found: Option<&Choices>,
) -> Field {
    let (Some(found), search) = (found.cloned(), warehouse_search(field.name)) else {
        return field;
    };
    let wanted = form.all(search.find).nth(row).unwrap_or_default();
    if found.more.is_none() && wanted.is_empty() {
        return field.choice(found.all);
    }
    let href = visit.path(&format!("stock/warehouses/options?nothing={}", nothing.name()));
    field.find(search.finder(visit.t(), wanted, found, href))
}

/// The items that each row of a form may choose.
///
/// # Errors
/// Storage.
pub(in crate::pages) async fn items(
    visit: &Visit,
    form: &Form,
    name: &str,
    rows: usize,
) -> Result<Vec<Choices>, PageError> {
    let context = visit.use_case();
    let newest = item_rows(items_to_choose(&context, "", None).await?);
    let ids = form.all(name).filter_map(|id| id.parse::<StockItemId>().ok());
    let named = items_named(&context, ids).await?;
    let named = |id: &str| Some(item_row(named.get(&id.parse().ok()?)?));
    let searches = searched(form, (ITEM, name), rows);
    let mut all = Vec::with_capacity(rows);
    for (row, (wanted, chosen)) in searches.into_iter().enumerate() {
        let found = match is_searched(form, ITEM, row) {
            true => item_rows(items_to_choose(&context, wanted, chosen.parse().ok()).await?),
            false => with(named(chosen), newest.clone()),
        };
        all.push(choices(visit.t(), &[("", visit.t().no_stock_item)], found, (wanted, chosen)));
    }
    Ok(all)
}

/// The warehouses that each row of a form may choose.
///
/// # Errors
/// Storage.
async fn warehouses(
    visit: &Visit,
    form: &Form,
    (name, nothing): (&str, NoWarehouse),
    rows: usize,
) -> Result<Vec<Choices>, PageError> {
    let (context, search) = (visit.use_case(), warehouse_search(name));
    let newest = warehouse_rows(warehouses_to_choose(&context, "", None).await?);
    let ids = form.all(name).filter_map(|id| id.parse::<WarehouseId>().ok());
    let named = warehouses_named(&context, ids).await?;
    let named = |id: &str| Some((id.to_owned(), named.get(&id.parse().ok()?)?.clone()));
    let mut all = Vec::with_capacity(rows);
    for (row, (wanted, chosen)) in searched(form, (search, name), rows).into_iter().enumerate() {
        let found = match is_searched(form, search, row) {
            true => {
                let found = warehouses_to_choose(&context, wanted, chosen.parse().ok());
                warehouse_rows(found.await?)
            }
            false => with(named(chosen), newest.clone()),
        };
        let empty = [("", nothing.label(visit.t()))];
        all.push(choices(visit.t(), &empty, found, (wanted, chosen)));
    }
    Ok(all)
}

/// A warehouse that a form has once.
///
/// # Errors
/// Storage.
pub(in crate::pages) async fn warehouse(
    visit: &Visit,
    form: &Form,
    (name, label): (&'static str, &'static str),
) -> Result<Field, PageError> {
    let nothing = NoWarehouse::Choose;
    let found = warehouses(visit, form, (name, nothing), 1).await?;
    Ok(found_warehouse(visit, Field::new(name, label, ""), form, (0, nothing), found.first()))
}

fn warehouse_search(name: &str) -> Search {
    if name == "to_warehouse_id" { TO_WAREHOUSE } else { WAREHOUSE }
}

/// The search text and the chosen id of each row.
fn searched<'a>(
    form: &'a Form,
    (search, name): (Search, &str),
    rows: usize,
) -> Vec<(&'a str, &'a str)> {
    let (mut wanted, mut chosen) = (form.all(search.find), form.all(name));
    let mut next = || (wanted.next().unwrap_or_default(), chosen.next().unwrap_or_default());
    (0..rows).map(|_| next()).collect()
}

/// Whether a row has a text to look for, and is among the first of them.
fn is_searched(form: &Form, search: Search, row: usize) -> bool {
    let typed = form.all(search.find).take(row + 1).map(|wanted| !wanted.is_empty());
    let typed: Vec<bool> = typed.collect();
    let before = typed.iter().filter(|is_typed| **is_typed).count();
    typed.get(row) == Some(&true) && before <= SEARCHES
}

/// The chosen row first.
fn with(chosen: Option<(String, String)>, (rows, has_more): Rows) -> Rows {
    let others = rows.into_iter().filter(|row| chosen.as_ref().is_none_or(|it| it.0 != row.0));
    let others: Vec<_> = others.collect();
    (chosen.into_iter().chain(others).collect(), has_more)
}

fn item_rows(Offered { rows, has_more }: Offered<Item>) -> Rows {
    (rows.iter().map(item_row).collect(), has_more)
}

fn item_row(item: &Item) -> (String, String) {
    let parts = [Some(item.name.as_str()), item.sku.as_deref(), Some(item.unit.name())];
    (item.id.to_string(), parts.into_iter().flatten().collect::<Vec<_>>().join(" · "))
}

fn warehouse_rows(Offered { rows, has_more }: Offered<Warehouse>) -> Rows {
    (rows.into_iter().map(|it| (it.id.to_string(), it.name)).collect(), has_more)
}

/// The options that htmx requests while somebody types.
pub(in crate::pages) async fn item_options(visit: Visit) -> Page {
    visit.require(Scope::StockRead)?;
    let mut query = visit.query()?;
    let wanted = query.text(ITEM.find).unwrap_or_default();
    let chosen = query.text("stock_item_id").or_else(|| query.text("item_id"));
    query.finish()?;
    let chosen = chosen.unwrap_or_default();
    let found = items_to_choose(&visit.use_case(), &wanted, chosen.parse().ok()).await?;
    let empty = [("", visit.t().no_stock_item)];
    let found = choices(visit.t(), &empty, item_rows(found), (&wanted, &chosen));
    Ok(html(StatusCode::OK, &found))
}

/// The same of warehouses.
pub(in crate::pages) async fn warehouse_options(visit: Visit) -> Page {
    visit.require(Scope::StockRead)?;
    let mut query = visit.query()?;
    let nothing = query.one_of("nothing", &NoWarehouse::ALL, NoWarehouse::name);
    let wanted = query.text(WAREHOUSE.find).or_else(|| query.text(TO_WAREHOUSE.find));
    let chosen = query.text("warehouse_id").or_else(|| query.text("to_warehouse_id"));
    query.finish()?;
    let (wanted, chosen) = (wanted.unwrap_or_default(), chosen.unwrap_or_default());
    let found = warehouses_to_choose(&visit.use_case(), &wanted, chosen.parse().ok()).await?;
    let empty = [("", nothing.unwrap_or(NoWarehouse::Choose).label(visit.t()))];
    let found = choices(visit.t(), &empty, warehouse_rows(found), (&wanted, &chosen));
    Ok(html(StatusCode::OK, &found))
}
