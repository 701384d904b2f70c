//! Stock that lines take, over the store in memory.

use crate::{
    expenses::receive,
    invoice_changes::{draft, kept},
    setup::{TestPorts, run},
};
use contracts::{Contract, ContractId, ContractInput, Interval};
use expenses::{Expense, ExpenseStore, StockLineInput};
use idempotency::{Answer, UnwritableAnswer};
use invoicing::{
    InvoiceId, InvoiceRequest, InvoiceType, ItemInput, StockRef, ViolationKind, Violations,
    drafts::{Drafted, EditRefused, InvoiceEdit},
    records::{ContactRow, CustomerStore},
    states::InvoiceMove,
};
use money::Decimal;
use projects::{Project, ProjectId, ProjectInput, ProjectStatus};
use rust_decimal::dec;
use stock::{
    DocumentInput, DocumentKind, DocumentLineInput, LevelFilter, StockDocument, StockDocumentId,
    StockItemId, StockRefused, StockStore, WarehouseId, WarehouseInput,
};
use testkit::{
    build::{self, NOW},
    fixtures,
    invoices::request,
};
use time::{Duration, macros::date};
use use_cases::{
    Context,
    invoicing::{
        change_invoice::{ChangeInvoiceError, edit_invoice, move_invoice},
        issue_draft::{IssueDraft, issue_draft},
        issue_invoice::{Issue, IssueError, issue_invoice},
        records::{NewRecord, RecordError},
    },
    ledger::{
        contracts::{add_contract, contract, issue_due},
        expenses::{ExpenseFailure, ReceivedRequest, add_received},
        projects::{add_project, change_project, project_totals, projects_to_choose},
        stock::{
            StockFailure, add_document, add_item, add_warehouse, change_document, confirm_document,
            items_to_choose, warehouses_to_choose,
        },
    },
};
use uuid::Uuid;
use vat_categories::VatRate;

fn new<T>(input: T) -> NewRecord<T> {
    NewRecord { input, found: Violations::new(), lease: None }
}

fn id(answer: &Answer) -> Uuid {
    std::str::from_utf8(&answer.body).expect("text").parse().expect("an id")
}

fn answer(id: Uuid) -> Result<Answer, UnwritableAnswer> {
    Ok(Answer { status: 201, body: id.to_string().into_bytes() })
}

fn warehouse(context: &Context<'_, TestPorts>, name: &str) -> WarehouseId {
    let input = WarehouseInput { name: Some(name.into()), ..WarehouseInput::default() };
    let made = run(add_warehouse(context, new(input), |it| answer(it.id.0)));
    WarehouseId(id(&made.expect("made")))
}

