//! Items of the stock, each with its levels and movements.

use super::{levels, movements, names};
use crate::pages::rows::ROWS;
use crate::{
    answer::see_other,
    blocks::{Cell, Choice, Field, FormBlock, Link, Section, Table, facts},
    error::Page,
    form::{Form, fault_at, number},
    view::View,
    visit::{Visit, once, read},
};
use ::stock::{Item, ItemFilter, LevelFilter, MovementFilter, StockItemId, StockStore};
use access::Scope;
use agent_requests::StockItemBody;
use api_http::Body;
use idempotency::Answer;
use invoicing::{Unit, Violations};
use use_cases::{
    invoicing::records::NewRecord,
    ledger::stock::{add_item, change_item, warehouses_named},
};

pub(in crate::pages) async fn list(visit: Visit) -> Page {
    let (organization, t) = (visit.require(Scope::StockRead)?, visit.t());
    let (mut query, after) = visit.list()?;
    let filter =
        ItemFilter { name: query.text("name"), sku: query.text("sku"), ..ItemFilter::default() };
    query.finish()?;
    let page = visit.store.stock_items(organization, &filter, after, ROWS).await?;
    let mut view = View::new(t.stock_items);
    if visit.may(Scope::StockUpdate) {
        view.links = vec![Link::main(visit.path("stock/items/new"), t.new_stock_item)];
    }
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    view.filters = vec![
        Field::new("name", t.stock_item, text(&filter.name)),
        Field::new("sku", t.sku, text(&filter.sku)),
    ];
    let heads = vec![t.stock_item, t.sku, t.unit, t.minimum];
    let table = Table::of(t.stock_items, heads, (&page.rows, t.no_stock_items), |item| {
        vec![
            Cell::link(visit.path(&format!("stock/items/{}", item.id)), &*item.name),
            Cell::maybe(item.sku.clone()),
            Cell::text(item.unit.name()),
            Cell::maybe(item.minimum.map(|it| names::number(&visit, it))),
        ]
    });
    let next = visit.next_rows(&page);
    view.sections = vec![Section::table(t.list, Table { next, ..table })];
    view.show(&visit)
}

/// An item with its levels and movements.
pub(in crate::pages) async fn page(visit: Visit) -> Page {
    let (organization, t) = (visit.require(Scope::StockRead)?, visit.t());
    let id = StockItemId(visit.id("id")?);
    let (query, after) = visit.list()?;
    query.finish()?;
    let item = visit.store.stock_item(organization, id).await?;
    let filter = LevelFilter { item: Some(id), ..LevelFilter::default() };
    let levels = visit.store.stock_levels(organization, filter, None, ROWS).await?;
    let filter = MovementFilter { item: Some(id), ..MovementFilter::default() };
    let moved = visit.store.stock_movements(organization, filter, after, ROWS).await?;
    let places = levels.rows.iter().map(|row| row.level.place);
    let places = places.chain(moved.rows.iter().map(|row| row.movement.place));
    let named = warehouses_named(&visit.use_case(), places.map(|place| place.warehouse)).await?;
    let mut view = View::new(&*item.name);
    view.links = vec![Link::new(visit.path(&format!("stock/movements?item={id}")), t.movements)];
    view.facts = facts([
        (t.sku, Cell::maybe(item.sku.clone())),
        (t.unit, Cell::text(item.unit.name())),
        (t.minimum, Cell::maybe(item.minimum.map(|it| names::number(&visit, it)))),
        (t.below_zero, Cell::text(visit.words.yes(item.below_zero))),
        (t.archived_at, visit.words.moment(item.archived_at)),
    ]);
    let next = visit.next_rows(&moved);
    let moved = Table { next, ..movements::table(&visit, &moved.rows, &named) };
    view.sections = vec![
        Section::table(t.stock, levels::table(&visit, &levels.rows, &named)),
        Section::table(t.movements, moved),
    ];
    if visit.may(Scope::StockUpdate) {
        let typed = filled_form(&visit, &item);
        view.form = Some(form(&visit, &typed, Some(&item), &Violations::new()));
    }
    view.show(&visit)
}

