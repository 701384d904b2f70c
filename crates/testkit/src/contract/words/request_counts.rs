//! Requests counted for the rate limit.

use crate::build::id;
use crate::contract::StoreUnderTest;
use access::{AccessStore, Counted, OrganizationId, WINDOW_SECONDS, Window};
use invoicing::InvoiceId;

/// As [`Window::with_request`] says, also at the edges and when a clock is set back.
pub async fn windows_are_those_of_the_domain(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (one, other) = (OrganizationId(id()), OrganizationId(id()));
    let start = 1_795_000_000;
    let (last, next) = (start + WINDOW_SECONDS - 1, start + WINDOW_SECONDS);
    let mut expected = Window::default();
    for now in [start, start, last, next, next, next - 1, next, next + 2 * WINDOW_SECONDS, start] {
        expected = expected.with_request(now);
        let counted = Counted::Operation(one, "invoices.create");
        let window = store.count_request(counted, now).await.expect("counted");
        assert_eq!(window, expected, "at {now}");
    }
    let alone = Window { start, count: 1 };
    for counted in [
        Counted::Operation(one, "invoices.send"),
        Counted::Operation(other, "invoices.create"),
        Counted::Link(InvoiceId(one.0)),
    ] {
        let window = store.count_request(counted, start).await.expect("counted");
        assert_eq!(window, alone);
    }
}

pub async fn concurrent_requests_are_all_counted(subject: &impl StoreUnderTest) {
    let organization = OrganizationId(id());
    let tasks: Vec<_> = (0..40)
        .map(|_| {
            let store = subject.store().clone();
            tokio::spawn(async move {
                let counted = Counted::Operation(organization, "invoices.create");
                store.count_request(counted, 7_000).await.expect("counted")
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

/// What is purged starts again; what goes on stays.
pub async fn old_windows_are_purged(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let [old, new] = [id(), id()].map(|id| Counted::Link(InvoiceId(id)));
    let start = 1_795_000_000;
    store.count_request(old, start).await.expect("counted");
    store.count_request(new, start + 1).await.expect("counted");
    assert_eq!(store.purge_windows(start).await.expect("purged"), 0);
    assert_eq!(store.purge_windows(start + 1).await.expect("purged"), 1);
    let window = store.count_request(new, start + 2).await.expect("counted");
    assert_eq!(window, Window { start: start + 1, count: 2 });
}
