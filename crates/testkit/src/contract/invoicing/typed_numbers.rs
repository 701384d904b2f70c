//! Numbers that callers type, after which their series goes on.

use crate::build::{draft, draft_of, with_number};
use crate::contract::{
    StoreUnderTest,
    invoicing::drafts,
    setup::{holdings, issue, issued_number, kind, organization, read, try_issue},
};
use access::OrganizationId;
use invoicing::{
    Draft, InvoiceStore, InvoiceType,
    numbering::{NumberSource, Series, SeriesFormat, YearStyle},
};

fn series(invoice_type: InvoiceType) -> Series {
    Series { invoice_type, format: SeriesFormat::default_for(invoice_type), year: 2026 }
}

fn advanced(organization: OrganizationId, count: i64) -> Draft {
    let series = series(InvoiceType::Invoice);
    Draft { number: NumberSource::Advance { series, count }, ..draft(organization) }
}

pub async fn a_series_goes_on_after_a_typed_number(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = organization(store).await;
    for (draft, number) in [
        (draft(organization), "FA20260001"),
        // the next one, then a jump
        (advanced(organization, 2), "FA20260002"),
        (draft(organization), "FA20260003"),
        (advanced(organization, 20), "FA20260020"),
        (draft(organization), "FA20260021"),
        // an exception leaves the counter
        (with_number(draft(organization), "FA20260030"), "FA20260030"),
        (draft(organization), "FA20260022"),
    ] {
        assert_eq!(issued_number(store, &draft).await, number);
    }
    let of_type = draft_of(organization, InvoiceType::Proforma);
    assert_eq!(issued_number(store, &of_type).await, "ZF120260001", "its own count");
}

pub async fn a_new_series_begins_with_a_typed_number(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = organization(store).await;
    assert_eq!(issued_number(store, &advanced(organization, 57)).await, "FA20260057");
    assert_eq!(issued_number(store, &draft(organization)).await, "FA20260058");
}

/// The count was passed since the decision: it is made again, and nothing is kept.
pub async fn a_series_never_goes_back(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = organization(store).await;
    for _ in 0..3 {
        issue(store, &draft(organization)).await;
    }
    let before = holdings(subject, organization).await;
    for count in [1, 3] {
        assert_eq!(kind(&try_issue(store, &advanced(organization, count)).await), "conflict");
    }
    issue(store, &with_number(draft(organization), "FA20260009")).await;
    assert_eq!(kind(&try_issue(store, &advanced(organization, 9)).await), "taken");
    assert_eq!(holdings(subject, organization).await.invoices.len(), before.invoices.len() + 1);
    assert_eq!(issued_number(store, &draft(organization)).await, "FA20260004", "it stayed there");
}

pub async fn the_next_count_is_one_whose_number_is_free(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = organization(store).await;
    let invoices = series(InvoiceType::Invoice);
    let next = |at_least| store.next_count(organization, &invoices, at_least);
    assert_eq!((next(1).await.expect("read"), next(9).await.expect("read")), (1, 9));
    issue(store, &draft(organization)).await;
    for number in ["FA20260002", "FA20260003", "FA20260009"] {
        issue(store, &with_number(draft(organization), number)).await;
    }
    for (at_least, expected) in [(1, 4), (2, 4), (5, 5), (9, 10)] {
        assert_eq!(next(at_least).await.expect("read"), expected, "{at_least}");
    }
    let other = Series { year: 2027, ..invoices.clone() };
    assert_eq!(store.next_count(organization, &other, 1).await.expect("read"), 1);
    let format = SeriesFormat { prefix: "F".into(), year: YearStyle::None, width: 1 };
    let endless = Series { format, ..invoices.clone() };
    assert_eq!(store.next_count(organization, &endless, 1).await.expect("read"), 1);
    // what is read is what is drawn, and reading draws nothing
    assert_eq!(issued_number(store, &draft(organization)).await, "FA20260004");
}

pub async fn of_many_that_type_the_next_number_one_gets_it(subject: &impl StoreUnderTest) {
    let organization = organization(subject.store()).await;
    issue(subject.store(), &draft(organization)).await;
    for count in [2, 4] {
        let tasks: Vec<_> = (0..8)
            .map(|_| {
                let (store, draft) = (subject.store().clone(), advanced(organization, count));
                tokio::spawn(async move { kind(&try_issue(&store, &draft).await) })
            })
            .collect();
        let mut kinds = Vec::new();
        for task in tasks {
            kinds.push(task.await.expect("no panic"));
        }
        kinds.sort_unstable();
        assert_eq!(kinds, [&["conflict"; 7][..], &["ok"]].concat());
        let next = format!("FA2026{:04}", count + 1);
        assert_eq!(issued_number(subject.store(), &draft(organization)).await, next);
    }
}

/// Numbers that are drawn at the same time are drawn once each, and one that was typed never.
pub async fn typed_and_drawn_numbers_meet(subject: &impl StoreUnderTest) {
    let organization = organization(subject.store()).await;
    let mut tasks = Vec::new();
    for count in 1..=8 {
        let (typing, drawing) = (subject.store().clone(), subject.store().clone());
        let (typed, drawn) = (advanced(organization, count * 3), draft(organization));
        tasks.push(tokio::spawn(async move { try_issue(&typing, &typed).await.ok() }));
        tasks.push(tokio::spawn(async move { try_issue(&drawing, &drawn).await.ok() }));
    }
    let (mut numbers, mut drawn) = (Vec::new(), 0);
    for (place, task) in tasks.into_iter().enumerate() {
        let issued = task.await.expect("no panic");
        drawn += usize::from(place % 2 == 1 && issued.is_some());
        numbers.extend(issued.map(|(invoice, _)| invoice.document.number));
    }
    assert_eq!(drawn, 8, "who draws always gets a number: {numbers:?}");
    let highest = numbers.iter().max().expect("some").clone();
    let all = numbers.len();
    numbers.sort();
    numbers.dedup();
    assert_eq!(numbers.len(), all, "none twice: {numbers:?}");
    let next = issued_number(subject.store(), &draft(organization)).await;
    assert!(next > highest, "{next} after {highest}");
}

pub async fn a_draft_is_issued_under_a_typed_number(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    for (count, expected) in [(5, "ok"), (5, "conflict"), (9, "ok")] {
        let invoice = drafts::kept(store, &draft(owner)).await;
        let mut issue = drafts::issuing(store, owner, invoice.id).await;
        issue.draft.number = advanced(owner, count).number;
        assert_eq!(kind(&drafts::try_issue(store, &issue, None).await), expected, "{count}");
        if expected == "conflict" {
            assert_eq!(read(store, owner, invoice.id).await, invoice, "nothing was kept");
        }
    }
    assert_eq!(issued_number(store, &draft(owner)).await, "FA20260010");
    let invoice = drafts::kept(store, &draft(owner)).await;
    let mut issue = drafts::issuing(store, owner, invoice.id).await;
    issue.draft.number = NumberSource::Own("FA20260010".to_owned());
    assert_eq!(kind(&drafts::try_issue(store, &issue, None).await), "taken");
}
