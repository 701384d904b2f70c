//! The sequencer: gives events their places in the feed, and makes their deliveries.

use super::{
    Backend, Conn, FOR_SHARE, Result, Statement, count,
    deliveries::{NewDelivery, insert},
    rows::{ENDPOINT, EndpointColumns, EndpointRow, endpoint, event_name},
};
use crate::error::translate;
use crate::sql_types::{AsId, BigInt, Bool, Id, Instant, Text};
use access::{OrganizationId, PartnerId};
use diesel_async::RunQueryDsl;
use events::Happened;
use std::collections::{BTreeMap, BTreeSet};
use time::OffsetDateTime;
use uuid::Uuid;
use webhooks::{Delivery, Endpoint, Owner, fan_out};

/// Events that are given places at once: as long as that takes, nothing is concluded at the endpoints
/// that receive them.
const BATCH: usize = 200;

/// In batches, each with its transaction.
pub(super) async fn place(store: &Backend, limit: usize) -> Result<usize> {
    let mut placed = 0;
    while placed < limit {
        let size = BATCH.min(limit - placed);
        if !some_wait(store).await? {
            break;
        }
        let mut transaction = store.begin().await?;
        let batch = place_batch(transaction.conn(), size).await;
        let batch = transaction.finish(batch).await?;
        placed += batch;
        if batch < size {
            break;
        }
    }
    Ok(placed)
}

/// Asked without a lock: mostly there is nothing to do.
async fn some_wait(store: &Backend) -> Result<bool> {
    let mut conn = store.reader().await?;
    Statement::<Bool>::new("SELECT EXISTS (SELECT 1 FROM events WHERE seq IS NULL)")
        .get_result(lane!(conn))
        .await
        .map_err(translate)
}

async fn place_batch(conn: &mut Conn, size: usize) -> Result<usize> {
    let last = lock(conn).await?;
    let events = number(conn, last, size).await?;
    if events.is_empty() {
        return Ok(0);
    }
    let end = last.saturating_add(count(events.len()));
    Statement::<()>::new("UPDATE feed_places SET last = ")
        .value(end)
        .sql(" WHERE id = 1")
        .execute(conn)
        .await
        .map_err(translate)?;
    show_to_partners(conn, last, end).await?;
    deliver(conn, &events).await?;
    Ok(events.len())
}

/// The last place that was given. Others wait until the transaction ends, and then see what it did.
async fn lock(conn: &mut Conn) -> Result<i64> {
    Statement::<BigInt>::new("UPDATE feed_places SET last = last WHERE id = 1 RETURNING last")
        .get_result(conn)
        .await
        .map_err(translate)
}

type PlacedColumns = (Id, Id, Text, Instant, BigInt);
type PlacedRow = (Uuid, Uuid, String, OffsetDateTime, i64);

/// An event that has its place now.
struct Placed {
    id: AsId,
    happened: Happened,
}

/// Gives the oldest their places, in the order of their times and ids.
async fn number(conn: &mut Conn, last: i64, size: usize) -> Result<Vec<Placed>> {
    let statement = Statement::<PlacedColumns>::new("UPDATE events SET seq = p.n + ")
        .value(last)
        .sql(
            " FROM (SELECT organization_id, id, row_number() OVER (ORDER BY created_at, id) AS n \
             FROM (SELECT organization_id, id, created_at FROM events WHERE seq IS NULL \
             ORDER BY created_at, id LIMIT ",
        )
        .value(count(size))
        .sql(
            ") AS oldest) AS p WHERE events.organization_id = p.organization_id \
             AND events.id = p.id \
             RETURNING events.organization_id, events.id, events.name, events.created_at, events.seq",
        );
    let mut rows: Vec<PlacedRow> = statement.load(conn).await.map_err(translate)?;
    rows.sort_unstable_by_key(|(.., seq)| *seq);
    let placed = |(organization, id, name, at, _): PlacedRow| {
        let (organization, name) = (OrganizationId(organization), event_name(&name)?);
        Ok(Placed { id: AsId(id), happened: Happened { organization, name, at } })
    };
    rows.into_iter().map(placed).collect()
}

/// To the feeds of the partners that manage an event's organization.
async fn show_to_partners(conn: &mut Conn, after: i64, to: i64) -> Result<()> {
    Statement::<()>::new(
        "INSERT INTO partner_feed (partner_id, seq) SELECT p.partner_id, e.seq FROM events e \
         JOIN partner_organizations p ON p.organization_id = e.organization_id WHERE e.seq > ",
    )
    .value(after)
    .sql(" AND e.seq <= ")
    .value(to)
    .execute(conn)
    .await
    .map(drop)
    .map_err(translate)
}

async fn deliver(conn: &mut Conn, events: &[Placed]) -> Result<()> {
    let organizations: BTreeSet<_> = events.iter().map(|e| e.happened.organization).collect();
    let receivers = Receivers::of(conn, &organizations).await?;
    let mut deliveries: Vec<(AsId, Delivery)> = Vec::new();
    for Placed { id, happened } in events {
        let managed_by = receivers.managers(happened.organization);
        let endpoints = receivers.endpoints(happened.organization, managed_by);
        let made = fan_out(*happened, endpoints, managed_by, &mut Uuid::now_v7);
        deliveries.extend(made.into_iter().map(|delivery| (*id, delivery)));
    }
    let rows: Vec<_> = deliveries
        .iter()
        .map(|(id, delivery)| NewDelivery { delivery, source: Some(*id), test_body: None })
        .collect();
    insert(conn, &rows).await
}

/// The active endpoints that may receive events of some organizations. None is switched off or
/// removed until the transaction ends.
#[derive(Default)]
struct Receivers {
    managers: BTreeMap<OrganizationId, Vec<PartnerId>>,
    endpoints: BTreeMap<Owner, Vec<Endpoint>>,
}

impl Receivers {
    async fn of(conn: &mut Conn, organizations: &BTreeSet<OrganizationId>) -> Result<Self> {
        let mut receivers = Self::default();
        let managed: Vec<(Uuid, Uuid)> = Statement::<(Id, Id)>::new(
            "SELECT organization_id, partner_id FROM partner_organizations WHERE organization_id IN ",
        )
        .list(organizations.iter().map(|id| AsId(id.0)))
        .load(conn)
        .await
        .map_err(translate)?;
        let mut partners = BTreeSet::new();
        for (organization, partner) in managed {
            partners.insert(partner);
            let managers = receivers.managers.entry(OrganizationId(organization)).or_default();
            managers.push(PartnerId(partner));
        }
        let organizations = organizations.iter().map(|id| AsId(id.0));
        for row in active_endpoints(organizations, partners)
            .load::<EndpointRow>(conn)
            .await
            .map_err(translate)?
        {
            let endpoint = endpoint(row)?;
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

/// In one statement: whoever locks several endpoints locks them in the order of their ids, so that
/// nobody waits in a circle.
fn active_endpoints(
    organizations: impl IntoIterator<Item = AsId>,
    partners: BTreeSet<Uuid>,
) -> Statement<'static, EndpointColumns> {
    let mut statement = Statement::new("SELECT ")
        .sql(ENDPOINT)
        .sql(" FROM webhook_endpoints WHERE off_at IS NULL AND (organization_id IN ")
        .list(organizations);
    if !partners.is_empty() {
        statement = statement.sql(" OR partner_id IN ").list(partners.into_iter().map(AsId));
    }
    statement.sql(") ORDER BY id").sql(FOR_SHARE)
}
