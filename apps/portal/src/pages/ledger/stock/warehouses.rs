//! Warehouses.

use crate::pages::rows::ROWS;
use crate::{
    answer::see_other,
    blocks::{Cell, Field, FormBlock, Link, Section, Table},
    error::Page,
    form::{Form, fault_at},
    view::View,
    visit::{Visit, once, read},
};
use ::stock::{StockStore, Warehouse};
use access::Scope;
use agent_requests::WarehouseBody;
use api_http::Body;
use idempotency::Answer;
use invoicing::Violations;
use use_cases::{invoicing::records::NewRecord, ledger::stock::add_warehouse};

pub(in crate::pages) async fn list(visit: Visit) -> Page {
    let (organization, t) = (visit.require(Scope::StockRead)?, visit.t());
    let (query, after) = visit.list()?;
    query.finish()?;
    let page = visit.store.warehouses(organization, false, after, ROWS).await?;
    let mut view = View::new(t.warehouses);
    view.lead = t.warehouses_lead;
    if visit.may(Scope::StockUpdate) {
        view.links = vec![Link::main(visit.path("stock/warehouses/new"), t.new_warehouse)];
    }
    let heads = vec![t.warehouse, t.made_at];
    let table = Table::of(t.warehouses, heads, (&page.rows, t.no_warehouses), |warehouse| {
        let href = visit.path(&format!("stock?warehouse={}", warehouse.id));
        vec![Cell::link(href, &*warehouse.name), visit.words.time(warehouse.created_at)]
    });
    let next = visit.next_rows(&page);
    view.sections = vec![Section::table(t.list, Table { next, ..table })];
    view.show(&visit)
}

pub(in crate::pages) async fn new(visit: Visit) -> Page {
    visit.require(Scope::StockUpdate)?;
    form_view(&visit, &Form::default(), &Violations::new()).show(&visit)
}

pub(in crate::pages) async fn create(visit: Visit, body: Body) -> Page {
    let typed = visit.form(&body)?;
    let context = visit.context(Scope::StockUpdate)?;
    let (input, found) = read::<WarehouseBody>(typed.object(&["name"]));
    let lease = visit.lease("portal.warehouses", &typed);
    let respond = |warehouse: &Warehouse| Answer::json(201, &warehouse.id);
    match add_warehouse(&context, NewRecord { input, found, lease }, respond).await {
        Ok(_) => Ok(see_other(&visit.path("stock/warehouses?done=saved"))),
        Err(error) => View::refused(&visit, error, |found| form_view(&visit, &typed, found)),
    }
}

fn form_view(visit: &Visit, typed: &Form, found: &Violations) -> View {
    let t = visit.t();
    let name = Field::new("name", t.warehouse, typed.text("name")).fault(fault_at(found, "name"));
    let fields = vec![once(typed), name.required()];
    let href = visit.path("stock/warehouses/new");
    View { form: Some(FormBlock { href, fields, submit: t.save }), ..View::new(t.new_warehouse) }
}
