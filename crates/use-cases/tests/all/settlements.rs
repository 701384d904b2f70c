//! Steps of expenses and set-offs: each refusal leaves everything as it is, and frees its key.

use crate::setup::{TestPorts, run};
use access::{OrganizationId, Tier};
use expenses::{
    Expense, ExpenseChange, ExpenseCorrection, ExpenseError, ExpenseId, ExpenseInput,
    ExpenseOrigin, ExpenseRefused, ExpenseStatus, ExpenseStore, NewExpense, SettledExpense,
};
use idempotency::{Answer, UnwritableAnswer};
use invoicing::{
    Contact, ContactId, InvoiceId, InvoiceStore, PaymentId, PaymentMethod, Violations,
    paying::PaymentRequest,
};
use offsets::{OffsetError, OffsetId, OffsetRecord, OffsetRefused, OffsetRequest};
use peppol_connector::{identifiers::Network, inbox::ReceivedDocument, ports::InboxStore};
use persistence::StoreError;
use rust_decimal::{Decimal, dec};
use std::collections::BTreeMap;
use testkit::{
    build::{self, fingerprint, lease},
    expenses::{expense, offset_request},
    peppol::{received_document, received_event, received_record},
};
use use_cases::{
    Context, IdempotencyError,
    ledger::{
        expenses::{
            ExpenseFailure, NewExpenseRequest, Step, add_expense, change_expense,
            expense as expense_of, pay_expense,
        },
        offsets::{OffsetFailure, agreement, offset_record, set_off, undo_set_off},
    },
};
use uuid::Uuid;

const NOBODYS: Uuid = Uuid::from_u128(7);

/// A firm with an invoice over 100.00, and expenses of its customer.
struct Firm {
    ports: TestPorts,
    owner: OrganizationId,
    customer: Contact,
    invoice: InvoiceId,
}

impl Firm {
    fn new() -> Self {
        let ports = TestPorts::default();
        let owner = ports.with_organization().id;
        let draft = build::with_total(build::draft(owner), dec!(100));
        let customer = draft.new_contact.clone().expect("a customer");
        let (invoice, _) = run(ports.store.issue(&draft, None, build::respond)).expect("issued");
        Self { ports, owner, customer, invoice: invoice.id }
    }

    fn with(&self, status: ExpenseStatus, origin: ExpenseOrigin) -> ExpenseId {
        let expense = expense(self.owner, &self.customer, dec!(50));
        let expense = Expense { status, origin, ..expense };
        let new = NewExpense { expense: expense.clone(), contact: None };
        run(self.ports.store.add_expense(self.owner, &new, None)).expect("kept");
        expense.id
    }

    fn expense(&self, status: ExpenseStatus) -> ExpenseId {
        self.with(status, ExpenseOrigin::Entered)
    }

    /// Of a document that came over the test network.
    fn received(&self) -> ExpenseId {
        let record = received_record();
        let event = received_event(self.owner, &record);
        let origin = ExpenseOrigin::Received(record.id, Network::Test);
        let document =
            ReceivedDocument { bytes: [].into(), evidence: [].into(), ..received_document(record) };
        run(self.ports.store.receive(self.owner, &document, &event)).expect("received");
        self.with(ExpenseStatus::Approved, origin)
    }

    fn context(&self, tier: Tier) -> Context<'_, TestPorts> {
        Context::new(&self.ports, self.owner, tier)
    }

    fn step(&self, id: ExpenseId, step: &Step) -> Result<Answer, ExpenseFailure> {
        run(change_expense(&self.context(Tier::Live), id, step, said))
    }

    fn pay(&self, id: ExpenseId, amount: Decimal) -> Result<Answer, ExpenseFailure> {
        run(pay_expense(&self.context(Tier::Live), id, payment(amount), None, said))
    }

    fn read(&self, id: ExpenseId) -> SettledExpense {
        run(self.ports.store.expense(self.owner, id)).expect("there")
    }

    fn set_off(&self, request: &OffsetRequest) -> Result<OffsetId, OffsetFailure> {
        let answer = run(set_off(&self.context(Tier::Live), request, None, recorded))?;
        Ok(OffsetId(serde_json::from_slice(&answer.body).expect("an id")))
    }
}

