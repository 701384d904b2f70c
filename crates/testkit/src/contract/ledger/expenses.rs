//! Expenses: kept once, listed by every filter, changed under their lock.

use crate::contract::{
    Ports, StoreUnderTest,
    network::setup::receive,
    setup::{kind, organization, walk},
};
use crate::{
    build::{NOW, contact, fingerprint, id, lease},
    expenses::expense,
    peppol::received_record,
};
use access::OrganizationId;
use expenses::{
    Expense, ExpenseChange, ExpenseError, ExpenseFilter, ExpenseId, ExpenseOrigin, ExpenseRefused,
    ExpenseStatus, ExpenseStore, ExpenseType, NewExpense, PaymentStatus, SettledExpense,
};
use idempotency::{Answer, Decision, IdempotencyStore, Lease};
use invoicing::{Contact, InvoiceStore, Party, PaymentId, PaymentMethod, paying::PaymentRequest};
use peppol_connector::identifiers::Network;
use persistence::{Cursor, StoreError};
use rust_decimal::{Decimal, dec};
use time::{Duration, macros::date};

fn answer() -> Answer {
    Answer { status: 200, body: b"{}".to_vec() }
}

/// With the contact that is its supplier.
fn new_of(supplier: &Contact, expense: &Expense) -> NewExpense {
    NewExpense { expense: expense.clone(), contact: Some(supplier.clone()) }
}

pub(in crate::contract) async fn add(store: &impl Ports, supplier: &Contact, expense: &Expense) {
    let new = new_of(supplier, expense);
    store.add_expense(expense.organization, &new, None).await.expect("kept");
}

async fn try_add(store: &impl Ports, supplier: &Contact, expense: &Expense) -> &'static str {
    kind(&store.add_expense(expense.organization, &new_of(supplier, expense), None).await)
}

pub(in crate::contract) async fn change(
    store: &impl Ports,
    (owner, id): (OrganizationId, ExpenseId),
    lease: Option<&Lease>,
    decide: impl Fn(&SettledExpense) -> Result<ExpenseChange, ExpenseRefused> + Send + Sync,
) -> Result<Answer, ExpenseError> {
    let decide = |expense: &SettledExpense| Ok((decide(expense)?, answer()));
    store.change_expense(owner, id, lease.map(|lease| (lease, NOW)), decide).await
}

pub(in crate::contract) async fn pay(
    store: &impl Ports,
    place: (OrganizationId, ExpenseId),
    amount: Decimal,
) -> Result<Answer, ExpenseError> {
    let request = PaymentRequest { amount, date: None, method: PaymentMethod::BankTransfer };
    let made = PaymentId(id());
    change(store, place, None, |expense| expense.record(request, made, NOW.date())).await
}

async fn read(store: &impl Ports, (owner, id): (OrganizationId, ExpenseId)) -> SettledExpense {
    store.expense(owner, id).await.expect("an expense")
}

/// An approved expense over 100.00, and whose it is.
async fn hundred(store: &impl Ports) -> (OrganizationId, ExpenseId) {
    let (owner, supplier) = (organization(store).await, contact("Píla"));
    let expense = expense(owner, &supplier, dec!(100));
    add(store, &supplier, &expense).await;
    (owner, expense.id)
}

pub async fn an_expense_is_read_as_it_was_entered(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, supplier) = (organization(store).await, contact("Píla"));
    let record = received_record();
    receive(store, owner, &record).await;
    let mut came = expense(owner, &supplier, dec!(0.01));
    came.origin = ExpenseOrigin::Received(record.id, record.network);
    came.status = ExpenseStatus::NeedsReview;
    came.review.reasons = vec!["prečo \"áno\"".into()];
    came.review.decided_at = None;
    (came.content.due_date, came.content.note) = (None, None);
    came.content.rounding = dec!(-0.01);
    let most = expense(owner, &supplier, dec!(9999999999999.99));
    for expense in [came, most] {
        add(store, &supplier, &expense).await;
        let kept = read(store, (owner, expense.id)).await;
        assert_eq!(kept, SettledExpense { expense: expense.clone(), payments: Vec::new() });
    }
    let kept = store.contact(owner, supplier.id).await.expect("the supplier");
    assert_eq!(kept.contact, supplier);
}