pub(in crate::pages) async fn new(visit: Visit) -> Page {
    visit.require(Scope::StockUpdate)?;
    form_view(&visit, &Form::default(), None, &Violations::new()).show(&visit)
}

pub(in crate::pages) async fn create(visit: Visit, body: Body) -> Page {
    let typed = visit.form(&body)?;
    let context = visit.context(Scope::StockUpdate)?;
    let (input, found) = read::<StockItemBody>(object(&typed));
    let lease = visit.lease("portal.stock_items", &typed);
    let respond = |item: &Item| Answer::json(201, &item.id);
    match add_item(&context, NewRecord { input, found, lease }, respond).await {
        Ok(_) => Ok(see_other(&visit.path("stock/items?done=saved"))),
        Err(error) => View::refused(&visit, error, |found| form_view(&visit, &typed, None, found)),
    }
}

/// Changes it, or archives it.
pub(in crate::pages) async fn save(visit: Visit, body: Body) -> Page {
    let typed = visit.form(&body)?;
    let context = visit.context(Scope::StockUpdate)?;
    let id = StockItemId(visit.id("id")?);
    let item = visit.store.stock_item(context.organization, id).await?;
    let (input, found) = read::<StockItemBody>(object(&typed));
    match change_item(&context, id, &input, &found).await {
        Ok(_) => Ok(see_other(&visit.path(&format!("stock/items/{id}?done=saved")))),
        Err(error) => {
            View::refused(&visit, error, |found| form_view(&visit, &typed, Some(&item), found))
        }
    }
}

fn object(form: &Form) -> serde_json::Map<String, serde_json::Value> {
    let mut object = form.object(&["sku", "name", "unit"]);
    if let Some(minimum) = form.filled("minimum") {
        object.insert("minimum".to_owned(), number(minimum).into());
    }
    for name in ["below_zero", "archived"] {
        if let Some(text) = form.filled(name) {
            object.insert(name.to_owned(), (text == "true").into());
        }
    }
    object
}

fn filled_form(visit: &Visit, item: &Item) -> Form {
    Form::of(vec![
        ("sku", item.sku.clone().unwrap_or_default()),
        ("name", item.name.clone()),
        ("unit", item.unit.name().to_owned()),
        ("minimum", item.minimum.map(|it| names::number(visit, it)).unwrap_or_default()),
        ("below_zero", item.below_zero.to_string()),
        ("archived", item.archived_at.is_some().to_string()),
    ])
}

fn form_view(visit: &Visit, typed: &Form, item: Option<&Item>, found: &Violations) -> View {
    let title = item.map_or(visit.t().new_stock_item, |item| item.name.as_str());
    View { form: Some(form(visit, typed, item, found)), ..View::new(title) }
}

fn form(visit: &Visit, typed: &Form, item: Option<&Item>, found: &Violations) -> FormBlock {
    let t = visit.t();
    let field = |name: &'static str, label| {
        Field::new(name, label, typed.text(name)).fault(fault_at(found, name))
    };
    let unit = typed.filled("unit").unwrap_or(Unit::Piece.name());
    let units = Unit::ALL.map(|it| Choice::new(it.name(), it.name(), unit));
    let yes_or_no = |chosen: &str| {
        [true, false].map(|it| Choice::new(it.to_string(), visit.words.yes(it), chosen)).to_vec()
    };
    let below_zero = typed.filled("below_zero").unwrap_or("true");
    let mut fields = vec![
        once(typed),
        field("name", t.stock_item).required(),
        field("sku", t.sku).hint(t.sku_hint),
        field("minimum", t.minimum).hint(t.minimum_hint),
        field("below_zero", t.below_zero).choice(yes_or_no(below_zero)),
    ];
    match item {
        None => fields.push(field("unit", t.unit).choice(units.to_vec())),
        Some(_) => {
            let archived = typed.filled("archived").unwrap_or("false");
            fields.push(field("archived", t.archived).choice(yes_or_no(archived)));
        }
    }
    let href = match item {
        None => visit.path("stock/items/new"),
        Some(item) => visit.path(&format!("stock/items/{}", item.id)),
    };
    FormBlock { href, fields, submit: t.save }
}
