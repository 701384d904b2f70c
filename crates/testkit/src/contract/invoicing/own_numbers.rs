//! Numbers that callers bring.

use crate::build::{draft, with_number};
use crate::contract::{
    StoreUnderTest,
    setup::{all_invoices, holdings, issued_number, kind, organization, try_issue},
};
use invoicing::InvoiceFilter;
use persistence::StoreError;
use std::collections::BTreeSet;

pub async fn a_taken_number_is_said_to_be_taken(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = organization(store).await;
    let first = issued_number(store, &with_number(draft(organization), "2026/17")).await;
    assert_eq!(first, "2026/17");
    assert_eq!(issued_number(store, &draft(organization)).await, "FA20260001");
    let before = holdings(subject, organization).await;
    for number in ["2026/17", "FA20260001"] {
        match try_issue(store, &with_number(draft(organization), number)).await {
            Err(StoreError::Taken(taken)) => assert_eq!(taken, number),
            other => panic!("{number}: {other:?}"),
        }
    }
    assert_eq!(holdings(subject, organization).await, before, "nothing was kept");
    // numbers are compared letter by letter
    assert_eq!(
        kind(&try_issue(store, &with_number(draft(organization), "fa20260001")).await),
        "ok"
    );
}

pub async fn the_series_skips_numbers_taken_by_hand(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = organization(store).await;
    for number in ["FA20260001", "FA20260003", "FA20260004"] {
        issued_number(store, &with_number(draft(organization), number)).await;
    }
    for number in ["FA20260002", "FA20260005", "FA20260006"] {
        assert_eq!(issued_number(store, &draft(organization)).await, number);
    }
}

pub async fn of_two_with_the_same_number_one_wins(subject: &impl StoreUnderTest) {
    let organization = organization(subject.store()).await;
    for round in 0..5 {
        let tasks: Vec<_> = (0..6)
            .map(|_| {
                let store = subject.store().clone();
                let draft = with_number(draft(organization), &format!("X-{round}"));
                tokio::spawn(async move { kind(&try_issue(&store, &draft).await) })
            })
            .collect();
        let mut kinds = Vec::new();
        for task in tasks {
            kinds.push(task.await.expect("no panic"));
        }
        kinds.sort_unstable();
        assert_eq!(kinds, ["ok", "taken", "taken", "taken", "taken", "taken"]);
    }
    let all = all_invoices(subject.store(), organization, &InvoiceFilter::default(), 3).await;
    assert_eq!(all.len(), 5);
}

/// Both draw from the same numbers at once: each number once, and none left out.
pub async fn hand_and_series_together_never_double(subject: &impl StoreUnderTest) {
    const BY_HAND: usize = 12;
    const BY_SERIES: usize = 24;
    let organization = organization(subject.store()).await;
    let by_hand =
        (1..=BY_HAND).map(|n| with_number(draft(organization), &format!("FA2026{:04}", 2 * n)));
    let by_series = (0..BY_SERIES).map(|_| draft(organization));
    let tasks: Vec<_> = by_hand
        .chain(by_series)
        .map(|draft| {
            let store = subject.store().clone();
            tokio::spawn(async move { kind(&try_issue(&store, &draft).await) })
        })
        .collect();
    let mut issued = 0;
    for task in tasks {
        // a number by hand may come too late: the series has it
        issued += usize::from(task.await.expect("no panic") == "ok");
    }
    let all = all_invoices(subject.store(), organization, &InvoiceFilter::default(), 100).await;
    let numbers: BTreeSet<String> = all.iter().map(|row| row.number.clone()).collect();
    assert_eq!((all.len(), numbers.len()), (issued, issued));
    assert!(issued >= BY_SERIES);
    // numbers by hand may lie ahead of the series; up to where it stands nothing is missing
    let next = issued_number(subject.store(), &draft(organization)).await;
    let reached: usize = next[6..].parse().expect("a count");
    for n in 1..reached {
        assert!(numbers.contains(&format!("FA2026{n:04}")), "{n} is missing before {next}");
    }
}
