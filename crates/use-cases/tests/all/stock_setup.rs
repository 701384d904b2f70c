//! What the tests of stock begin with: a warehouse, items, documents, invoices that take.

use crate::setup::{TestPorts, run};
use idempotency::{Answer, UnwritableAnswer};
use invoicing::{InvoiceId, InvoiceRequest, InvoiceType, ItemInput, ViolationKind, Violations};
use money::Decimal;
use stock::{
    DocumentInput, DocumentKind, DocumentLineInput, LevelFilter, StockDocument, StockDocumentId,
    StockItemId, StockStore, WarehouseId, WarehouseInput,
};
use testkit::invoices::request;
use use_cases::{
    Context,
    invoicing::{
        issue_invoice::{Issue, IssueError, issue_invoice},
        records::NewRecord,
    },
    ledger::stock::{StockFailure, add_document, add_item, add_warehouse, confirm_document},
};
use uuid::Uuid;
use vat_categories::VatRate;

pub fn new<T>(input: T) -> NewRecord<T> {
    NewRecord { input, found: Violations::new(), lease: None }
}

pub fn id(answer: &Answer) -> Uuid {
    std::str::from_utf8(&answer.body).expect("text").parse().expect("an id")
}

pub fn answer(id: Uuid) -> Result<Answer, UnwritableAnswer> {
    Ok(Answer { status: 201, body: id.to_string().into_bytes() })
}

pub fn warehouse(context: &Context<'_, TestPorts>, name: &str) -> WarehouseId {
    let input = WarehouseInput { name: Some(name.into()), ..WarehouseInput::default() };
    let made = run(add_warehouse(context, new(input), |it| answer(it.id.0)));
    WarehouseId(id(&made.expect("made")))
}

/// An item that must not go below zero, of which there are so many.
pub fn item(context: &Context<'_, TestPorts>, name: &str, quantity: i64) -> StockItemId {
    let input = stock::ItemInput {
        name: Some(name.into()),
        sku: Some(format!("SKU-{name}")),
        below_zero: Some(false),
        ..stock::ItemInput::default()
    };
    let made = run(add_item(context, new(input), |it| answer(it.id.0)));
    let item = StockItemId(id(&made.expect("made")));
    if quantity > 0 {
        let lines = [(item, Decimal::from(quantity))];
        let receipt = stock_document(context, DocumentKind::Receipt, &lines);
        confirmed(context, receipt).expect("confirmed");
    }
    item
}

pub fn input(
    context: &Context<'_, TestPorts>,
    kind: DocumentKind,
    lines: &[(StockItemId, Decimal)],
) -> DocumentInput {
    let first = run(context.ports.store.first_warehouse(context.organization)).expect("asked");
    let line = |(item, quantity): &(StockItemId, Decimal)| DocumentLineInput {
        item: Some(*item),
        quantity: Some(*quantity),
        unit_cost: None,
    };
    DocumentInput {
        kind: Some(kind),
        warehouse: first.map(|warehouse| warehouse.id),
        lines: Some(lines.iter().map(line).collect()),
        ..DocumentInput::default()
    }
}

pub fn stock_document(
    context: &Context<'_, TestPorts>,
    kind: DocumentKind,
    lines: &[(StockItemId, Decimal)],
) -> StockDocumentId {
    let input = input(context, kind, lines);
    let made = run(add_document(context, new(input), |it| answer(it.id.0)));
    StockDocumentId(id(&made.expect("drafted")))
}

pub fn confirmed(
    context: &Context<'_, TestPorts>,
    id: StockDocumentId,
) -> Result<Answer, StockFailure> {
    run(confirm_document(context, id, None, |it: &StockDocument| answer(it.id.0)))
}

/// An invoice whose second line takes so many.
pub fn of(kind: InvoiceType, item: StockItemId, quantity: impl Into<Decimal>) -> InvoiceRequest {
    let plain = ItemInput::new("Montáž", 1, 10, VatRate::TwentyThree);
    let line = ItemInput::new("Stolička", quantity, 10, VatRate::TwentyThree);
    let stocked = ItemInput { stock_item_id: Some(item), ..line };
    let items = Some(vec![plain, stocked]);
    InvoiceRequest { invoice_type: Some(kind), items, ..request() }
}

pub fn issued(
    context: &Context<'_, TestPorts>,
    request: InvoiceRequest,
) -> Result<InvoiceId, IssueError> {
    let issue = Issue { request, found: Violations::new(), lease: None };
    let respond = |it: &invoicing::Issued<'_>| answer(it.invoice.id.0);
    run(issue_invoice(context, issue, respond)).map(|made| InvoiceId(id(&made)))
}

/// Where it is short, and of which kind that is.
pub fn at(found: &Violations) -> Vec<(&str, ViolationKind)> {
    found.as_slice().iter().map(|it| (&*it.field, it.kind)).collect()
}

pub fn there(context: &Context<'_, TestPorts>, item: StockItemId) -> Decimal {
    let filter = LevelFilter { item: Some(item), ..LevelFilter::default() };
    let levels = context.ports.store.stock_levels(context.organization, filter, None, 9);
    run(levels).expect("a page").rows.iter().map(|row| row.level.quantity).sum()
}
