//! Contracts and expenses whose lines name stock.

use crate::{
    expenses::receive,
    setup::{TestPorts, run},
    stock_setup::{answer, at, id, item, new, there, warehouse},
};
use contracts::{Contract, ContractId, ContractInput, Interval};
use expenses::{Expense, ExpenseStore, StockLineInput};
use invoicing::{
    ItemInput, StockRef, ViolationKind,
    records::{ContactRow, CustomerStore},
};
use rust_decimal::dec;
use stock::StockItemId;
use testkit::{
    build::{self, NOW},
    fixtures,
};
use time::{Duration, macros::date};
use use_cases::ledger::{
    contracts::{add_contract, contract, issue_due},
    expenses::{ExpenseFailure, ReceivedRequest, add_received},
};
use uuid::Uuid;
use vat_categories::VatRate;

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
