use crate::setup::{FakeNetwork, TestIntake, TestPorts, run};
use access::OrganizationId;
use document_intake::IntakeBusy;
use idempotency::{Answer, UnwritableAnswer};
use peppol_connector::{
    documents::{RulesVersion, Upcoming},
    identifiers::{InvoiceId, Network, StagedId, SubmissionId},
    ports::{SendSettingsStore, SubmissionLists, SubmissionStore},
    repair::Severity,
    sending::{
        Dispatch, DocumentFormat, NativeRefusal, SendAnswer, SendMode, SendOptions, SendRequest,
        SendStatus, SendWrites,
    },
    submissions::RejectReason,
};
use persistence::StoreError;
use std::sync::Mutex;
use testkit::{
    build::{NOW, fingerprint, lease},
    fakes::{FakeDirectory, FakeValidator, Listing},
    fixtures,
    peppol::participant,
    sends,
};
use time::macros::date;
use use_cases::{
    Context, IdempotencyError,
    sending::{
        connector::{DispatchError, PreflightError, SendError, dispatch, look_up, preflight, send},
        native_send::{NativeSendError, preflight_invoice, send_invoice},
        send_settings::{release_held, set_send_mode},
    },
};
use uuid::Uuid;

#[test]
fn a_lookup_is_answered_whatever_the_directory_does() {
    let known = participant("9915:2020202020");
    for (listing, found) in [
        (Some(Listing::Receives), Some(true)),
        (None, Some(false)),
        (Some(Listing::Unreachable), None),
        (Some(Listing::Silent), None),
    ] {
        let directory = match listing {
            Some(listing) => FakeDirectory::default().with(Network::Test, &known, listing),
            None => FakeDirectory::default(),
        };
        let network = FakeNetwork { directory, ..FakeNetwork::default() };
        let ports = TestPorts { network, ..TestPorts::default() };
        let answer = run(look_up(&ports, Network::Test, "9915:2020202020", &known));
        let is_known = answer.lookup_unavailable.is_none();
        assert_eq!(is_known.then_some(answer.found), found, "{listing:?}: {answer:?}");
    }
}

pub fn request(options: SendOptions) -> SendRequest {
    let document = fixtures::bytes("documents/ubl/invoice.xml");
    SendRequest { options, format: DocumentFormat::Ubl, document, receiver: None }
}

pub fn render(answer: &SendAnswer) -> Result<Answer, UnwritableAnswer> {
    Answer::json(200, &answer.status.name())
}

fn sent(context: &Context<'_, TestPorts>, key: &str, body: u8) -> Result<String, SendError> {
    let options = SendOptions { validate_only: true, ..SendOptions::default() };
    let answer = run(send(context, request(options), (lease(key), fingerprint(body)), render))?;
    Ok(String::from_utf8(answer.body).expect("text"))
}

#[test]
fn a_document_is_checked_once_per_key() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_enrolled());
    let validated = serde_json::to_string(SendStatus::Validated.name()).expect("JSON");
    assert_eq!(sent(&context, "a", 1).expect("checked"), validated);
    assert_eq!(sent(&context, "a", 1).expect("replayed"), validated);
    assert_eq!(ports.intake.validator.documents().len(), 1, "a replay inspects nothing");
    let refused = sent(&context, "a", 2);
    assert!(matches!(refused, Err(SendError::Key(IdempotencyError::KeyReused))), "{refused:?}");
}

#[test]
fn a_send_of_no_organization_frees_its_key() {
    let ports = TestPorts::default();
    let nobody = ports.context(OrganizationId(Uuid::nil()));
    for _ in 0..2 {
        let refused = sent(&nobody, "a", 1);
        assert!(
            matches!(
                refused,
                Err(SendError::Store(StoreError::NotFound)
                    | SendError::Key(IdempotencyError::Store(StoreError::NotFound)))
            ),
            "{refused:?}"
        );
    }
}

#[test]
fn a_preflight_keeps_nothing() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_organization().id);
    let document = fixtures::bytes("documents/ubl/invoice.xml");
    let said = run(preflight(&context, (DocumentFormat::Ubl, document), None)).expect("checked");
    assert_eq!(said.answer.status, SendStatus::Validated);
    assert!(said.would_be_rejected.is_some(), "the organization is registered nowhere");
    assert_eq!(ports.store.events(context.organization), Vec::<String>::new());
}

/// Judged by the day of the clock; what the next release says changes nothing of what is answered now.
#[test]
fn a_preflight_and_a_send_are_judged_by_the_rules_of_today() {
    let in_force = date!(2027 - 02 - 24);
    let rules = RulesVersion { name: "Peppol BIS Billing", version: "3.0.22" };
    let upcoming = Upcoming { rules, in_force, findings: Vec::new() };
    let validator = FakeValidator::default().upcoming(upcoming.clone());
    let intake = TestIntake::of(validator.clone());
    let ports = TestPorts { intake, ..TestPorts::default() };
    let context = ports.context(ports.with_enrolled());
    let document = fixtures::bytes("documents/ubl/invoice.xml");
    let said = run(preflight(&context, (DocumentFormat::Ubl, document), None)).expect("checked");
    assert_eq!(said.upcoming, Some(upcoming));
    assert!(said.answer.validation.valid);
    sent(&context, "a", 1).expect("checked");
    assert_eq!(validator.days(), [service_day::date(NOW); 2]);
}

