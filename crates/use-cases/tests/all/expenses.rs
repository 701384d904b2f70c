//! Expenses of received documents, and set-offs.

use crate::setup::{TestPorts, run};
use access::{OrganizationId, Tier};
use expenses::{Expense, ExpenseFilter, ExpenseStatus, ExpenseStore, NotAnExpense};
use idempotency::{Answer, UnwritableAnswer};
use invoicing::InvoiceStore;
use offsets::{OffsetError, OffsetRefused, OffsetRequest};
use peppol_connector::{
    identifiers::{Network, ReceivedId},
    inbox::ReceivedDocument,
    ports::InboxStore,
    repair::Severity,
};
use rust_decimal::dec;
use testkit::{
    build, fixtures,
    peppol::{received_document, received_event, received_record},
};
use use_cases::{
    Context,
    ledger::expenses::{ExpenseFailure, ReceivedRequest, accept_received, add_received},
};

fn respond(expense: &Expense) -> Result<Answer, UnwritableAnswer> {
    Ok(Answer { status: 201, body: expense.id.to_string().into_bytes() })
}

/// Receives a document over the test network.
pub fn receive(ports: &TestPorts, owner: OrganizationId, bytes: &[u8]) -> ReceivedId {
    let record = received_record();
    let (id, event) = (record.id, received_event(owner, &record));
    let document =
        ReceivedDocument { bytes: bytes.into(), evidence: [].into(), ..received_document(record) };
    run(ports.store.receive(owner, &document, &event)).expect("received");
    id
}

pub fn add(
    ports: &TestPorts,
    owner: OrganizationId,
    id: ReceivedId,
) -> Result<Answer, ExpenseFailure> {
    run(add_received(&ports.context(owner), id, ReceivedRequest::default(), None, respond))
}

fn only_expense(ports: &TestPorts, owner: OrganizationId) -> Expense {
    let page = run(ports.store.expenses(owner, &ExpenseFilter::default(), None, 9));
    let mut rows = page.expect("a page").rows;
    assert_eq!(rows.len(), 1);
    rows.remove(0)
}

#[test]
fn cii_becomes_an_expense_through_its_conversion() {
    let ports = TestPorts::default();
    let owner = ports.with_organization().id;
    let cii = fixtures::text("documents/cii/invoice.xml");
    let id = receive(&ports, owner, cii.as_bytes());
    add(&ports, owner, id).expect("kept");
    let expense = only_expense(&ports, owner);
    let content = &expense.content;
    assert!(!content.vat.is_empty(), "the VAT rows are read from the UBL: {content:?}");
    assert_eq!(expense.origin.document(), Some(id));
    let rows = content.vat.iter().map(|row| row.tax_amount).sum();
    assert_eq!(content.totals.vat_total, rows);
    let kept = run(ports.store.received_bytes(owner, id)).expect("there");
    assert_eq!(kept, cii.as_bytes(), "the original stays as it came");
    let supplier = run(ports.store.contact(owner, content.supplier_id)).expect("a contact");
    assert_eq!(supplier.contact.party, content.supplier);
}

#[test]
fn an_accepted_document_is_an_expense_and_taken_over() {
    let ports = TestPorts::default();
    let owner = ports.with_organization().id;
    let cii = fixtures::text("documents/cii/invoice.xml");
    let id = receive(&ports, owner, cii.as_bytes());
    let expense = run(accept_received(&ports.context(owner), id)).expect("accepted");
    assert_eq!(only_expense(&ports, owner).id, expense);
    let record = run(ports.store.received_record(owner, id)).expect("there");
    assert!(record.acknowledged_at.is_some());
    let twice = run(accept_received(&ports.context(owner), id));
    let is_first = matches!(&twice, Err(ExpenseFailure::Duplicate(Some(id))) if *id == expense);
    assert!(is_first, "{twice:?}");
    let live = Context::new(&ports, owner, Tier::Live);
    let missing = run(accept_received(&live, id));
    assert!(matches!(missing, Err(ExpenseFailure::Expense(_))), "{missing:?}");
}

#[test]
fn what_breaks_rules_needs_review() {
    let ports = TestPorts::default();
    let mut broken = TestPorts::default();
    broken.intake.validator = broken.intake.validator.clone().finding("BR-CO-10", Severity::Error);
    let owner = ports.with_organization().id;
    let other = broken.with_organization().id;
    let xml = fixtures::text("documents/cii/invoice.xml");
    for (ports, owner, said) in [(&ports, owner, None), (&broken, other, Some("BR-CO-10"))] {
        let id = receive(ports, owner, xml.as_bytes());
        add(ports, owner, id).expect("kept");
        let reasons = only_expense(ports, owner).review.reasons;
        let found = said.is_none_or(|said| reasons.iter().any(|reason| reason.contains(said)));
        assert!(found, "{reasons:?}");
    }
    assert_eq!(only_expense(&broken, other).status, ExpenseStatus::NeedsReview);
}

#[test]
fn what_is_no_invoice_makes_none() {
    let ports = TestPorts::default();
    let owner = ports.with_organization().id;
    let id = receive(&ports, owner, b"<order/>");
    let refused = add(&ports, owner, id);
    let expected = matches!(refused, Err(ExpenseFailure::NotAnExpense(NotAnExpense::NoNumber)));
    assert!(expected, "{refused:?}");
    let live = Context::new(&ports, owner, Tier::Live);
    let refused = run(add_received(&live, id, ReceivedRequest::default(), None, respond));
    assert!(
        matches!(refused, Err(ExpenseFailure::Invalid(_))),
        "of the other network: {refused:?}"
    );
}

#[test]
fn a_key_of_the_other_network_does_not_set_off() {
    let ports = TestPorts::default();
    let owner = ports.with_organization().id;
    let draft = build::with_total(build::draft(owner), dec!(100));
    let customer = draft.new_contact.clone().expect("a customer");
    let (invoice, _) = run(ports.store.issue(&draft, None, build::respond)).expect("issued");
    let record = received_record();
    let event = received_event(owner, &record);
    let origin = expenses::ExpenseOrigin::Received(record.id, Network::Test);
    let document =
        ReceivedDocument { bytes: [].into(), evidence: [].into(), ..received_document(record) };
    run(ports.store.receive(owner, &document, &event)).expect("received");
    let expense = testkit::expenses::expense(owner, &customer, dec!(50));
    let expense = Expense { origin, ..expense };
    let new = expenses::NewExpense { expense: expense.clone(), contact: None };
    run(ports.store.add_expense(owner, &new, None)).expect("kept");
    let request: OffsetRequest =
        testkit::expenses::offset_request(invoice.id, expense.id, dec!(50));
    let answer = |_: &offsets::OffsetRecord| Ok(Answer { status: 201, body: Vec::new() });
    let live = Context::new(&ports, owner, Tier::Live);
    let refused = run(use_cases::ledger::offsets::set_off(&live, &request, None, answer));
    let missing = matches!(
        refused,
        Err(use_cases::ledger::offsets::OffsetFailure::Offset(OffsetError::Refused(
            OffsetRefused::Invalid(_)
        )))
    );
    assert!(missing, "{refused:?}");
    run(use_cases::ledger::offsets::set_off(&ports.context(owner), &request, None, answer))
        .expect("set off");
}
