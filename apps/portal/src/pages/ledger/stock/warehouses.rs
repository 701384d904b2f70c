//! Warehouses.

use crate::pages::{choices, rows::ROWS};
use crate::{
    answer::see_other,
    blocks::{Cell, Field, FormBlock, Link, Section, Table, facts},
    error::Page,
    form::{Form, fault_at},
    view::View,
    visit::{Visit, once, read},
};
use ::stock::{StockStore, Warehouse, WarehouseId};
use access::Scope;
use agent_requests::WarehouseBody;
use api_http::Body;
use idempotency::Answer;
use invoicing::Violations;
use use_cases::{
    invoicing::records::NewRecord,
    ledger::stock::{add_warehouse, change_warehouse},
};

pub(in crate::pages) async fn list(visit: Visit) -> Page {
    let (organization, t) = (visit.require(Scope::StockRead)?, visit.t());
    let (mut query, after) = visit.list()?;
    let archived = query.flag("archived");
    query.finish()?;
    let page = visit.store.warehouses(organization, archived, after, ROWS).await?;
    let mut view = View::new(t.warehouses);
    view.lead = t.warehouses_lead;
    if visit.may(Scope::StockUpdate) {
        view.links = vec![Link::main(visit.path("stock/warehouses/new"), t.new_warehouse)];
    }
    let chosen = if archived { "true" } else { "false" };
    let choices = choices::yes_or_no(&visit, chosen);
    view.filters = vec![Field::new("archived", t.archived_warehouse, "").choice(choices)];
    let heads = vec![t.warehouse, t.made_at];
    let table = Table::of(t.warehouses, heads, (&page.rows, t.no_warehouses), |warehouse| {
        let href = visit.path(&format!("stock/warehouses/{}", warehouse.id));
        vec![Cell::link(href, &*warehouse.name), visit.words.time(warehouse.created_at)]
    });
    let next = visit.next_rows(&page);
    view.sections = vec![Section::table(t.list, Table { next, ..table })];
    view.show(&visit)
}

/// One, with the form that renames it, archives or restores it.
pub(in crate::pages) async fn page(visit: Visit) -> Page {
    let (organization, t) = (visit.require(Scope::StockRead)?, visit.t());
    let id = WarehouseId(visit.id("id")?);
    let (query, _) = visit.list()?;
    query.finish()?;
    let warehouse = visit.store.warehouse(organization, id).await?;
    let mut view = View::new(&*warehouse.name);
    view.links = vec![Link::new(visit.path(&format!("stock?warehouse={id}")), t.stock)];
    view.facts = facts([
        (t.made_at, visit.words.time(warehouse.created_at)),
        (t.archived_warehouse, visit.words.moment(warehouse.archived_at)),
    ]);
    if visit.may(Scope::StockUpdate) {
        let typed = Form::of(vec![
            ("name", warehouse.name.clone()),
            ("archived", warehouse.archived_at.is_some().to_string()),
        ]);
        view.form = Some(form(&visit, &typed, Some(id), &Violations::new()));
    }
    view.show(&visit)
}

/// Renames it, archives or restores it.
pub(in crate::pages) async fn save(visit: Visit, body: Body) -> Page {
    let typed = visit.form(&body)?;
    let context = visit.context(Scope::StockUpdate)?;
    let id = WarehouseId(visit.id("id")?);
    let mut object = typed.object(&["name"]);
    if let Some(text) = typed.filled("archived") {
        object.insert("archived".to_owned(), (text == "true").into());
    }
    let (input, found) = read::<WarehouseBody>(object);
    match change_warehouse(&context, id, &input, &found).await {
        Ok(_) => Ok(see_other(&visit.path(&format!("stock/warehouses/{id}?done=saved")))),
        Err(error) => {
            View::refused(&visit, error, |found| form_view(&visit, &typed, Some(id), found))
        }
    }
}

pub(in crate::pages) async fn new(visit: Visit) -> Page {
    visit.require(Scope::StockUpdate)?;
    form_view(&visit, &Form::default(), None, &Violations::new()).show(&visit)
}

pub(in crate::pages) async fn create(visit: Visit, body: Body) -> Page {
    let typed = visit.form(&body)?;
    let context = visit.context(Scope::StockUpdate)?;
    let (input, found) = read::<WarehouseBody>(typed.object(&["name"]));
    let lease = visit.lease("portal.warehouses", &typed);
    let respond = |warehouse: &Warehouse| Answer::json(201, &warehouse.id);
    match add_warehouse(&context, NewRecord { input, found, lease }, respond).await {
        Ok(_) => Ok(see_other(&visit.path("stock/warehouses?done=saved"))),
        Err(error) => View::refused(&visit, error, |found| form_view(&visit, &typed, None, found)),
    }
}

fn form_view(visit: &Visit, typed: &Form, id: Option<WarehouseId>, found: &Violations) -> View {
    let form = Some(form(visit, typed, id, found));
    View { form, ..View::new(id.map_or(visit.t().new_warehouse, |_| visit.t().warehouse)) }
}

fn form(visit: &Visit, typed: &Form, id: Option<WarehouseId>, found: &Violations) -> FormBlock {
    let t = visit.t();
    let name = Field::new("name", t.warehouse, typed.text("name")).fault(fault_at(found, "name"));
    let mut fields = vec![once(typed), name.required()];
    let href = match id {
        None => visit.path("stock/warehouses/new"),
        Some(id) => {
            let archived = typed.filled("archived").unwrap_or("false");
            let choices = choices::yes_or_no(visit, archived);
            fields.push(Field::new("archived", t.archived_warehouse, "").choice(choices));
            visit.path(&format!("stock/warehouses/{id}"))
        }
    };
    FormBlock { href, fields, submit: t.save }
}
