//! Requests whose caller has gone.

use crate::build::draft;
use crate::contract::{
    StoreUnderTest,
    random::Random,
    setup::{all_invoices, issued_number, organization},
};
use invoicing::InvoiceFilter;
use std::{collections::BTreeSet, time::Duration};

/// What was acknowledged is there, what was cut off is there as a whole or not at all, and whoever
/// comes next does not wait.
pub async fn cancelled_requests_leave_neither_gaps_nor_locks(subject: &impl StoreUnderTest) {
    let organization = organization(subject.store()).await;
    let mut random = Random(3);
    let mut acknowledged = BTreeSet::new();
    for _ in 0..6 {
        let tasks: Vec<_> = (0..10)
            .map(|_| {
                let store = subject.store().clone();
                let patience = Duration::from_micros(random.below(12_000));
                let work = async move { issued_number(&store, &draft(organization)).await };
                tokio::spawn(tokio::time::timeout(patience, work))
            })
            .collect();
        for task in tasks {
            acknowledged.extend(task.await.expect("no panic"));
        }
    }
    let draft = draft(organization);
    let next = issued_number(subject.store(), &draft);
    let next = tokio::time::timeout(Duration::from_secs(5), next).await.expect("no lock is left");
    let all = all_invoices(subject.store(), organization, &InvoiceFilter::default(), 100).await;
    let mut numbers: Vec<_> = all.into_iter().map(|row| row.number).collect();
    numbers.sort();
    assert_eq!(numbers, crate::contract::setup::first_numbers(numbers.len()));
    assert_eq!(numbers.last(), Some(&next));
    assert!(acknowledged.iter().all(|number| numbers.contains(number)));
    assert_eq!(subject.events(organization).await.len(), numbers.len());
}
