//! Receipts, issues, transfers and counts.

use super::names;
use crate::pages::rows::ROWS;
use crate::{
    answer::see_other,
    blocks::{Action, Badge, Cell, Choice, Field, Kind, Link, Section, Table, facts},
    error::{Page, PageError},
    view::View,
    visit::Visit,
};
use ::stock::{
    DocumentFilter, DocumentKind, DocumentLine, DocumentStatus, StockDocument, StockDocumentId,
    StockStore, WarehouseId,
};
use access::{OrganizationId, Scope};
use api_http::Body;
use idempotency::Answer;
use use_cases::ledger::stock::{confirm_document, delete_document, warehouses_named};

pub(in crate::pages) async fn list(visit: Visit) -> Page {
    let (organization, t) = (visit.require(Scope::StockRead)?, visit.t());
    let (mut query, after) = visit.list()?;
    let filter = DocumentFilter {
        kind: query.one_of("type", &DocumentKind::ALL, DocumentKind::name),
        status: query.one_of("status", &DocumentStatus::ALL, DocumentStatus::name),
        number: query.text("number"),
        warehouse: query.id("warehouse").map(WarehouseId),
        from: query.date("date_from"),
        to: query.date("date_to"),
        ..DocumentFilter::default()
    };
    query.finish()?;
    let page = visit.store.stock_documents(organization, &filter, after, ROWS).await?;
    let named = page.rows.iter().map(|row| row.warehouse);
    let warehouses = warehouses_named(&visit.use_case(), named).await?;
    let mut view = View::new(t.stock_documents);
    if visit.may(Scope::StockUpdate) {
        view.links = vec![Link::main(visit.path("stock/documents/new"), t.new_stock_document)];
    }
    view.filters = filters(&visit, &filter);
    view.filters.push(names::warehouse_filter(&visit, "warehouse", filter.warehouse).await?);
    let heads = vec![t.number, t.kind, t.day, t.warehouse, t.state];
    let table = Table::of(t.stock_documents, heads, (&page.rows, t.no_stock_documents), |it| {
        let number = it.number.as_deref().unwrap_or(t.stock_draft);
        vec![
            Cell::link(visit.path(&format!("stock/documents/{}", it.id)), number),
            Cell::text(names::kind(t, it.kind)),
            visit.words.date(it.day),
            Cell::maybe(warehouses.get(&it.warehouse).cloned()),
            Cell::Badge(badge(&visit, it)),
        ]
    });
    let next = visit.next_rows(&page);
    view.sections = vec![Section::table(t.list, Table { next, ..table })];
    view.show(&visit)
}

fn badge(visit: &Visit, document: &StockDocument) -> Badge {
    let status = document.status();
    let kind = match status {
        DocumentStatus::Draft => Kind::Quiet,
        DocumentStatus::Confirmed => Kind::Good,
    };
    Badge { kind, text: names::status(visit.t(), status) }
}

fn filters(visit: &Visit, filter: &DocumentFilter) -> Vec<Field> {
    let t = visit.t();
    let any = |chosen| vec![Choice::new("", t.any, chosen)];
    let day = |day: Option<time::Date>| day.map(|day| day.to_string()).unwrap_or_default();
    let kind = filter.kind.map_or("", DocumentKind::name);
    let mut kinds = any(kind);
    kinds.extend(DocumentKind::ALL.map(|it| Choice::new(it.name(), names::kind(t, it), kind)));
    let status = filter.status.map_or("", DocumentStatus::name);
    let mut all = any(status);
    all.extend(DocumentStatus::ALL.map(|it| Choice::new(it.name(), names::status(t, it), status)));
    vec![
        Field::new("type", t.kind, "").choice(kinds),
        Field::new("status", t.state, "").choice(all),
        Field::new("number", t.number, filter.number.as_deref().unwrap_or_default()),
        Field::new("date_from", t.documents_from, day(filter.from)).kind("date"),
        Field::new("date_to", t.documents_to, day(filter.to)).kind("date"),
    ]
}

/// One with its lines.
pub(in crate::pages) async fn page(visit: Visit) -> Page {
    let (organization, t) = (visit.require(Scope::StockRead)?, visit.t());
    let id = StockDocumentId(visit.id("id")?);
    let document = visit.store.stock_document(organization, id).await?;
    let named = [Some(document.warehouse), document.to_warehouse].into_iter().flatten();
    let warehouses = warehouses_named(&visit.use_case(), named).await?;
    let mut view = View::new(document.number.as_deref().unwrap_or(t.stock_document));
    view.badges = vec![badge(&visit, &document)];
    let to = document.to_warehouse.and_then(|to| warehouses.get(&to).cloned());
    view.facts = facts([
        (t.kind, Cell::text(names::kind(t, document.kind))),
        (t.day, visit.words.date(document.day)),
        (t.warehouse, Cell::maybe(warehouses.get(&document.warehouse).cloned())),
        (t.to_warehouse, Cell::maybe(to)),
        (t.plain_note, Cell::maybe(document.note.clone())),
        (t.made_at, visit.words.time(document.created_at)),
    ]);
    if document.status() == DocumentStatus::Draft && visit.may(Scope::StockUpdate) {
        let path = |rest: &str| visit.path(&format!("stock/documents/{id}/{rest}"));
        view.links = vec![Link::new(path("edit"), t.edit_stock_document)];
        view.actions = vec![
            Action::new(path("confirm"), t.confirm_stock_document).main(),
            Action::new(path("delete"), t.delete_stock_document)
                .danger(t.delete_stock_document_note),
        ];
    }
    let table = lines_table(&visit, organization, &document).await?;
    view.sections = vec![Section::table(t.lines, table)];
    view.show(&visit)
}

async fn lines_table(
    visit: &Visit,
    organization: OrganizationId,
    document: &StockDocument,
) -> Result<Table, PageError> {
    let (t, now) = (visit.t(), visit.clock.now());
    let held = visit.store.stock_at(organization, &document.places(), now).await?;
    let heads = vec![t.stock_item, t.quantity, t.unit, t.unit_cost];
    let none = String::new();
    let row = |line: &DocumentLine| {
        let item = held.items.get(&line.item);
        let href = visit.path(&format!("stock/items/{}", line.item));
        vec![
            Cell::link(href, item.map_or(&none, |item| &item.name).clone()),
            Cell::Amount(names::number(visit, line.quantity)),
            Cell::maybe(item.map(|item| item.unit.name())),
            line.unit_cost.map_or(Cell::Nothing, |cost| Cell::Amount(names::number(visit, cost))),
        ]
    };
    Ok(Table::of(t.lines, heads, (&document.lines, t.no_stock), row))
}

pub(in crate::pages) async fn confirm(visit: Visit, body: Body) -> Page {
    let typed = visit.form(&body)?;
    let context = visit.context(Scope::StockUpdate)?;
    let id = StockDocumentId(visit.id("id")?);
    let lease = visit.lease("portal.stock_documents.confirm", &typed);
    let respond = |document: &StockDocument| Answer::json(200, &document.id);
    confirm_document(&context, id, lease, respond).await?;
    visit.notifier.events();
    Ok(see_other(&visit.path(&format!("stock/documents/{id}?done=saved"))))
}

pub(in crate::pages) async fn delete(visit: Visit, body: Body) -> Page {
    visit.form(&body)?;
    let context = visit.context(Scope::StockUpdate)?;
    delete_document(&context, StockDocumentId(visit.id("id")?)).await?;
    Ok(see_other(&visit.path("stock/documents?done=saved")))
}