pub async fn a_suppliers_number_is_kept_once(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, supplier, mut other) = (organization(store).await, contact("Píla"), contact("Iná"));
    other.party = Party::new("Iná").with_ico("11111111");
    let known = contact("Píla pod iným menom");
    let first = expense(owner, &supplier, dec!(1));
    let same = |supplier: &Contact| {
        let mut same = expense(owner, supplier, dec!(1));
        same.content.number.clone_from(&first.content.number);
        same
    };
    assert_eq!(try_add(store, &supplier, &first).await, "ok");
    assert_eq!(try_add(store, &supplier, &same(&supplier)).await, "taken");
    assert_eq!(try_add(store, &known, &same(&known)).await, "taken", "the same firm");
    assert_eq!(try_add(store, &other, &same(&other)).await, "ok", "another supplier's");
    let named = store.add_expense(owner, &new_of(&known, &same(&known)), None).await;
    assert!(
        matches!(&named, Err(StoreError::Taken(id)) if *id == first.id.to_string()),
        "{named:?}"
    );
    let mut next_year = same(&supplier);
    next_year.content.issue_date += time::Duration::days(366);
    assert_eq!(try_add(store, &supplier, &next_year).await, "ok", "numbers begin anew");
    let mut note = same(&supplier);
    note.content.expense_type = ExpenseType::CreditNote;
    assert_eq!(try_add(store, &supplier, &note).await, "ok", "another document");
    let record = received_record();
    receive(store, owner, &record).await;
    let mut sandbox = same(&supplier);
    sandbox.origin = ExpenseOrigin::Received(record.id, Network::Test);
    assert_eq!(try_add(store, &supplier, &sandbox).await, "ok", "the sandbox counts apart");
    let mut again = expense(owner, &supplier, dec!(1));
    again.origin = sandbox.origin;
    assert_eq!(try_add(store, &supplier, &again).await, "taken", "of the same document");
    let mut rejected = same(&supplier);
    rejected.status = ExpenseStatus::Rejected;
    assert_eq!(try_add(store, &supplier, &rejected).await, "ok", "a rejected one is not owed");
}

pub async fn an_expense_needs_what_it_names(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, supplier) = (organization(store).await, contact("Píla"));
    let one = expense(owner, &supplier, dec!(1));
    let without = NewExpense { expense: one.clone(), contact: None };
    assert_eq!(kind(&store.add_expense(owner, &without, None).await), "not found");
    let mut documented = one.clone();
    documented.origin = ExpenseOrigin::Received(received_record().id, Network::Test);
    assert_eq!(try_add(store, &supplier, &documented).await, "not found");
    let nobody = expense(OrganizationId(id()), &supplier, dec!(1));
    assert_eq!(try_add(store, &supplier, &nobody).await, "not found");
    add(store, &supplier, &one).await;
    let stranger = organization(store).await;
    assert_eq!(kind(&store.expense(stranger, one.id).await), "not found");
    let refused = pay(store, (stranger, one.id), dec!(1)).await;
    assert!(matches!(refused, Err(ExpenseError::Store(StoreError::NotFound))), "{refused:?}");
    let none = store.expenses(stranger, &ExpenseFilter::default(), None, 10).await;
    assert_eq!(none.expect("a page").rows, []);
}

async fn all(store: &impl Ports, owner: OrganizationId, filter: &ExpenseFilter) -> Vec<ExpenseId> {
    let place = |row: &Expense| Cursor::new(row.created_at, row.id);
    let rows = walk(2, place, |after| store.expenses(owner, filter, after, 2)).await;
    rows.into_iter().map(|row| row.id).collect()
}

pub async fn every_filter_of_expenses_finds_what_it_should(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let (saw, mill) = (contact("Píla Žilina"), contact("Mlyn"));
    let record = received_record();
    receive(store, owner, &record).await;
    let made = |supplier: &Contact, second: i64| Expense {
        created_at: NOW + Duration::seconds(second),
        ..expense(owner, supplier, dec!(10))
    };
    let (mut a, mut b, mut c) = (made(&saw, 1), made(&mill, 2), made(&mill, 2));
    a.status = ExpenseStatus::NeedsReview;
    a.origin = ExpenseOrigin::Received(record.id, Network::Test);
    b.paid_amount = dec!(4);
    b.content.issue_date = date!(2026 - 10 - 01);
    b.content.due_date = None;
    c.paid_amount = dec!(10);
    c.content.expense_type = ExpenseType::CreditNote;
    c.content.due_date = Some(date!(2027 - 01 - 01));
    for (supplier, expense) in [(&saw, &a), (&mill, &b), (&mill, &c)] {
        add(store, supplier, expense).await;
    }
    let (b_and_c, none) = (vec![c.id.max(b.id), c.id.min(b.id)], ExpenseFilter::default);
    let everything = [b_and_c.clone(), vec![a.id]].concat();
    for (filter, found) in [
        (none(), everything.clone()),
        (ExpenseFilter { seen_from: Some(Network::Test), ..none() }, everything),
        (ExpenseFilter { seen_from: Some(Network::Live), ..none() }, b_and_c.clone()),
        (ExpenseFilter { status: Some(ExpenseStatus::NeedsReview), ..none() }, vec![a.id]),
        (ExpenseFilter { payment_status: Some(PaymentStatus::Unpaid), ..none() }, vec![a.id]),
        (
            ExpenseFilter { payment_status: Some(PaymentStatus::PartiallyPaid), ..none() },
            vec![b.id],
        ),
        (ExpenseFilter { payment_status: Some(PaymentStatus::Paid), ..none() }, vec![c.id]),
        (ExpenseFilter { expense_type: Some(ExpenseType::CreditNote), ..none() }, vec![c.id]),
        (ExpenseFilter { supplier_id: Some(mill.id), ..none() }, b_and_c),
        (ExpenseFilter { supplier: Some("pila z".into()), ..none() }, vec![a.id]),
        (ExpenseFilter { supplier: Some("\0".into()), ..none() }, vec![]),
        (ExpenseFilter { number: Some(b.content.number.clone()), ..none() }, vec![b.id]),
        (ExpenseFilter { number: Some("\0".into()), ..none() }, vec![]),
        (ExpenseFilter { issued_to: Some(date!(2026 - 10 - 01)), ..none() }, vec![b.id]),
        (ExpenseFilter { issued_from: Some(date!(2026 - 11 - 21)), ..none() }, vec![]),
        (ExpenseFilter { due_from: Some(date!(2026 - 12 - 05)), ..none() }, vec![c.id]),
        (ExpenseFilter { due_to: Some(date!(2026 - 12 - 04)), ..none() }, vec![a.id]),
    ] {
        assert_eq!(all(store, owner, &filter).await, found, "{filter:?}");
    }
}

