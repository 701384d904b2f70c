//! Requests counted for the rate limit.

use super::Subject;
use crate::build::id;
use access::{AccessStore, OrganizationId, WINDOW_SECONDS, Window};

/// As [`Window::with_request`] says, also at the edges and when a clock is set back.
pub async fn windows_are_those_of_the_domain(subject: &impl Subject) {
    let store = subject.store();
    let (one, other) = (OrganizationId(id()), OrganizationId(id()));
    let start = 1_795_000_000;
    let (last, next) = (start + WINDOW_SECONDS - 1, start + WINDOW_SECONDS);
    let mut expected = Window::default();
    for now in [start, start, last, next, next, next - 1, next, next + 2 * WINDOW_SECONDS, start] {
        expected = expected.with_request(now);
        let window = store.count_request(one, "invoices.create", now).await.expect("counted");
        assert_eq!(window, expected, "at {now}");
    }
    let alone = Window { start, count: 1 };
    for (organization, operation) in [(one, "invoices.send"), (other, "invoices.create")] {
        let window = store.count_request(organization, operation, start).await.expect("counted");
        assert_eq!(window, alone);
    }
}

pub async fn concurrent_requests_are_all_counted(subject: &impl Subject) {
    let organization = OrganizationId(id());
    let tasks: Vec<_> = (0..40)
        .map(|_| {
            let store = subject.store().clone();
            tokio::spawn(async move {
                store.count_request(organization, "invoices.create", 7_000).await.expect("counted")
            })
        })
        .collect();
    let mut counts = Vec::new();
    for task in tasks {
        counts.push(task.await.expect("no panic").count);
    }
    counts.sort_unstable();
    assert_eq!(counts, (1..=40).collect::<Vec<u32>>());
}
