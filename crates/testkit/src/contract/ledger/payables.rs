//! What falls due to suppliers: received documents, and the expenses that are made of them or entered.

use super::{
    dashboard::{TODAY, by_currency, live, shown},
    expenses::{add, change as change_expense, pay as pay_expense},
};
use crate::contract::{StoreUnderTest, setup::organization};
use crate::{
    build,
    expenses::expense,
    peppol::{participant, received_document, received_event, received_record},
};
use expenses::{Expense, ExpenseFilter, ExpenseOrigin, ExpenseStatus, ExpenseStore, ExpenseType};
use money::Currency;
use peppol_connector::{identifiers::Network, inbox::ReceivedRecord, ports::InboxStore};
use rust_decimal::{Decimal, dec};
use time::{Date, Duration, macros::date};

pub async fn received_documents_that_fall_due_are_summed(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let record = |amount: Decimal, currency: &str, due: Option<Date>, network| ReceivedRecord {
        number: Some(build::id().to_string()),
        due_date: due,
        payable: Some(amount),
        currency: Some(currency.to_owned()),
        network,
        ..received_record()
    };
    let due = Some(date!(2026 - 12 - 31));
    let credit = record(dec!(9), "EUR", due, Network::Live);
    for record in [
        record(dec!(100.10), "EUR", due, Network::Live),
        record(dec!(100.10), "EUR", Some(date!(2026 - 12 - 01)), Network::Live),
        record(dec!(5), "CZK", due, Network::Live),
        record(dec!(7), "EUR", due, Network::Test),
        record(dec!(8), "EUR", Some(date!(2027 - 01 - 01)), Network::Live),
        record(dec!(8), "EUR", None, Network::Live),
        ReceivedRecord { type_code: Some("381".into()), ..credit },
    ] {
        let event = received_event(owner, &record);
        store.receive(owner, &received_document(record), &event).await.expect("received");
    }
    let live = live(store, owner).await.received_due;
    assert_eq!(by_currency(&live), [("CZK", 1, dec!(5.00)), ("EUR", 2, dec!(200.20))]);
    let test = shown(store, owner, Network::Test).await.received_due;
    assert_eq!(by_currency(&test), [("EUR", 1, dec!(7.00))]);
}

pub async fn expenses_that_fall_due_are_summed(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, supplier) = (organization(store).await, build::contact("Píla"));
    let due = Some(date!(2026 - 12 - 31));
    let expense = |total: Decimal, due_date: Option<Date>| {
        let mut expense = expense(owner, &supplier, total);
        expense.content.due_date = due_date;
        expense
    };
    let (open, mut other, mut credit, mut rejected) = (
        expense(dec!(100.10), due),
        expense(dec!(7), due),
        expense(dec!(1), due),
        expense(dec!(2), due),
    );
    other.content.currency = Currency::Czk.into();
    credit.content.expense_type = ExpenseType::CreditNote;
    rejected.status = ExpenseStatus::Rejected;
    let (later, undated) = (expense(dec!(4), Some(date!(2027 - 01 - 01))), expense(dec!(8), None));
    let paid = expense(dec!(16), due);
    for expense in [&open, &other, &credit, &rejected, &later, &undated, &paid] {
        add(store, &supplier, expense).await;
    }
    for (id, amount) in [(open.id, dec!(0.10)), (paid.id, dec!(16))] {
        pay_expense(store, (owner, id), amount).await.expect("paid");
    }
    let live = live(store, owner).await.received_due;
    assert_eq!(by_currency(&live), [("CZK", 1, dec!(7.00)), ("EUR", 1, dec!(100.00))]);
    let test = shown(store, owner, Network::Test).await.received_due;
    assert_eq!(by_currency(&test), by_currency(&live), "what was entered is the organization's");
}

