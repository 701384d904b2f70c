//! The sequencer: assigns events their places in the feed, and creates their deliveries, and the jobs that go on from a new
//! invoice.

use super::{
    super::{ledger::bank::due::match_what_waits_for_new, sql::*},
    count,
    deliveries::{NewDelivery, insert},
    rows::{ENDPOINT, EndpointRow, event_name},
};
use crate::unreadable::{RowOf, readable};
use access::{OrganizationId, PartnerId};
use events::{EventName, EventRef, SANDBOX_MARK};
use std::collections::{BTreeMap, BTreeSet};
use time::OffsetDateTime;
use uuid::Uuid;
use webhooks::{Delivery, DeliveryId, Endpoint, Owner, deliveries::fan_out};

/// The most events in one transaction. While it runs, conclusions at the endpoints that receive these events wait.
const BATCH: usize = 200;

/// In batches, each in a transaction of its own.
pub(super) async fn sequence(store: &Backend, limit: usize) -> Result<usize> {
    let mut sequenced = 0;
    while sequenced < limit {
        let size = BATCH.min(limit - sequenced);
        if !some_wait(store).await? {
            break;
        }
        let mut transaction = store.begin().await?;
        let batch = sequence_batch(transaction.conn(), size).await;
        let batch = transaction.finish(batch).await?;
        sequenced += batch;
        if batch < size {
            break;
        }
    }
    Ok(sequenced)
}

/// Read without a lock, because usually there is nothing to do.
async fn some_wait(store: &Backend) -> Result<bool> {
    let mut conn = store.reader().await?;
    some().one(read_conn!(conn)).await
}

fn some() -> Statement<'static> {
    sql!("SELECT EXISTS (SELECT 1 FROM events WHERE seq IS NULL AND name IN {})", known_names())
}

/// An event with an unknown name waits for a version that knows its receivers. Others overtake it.
fn known_names() -> Value<'static> {
    list(EventName::ALL.iter().map(|name| name.as_str()))
}

/// How many events have no place yet, and since when, by name.
pub(super) fn backlog() -> Statement<'static> {
    sql!(
        "SELECT name, count(*), min(created_at) FROM events WHERE seq IS NULL
         GROUP BY name ORDER BY name"
    )
}

async fn sequence_batch(conn: &mut Conn, size: usize) -> Result<usize> {
    // locks the last place that was assigned: other processes wait until the transaction ends, and see its result
    let lock = sql!("UPDATE feed_places SET last = last WHERE id = 1 RETURNING last");
    let last: i64 = lock.one(conn).await?;
    let events = number(conn, last, size).await?;
    if events.is_empty() {
        return Ok(0);
    }
    let end = last.saturating_add(count(events.len()));
    sql!("UPDATE feed_places SET last = {} WHERE id = 1", end).execute(conn).await?;
    show_to_partners(last, end).execute(conn).await?;
    if events.iter().any(|event| event.happened.name == EventName::InvoiceCreated) {
        match_what_waits_for_new(conn, (last, end)).await?;
    }
    deliver(conn, &events).await?;
    Ok(events.len())
}

columns! {
    struct PlacedRow {
        organization_id: Uuid,
        id: Uuid,
        name: String,
        created_at: OffsetDateTime,
        seq: i64,
        is_test: bool,
    }
}

/// An event with its new place.
struct Placed {
    id: Uuid,
    happened: EventRef,
}

impl PlacedRow {
    fn into_domain(self) -> Result<Placed> {
        let (organization, name) = (OrganizationId(self.organization_id), event_name(&self.name)?);
        let (at, is_test) = (self.created_at, self.is_test);
        Ok(Placed { id: self.id, happened: EventRef { organization, name, at, is_test } })
    }
}

/// Assigns the oldest events their places, in the order of their times and ids.
async fn number(conn: &mut Conn, last: i64, size: usize) -> Result<Vec<Placed>> {
    let like = format!("%{SANDBOX_MARK}%");
    let update = sql!(
        "UPDATE events SET seq = p.n + {} FROM (
           SELECT organization_id, id, row_number() OVER (ORDER BY created_at, id) AS n FROM (
             SELECT organization_id, id, created_at FROM events WHERE seq IS NULL AND name IN {}
             ORDER BY created_at, id LIMIT {}) AS oldest) AS p
         WHERE events.organization_id = p.organization_id AND events.id = p.id
         RETURNING events.organization_id, events.id, events.name, events.created_at, events.seq,
           events.payload LIKE {} AS is_test",
        last,
        known_names(),
        count(size),
        &*like
    );
    let mut rows: Vec<PlacedRow> = update.all(conn).await?;
    rows.sort_unstable_by_key(|row| row.seq);
    rows.into_iter().map(PlacedRow::into_domain).collect()
}

