//! Recurring invoices over the store in memory.

use crate::setup::{TestPorts, run};
use access::{ApiKeyId, Credential, OrganizationId, Tier, UserId};
use contracts::{
    CONTRACT_MAIL_JOB, CONTRACT_SEND_JOB, CONTRACT_SEND_MAIL_JOB, Contract, ContractChange,
    ContractId, ContractInput, ContractState, Interval, Missed, ProblemCode, SendState, Sending,
};
use idempotency::{Answer, UnwritableAnswer};
use invoicing::{
    CentralBank, Contact, InvoiceId, InvoiceStore, ItemInput, Violations,
    rates::RateSource,
    records::{ContactRow, CustomerStore},
};
use jobs::{Job, JobFilter, JobKind, JobQueue};
use money::Currency;
use peppol_connector::ports::SubmissionLists;
use persistence::StoreError;
use rust_decimal::dec;
use testkit::{
    build::{self, NOW, fingerprint, lease},
    fakes::FakeRates,
};
use time::{Duration, macros::date};
use use_cases::{
    Context,
    invoicing::{exchange_rate::RateLookup, records::NewRecord},
    ledger::contracts::{
        ContractError, SendContractError, add_contract, cancel_contract, change_contract, contract,
        contract_invoices, contracts, issue_due, pause_contract, preview, resume_contract,
        send_period, send_problem_mail, send_refused_mail,
    },
};
use vat_categories::VatRate;

/// A contact that is kept; its address is whole, so that it can be sent to.
fn customer(ports: &TestPorts, owner: OrganizationId) -> Contact {
    let contact = build::contact("Nájomca, s. r. o.");
    let row = ContactRow { contact: contact.clone(), created_at: NOW, retired_at: None };
    run(ports.store.add_contact(owner, &row, None)).expect("made");
    contact
}

/// Monthly from November on, due on the 22nd: tomorrow.
fn input(customer: &Contact) -> ContractInput {
    ContractInput {
        customer_id: Some(customer.id),
        items: Some(vec![ItemInput::new("Nájom {month}/{year}", 1, 100, VatRate::TwentyThree)]),
        interval: Some(Interval::Monthly),
        start_date: Some(date!(2026 - 11 - 01)),
        day_of_month: Some(22),
        ..ContractInput::default()
    }
}

fn respond(contract: &Contract) -> Result<Answer, UnwritableAnswer> {
    Ok(Answer { status: 201, body: contract.id.to_string().into_bytes() })
}

fn add(
    context: &Context<'_, TestPorts>,
    input: ContractInput,
) -> Result<ContractId, ContractError> {
    let new = NewRecord { input, found: Violations::new(), lease: None };
    let answer = run(add_contract(context, new, respond))?;
    Ok(ContractId(String::from_utf8(answer.body).expect("text").parse().expect("an id")))
}

fn invoices(context: &Context<'_, TestPorts>, id: ContractId) -> Vec<(InvoiceId, SendState)> {
    let page = run(contract_invoices(context, id, None, 50)).expect("a page");
    page.rows.into_iter().map(|row| (row.issued.invoice, row.issued.send)).collect()
}

fn jobs_of(ports: &TestPorts, kind: JobKind) -> Vec<Job> {
    let filter = JobFilter { kind: Some(kind.0), ..JobFilter::default() };
    run(ports.store.jobs(filter, None, 50)).expect("jobs").rows
}

#[test]
fn a_contract_without_a_customer_is_not_made() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_organization().id);
    let input = input(&customer(&ports, context.organization));
    let refused = add(&context, ContractInput { customer_id: None, ..input });
    assert!(matches!(refused, Err(ContractError::Invalid(_))), "{refused:?}");
}

#[test]
fn a_contract_says_who_changed_it_last() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_organization().id);
    let key = Some(Credential::Key(ApiKeyId(build::id())));
    let person = Credential::Person(UserId(build::id()));
    let by_key = Context { actor: key, ..context };
    let id = add(&by_key, input(&customer(&ports, context.organization))).expect("made");
    let changed_by = || run(contract(&context, id)).expect("kept").changed_by;
    assert_eq!(changed_by(), key);
    ports.still.advance(Duration::DAY);
    assert_eq!(run(issue_due(&ports)).expect("due"), 1);
    assert_eq!(changed_by(), key, "to issue is no change");
    run(pause_contract(&context.by(person), id)).expect("paused");
    assert_eq!(changed_by(), Some(person));
}