/// An item that must not go below zero, of which there are so many.
fn item(context: &Context<'_, TestPorts>, name: &str, quantity: i64) -> StockItemId {
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

fn input(
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

fn stock_document(
    context: &Context<'_, TestPorts>,
    kind: DocumentKind,
    lines: &[(StockItemId, Decimal)],
) -> StockDocumentId {
    let input = input(context, kind, lines);
    let made = run(add_document(context, new(input), |it| answer(it.id.0)));
    StockDocumentId(id(&made.expect("drafted")))
}

fn confirmed(
    context: &Context<'_, TestPorts>,
    id: StockDocumentId,
) -> Result<Answer, StockFailure> {
    run(confirm_document(context, id, None, |it: &StockDocument| answer(it.id.0)))
}

/// An invoice whose second line takes so many.
fn of(kind: InvoiceType, item: StockItemId, quantity: impl Into<Decimal>) -> InvoiceRequest {
    let plain = ItemInput::new("Montáž", 1, 10, VatRate::TwentyThree);
    let line = ItemInput::new("Stolička", quantity, 10, VatRate::TwentyThree);
    let stocked = ItemInput { stock_item_id: Some(item), ..line };
    let items = Some(vec![plain, stocked]);
    InvoiceRequest { invoice_type: Some(kind), items, ..request() }
}

fn issued(
    context: &Context<'_, TestPorts>,
    request: InvoiceRequest,
) -> Result<InvoiceId, IssueError> {
    let issue = Issue { request, found: Violations::new(), lease: None };
    let respond = |it: &invoicing::Issued<'_>| answer(it.invoice.id.0);
    run(issue_invoice(context, issue, respond)).map(|made| InvoiceId(id(&made)))
}

/// Where it is short, and of which kind that is.
fn at(found: &Violations) -> Vec<(&str, ViolationKind)> {
    found.as_slice().iter().map(|it| (&*it.field, it.kind)).collect()
}

const SHORT: (&str, ViolationKind) = ("items[1].quantity", ViolationKind::StockTooLow);

fn is_short(result: Result<impl Sized, ChangeInvoiceError>) {
    match result {
        Err(
            ChangeInvoiceError::Invalid(found)
            | ChangeInvoiceError::Edit(EditRefused::Invalid(found)),
        ) => assert_eq!(at(&found), [SHORT]),
        Err(other) => panic!("{other:?}"),
        Ok(_) => panic!("it takes what is not there"),
    }
}

fn there(context: &Context<'_, TestPorts>, item: StockItemId) -> Decimal {
    let filter = LevelFilter { item: Some(item), ..LevelFilter::default() };
    let levels = context.ports.store.stock_levels(context.organization, filter, None, 9);
    run(levels).expect("a page").rows.iter().map(|row| row.level.quantity).sum()
}

fn drawn(drafted: &Drafted<'_>) -> Result<Answer, UnwritableAnswer> {
    answer(drafted.kept.invoice.id.0)
}

#[test]
fn whatever_takes_too_much_says_at_which_line() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_organization().id);
    warehouse(&context, "A");
    let chair = item(&context, "Stolička", 5);
    match issued(&context, of(InvoiceType::Invoice, chair, 6)) {
        Err(IssueError::Invalid(found)) => assert_eq!(at(&found), [SHORT]),
        other => panic!("{other:?}"),
    }
    let late = kept(
        &context,
        InvoiceRequest { draft: draft().draft, ..of(InvoiceType::Invoice, chair, 5) },
    );
    let sold = issued(&context, of(InvoiceType::Invoice, chair, 4)).expect("issued");
    is_short(run(issue_draft(&context, late, IssueDraft::issue(), None, drawn)));
    let more =
        InvoiceEdit { items: of(InvoiceType::Invoice, chair, 6).items, ..InvoiceEdit::default() };
    is_short(run(edit_invoice(&context, sold, &more, &Violations::new())));
    // what a credit note brought back was sold again
    let back = issued(&context, of(InvoiceType::CreditNote, chair, 3)).expect("credited");
    issued(&context, of(InvoiceType::Invoice, chair, 4)).expect("issued");
    is_short(run(move_invoice(&context, back, InvoiceMove::Cancel)));
    let less = InvoiceEdit {
        items: of(InvoiceType::CreditNote, chair, 1).items,
        ..InvoiceEdit::default()
    };
    is_short(run(edit_invoice(&context, back, &less, &Violations::new())));
    assert_eq!(there(&context, chair), dec!(0));
    run(move_invoice(&context, sold, InvoiceMove::Cancel)).expect("it gives back");
    run(move_invoice(&context, back, InvoiceMove::Cancel)).expect("now they are there");
    assert_eq!(there(&context, chair), dec!(1));
    let lines = [(chair, dec!(1)), (chair, dec!(1))];
    let issue = stock_document(&context, DocumentKind::Issue, &lines);
    match confirmed(&context, issue) {
        Err(StockFailure::Stock(stock::StockError::Refused(StockRefused::Invalid(found)))) => {
            assert_eq!(at(&found), [("lines[0].quantity", ViolationKind::StockTooLow)]);
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_draft_that_somebody_else_changed_is_read_again() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_organization().id);
    warehouse(&context, "A");
    let chair = item(&context, "Stolička", 0);
    let document = stock_document(&context, DocumentKind::Receipt, &[(chair, dec!(1))]);
    let change = |version, quantity| {
        let asked = input(&context, DocumentKind::Receipt, &[(chair, quantity)]);
        let asked = DocumentInput { version, ..asked };
        run(change_document(&context, document, &asked, &Violations::new()))
    };
    assert_eq!(change(Some(1), dec!(2)).expect("changed").version, 2);
    let stale = change(Some(1), dec!(3));
    let is_stale = matches!(
        &stale,
        Err(StockFailure::Stock(stock::StockError::Refused(StockRefused::Stale(2))))
    );
    assert!(is_stale, "{stale:?}");
    assert_eq!(change(None, dec!(3)).expect("changed").lines[0].quantity, dec!(3));
}

#[test]
fn invoices_of_a_contract_take_their_stock() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_organization().id);
    let shop = warehouse(&context, "A");
    let chair = item(&context, "Stolička", 3);
    let customer = build::contact("Nájomca, s. r. o.");
    let row = ContactRow { contact: customer.clone(), created_at: NOW, retired_at: None };
    run(ports.store.add_contact(context.organization, &row, None)).expect("made");
    let input = |item, unit| {
        let line = ItemInput::new("Stolička {month}", 2, 10, VatRate::TwentyThree);
        let line = ItemInput { stock_item_id: Some(item), unit, ..line };
        ContractInput {
            customer_id: Some(customer.id),
            items: Some(vec![line]),
            interval: Some(Interval::Monthly),
            start_date: Some(date!(2026 - 11 - 01)),
            day_of_month: Some(22),
            ..ContractInput::default()
        }
    };
    let respond = |contract: &Contract| answer(contract.id.0);
    let refused = |asked: ContractInput| match run(add_contract(&context, new(asked), respond)) {
        Err(use_cases::ledger::contracts::ContractError::Invalid(found)) => {
            found.as_slice().iter().map(|it| it.field.clone()).collect::<Vec<_>>()
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(refused(input(StockItemId(Uuid::nil()), None)), ["items[0].stock_item_id"]);
    assert_eq!(refused(input(chair, Some(invoicing::Unit::Hour))), ["items[0].unit"]);
    let made = run(add_contract(&context, new(input(chair, None)), respond)).expect("made");
    let made = ContractId(id(&made));
    let known = run(contract(&context, made)).expect("there");
    assert_eq!(known.terms.items[0].stock, Some(StockRef { item: chair, warehouse: shop }));
    ports.still.advance(Duration::days(2));
    run(issue_due(&ports)).expect("issued");
    assert_eq!(there(&context, chair), dec!(1));
    // one is left, and two are wanted: the invoice waits for them
    ports.still.advance(Duration::days(31));
    run(issue_due(&ports)).expect("looked at");
    let problem = run(contract(&context, made)).expect("there").problem.expect("a problem");
    assert!(problem.message.contains("2 ks of Stolička cannot be taken"), "{}", problem.message);
    assert_eq!(there(&context, chair), dec!(1));
}

#[test]
fn an_expense_of_a_received_document_brings_stock() {
    let ports = TestPorts::default();
    let owner = ports.with_organization().id;
    let context = ports.context(owner);
    let shop = warehouse(&context, "A");
    let chair = item(&context, "Stolička", 0);
    let xml = fixtures::text("documents/cii/invoice.xml");
    let document = receive(&ports, owner, xml.as_bytes());
    let line = |stock_item_id| StockLineInput {
        stock_item_id: Some(stock_item_id),
        warehouse_id: None,
        quantity: Some(dec!(4)),
        unit_cost: Some(dec!(12.50)),
    };
    let add = |lines: &[StockLineInput]| {
        let asked = ReceivedRequest { stock_lines: lines, ..ReceivedRequest::default() };
        run(add_received(&context, document, asked, None, |it: &Expense| answer(it.id.0)))
    };
    match add(&[line(StockItemId(Uuid::nil()))]) {
        Err(ExpenseFailure::Invalid(found)) => {
            assert_eq!(at(&found), [("stock_lines[0].stock_item_id", ViolationKind::NotFound)]);
        }
        other => panic!("{other:?}"),
    }
    let made = add(&[line(chair)]).expect("kept");
    let made = run(ports.store.expense(owner, expenses::ExpenseId(id(&made)))).expect("there");
    let stock = &made.expense.content.stock;
    assert_eq!((stock.len(), stock[0].stock), (1, StockRef { item: chair, warehouse: shop }));
}

#[test]
fn a_form_finds_what_it_looks_for() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_organization().id);
    for n in 0..25 {
        warehouse(&context, &format!("Hala {n}"));
    }
    let old = warehouse(&context, "Žilina");
    for n in 0..25 {
        item(&context, &format!("Lak {n}"), 0);
    }
    let found = |wanted: &str| {
        let offered = run(items_to_choose(&context, wanted, None)).expect("asked");
        (offered.rows.len(), offered.has_more)
    };
    assert_eq!(found(""), (20, true));
    assert_eq!(found("lak 24"), (1, false));
    assert_eq!(found(" sku-lak 24 "), (1, false));
    assert_eq!(found("nič"), (0, false));
    let found = |wanted: &str, chosen| {
        let offered = run(warehouses_to_choose(&context, wanted, chosen)).expect("asked");
        let first = offered.rows.first().map(|row| row.id);
        (offered.rows.len(), offered.has_more, first == Some(old))
    };
    assert_eq!(found("zilin", None), (1, false, true));
    assert_eq!(found("hala", None), (20, true, false));
    assert_eq!(found("hala 3", Some(old)), (2, false, true), "the chosen one comes first");
}

