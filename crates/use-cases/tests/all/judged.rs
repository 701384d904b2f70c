//! By the rules of which day a document is judged.

use crate::connector::stage;
use crate::expenses::receive;
use crate::setup::{TestIntake, TestPorts, run};
use access::OrganizationId;
use peppol_connector::{
    identifiers::InvoiceId,
    ports::{InboxStore, SubmissionLists},
    repair::Severity,
    sending::SendStatus,
    submissions::RejectReason,
};
use testkit::{build::NOW, fakes::FakeValidator, fixtures};
use time::Duration;
use use_cases::{
    ledger::expenses::accept_received,
    receiving::documents::read_received,
    sending::{
        connector::dispatch,
        native_send::{preflight_invoice, send_invoice},
    },
};

/// Staged while one release of the rules was in force, dispatched when the next one is.
#[test]
fn what_is_staged_is_judged_again_by_the_rules_of_the_day_on_which_it_leaves() {
    let validator = FakeValidator::default();
    let intake = TestIntake::of(validator.clone());
    let ports = TestPorts { intake, ..TestPorts::default() };
    let organization = ports.with_enrolled_as("0245:2020123456");
    let staged = stage(&ports.context(organization)).staged_id.expect("an id");
    let later = NOW + Duration::days(1);
    ports.still.advance(Duration::days(1));
    let validator = validator.finding("PEPPOL-COMMON-R040", Severity::Error);
    let context = ports.context(organization);
    for _ in 0..2 {
        let refused = run(dispatch(&context, staged)).expect("it stays staged");
        assert_eq!(refused.status, SendStatus::Rejected, "{refused:?}");
        assert_eq!(refused.reason, Some(RejectReason::Validation), "{refused:?}");
        let errors = refused.repair.iter().filter(|one| one.severity == Severity::Error);
        let codes: Vec<_> = errors.map(|one| &*one.code).collect();
        assert_eq!(codes, ["PEPPOL-COMMON-R040"]);
    }
    let days = [NOW, later, later].map(service_day::date);
    assert_eq!(validator.days(), days);
    let queued = run(ports.store.submissions(organization, &Default::default(), None, 9));
    assert!(queued.expect("a page").rows.is_empty());
}

/// What was sent is shown by the rules of its day, what may be sent by those of today.
#[test]
fn an_invoice_that_was_sent_is_judged_by_the_rules_of_that_day() {
    let validator = FakeValidator::default();
    let intake = TestIntake::of(validator.clone());
    let ports = TestPorts { intake, ..TestPorts::default() };
    let organization = ports.with_enrolled_as("0245:2020123456");
    let sent = crate::invoices::issued(&ports.context(organization));
    run(send_invoice(&ports.context(organization), sent)).expect("queued");
    let unsent = crate::invoices::issued(&ports.context(organization));
    let recorded = recorded(&ports, organization);
    ports.still.advance(Duration::days(90));
    let begin = validator.days().len();
    for id in [sent, unsent, recorded] {
        run(preflight_invoice(&ports.context(organization), id)).expect("checked");
    }
    let (then, now) = (service_day::date(NOW), service_day::date(NOW + Duration::days(90)));
    assert_eq!(validator.days()[begin..], [then, now, then]);
}

/// The invoice that records the document of the fixtures, which was staged and dispatched.
fn recorded(ports: &TestPorts, organization: OrganizationId) -> InvoiceId {
    let context = ports.context(organization);
    let staged = stage(&context).staged_id.expect("an id");
    let answer = run(dispatch(&context, staged)).expect("dispatched");
    answer.invoice_id.unwrap_or_else(|| panic!("not queued: {answer:?}"))
}

/// On the page and as an expense.
#[test]
fn a_received_document_is_judged_by_the_rules_of_the_day_on_which_it_came() {
    let validator = FakeValidator::default();
    let intake = TestIntake::of(validator.clone());
    let ports = TestPorts { intake, ..TestPorts::default() };
    let owner = ports.with_organization().id;
    let id = receive(&ports, owner, &fixtures::bytes("documents/ubl/invoice.xml"));
    let came = run(ports.store.received_record(owner, id)).expect("there").received_at;
    ports.still.advance(Duration::days(90));
    run(read_received(&ports.context(owner), id)).expect("read");
    run(accept_received(&ports.context(owner), id)).expect("accepted");
    assert_eq!(validator.days(), [service_day::date(came); 2]);
}