#[test]
fn each_period_is_issued_once_however_often_it_is_asked_for() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_organization().id);
    let id = add(&context, input(&customer(&ports, context.organization))).expect("made");
    assert_eq!(run(issue_due(&ports)).expect("none is due"), 0);
    ports.still.advance(Duration::DAY);
    assert_eq!(run(issue_due(&ports)).expect("due"), 1);
    assert_eq!(run(issue_due(&ports)).expect("done"), 0);
    // down over three due days, then the clock is set back by a month
    ports.still.advance(Duration::days(92));
    assert_eq!(run(issue_due(&ports)).expect("due"), 3);
    ports.still.advance(Duration::days(-31));
    assert_eq!(run(issue_due(&ports)).expect("not due again"), 0);
    let issued = invoices(&context, id);
    assert_eq!(issued.len(), 4);
    let latest = run(ports.store.invoice(context.organization, issued[0].0)).expect("there");
    let latest = latest.issued().expect("issued here");
    assert_eq!(latest.document.lines[0].description, "Nájom 02/2027");
    assert!(ports.store.events(context.organization)[0].contains("invoice.created"));
    assert_eq!(jobs_of(&ports, CONTRACT_SEND_JOB), []);
}

#[test]
fn a_key_makes_a_contract_once() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_organization().id);
    let input = input(&customer(&ports, context.organization));
    let add = || {
        let lease = Some((lease("c"), fingerprint(1)));
        let new = NewRecord { input: input.clone(), found: Violations::new(), lease };
        run(add_contract(&context, new, respond)).expect("made").body
    };
    assert_eq!(add(), add());
    let page = run(contracts(&context, Default::default(), None, 10)).expect("a page");
    assert_eq!(page.rows.len(), 1);
}

#[test]
fn what_stands_in_the_way_is_kept_reported_once_and_tried_again() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_organization().id);
    let owner = context.organization;
    let customer = customer(&ports, owner);
    let id = add(&context, input(&customer)).expect("made");
    let before = run(ports.store.contact(owner, customer.id)).expect("there");
    let retired = ContactRow { retired_at: Some(NOW), ..before.clone() };
    run(ports.store.change_contact(owner, &before, &retired)).expect("retired");
    ports.still.advance(Duration::DAY);
    for _ in 0..3 {
        assert_eq!(run(issue_due(&ports)).expect("stuck"), 0);
        ports.still.advance(Duration::hours(7));
    }
    let stuck = run(contract(&context, id)).expect("there");
    let problem = stuck.problem.expect("a problem");
    assert_eq!((problem.code, problem.attempts), (ProblemCode::CustomerRetired, 3));
    assert_eq!(jobs_of(&ports, CONTRACT_MAIL_JOB).len(), 1, "one mail");
    run(send_problem_mail(&ports, owner, id)).expect("sent");
    let mail = ports.mailer.sent().pop().expect("a mail");
    assert!(mail.text.as_str().contains("the customer was retired"), "{mail:?}");
    // repaired: asked for at once, it is issued, and a mail that waits is not sent
    run(ports.store.change_contact(owner, &retired, &before)).expect("back");
    run(resume_contract(&context, id, Missed::Skip)).expect("resumed");
    assert_eq!(run(issue_due(&ports)).expect("due"), 1);
    assert_eq!(run(contract(&context, id)).expect("there").problem, None);
    let mails = ports.mailer.sent().len();
    run(send_problem_mail(&ports, owner, id)).expect("nothing to tell");
    assert_eq!(ports.mailer.sent().len(), mails);
}

/// Nobody could add a rate later, so the invoice waits for it; it is taken for the day of the contract.
#[test]
fn an_invoice_waits_for_its_exchange_rate() {
    let rates = FakeRates::default();
    let ports = TestPorts { rates: RateLookup::new(rates.clone(), 7), ..TestPorts::default() };
    let context = ports.context(ports.with_organization().id);
    let foreign = ContractInput {
        currency: Some(Currency::Usd),
        ..input(&customer(&ports, context.organization))
    };
    let id = add(&context, foreign).expect("made");
    ports.still.advance(Duration::DAY);
    assert_eq!(run(issue_due(&ports)).expect("stuck"), 0);
    let problem = run(contract(&context, id)).expect("there").problem.expect("a problem");
    assert_eq!(problem.code, ProblemCode::RateMissing);
    let known =
        FakeRates::default().with(CentralBank::Ecb, date!(2026 - 11 - 20), &[("USD", dec!(1.1))]);
    let days = run(known.published_rates(CentralBank::Ecb, date!(2026 - 11 - 20))).expect("known");
    run(invoicing::rates::RateCache::keep_rates(&ports.store, CentralBank::Ecb, &days))
        .expect("kept");
    ports.still.advance(Duration::minutes(5));
    assert_eq!(run(issue_due(&ports)).expect("due"), 1);
    let invoice = invoices(&context, id)[0].0;
    let invoice = run(ports.store.invoice(context.organization, invoice)).expect("there");
    assert_eq!(invoice.issued().expect("issued here").document.exchange_rate, Some(dec!(1.1)));
}