/// Adds the events to the feeds of the partners that manage their organizations.
fn show_to_partners(after: i64, to: i64) -> Statement<'static> {
    sql!(
        "INSERT INTO partner_feed (partner_id, seq) SELECT p.partner_id, e.seq FROM events e
         JOIN partner_organizations p ON p.organization_id = e.organization_id
         WHERE e.seq > {} AND e.seq <= {}",
        after,
        to
    )
}

async fn deliver(conn: &mut Conn, events: &[Placed]) -> Result<()> {
    let organizations: BTreeSet<_> = events.iter().map(|e| e.happened.organization).collect();
    let receivers = Receivers::of(conn, &organizations).await?;
    let mut deliveries: Vec<(Uuid, Delivery)> = Vec::new();
    for Placed { id, happened } in events {
        let managed_by = receivers.managers(happened.organization);
        let endpoints = receivers.endpoints(happened.organization, managed_by);
        let mut new_id = || DeliveryId(Uuid::now_v7());
        let made = fan_out(*happened, endpoints, managed_by, &mut new_id);
        deliveries.extend(made.into_iter().map(|delivery| (*id, delivery)));
    }
    let rows: Vec<_> = deliveries
        .iter()
        .map(|(id, delivery)| NewDelivery { delivery, source: Some(*id), test_body: None })
        .collect();
    insert(conn, &rows).await
}

/// The active endpoints that may receive events of some organizations. They cannot be deactivated or removed until the
/// transaction ends.
#[derive(Default)]
struct Receivers {
    managers: BTreeMap<OrganizationId, Vec<PartnerId>>,
    endpoints: BTreeMap<Owner, Vec<Endpoint>>,
}

impl Receivers {
    async fn of(conn: &mut Conn, organizations: &BTreeSet<OrganizationId>) -> Result<Self> {
        let mut receivers = Self::default();
        let managed = sql!(
            "SELECT organization_id, partner_id FROM partner_organizations
             WHERE organization_id IN {}",
            list(organizations.iter().copied())
        );
        let managed: Vec<(Uuid, Uuid)> = managed.all(conn).await?;
        let mut partners = BTreeSet::new();
        for (organization, partner) in managed {
            partners.insert(partner);
            let managers = receivers.managers.entry(OrganizationId(organization)).or_default();
            managers.push(PartnerId(partner));
        }
        for row in active_endpoints(organizations, partners).all::<EndpointRow>(conn).await? {
            let id = row.id;
            let Some(endpoint) = readable(RowOf::Endpoint, id, row.into_domain()) else { continue };
            receivers.endpoints.entry(endpoint.owner).or_default().push(endpoint);
        }
        Ok(receivers)
    }

    fn managers(&self, organization: OrganizationId) -> &[PartnerId] {
        self.managers.get(&organization).map_or(&[], Vec::as_slice)
    }

    fn endpoints<'a>(
        &'a self,
        organization: OrganizationId,
        managers: &'a [PartnerId],
    ) -> impl Iterator<Item = &'a Endpoint> {
        let owners = managers.iter().copied().map(Owner::Partner);
        let owners = std::iter::once(Owner::Organization(organization)).chain(owners);
        owners.filter_map(|owner| self.endpoints.get(&owner)).flatten()
    }
}

/// In one statement. Every transaction that locks several endpoints locks them in the order of their ids, so that none
/// deadlock.
fn active_endpoints(
    organizations: &BTreeSet<OrganizationId>,
    partners: BTreeSet<Uuid>,
) -> Statement<'static> {
    let managers = (!partners.is_empty()).then(|| sql!(" OR partner_id IN {}", list(partners)));
    sql!(
        "SELECT {} FROM webhook_endpoints WHERE off_at IS NULL AND (organization_id IN {}",
        ENDPOINT,
        list(organizations.iter().copied())
    )
    .and(managers)
    .then(sql!(") ORDER BY id {for_share}"))
}
