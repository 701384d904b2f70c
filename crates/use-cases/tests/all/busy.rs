//! What use cases say while what they need is busy or away: no document is read, no PDF made, no mail taken.
//! The next attempt finds everything as it was.

use crate::{
    correspondence::{FakeAttachments, ask, attachments, issued, live, reminder},
    expenses, exports,
    setup::{TestPorts, run},
};
use document_intake::IntakeBusy;
use notifications::MailError;
use peppol_connector::ports::SubmissionStore;
use testkit::{build::NOW, fixtures, sends};
use time::Duration;
use use_cases::{
    invoicing::details::{DetailsError, invoice_details},
    ledger::{
        correspondence::{DeliverEmailError, deliver_email},
        expenses::ExpenseFailure,
        exports::Made,
    },
};

#[test]
fn a_recorded_invoice_is_shown_once_its_document_can_be_read() {
    let mut ports = TestPorts::default();
    let owner = ports.with_enrolled();
    let send = sends::test_send();
    let id = send.submission.invoice;
    run(ports.store.commit(owner, &sends::queued(&send), None, NOW)).expect("queued");
    ports.intake.busy = true;
    let refused = run(invoice_details(&ports.context(owner), id)).map(drop);
    let is_busy = matches!(refused, Err(DetailsError::Busy(IntakeBusy { retry_after: 3 })));
    assert!(is_busy, "{refused:?}");
    ports.intake.busy = false;
    run(invoice_details(&ports.context(owner), id)).expect("shown");
}

#[test]
fn a_received_document_is_an_expense_once_it_can_be_read() {
    let mut ports = TestPorts::default();
    let owner = ports.with_organization().id;
    let document = fixtures::text("documents/cii/invoice.xml");
    let id = expenses::receive(&ports, owner, document.as_bytes());
    ports.intake.busy = true;
    let refused = expenses::add(&ports, owner, id);
    assert!(matches!(refused, Err(ExpenseFailure::Busy(_))), "{refused:?}");
    ports.intake.busy = false;
    expenses::add(&ports, owner, id).expect("kept");
}

#[test]
fn an_export_goes_on_once_documents_can_be_read() {
    let mut ports = TestPorts::default();
    let owner = ports.with_organization().id;
    exports::receive(&ports.context(owner), &fixtures::text("documents/ubl/invoice.xml"));
    let id = exports::ask(&ports.context(owner), exports::november(false)).expect("kept");
    let make =
        |ports: &TestPorts| exports::make(&ports.context(owner), id, &exports::Pdfs::default());
    ports.intake.busy = true;
    assert_eq!(make(&ports), Made::Again(NOW + Duration::seconds(5)));
    ports.intake.busy = false;
    assert_eq!(make(&ports), Made::Done);
}

#[test]
fn a_mail_goes_out_once_its_papers_are_made_and_it_is_taken() {
    let ports = TestPorts::default();
    let context = live(&ports);
    let id = ask(&context, issued(&context), &reminder());
    let deliver = |attachments: &FakeAttachments| {
        run(deliver_email(&ports, attachments, context.organization, id))
    };
    let waits = deliver(&FakeAttachments(None));
    assert!(matches!(waits, Err(DeliverEmailError::Attachments(_))), "{waits:?}");
    ports.mailer.fails(MailError::Unreachable("no answer".into()));
    let waits = deliver(&attachments());
    assert!(matches!(waits, Err(DeliverEmailError::Mail(_))), "{waits:?}");
    ports.mailer.recovers();
    deliver(&attachments()).expect("sent");
    assert_eq!(ports.mailer.sent().len(), 1);
}