fn payment(amount: Decimal) -> PaymentRequest {
    PaymentRequest { amount, date: None, method: PaymentMethod::BankTransfer }
}

fn said(_: &SettledExpense, _: &ExpenseChange) -> Result<Answer, UnwritableAnswer> {
    Answer::json(200, &())
}

fn recorded(record: &OffsetRecord) -> Result<Answer, UnwritableAnswer> {
    Answer::json(201, &record.offset.id.0)
}

/// JSON has no such keys.
fn unwritable() -> Result<Answer, UnwritableAnswer> {
    Answer::json(200, &BTreeMap::from([((1, 1), 1)]))
}

fn kind(result: &Result<Answer, ExpenseFailure>) -> &'static str {
    match result {
        Ok(_) => "ok",
        Err(ExpenseFailure::Invalid(_)) => "invalid",
        Err(ExpenseFailure::Duplicate(_)) => "duplicate",
        Err(ExpenseFailure::Key(IdempotencyError::KeyReused)) => "key reused",
        Err(ExpenseFailure::Expense(error)) => match error {
            ExpenseError::Refused(ExpenseRefused::Invalid(_)) => "invalid",
            ExpenseError::Refused(ExpenseRefused::NotPostable(_)) => "not postable",
            ExpenseError::Refused(ExpenseRefused::Status(..)) => "status",
            ExpenseError::Refused(ExpenseRefused::Stale { .. }) => "stale",
            ExpenseError::Refused(ExpenseRefused::HasPayments(_)) => "has payments",
            ExpenseError::Refused(ExpenseRefused::Payment(_)) => "payment",
            ExpenseError::Answer(_) => "unwritable",
            ExpenseError::Store(StoreError::NotFound) => "not found",
            ExpenseError::Store(_) => "store",
        },
        Err(_) => "other",
    }
}

#[test]
fn each_step_is_taken_or_refused_by_the_status() {
    use ExpenseStatus::{Approved, NeedsReview, PendingApproval, Processing, Rejected};
    let correct = || {
        let number = Some("D-9".to_owned());
        Step::Correct(Box::new(ExpenseCorrection { number, ..ExpenseCorrection::default() }))
    };
    for (status, approve, reject, correction, delete) in [
        (Processing, "not postable", "ok", "ok", "ok"),
        (NeedsReview, "not postable", "ok", "ok", "ok"),
        (PendingApproval, "ok", "ok", "ok", "ok"),
        (Approved, "ok", "status", "status", "status"),
        (Rejected, "not postable", "ok", "status", "ok"),
    ] {
        for (step, expected) in [
            (Step::Approve, approve),
            (Step::Reject("neprišlo".into()), reject),
            (correct(), correction),
            (Step::Delete, delete),
        ] {
            let firm = Firm::new();
            let id = firm.expense(status);
            let before = firm.read(id);
            let taken = firm.step(id, &step);
            assert_eq!(kind(&taken), expected, "{status:?} {step:?}");
            if expected != "ok" {
                assert_eq!(firm.read(id), before, "{status:?} {step:?}");
            }
        }
    }
}

#[test]
fn what_is_paid_is_neither_rejected_nor_deleted_until_it_is_taken_back() {
    let firm = Firm::new();
    let id = firm.expense(ExpenseStatus::PendingApproval);
    for amount in [dec!(0), dec!(-1), dec!(50.01)] {
        assert_eq!(kind(&firm.pay(id, amount)), "invalid", "{amount}");
    }
    firm.pay(id, dec!(50)).expect("paid");
    assert_eq!(kind(&firm.pay(id, dec!(0.01))), "invalid", "it is paid");
    for step in [Step::Delete, Step::Reject("nie".into())] {
        assert_eq!(kind(&firm.step(id, &step)), "has payments", "{step:?}");
    }
    assert_eq!(kind(&firm.step(id, &Step::Reject(String::new()))), "invalid");
    let other = Step::TakeBack(PaymentId(NOBODYS));
    assert_eq!(kind(&firm.step(id, &other)), "payment", "there is no such payment");
    let payment = firm.read(id).payments[0].id;
    firm.step(id, &Step::TakeBack(payment)).expect("taken back");
    firm.step(id, &Step::Delete).expect("deleted");
    assert_eq!(kind(&firm.step(id, &Step::Approve)), "not found");
    assert_eq!(kind(&firm.pay(id, dec!(1))), "not found");
}