#[test]
fn a_contract_that_asks_for_it_sends_its_invoice_once() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_enrolled());
    let sends = ContractInput {
        send: Some(Sending::Peppol),
        ..input(&customer(&ports, context.organization))
    };
    let id = add(&context, sends).expect("made");
    ports.still.advance(Duration::DAY);
    assert_eq!(run(issue_due(&ports)).expect("due"), 1);
    let jobs = jobs_of(&ports, CONTRACT_SEND_JOB);
    let invoice = InvoiceId(jobs[0].subject.expect("the invoice").0);
    assert_eq!(invoices(&context, id), [(invoice, SendState::Waiting)]);
    for _ in 0..2 {
        // the second as after a kill
        run(send_period(&ports, context.organization, invoice)).expect("queued");
    }
    assert_eq!(invoices(&context, id), [(invoice, SendState::Queued)]);
    let sends = run(ports.store.submissions(context.organization, &Default::default(), None, 9));
    assert_eq!(sends.expect("a page").rows.len(), 1);
}

#[test]
fn a_send_that_is_refused_is_kept_with_its_reason_and_told() {
    let ports = TestPorts::default();
    // registered nowhere
    let context = ports.context(ports.with_organization().id);
    let owner = context.organization;
    let sends = ContractInput { send: Some(Sending::Peppol), ..input(&customer(&ports, owner)) };
    let id = add(&context, sends).expect("made");
    ports.still.advance(Duration::DAY);
    run(issue_due(&ports)).expect("due");
    let invoice = invoices(&context, id)[0].0;
    for _ in 0..2 {
        let refused = run(send_period(&ports, owner, invoice));
        assert!(matches!(refused, Err(SendContractError::Send(_))), "{refused:?}");
    }
    let SendState::Refused(reason) = &invoices(&context, id)[0].1 else { panic!("refused") };
    assert!(!reason.is_empty());
    assert_eq!(jobs_of(&ports, CONTRACT_SEND_MAIL_JOB).len(), 1, "one mail");
    run(send_refused_mail(&ports, owner, invoice)).expect("sent");
    let mail = ports.mailer.sent().pop().expect("a mail");
    assert!(mail.text.as_str().contains("the invoice FA20260001 was not sent"), "{mail:?}");
}

#[test]
fn a_contract_is_changed_paused_and_cancelled() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_organization().id);
    let id = add(&context, input(&customer(&ports, context.organization))).expect("made");
    let change = |version, name: &str| {
        let name = Some(name.to_owned());
        let change = ContractChange { version, name, ..ContractChange::default() };
        run(change_contract(&context, id, &change, &Violations::new()))
    };
    assert_eq!(change(Some(1), "Byt").expect("changed").version, 2);
    assert!(matches!(change(Some(1), "Dom"), Err(ContractError::Stale(2))));
    assert_eq!(run(pause_contract(&context, id)).expect("paused").state, ContractState::Paused);
    ports.still.advance(Duration::days(40));
    assert_eq!(run(issue_due(&ports)).expect("paused"), 0);
    run(resume_contract(&context, id, Missed::Issue)).expect("resumed");
    assert_eq!(run(issue_due(&ports)).expect("due"), 2);
    let next = run(preview(&context, id)).expect("there").next;
    let (period, draft) = next.expect("a period");
    assert_eq!((period.first, period.due_on), (date!(2027 - 01 - 01), date!(2027 - 01 - 22)));
    assert_eq!(draft.expect("right").document.issue_date, period.due_on);
    run(cancel_contract(&context, id)).expect("cancelled");
    run(cancel_contract(&context, id)).expect("it was");
    assert!(matches!(change(None, "Dom"), Err(ContractError::Cancelled)));
    assert!(run(preview(&context, id)).expect("there").next.is_none());
    ports.still.advance(Duration::days(400));
    assert_eq!(run(issue_due(&ports)).expect("over"), 0);
}

/// A live key sees what test keys make; the other way about it is not there.
#[test]
fn a_test_key_neither_sees_nor_changes_what_a_live_key_made() {
    let ports = TestPorts::default();
    let test = ports.context(ports.with_organization().id);
    let live = Context::new(&ports, test.organization, Tier::Live);
    let customer = customer(&ports, test.organization);
    let (hers, mine) = (add(&live, input(&customer)), add(&test, input(&customer)));
    let (hers, mine) = (hers.expect("made"), mine.expect("made"));
    let ids = |context| {
        let page = run(contracts(context, Default::default(), None, 10)).expect("a page");
        page.rows.into_iter().map(|row| row.id).collect::<Vec<_>>()
    };
    assert_eq!((ids(&live).len(), ids(&test)), (2, vec![mine]));
    assert!(matches!(run(contract(&test, hers)), Err(StoreError::NotFound)));
    assert!(matches!(run(preview(&test, hers)), Err(StoreError::NotFound)));
    assert!(matches!(run(contract_invoices(&test, hers, None, 9)), Err(StoreError::NotFound)));
    for refused in [
        run(pause_contract(&test, hers)).map(drop),
        run(resume_contract(&test, hers, Missed::Skip)).map(drop),
        run(cancel_contract(&test, hers)),
        run(change_contract(&test, hers, &ContractChange::default(), &Violations::new())).map(drop),
    ] {
        assert!(matches!(refused, Err(ContractError::Store(StoreError::NotFound))), "{refused:?}");
    }
}
