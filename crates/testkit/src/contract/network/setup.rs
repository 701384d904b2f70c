//! What the functions about the network stand on.

use crate::contract::{Ports, StoreUnderTest, setup::walk};
use crate::{
    build::NOW,
    peppol::{received_document, received_event},
};
use access::OrganizationId;
use peppol_connector::{
    audit::{AuditAction, AuditEntry, AuditFilter},
    inbox::{Arrival, ReceivedFilter, ReceivedRecord},
};
use persistence::Cursor;
use time::OffsetDateTime;

/// Keeps a document with this record, its event and nothing special.
pub(in crate::contract) async fn receive(
    store: &impl Ports,
    organization: OrganizationId,
    record: &ReceivedRecord,
) -> Arrival {
    let event = received_event(organization, record);
    let document = received_document(record.clone());
    store.receive(organization, &document, &event).await.expect("received")
}

pub(in crate::contract) async fn all_received(
    store: &impl Ports,
    organization: OrganizationId,
    filter: &ReceivedFilter,
    limit: u16,
) -> Vec<ReceivedRecord> {
    let place = |row: &ReceivedRecord| Cursor::new(row.received_at, row.id);
    walk(limit, place, |after| store.received(organization, filter, after, limit)).await
}

pub(in crate::contract) async fn all_lines(
    store: &impl Ports,
    organization: OrganizationId,
    filter: &AuditFilter,
    limit: u16,
) -> Vec<AuditEntry> {
    let place = |line: &AuditEntry| Cursor::new(line.at, line.id);
    walk(limit, place, |after| store.audit(organization, filter, after, limit)).await
}

/// The audit log of an organization, without the ids.
pub(in crate::contract) async fn audited(
    store: &impl Ports,
    organization: OrganizationId,
) -> Vec<(OffsetDateTime, AuditAction)> {
    let lines = all_lines(store, organization, &AuditFilter::default(), 100).await;
    lines.into_iter().map(|line| (line.at, line.event)).collect()
}

/// That nothing is kept for an organization.
pub(in crate::contract) async fn assert_nothing_kept(
    subject: &impl StoreUnderTest,
    organization: OrganizationId,
) {
    let store = subject.store();
    assert_eq!(all_received(store, organization, &ReceivedFilter::default(), 100).await, []);
    assert_eq!(audited(store, organization).await, []);
    assert!(subject.events(organization).await.is_empty());
}

/// `NOW` and some microseconds.
pub(in crate::contract) fn later(micros: i64) -> OffsetDateTime {
    NOW + time::Duration::microseconds(micros)
}
