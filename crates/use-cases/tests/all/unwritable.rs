//! What use cases say when nothing can be written of what they do: no event tells of a time before the year 0, and
//! some answers have no JSON. Nothing is kept then.

use crate::{
    connector, correspondence, deliver,
    futures::Refusal,
    invoice_changes, invoices, organizations, receive_document,
    setup::{BEFORE_CHRIST, TestPorts, run},
    webhooks,
};
use access::Tier;
use idempotency::Answer;
use invoicing::{
    InvoiceStore,
    records::{Provision, ProvisionStore},
};
use peppol_connector::{
    identifiers::Network,
    inbox::ReceivedFilter,
    ports::{InboxStore, SubmissionLists},
    sending::SendOptions,
    submissions::{Jitter, State},
};
use std::collections::BTreeMap;
use testkit::{
    build::{self, fingerprint, lease},
    fakes::{FakeRegistry, Reply},
};
use use_cases::{
    Context, Runtime,
    invoicing::{
        change_invoice::{ChangeInvoiceError, delete_draft},
        viewed::{ViewedError, viewed},
    },
    ledger::correspondence::{DeliverEmailError, deliver_email},
    network::{
        organizations::{CreateError, EnrollFailure, KeepError, create_organization, enroll},
        publishing::{PublishingError, enter_participants},
    },
    receiving::receive_error::ReceiveError,
    sending::{
        connector::{DispatchError, SendError},
        deliver::SubmissionSender,
        deliver_error::DeliverError,
    },
    webhooks::{WebhookError, test_send},
};

/// An answer whose keys are no texts.
fn no_json() -> Result<Answer, idempotency::UnwritableAnswer> {
    Answer::json(200, &BTreeMap::from([((1, 1), 1)]))
}

fn submissions(context: &Context<'_, TestPorts>) -> usize {
    let store = &context.ports.store;
    let page = run(store.submissions(context.organization, &Default::default(), None, 9));
    page.expect("a page").rows.len()
}

#[test]
fn nothing_is_sent_of_which_no_event_tells() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_enrolled_as("0245:2020123456"));
    let request = || connector::request(SendOptions::default());
    let key = || (lease("send"), fingerprint(1));
    let refused =
        run(use_cases::sending::connector::send(&context, request(), key(), |_| no_json()));
    assert!(matches!(refused, Err(SendError::Unwritable(_))), "{refused:?}");
    ports.still.advance(BEFORE_CHRIST);
    let refused =
        run(use_cases::sending::connector::send(&context, request(), key(), connector::render));
    assert!(matches!(refused, Err(SendError::UnwritableEvent(_))), "{refused:?}");
    let staged = connector::stage(&context).staged_id.expect("an id");
    let refused = run(use_cases::sending::connector::dispatch(&context, staged));
    assert!(matches!(refused, Err(DispatchError::UnwritableEvent(_))), "{refused:?}");
    assert_eq!(submissions(&context), 0);
}

/// What the other side answered is lost with it: the lease of the job brings the send back.
#[test]
fn an_attempt_of_which_no_event_tells_is_not_over() {
    let (ports, organization, id) = deliver::queued(&[Reply::Delivers]);
    ports.still.advance(BEFORE_CHRIST);
    let failed = run(SubmissionSender(&ports).deliver(organization, id, Jitter(0)));
    assert!(matches!(failed, Err(DeliverError::Unwritable(_))), "{failed:?}");
    let record = run(ports.store.submission_record(organization, id)).expect("there");
    assert_eq!(record.submission.progress.state, State::Sending);
}

#[test]
fn a_document_of_which_no_event_tells_is_not_taken() {
    let ports = TestPorts::default();
    let receiving = ports.with_enrolled();
    ports.still.advance(BEFORE_CHRIST);
    let document = receive_document::arriving(receive_document::RECEIVER, b"<Invoice/>");
    let refused = run(use_cases::receiving::receive_document::receive_document(
        &ports,
        "PSK000001",
        &document,
    ));
    assert!(matches!(refused, Err(ReceiveError::Unwritable(_))), "{refused:?}");
    let page = run(ports.store.received(receiving, &ReceivedFilter::default(), None, 9));
    assert!(page.expect("a page").rows.is_empty());
}