#[test]
fn what_is_not_staged_cannot_be_dispatched() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_enrolled());
    let refused = run(dispatch(&context, StagedId(Uuid::nil())));
    assert!(matches!(refused, Err(DispatchError::NotFound)), "{refused:?}");
    let mut staged = sends::staged();
    staged.network = Network::Test;
    let id = staged.id;
    let commit = SendWrites::Stage(Box::new(staged), None);
    run(ports.store.commit(context.organization, &commit, None, NOW)).expect("staged");
    let refused = run(dispatch(&context, id)).expect("it is no invoice");
    assert_eq!(refused.reason, Some(RejectReason::Validation), "{refused:?}");
    let stranger = ports.context(ports.with_organization().id);
    let refused = run(dispatch(&stranger, id));
    assert!(matches!(refused, Err(DispatchError::NotFound)), "{refused:?}");
}

/// Stages the document of the fixtures, as its sender.
pub fn stage(context: &Context<'_, TestPorts>) -> SendAnswer {
    let options = SendOptions { dispatch: Dispatch::Later, ..SendOptions::default() };
    let said = Mutex::new(None);
    let render = |answer: &SendAnswer| {
        *said.lock().expect("a lock") = Some(answer.clone());
        Answer::json(200, &answer.status.name())
    };
    run(send(context, request(options), (lease("a"), fingerprint(1)), render)).expect("answered");
    said.into_inner().expect("a lock").expect("an answer")
}

#[test]
fn what_is_staged_is_dispatched_once() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_enrolled_as("0245:2020123456"));
    let staged = stage(&context);
    assert_eq!(staged.status, SendStatus::Staged, "{staged:?}");
    let id = staged.staged_id.expect("an id");
    let sent = run(dispatch(&context, id)).expect("dispatched");
    let submissions =
        run(ports.store.submissions(context.organization, &Default::default(), None, 9));
    let submissions = submissions.expect("a page").rows;
    assert_eq!(
        submissions.iter().map(|row| Some(row.submission.id)).collect::<Vec<_>>(),
        [sent.document_id]
    );
    let again = run(dispatch(&context, id));
    assert!(matches!(again, Err(DispatchError::NotFound)), "{again:?}");
}

#[test]
fn what_is_held_is_released_once_all_or_some() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_enrolled());
    run(set_send_mode(&context, SendMode::Manual)).expect("set");
    run(send_invoice(&context, crate::invoices::issued(&context))).expect("queued");
    let queued = run(ports.store.submissions(context.organization, &Default::default(), None, 9));
    let held = queued.expect("a page").rows[0].submission.id;
    let other = SubmissionId(Uuid::from_u128(99));
    assert_eq!(run(release_held(&context, Some(&[other]))).expect("none of it"), []);
    assert_eq!(run(release_held(&context, Some(&[other, held]))).expect("released"), [held]);
    assert_eq!(run(release_held(&context, None)).expect("released before"), []);
}

/// Nothing is kept, and the key is free again.
#[test]
fn a_busy_intake_is_said_by_each_that_needs_it() {
    let busy = TestIntake { busy: true, ..TestIntake::default() };
    let mut ports = TestPorts { intake: busy, ..TestPorts::default() };
    let organization = ports.with_enrolled();
    let id = {
        let context = ports.context(organization);
        let document = fixtures::bytes("documents/ubl/invoice.xml");
        let refused = sent(&context, "a", 1);
        assert!(matches!(refused, Err(SendError::Busy(IntakeBusy { retry_after: 3 }))));
        let refused = run(preflight(&context, (DocumentFormat::Ubl, document), None));
        assert!(matches!(refused, Err(PreflightError::Busy(_))));
        let staged = sends::staged();
        let id = staged.id;
        let commit = SendWrites::Stage(Box::new(staged), None);
        run(ports.store.commit(context.organization, &commit, None, NOW)).expect("staged");
        id
    };
    assert!(matches!(run(dispatch(&ports.context(organization), id)), Err(DispatchError::Busy(_))));
    let native = crate::invoices::issued(&ports.context(organization));
    let refused = run(send_invoice(&ports.context(organization), native));
    assert!(matches!(refused, Err(NativeSendError::Busy(_))), "{refused:?}");
    ports.intake.busy = false;
    sent(&ports.context(organization), "a", 1).expect("the key was free");
}

#[test]
fn an_invoice_that_is_not_there_is_not_sent() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_enrolled());
    for refused in [
        run(send_invoice(&context, InvoiceId(Uuid::nil()))).err(),
        run(preflight_invoice(&context, InvoiceId(Uuid::nil()))).err(),
    ] {
        assert!(
            matches!(refused, Some(NativeSendError::Store(StoreError::NotFound))),
            "{refused:?}"
        );
    }
}

#[test]
fn a_document_that_breaks_rules_or_cannot_be_checked_is_not_sent() {
    for (validator, unavailable) in [
        (FakeValidator::default().finding("BR-01", Severity::Error), false),
        (FakeValidator::default().unavailable(), true),
    ] {
        let ports = TestPorts { intake: TestIntake::of(validator), ..TestPorts::default() };
        let context = ports.context(ports.with_enrolled());
        let id = crate::invoices::issued(&context);
        match run(send_invoice(&context, id)) {
            Err(NativeSendError::Refused(NativeRefusal::ValidatorUnavailable)) => {
                assert!(unavailable);
            }
            Err(NativeSendError::Refused(NativeRefusal::Invalid(findings))) => {
                assert_eq!((findings.len(), unavailable), (1, false));
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn send_settings_are_kept_and_what_is_held_is_released() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_enrolled());
    run(set_send_mode(&context, SendMode::Manual)).expect("set");
    let mode = run(ports.store.send_mode(context.organization)).expect("kept");
    assert_eq!(mode, SendMode::Manual);
    assert_eq!(run(release_held(&context, None)).expect("released"), []);
    let nobody = ports.context(OrganizationId(Uuid::nil()));
    let refused = run(set_send_mode(&nobody, SendMode::Manual));
    assert!(matches!(refused, Err(StoreError::NotFound)), "{refused:?}");
}
