//! What the functions about the network stand on.

use super::{Ports, StoreUnderTest};
use crate::{
    build::NOW,
    peppol::{received_document, received_event},
};
use access::OrganizationId;
use peppol_connector::{
    audit::{AuditAction, AuditEntry, AuditFilter},
    inbox::{Arrival, ReceivedFilter, ReceivedRecord},
};
use persistence::{Cursor, Page, StoreError};
use std::future::Future;
use time::OffsetDateTime;

/// Keeps a document with this record, its event and nothing special.
pub(super) async fn receive(
    store: &impl Ports,
    organization: OrganizationId,
    record: &ReceivedRecord,
) -> Arrival {
    let event = received_event(organization, record);
    let document = received_document(record.clone());
    store.receive(organization, &document, &event).await.expect("received")
}

pub(super) async fn all_received(
    store: &impl Ports,
    organization: OrganizationId,
    filter: &ReceivedFilter,
    limit: u16,
) -> Vec<ReceivedRecord> {
    let place = |row: &ReceivedRecord| Cursor::new(row.received_at, row.id);
    walk(limit, place, |after| store.received(organization, filter, after, limit)).await
}

pub(super) async fn all_lines(
    store: &impl Ports,
    organization: OrganizationId,
    filter: &AuditFilter,
    limit: u16,
) -> Vec<AuditEntry> {
    let place = |line: &AuditEntry| Cursor::new(line.at, line.id);
    walk(limit, place, |after| store.audit(organization, filter, after, limit)).await
}

/// The audit log of an organization, without the ids.
pub(super) async fn audited(
    store: &impl Ports,
    organization: OrganizationId,
) -> Vec<(OffsetDateTime, AuditAction)> {
    let lines = all_lines(store, organization, &AuditFilter::default(), 100).await;
    lines.into_iter().map(|line| (line.at, line.event)).collect()
}

/// That nothing is kept for an organization.
pub(super) async fn assert_nothing_kept(
    subject: &impl StoreUnderTest,
    organization: OrganizationId,
) {
    let store = subject.store();
    assert_eq!(all_received(store, organization, &ReceivedFilter::default(), 100).await, []);
    assert_eq!(audited(store, organization).await, []);
    assert!(subject.events(organization).await.is_empty());
}

/// `NOW` and some microseconds.
pub(super) fn later(micros: i64) -> OffsetDateTime {
    NOW + time::Duration::microseconds(micros)
}

/// Follows the position of each page's last row. Every page but the last is full.
async fn walk<T, F>(
    limit: u16,
    place: impl Fn(&T) -> Cursor,
    read: impl Fn(Option<Cursor>) -> F,
) -> Vec<T>
where
    F: Future<Output = Result<Page<T>, StoreError>>,
{
    let mut all = Vec::new();
    let mut after = None;
    loop {
        let Page { rows, has_more } = read(after).await.expect("a page");
        assert!(rows.len() <= limit.into(), "{} rows on a page of {limit}", rows.len());
        assert!(!has_more || rows.len() == usize::from(limit), "a page before the last is full");
        after = rows.last().map(&place);
        all.extend(rows);
        if !has_more {
            return all;
        }
        assert!(all.len() < 100_000, "the pages never end");
    }
}