#[test]
fn a_payment_of_an_expense_is_made_once_per_key() {
    let firm = Firm::new();
    let id = firm.expense(ExpenseStatus::Approved);
    let context = firm.context(Tier::Live);
    let pay = |amount, body| {
        let key = Some((lease("payment-1"), fingerprint(body)));
        run(pay_expense(&context, id, payment(amount), key, said))
    };
    assert_eq!(kind(&pay(dec!(1000), 1)), "invalid", "and the key is free again");
    let lost = run(pay_expense(&context, id, payment(dec!(1)), None, |_, _| unwritable()));
    assert_eq!(kind(&lost), "unwritable");
    assert_eq!(firm.read(id).payments, []);
    for _ in 0..2 {
        pay(dec!(10), 2).expect("paid once");
    }
    assert_eq!(kind(&pay(dec!(10), 3)), "key reused");
    assert_eq!(firm.read(id).expense.paid_amount, dec!(10));
}

#[test]
fn an_expense_is_entered_once() {
    let firm = Firm::new();
    let context = firm.context(Tier::Live);
    let day = Some(build::NOW.date());
    let input = ExpenseInput {
        supplier_id: Some(firm.customer.id),
        number: Some("2026/0452".into()),
        issue_date: day,
        due_date: day,
        total: Some(dec!(12.30)),
        ..ExpenseInput::default()
    };
    let add = |input: &ExpenseInput, found: Violations| {
        let new = NewExpenseRequest { input: input.clone(), found, lease: None };
        run(add_expense(&context, new, |expense| Answer::json(201, &expense.id.0)))
    };
    add(&input, Violations::new()).expect("kept");
    assert_eq!(kind(&add(&input, Violations::new())), "duplicate");
    let mut found = Violations::new();
    found.add("total", refusals::Reason::plain("is no text"));
    let other = ExpenseInput { number: Some("2026/0453".into()), ..input.clone() };
    assert_eq!(kind(&add(&other, found)), "invalid");
    let nobody = ExpenseInput { supplier_id: Some(ContactId(NOBODYS)), ..other.clone() };
    for wrong in [&nobody, &ExpenseInput::default()] {
        assert_eq!(kind(&add(wrong, Violations::new())), "invalid", "{wrong:?}");
    }
    let new = NewExpenseRequest { input: other.clone(), found: Violations::new(), lease: None };
    assert_eq!(kind(&run(add_expense(&context, new, |_| unwritable()))), "unwritable");
    add(&other, Violations::new()).expect("nothing of it was kept");
}

#[test]
fn a_key_sees_the_expenses_of_its_network() {
    let firm = Firm::new();
    let (entered, came) = (firm.expense(ExpenseStatus::Approved), firm.received());
    let (live, test) = (firm.context(Tier::Live), firm.context(Tier::Test));
    for (context, id, is_seen) in
        [(&live, entered, true), (&test, entered, true), (&live, came, false), (&test, came, true)]
    {
        assert_eq!(run(expense_of(context, id)).is_ok(), is_seen);
        let paid = run(pay_expense(context, id, payment(dec!(1)), None, said));
        assert_eq!(kind(&paid), if is_seen { "ok" } else { "not found" });
    }
    assert_eq!(kind(&firm.step(came, &Step::Delete)), "not found");
}