#[test]
fn a_change_of_which_no_event_tells_is_not_made() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_organization().id);
    let owner = context.organization;
    let issued = invoices::issued(&context);
    let draft = invoice_changes::kept(&context, invoice_changes::draft());
    let invoice = run(ports.store.invoice(owner, issued)).expect("there");
    ports.still.advance(BEFORE_CHRIST);
    let refused = run(viewed(&ports, &invoice));
    assert!(matches!(refused, Err(ViewedError::Unwritable(_))), "{refused:?}");
    let refused = run(delete_draft(&context, draft)).map(drop);
    assert!(matches!(refused, Err(ChangeInvoiceError::Event(_))), "{refused:?}");
    run(ports.store.invoice(owner, draft)).expect("it stays");
}

#[test]
fn nobody_is_registered_of_whom_no_event_can_tell() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_organization().id);
    ports.still.advance(BEFORE_CHRIST);
    let refused = run(enroll(&context, &organizations::with_token("a"))).map(drop);
    let is_event = matches!(refused, Err(EnrollFailure::Keep(KeepError::Event(_))));
    assert!(is_event, "{refused:?}");
    // where the registry of the network is asked first, the registration stands and its event waits
    let ports = TestPorts { enters: true, ..TestPorts::default() };
    let context = ports.context(ports.with_organization().id);
    ports.still.advance(BEFORE_CHRIST);
    run(enroll(&context, &organizations::with_token("0a"))).expect("enrolled");
    let entered = run(enter_participants(&ports, &FakeRegistry::default(), Network::Test));
    assert!(matches!(entered, Err(PublishingError::Unwritable(_))), "{entered:?}");
}

#[test]
fn an_organization_of_which_no_event_tells_is_not_made() {
    let ports = TestPorts::default();
    ports.still.advance(BEFORE_CHRIST);
    // of a partner that is older than the strict sandbox, so that it is registered at once
    let partner = build::partner(&[]);
    let who = (partner.id, Tier::Test, organizations::BY);
    let provision = Provision { partners: vec![partner], ..Provision::default() };
    run(ports.store.provision(&provision, ports.still.now())).expect("provisioned");
    let make = |is_written: bool| {
        let render = |creation: &::organizations::Creation| match is_written {
            true => organizations::render(creation),
            false => no_json(),
        };
        run(create_organization(&ports, who, organizations::new(), None, render)).map(drop)
    };
    assert!(matches!(make(true), Err(Refusal::Create(CreateError::Event(_)))));
    ports.still.advance(-BEFORE_CHRIST);
    assert!(matches!(make(false), Err(Refusal::Create(CreateError::Unwritable(_)))));
    assert!(make(true).is_ok(), "nothing was kept before");
}

#[test]
fn a_reminder_of_which_no_event_tells_goes_out_again_as_the_same_mail() {
    let ports = TestPorts::default();
    let context = correspondence::live(&ports);
    let invoice = correspondence::issued(&context);
    let id = correspondence::ask(&context, invoice, &correspondence::reminder());
    let deliver =
        || run(deliver_email(&ports, &correspondence::attachments(), context.organization, id));
    ports.still.advance(BEFORE_CHRIST);
    let failed = deliver();
    assert!(matches!(failed, Err(DeliverEmailError::Event(_))), "{failed:?}");
    ports.still.advance(-BEFORE_CHRIST);
    deliver().expect("sent");
    let mails = ports.mailer.sent();
    let [first, second] = &mails[..] else { panic!("{} mails", mails.len()) };
    assert_eq!(first.key.as_str(), second.key.as_str());
}

#[test]
fn a_test_of_a_webhook_needs_an_event_that_can_be_written() {
    let ports = TestPorts::default();
    let context = webhooks::by_key(&ports, ports.with_organization().id);
    let endpoint = webhooks::added(&context);
    ports.still.advance(BEFORE_CHRIST);
    let refused = run(test_send(&context, endpoint, None)).map(drop);
    assert!(matches!(refused, Err(WebhookError::Unwritable(_))), "{refused:?}");
}