pub async fn payments_settle_an_expense_to_the_cent(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let place = hundred(store).await;
    for (amount, status) in [
        (dec!(33.33), PaymentStatus::PartiallyPaid),
        (dec!(66.66), PaymentStatus::PartiallyPaid),
        (dec!(0.01), PaymentStatus::Paid),
    ] {
        pay(store, place, amount).await.expect("recorded");
        let SettledExpense { expense, payments } = read(store, place).await;
        assert_eq!(expense.payment_status(), status);
        assert_eq!(payments.iter().map(|p| p.amount).sum::<Decimal>(), expense.paid_amount);
    }
    let first = read(store, place).await.payments[0].id;
    change(store, place, None, |expense| expense.take_back(first)).await.expect("taken back");
    let SettledExpense { expense, payments } = read(store, place).await;
    assert_eq!((payments.len(), expense.version), (2, 5));
    change(store, place, None, |expense| expense.take_back(first)).await.expect_err("it is gone");
}

pub async fn payments_at_once_never_exceed_the_expense(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let place = hundred(store).await;
    let tasks: Vec<_> = (0..16)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move { pay(&store, place, dec!(30)).await.is_ok() })
        })
        .collect();
    let mut recorded = 0;
    for task in tasks {
        recorded += usize::from(task.await.expect("no panic"));
    }
    let SettledExpense { expense, payments } = read(store, place).await;
    assert_eq!((recorded, payments.len(), expense.outstanding()), (3, 3, dec!(10)));
}

pub async fn an_expense_is_changed_as_it_was_decided(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, supplier) = (organization(store).await, contact("Píla"));
    let mut open = expense(owner, &supplier, dec!(100));
    open.status = ExpenseStatus::PendingApproval;
    open.review.decided_at = None;
    add(store, &supplier, &open).await;
    let place = (owner, open.id);
    let approve = |expense: &SettledExpense| expense.approve(NOW);
    change(store, place, None, approve).await.expect("approved");
    let approved = read(store, place).await.expense;
    assert_eq!((approved.status, approved.review.decided_at), (ExpenseStatus::Approved, Some(NOW)));
    change(store, place, None, approve).await.expect("again");
    assert_eq!(read(store, place).await.expense, approved, "a second time changes nothing");
    let refused = change(store, place, None, SettledExpense::delete).await;
    assert!(matches!(refused, Err(ExpenseError::Refused(_))), "{refused:?}");
    let mut other = expense(owner, &supplier, dec!(1));
    other.status = ExpenseStatus::Processing;
    add(store, &supplier, &other).await;
    change(store, (owner, other.id), None, SettledExpense::delete).await.expect("deleted");
    assert_eq!(kind(&store.expense(owner, other.id).await), "not found");
}

pub async fn an_expense_is_kept_with_its_answer(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, supplier) = (organization(store).await, contact("Píla"));
    let (mine, other) = (lease("e-1"), lease("e-1"));
    let claimed = store.claim(owner.into(), &mine, fingerprint(1), NOW).await.expect("claimed");
    assert_eq!(claimed, Decision::Proceed);
    let expense = expense(owner, &supplier, dec!(1));
    let new = new_of(&supplier, &expense);
    let lost = store.add_expense(owner, &new, Some((&other, &answer()))).await;
    assert_eq!(kind(&lost), "lease lost");
    assert_eq!(kind(&store.expense(owner, expense.id).await), "not found");
    store.add_expense(owner, &new, Some((&mine, &answer()))).await.expect("kept");
    let again = store.claim(owner.into(), &lease("e-1"), fingerprint(1), NOW).await;
    assert_eq!(again.expect("asked"), Decision::Replay(answer()));
    let place = (owner, expense.id);
    let lost = change(store, place, Some(&other), SettledExpense::delete).await;
    assert!(lost.is_err());
    assert_eq!(read(store, place).await.expense, expense);
}