#[test]
fn a_project_is_changed_as_it_was_read_and_its_budget_is_whole() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_organization().id);
    let input = |version, status| ProjectInput {
        version,
        status,
        code: Some("P-1".into()),
        name: Some("Strecha".into()),
        budget: Some(projects::BudgetInput { amount: Some(dec!(100)), currency: None }),
        ..ProjectInput::default()
    };
    let respond = |project: &Project| answer(project.id.0);
    let made = run(add_project(&context, new(input(None, None)), respond)).expect("made");
    let project = ProjectId(id(&made));
    let change = |version, status| {
        run(change_project(&context, project, &input(version, status), &Violations::new()))
    };
    let closed = change(Some(1), Some(ProjectStatus::Closed)).expect("closed");
    assert_eq!(closed.version, 2);
    let stale = change(Some(1), Some(ProjectStatus::Open));
    assert!(matches!(&stale, Err(RecordError::Refused(_))), "{stale:?}");
    let known = run(projects_to_choose(&context, "", Some(project))).expect("asked").rows;
    assert_eq!(
        known[0].status,
        ProjectStatus::Closed,
        "it stays closed, and is offered where it is chosen"
    );
    change(Some(2), None).expect("opened again");
    let spent = InvoiceRequest {
        invoice_type: Some(InvoiceType::SelfInvoice),
        project_id: Some(Some(project)),
        items: Some(vec![ItemInput::new("Drevo", 1, 60, VatRate::TwentyThree)]),
        ..request()
    };
    issued(&context, spent).expect("issued");
    let (past, later) = (Some(date!(2020 - 01 - 01)), Some(date!(2020 - 12 - 31)));
    let summed = run(project_totals(&context, project, (past, later))).expect("summed up");
    assert_eq!(summed.totals.spent.home.amount, dec!(0), "nothing of those days");
    assert_eq!(
        summed.budget.expect("a budget").left,
        dec!(40),
        "the budget is of the whole project"
    );
}
