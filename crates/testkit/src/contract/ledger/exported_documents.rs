//! Which documents an export finds.

use super::{expenses::add, exports::NOVEMBER};
use crate::{
    build::{self, NOW, contact, id},
    contract::{
        Ports, StoreUnderTest,
        network::setup::receive,
        setup::{issue, organization},
    },
    expenses::expense,
    peppol::received_record,
};
use access::OrganizationId;
use accounting_export::{Phase, Place, Selection};
use expenses::{ExpenseContent, ExpenseOrigin};
use peppol_connector::{identifiers::Network, inbox::ReceivedRecord};
use rust_decimal::dec;
use time::{Date, Duration, OffsetDateTime, macros::date};
use uuid::Uuid;

/// The ids of a phase, page by page.
async fn documents(
    store: &impl Ports,
    owner: OrganizationId,
    selection: &Selection,
    phase: Phase,
    limit: u16,
) -> Vec<Uuid> {
    let (mut all, mut after) = (Vec::new(), None::<Place>);
    loop {
        let page = store.documents(owner, selection, phase, after, limit).await.expect("a page");
        assert!(page.len() <= usize::from(limit));
        all.extend(page.iter().map(|place| place.id.0));
        after = page.last().copied();
        if page.len() < usize::from(limit) {
            return all;
        }
    }
}

async fn total(store: &impl Ports, owner: OrganizationId, selection: &Selection) -> u64 {
    store.documents_in(owner, selection).await.expect("counted")
}

fn selection(network: Network, until: OffsetDateTime) -> Selection {
    Selection { period: NOVEMBER, network, until }
}

pub async fn invoices_of_a_period_come_by_their_days(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, stranger) = (organization(store).await, organization(store).await);
    let later = NOW + Duration::hours(1);
    issue(store, &build::draft(stranger)).await;
    let mut expected = Vec::new();
    for (n, day) in [20, 1, 30, 20, 20, 1].into_iter().enumerate() {
        let mut draft = build::draft(owner);
        draft.document.issue_date = date!(2026 - 11 - 01).replace_day(day).expect("a day");
        draft.now = NOW + Duration::seconds(i64::try_from(n / 2).expect("few"));
        let invoice = issue(store, &draft).await;
        expected.push((draft.document.issue_date, invoice.created_at, invoice.id.0));
    }
    for day in [date!(2026 - 10 - 31), date!(2026 - 12 - 01)] {
        let mut draft = build::draft(owner);
        draft.document.issue_date = day;
        issue(store, &draft).await;
    }
    let mut draft = build::draft(owner);
    draft.now = later + Duration::SECOND;
    issue(store, &draft).await;
    expected.sort_unstable();
    let expected: Vec<_> = expected.into_iter().map(|(.., id)| id).collect();
    let selection = selection(Network::Live, later);
    for limit in [1, 2, 4, 100] {
        let found = documents(store, owner, &selection, Phase::Invoices, limit).await;
        assert_eq!(found, expected, "{limit} at a time");
    }
    assert_eq!(total(store, owner, &selection).await, 6);
    let end = documents(store, owner, &selection, Phase::End, 10).await;
    assert!(end.is_empty(), "the end has no documents");
}

async fn received(
    store: &impl Ports,
    owner: OrganizationId,
    network: Network,
    (at, issue_date): (OffsetDateTime, Option<Date>),
) -> ReceivedRecord {
    let number = Some(id().to_string());
    let record =
        ReceivedRecord { network, received_at: at, issue_date, number, ..received_record() };
    receive(store, owner, &record).await;
    record
}

