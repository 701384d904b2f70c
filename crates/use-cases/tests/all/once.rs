//! What is asked for under an idempotency key: the same key with another body is refused, and an answer that cannot be
//! written keeps nothing and frees the key.

use crate::setup::{TestPorts, run};
use access::Tier;
use accounting_export::ExportRequest;
use contracts::{ContractFilter, ContractInput, Interval};
use correspondence::{EmailError, EmailKind};
use idempotency::{Answer, Fingerprint, Lease, UnwritableAnswer};
use invoice_responses::{Answer as Said, AnswerInput, InvoiceStatus, ResponseStore};
use invoicing::{
    InvoiceId, InvoiceStore, ItemInput, PaymentMethod, Violations,
    paying::PaymentRequest,
    records::{ContactRow, CustomerStore},
};
use peppol_connector::ports::InboxStore;
use persistence::StoreError;
use rust_decimal::dec;
use std::collections::BTreeMap;
use testkit::{
    build::{self, NOW, fingerprint, lease},
    peppol::{received_document, received_event, received_record},
};
use time::macros::date;
use use_cases::{
    Context, IdempotencyError,
    invoicing::{payments::record_payment, records::NewRecord},
    ledger::{
        contracts::{ContractError, add_contract, contracts},
        correspondence::{MailError, MailRequest, send_mail},
        exports::{ExportError, ask_for_export, exports},
    },
    receiving::responses::{RespondError, respond_to},
};
use vat_categories::VatRate;

type Written = Result<Answer, UnwritableAnswer>;

fn key(body: u8) -> Option<(Lease, Fingerprint)> {
    Some((lease("once"), fingerprint(body)))
}

fn written() -> Written {
    Answer::json(201, &())
}

/// JSON has no such keys.
fn unwritable() -> Written {
    Answer::json(201, &BTreeMap::from([((1, 1), 1)]))
}

fn issued<'a>(ports: &'a TestPorts, email: Option<&str>) -> (Context<'a, TestPorts>, InvoiceId) {
    let context = ports.context(ports.with_organization().id);
    let mut draft = build::with_total(build::draft(context.organization), dec!(100));
    draft.document.buyer.email = email.map(str::to_owned);
    let issued = run(ports.store.issue(&draft, None, build::respond)).expect("issued").0;
    (context, issued.id)
}

#[test]
fn a_contract() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_organization().id);
    let contact = build::contact("Nájomca, s. r. o.");
    let customer = contact.id;
    let row = ContactRow { contact, created_at: NOW, retired_at: None };
    run(ports.store.add_contact(context.organization, &row, None)).expect("made");
    let add = |body, answer: fn() -> Written| {
        let items = vec![ItemInput::new("Nájom {month}/{year}", 1, 100, VatRate::TwentyThree)];
        let input = ContractInput {
            customer_id: Some(customer),
            items: Some(items),
            interval: Some(Interval::Monthly),
            start_date: Some(date!(2026 - 11 - 01)),
            day_of_month: Some(22),
            ..ContractInput::default()
        };
        let new = NewRecord { input, found: Violations::new(), lease: key(body) };
        run(add_contract(&context, new, |_| answer()))
    };
    let kept =
        || run(contracts(&context, ContractFilter::default(), None, 9)).expect("read").rows.len();
    let lost = add(1, unwritable);
    assert!(matches!(lost, Err(ContractError::Unwritable(_))), "{lost:?}");
    assert_eq!(kept(), 0);
    add(2, written).expect("the key is free");
    let other = add(3, written);
    let is_reused = matches!(other, Err(ContractError::Key(IdempotencyError::KeyReused)));
    assert!(is_reused, "{other:?}");
    assert_eq!(kept(), 1);
}

#[test]
fn an_export() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_organization().id);
    let ask = |body, answer: fn() -> Written| {
        let (from, to) = (Some(date!(2026 - 11 - 01)), Some(date!(2026 - 11 - 30)));
        let input = ExportRequest { from, to, files: Some(false) };
        let new = NewRecord { input, found: Violations::new(), lease: key(body) };
        run(ask_for_export(&context, new, |_| answer()))
    };
    let kept = || run(exports(&context, None, 9)).expect("read").rows.len();
    let lost = ask(1, unwritable);
    assert!(matches!(lost, Err(ExportError::Unwritable(_))), "{lost:?}");
    assert_eq!(kept(), 0);
    ask(2, written).expect("the key is free");
    let other = ask(3, written);
    let is_reused = matches!(other, Err(ExportError::Key(IdempotencyError::KeyReused)));
    assert!(is_reused, "{other:?}");
    assert_eq!(kept(), 1);
}

#[test]
fn an_answer_to_a_received_document() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_enrolled());
    let record = received_record();
    let (id, event) = (record.id, received_event(context.organization, &record));
    let document = received_document(record);
    run(ports.store.receive(context.organization, &document, &event)).expect("received");
    let input = AnswerInput { response: Some(InvoiceStatus::Accepted), ..AnswerInput::default() };
    let said = Said::check(&input, Violations::new()).expect("an answer");
    let respond = |body, answer: fn() -> Written| {
        run(respond_to(&context, id, &said, key(body), |_| answer()))
    };
    let kept = || run(ports.store.responses_to(context.organization, id)).expect("read").len();
    let lost = respond(1, unwritable);
    assert!(matches!(lost, Err(RespondError::Answer(_))), "{lost:?}");
    assert_eq!(kept(), 0);
    respond(2, written).expect("the key is free");
    let other = respond(3, written);
    let is_reused = matches!(other, Err(RespondError::Key(IdempotencyError::KeyReused)));
    assert!(is_reused, "{other:?}");
    assert_eq!(kept(), 1);
}

#[test]
fn a_payment() {
    let ports = TestPorts::default();
    let (context, invoice) = issued(&ports, None);
    let pay = |body| {
        let request = PaymentRequest { amount: dec!(10), date: None, method: PaymentMethod::Cash };
        run(record_payment(&context, invoice, request, key(body), |_| written()))
    };
    pay(1).expect("paid");
    pay(1).expect("the answer that was kept");
    let other = pay(2);
    let is_reused = matches!(
        other,
        Err(use_cases::invoicing::payments::ChangePaymentsError::Key(IdempotencyError::KeyReused))
    );
    assert!(is_reused, "{other:?}");
    let kept = run(ports.store.invoice(context.organization, invoice)).expect("there");
    assert_eq!(kept.paid_amount, dec!(10));
}

#[test]
fn a_mail() {
    let ports = TestPorts::default();
    let (context, invoice) = issued(&ports, Some("zakaznik@example.sk"));
    let mail = MailRequest {
        kind: EmailKind::Reminder,
        email: None,
        language: None,
        with_xml: false,
        step: None,
    };
    let send = |context: &Context<'_, TestPorts>, invoice, body| {
        run(send_mail(context, invoice, &mail, key(body), |_, _| written()))
    };
    send(&context, invoice, 1).expect("queued");
    let other = send(&context, invoice, 2);
    assert!(matches!(other, Err(MailError::Key(IdempotencyError::KeyReused))), "{other:?}");
    let (stranger, nameless) = issued(&ports, None);
    let missing = send(&stranger, invoice, 1);
    let not_found =
        matches!(missing, Err(MailError::Email(EmailError::Store(StoreError::NotFound))));
    assert!(not_found, "{missing:?}");
    // a test mail would go to the organization itself
    let live = Context::new(&ports, stranger.organization, Tier::Live);
    let nobody = send(&live, nameless, 1);
    assert!(matches!(nobody, Err(MailError::Recipient(_))), "{nobody:?}");
}
