//! Projects that invoices name, over the store in memory.

use crate::{
    setup::{TestPorts, run},
    stock_setup::{answer, id, issued, new},
};
use invoicing::{InvoiceRequest, InvoiceType, ItemInput, Violations};
use projects::{Project, ProjectId, ProjectInput, ProjectStatus};
use rust_decimal::dec;
use testkit::invoices::request;
use time::macros::date;
use use_cases::{
    invoicing::records::RecordError,
    ledger::projects::{add_project, change_project, project_totals, projects_to_choose},
};
use vat_categories::VatRate;

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