/// What is owed, whenever it falls due; a list of the same has what was counted.
pub async fn what_is_owed_to_suppliers_is_summed(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, supplier) = (organization(store).await, build::contact("Píla"));
    let expense = |total: Decimal, due_date: Option<Date>, status| {
        let mut expense = expense(owner, &supplier, total);
        (expense.content.due_date, expense.status) = (due_date, status);
        expense
    };
    let (past, today) = (Some(date!(2026 - 10 - 21)), Some(TODAY));
    let (waits, approved) = (ExpenseStatus::PendingApproval, ExpenseStatus::Approved);
    let overdue = expense(dec!(203), past, waits);
    let paid = expense(dec!(16), past, approved);
    let mut crowns = expense(dec!(7), None, approved);
    crowns.content.currency = Currency::Czk.into();
    let mut credit = expense(dec!(1), past, approved);
    credit.content.expense_type = ExpenseType::CreditNote;
    let rejected = expense(dec!(2), past, ExpenseStatus::Rejected);
    let ahead = expense(dec!(4), today, ExpenseStatus::NeedsReview);
    for expense in [&overdue, &paid, &crowns, &credit, &rejected, &ahead] {
        add(store, &supplier, expense).await;
    }
    for (id, amount) in [(overdue.id, dec!(3)), (paid.id, dec!(16))] {
        pay_expense(store, (owner, id), amount).await.expect("paid");
    }
    let shown = live(store, owner).await;
    assert_eq!(by_currency(&shown.to_pay), [("CZK", 1, dec!(7.00)), ("EUR", 2, dec!(204.00))]);
    assert_eq!(by_currency(&shown.to_pay_overdue), [("EUR", 1, dec!(200.00))]);
    assert_eq!(by_currency(&shown.to_approve), [("EUR", 1, dec!(200.00))]);
    let owed = ExpenseFilter { owed: true, ..ExpenseFilter::default() };
    let due = ExpenseFilter { due_to: TODAY.previous_day(), ..owed.clone() };
    let waiting = ExpenseFilter { status: Some(waits), ..owed.clone() };
    for (filter, sums) in
        [(owed, shown.to_pay), (due, shown.to_pay_overdue), (waiting, shown.to_approve)]
    {
        let page = store.expenses(owner, &filter, None, 100).await.expect("a page");
        let total: Decimal = page.rows.iter().filter_map(Expense::amount_owed).sum();
        let counted: Decimal = sums.by_currency.iter().map(|sum| sum.amount).sum();
        assert_eq!((page.rows.len() as u64, total), (sums.count, counted), "{filter:?}");
    }
}

/// A document counts until an expense is made of it; then the expense does, on its own day.
pub async fn a_document_and_its_expense_count_once(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, supplier) = (organization(store).await, build::contact("Píla"));
    let day = Some(date!(2026 - 12 - 31));
    let mut records = Vec::new();
    for _ in 0..3 {
        let record = ReceivedRecord {
            number: Some(build::id().to_string()),
            due_date: day,
            payable: Some(dec!(100)),
            currency: Some("EUR".into()),
            network: Network::Test,
            ..received_record()
        };
        let event = received_event(owner, &record);
        store.receive(owner, &received_document(record.clone()), &event).await.expect("received");
        records.push(record.id);
    }
    let due = async || {
        let due = shown(store, owner, Network::Test).await.received_due;
        (due.count, due.home.amount)
    };
    assert_eq!(due().await, (3, dec!(300.00)));
    let of = |record, due_date, status| {
        let mut expense = expense(owner, &supplier, dec!(99));
        expense.origin = ExpenseOrigin::Received(record, Network::Test);
        (expense.content.due_date, expense.status) = (due_date, status);
        expense
    };
    let review = of(records[0], day, ExpenseStatus::NeedsReview);
    add(store, &supplier, &review).await;
    assert_eq!(due().await, (3, dec!(299.00)), "its expense says what is owed");
    add(store, &supplier, &of(records[1], None, ExpenseStatus::Approved)).await;
    assert_eq!(due().await, (2, dec!(199.00)));
    add(store, &supplier, &of(records[2], day, ExpenseStatus::Rejected)).await;
    assert_eq!(due().await, (1, dec!(99.00)), "nobody is to pay it");
    assert_eq!(live(store, owner).await.received_due.count, 0, "they came over the other network");
    change_expense(store, (owner, review.id), None, |expense| expense.delete())
        .await
        .expect("gone");
    assert_eq!(due().await, (1, dec!(100.00)), "the document alone is left");
}

/// A document that its supplier sent again is owed once, as the expense that was made of either.
pub async fn a_document_that_came_again_is_owed_once(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, supplier) = (organization(store).await, build::contact("Píla"));
    let day = Some(date!(2026 - 12 - 31));
    let of = |number: Option<&str>, second: i64| ReceivedRecord {
        number: number.map(str::to_owned),
        due_date: day,
        received_at: build::NOW + Duration::seconds(second),
        ..received_record()
    };
    let again = of(Some("1"), 1);
    let dearer = ReceivedRecord { total: Some(dec!(224)), ..of(Some("1"), 2) };
    let stranger = ReceivedRecord { sender: participant("9915:2023456780"), ..of(Some("1"), 3) };
    for record in
        [of(Some("1"), 0), again.clone(), dearer, stranger, of(None, 4), of(None, 5), of(None, 6)]
    {
        let event = received_event(owner, &record);
        store.receive(owner, &received_document(record), &event).await.expect("received");
    }
    let due = async || {
        let due = shown(store, owner, Network::Test).await.received_due;
        (due.count, due.home.amount)
    };
    assert_eq!(due().await, (6, dec!(738.00)), "what does not say its number is nobody's copy");
    let mut made = expense(owner, &supplier, dec!(99));
    made.origin = ExpenseOrigin::Received(again.id, Network::Test);
    made.content.due_date = day;
    add(store, &supplier, &made).await;
    assert_eq!(due().await, (6, dec!(714.00)), "the expense alone, though the other came first");
}