/// A received document is in an export once: as the expense that was made of it, else by itself.
pub async fn received_documents_and_expenses_come_once(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, supplier) = (organization(store).await, contact("Píla"));
    let in_period = Some(date!(2026 - 11 - 30));
    let (first, second) = (NOW, NOW + Duration::SECOND);
    let plain = received(store, owner, Network::Live, (second, in_period)).await;
    let booked = received(store, owner, Network::Live, (first, in_period)).await;
    let earlier = received(store, owner, Network::Live, (first, in_period)).await;
    for (network, day) in [
        (Network::Test, in_period),
        (Network::Live, None),
        (Network::Live, Some(date!(2026 - 12 - 01))),
        (Network::Live, Some(date!(2026 - 10 - 31))),
    ] {
        received(store, owner, network, (first, day)).await;
    }
    let entered = expense(owner, &supplier, dec!(100));
    let mut made = expense(owner, &supplier, dec!(223));
    made.origin = ExpenseOrigin::Received(booked.id, Network::Live);
    made.created_at = second;
    let mut outside = expense(owner, &supplier, dec!(5));
    outside.content =
        ExpenseContent { issue_date: date!(2026 - 12 - 01), ..outside.content.clone() };
    for expense in [&entered, &made, &outside] {
        add(store, &supplier, expense).await;
    }
    let all = selection(Network::Live, second);
    for limit in [1, 100] {
        let expenses = documents(store, owner, &all, Phase::Expenses, limit).await;
        assert_eq!(expenses, [entered.id.0, made.id.0]);
        let received = documents(store, owner, &all, Phase::Received, limit).await;
        assert_eq!(received, [earlier.id.0, plain.id.0]);
    }
    assert_eq!(total(store, owner, &all).await, 4);
    // before the expense was made its document stood by itself, and before it came it was not there
    let before = selection(Network::Live, first);
    let expenses = documents(store, owner, &before, Phase::Expenses, 9).await;
    assert_eq!(expenses, [entered.id.0]);
    let mut received = documents(store, owner, &before, Phase::Received, 9).await;
    received.sort_unstable();
    let mut expected = [booked.id.0, earlier.id.0];
    expected.sort_unstable();
    assert_eq!(received, expected);
    // the sandbox sees what was entered, and its own documents
    let sandbox = selection(Network::Test, second);
    let expenses = documents(store, owner, &sandbox, Phase::Expenses, 9).await;
    assert_eq!(expenses, [entered.id.0]);
    assert_eq!(total(store, owner, &sandbox).await, 2);
    let stranger = organization(store).await;
    assert_eq!(total(store, stranger, &all).await, 0);
}

/// A document that its supplier sent again is in an export once, as the expense that was made of either.
pub async fn a_document_that_came_again_is_in_an_export_once(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, supplier) = (organization(store).await, contact("Píla"));
    let mut ids = Vec::new();
    let came = |record: ReceivedRecord, second: i64| ReceivedRecord {
        network: Network::Live,
        received_at: NOW + Duration::seconds(second),
        ..record
    };
    let with = |number: &str| ReceivedRecord { number: Some(number.into()), ..received_record() };
    for record in [
        came(with("1"), 0),
        came(with("1"), 1),
        came(ReceivedRecord { total: Some(dec!(1)), ..with("1") }, 2),
        came(ReceivedRecord { number: None, ..received_record() }, 3),
        came(ReceivedRecord { number: None, ..received_record() }, 4),
        came(with("2"), 5),
        came(with("2"), 6),
    ] {
        receive(store, owner, &record).await;
        ids.push(record.id);
    }
    let shown = |places: &[usize]| places.iter().map(|at| ids[*at].0).collect::<Vec<_>>();
    let all = selection(Network::Live, NOW + Duration::seconds(9));
    let received = documents(store, owner, &all, Phase::Received, 100).await;
    assert_eq!(received, shown(&[0, 2, 3, 4, 5]));
    // the expense was made of the second
    let mut made = expense(owner, &supplier, dec!(223));
    made.origin = ExpenseOrigin::Received(ids[6], Network::Live);
    made.created_at = NOW + Duration::seconds(8);
    add(store, &supplier, &made).await;
    let received = documents(store, owner, &all, Phase::Received, 2).await;
    assert_eq!(received, shown(&[0, 2, 3, 4]));
    assert_eq!(total(store, owner, &all).await, 5);
    let before = selection(Network::Live, NOW + Duration::seconds(5));
    let received = documents(store, owner, &before, Phase::Received, 9).await;
    assert_eq!(received, shown(&[0, 2, 3, 4, 5]));
}