#[test]
fn a_set_off_is_made_read_and_undone() {
    let firm = Firm::new();
    let expense = firm.received();
    let (live, test) = (firm.context(Tier::Live), firm.context(Tier::Test));
    let request = offset_request(firm.invoice, expense, dec!(50));
    let made = run(set_off(&test, &request, None, recorded)).expect("set off");
    let id = OffsetId(serde_json::from_slice(&made.body).expect("an id"));
    let record = run(offset_record(&test, id)).expect("there");
    assert_eq!((record.offset.amount, record.offset.expense), (dec!(50), expense));
    let says = run(agreement(&test, id)).expect("there");
    assert_eq!((says.organization.id, says.invoice.id), (firm.owner, firm.invoice));
    assert_eq!((says.expense.id, says.offset), (expense, record.offset));
    let not_found = |result: Result<(), StoreError>| matches!(result, Err(StoreError::NotFound));
    for context in [&live, &firm.ports.context(firm.ports.with_organization().id)] {
        assert!(not_found(run(offset_record(context, id)).map(drop)));
        assert!(not_found(run(agreement(context, id)).map(drop)));
        let undone = run(undo_set_off(context, id, recorded));
        assert!(matches!(undone, Err(OffsetError::Store(StoreError::NotFound))), "{undone:?}");
    }
    let lost = run(undo_set_off(&test, id, |_| unwritable()));
    assert!(matches!(lost, Err(OffsetError::Answer(_))), "{lost:?}");
    assert_eq!(firm.read(expense).payments.len(), 1, "it stands");
    run(undo_set_off(&test, id, recorded)).expect("undone");
    assert_eq!(firm.read(expense).payments, []);
    let again = run(undo_set_off(&test, id, recorded));
    assert!(matches!(again, Err(OffsetError::Store(StoreError::NotFound))), "{again:?}");
}

#[test]
fn what_cannot_be_set_off_leaves_all_as_it_is() {
    let firm = Firm::new();
    let expense = firm.expense(ExpenseStatus::Approved);
    let waiting = firm.expense(ExpenseStatus::PendingApproval);
    let request = |expense, amount| offset_request(firm.invoice, expense, amount);
    for (request, expected) in [
        (request(waiting, dec!(1)), Some("OFFSET_EXPENSE_TYPE")),
        (request(expense, dec!(50.01)), Some("OFFSET_EXCEEDS_BALANCE")),
        (request(ExpenseId(NOBODYS), dec!(1)), None),
        (offset_request(InvoiceId(NOBODYS), expense, dec!(1)), None),
    ] {
        let refused = firm.set_off(&request);
        let Err(OffsetFailure::Offset(OffsetError::Refused(refused))) = refused else {
            panic!("{request:?}: {refused:?}")
        };
        assert_eq!(refused.code(), expected, "{request:?}");
    }
    let context = firm.context(Tier::Live);
    let lost = run(set_off(&context, &request(expense, dec!(1)), None, |_| unwritable()));
    assert!(matches!(lost, Err(OffsetFailure::Offset(OffsetError::Answer(_)))), "{lost:?}");
    assert_eq!((firm.read(expense).payments, firm.read(waiting).payments), (vec![], vec![]));
    let key = |body| Some((lease("offset-1"), fingerprint(body)));
    let put = |amount, body| run(set_off(&context, &request(expense, amount), key(body), recorded));
    assert!(put(dec!(1000), 1).is_err(), "and the key is free again");
    let made = put(dec!(1), 2).expect("set off");
    assert_eq!(put(dec!(1), 2).expect("replayed"), made);
    let reused = put(dec!(2), 3);
    assert!(matches!(reused, Err(OffsetFailure::Key(IdempotencyError::KeyReused))), "{reused:?}");
    assert_eq!(firm.read(expense).expense.paid_amount, dec!(1));
}

#[test]
fn only_slovak_firms_set_off() {
    let firm = Firm::new();
    let mut czech = build::organization();
    czech.address.country = "CZ".into();
    let provision =
        invoicing::records::Provision { organizations: vec![czech.clone()], ..Default::default() };
    let kept =
        invoicing::records::ProvisionStore::provision(&firm.ports.store, &provision, build::NOW);
    run(kept).expect("provisioned");
    let request = offset_request(firm.invoice, firm.expense(ExpenseStatus::Approved), dec!(1));
    let refused = run(set_off(&firm.ports.context(czech.id), &request, None, recorded));
    let expected = matches!(
        refused,
        Err(OffsetFailure::Offset(OffsetError::Refused(OffsetRefused::NotSupported)))
    );
    assert!(expected, "{refused:?}");
}
