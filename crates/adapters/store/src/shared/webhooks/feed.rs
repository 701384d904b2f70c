use super::{Backend, Conn, Lane, Result, Statement, count};
use crate::error::{known, translate};
use crate::sql_types::{AsId, AsInstant, BigInt, Id, Nullable, Text};
use access::{OrganizationId, PartnerId};
use diesel_async::RunQueryDsl;
use events::{Body, EventId};
use std::num::NonZeroU64;
use time::OffsetDateTime;
use uuid::Uuid;
use webhooks::{FeedCursor, FeedItem};

/// Events that are forgotten at once.
const BATCH: i64 = 512;

type ItemColumns = (BigInt, Nullable<Text>, Id, Text);
type ItemRow = (i64, Option<String>, Uuid, String);

/// Those of organizations that the partner does not manage any more are left out.
pub(super) fn items_after(
    partner: PartnerId,
    after: Option<FeedCursor>,
    limit: usize,
) -> Statement<'static, ItemColumns> {
    let after = after.map_or(0, |FeedCursor(place)| i64::try_from(place.get()).unwrap_or(i64::MAX));
    Statement::new(
        "SELECT e.seq, e.event_id, e.organization_id, e.payload \
         FROM partner_feed f CROSS JOIN events e WHERE e.seq = f.seq AND f.partner_id = ",
    )
    .value(AsId(partner.0))
    .sql(" AND f.seq > ")
    .value(after)
    .sql(
        " AND EXISTS (SELECT 1 FROM partner_organizations p \
         WHERE p.partner_id = f.partner_id AND p.organization_id = e.organization_id) \
         ORDER BY f.seq LIMIT ",
    )
    .value(count(limit))
}

pub(super) async fn events(
    conn: &mut Lane<'_>,
    partner: PartnerId,
    after: Option<FeedCursor>,
    limit: usize,
) -> Result<Vec<FeedItem>> {
    let rows = items_after(partner, after, limit).load(conn).await.map_err(translate)?;
    rows.into_iter().map(item).collect()
}

fn item((seq, event_id, organization, payload): ItemRow) -> Result<FeedItem> {
    let place = u64::try_from(seq).ok().and_then(NonZeroU64::new);
    let event_id = match event_id {
        Some(text) => Some(known("event id", &text, EventId::parse(&text).ok())?),
        None => None,
    };
    Ok(FeedItem {
        id: FeedCursor(known("place of event", &seq.to_string(), place)?),
        event_id,
        org_id: OrganizationId(organization),
        payload: Body::stored(payload),
    })
}

/// In batches: others may write between them.
pub(super) async fn forget(store: &Backend, before: OffsetDateTime) -> Result<usize> {
    let mut all = 0;
    loop {
        let mut transaction = store.begin().await?;
        let forgotten = forget_batch(transaction.conn(), before).await;
        let forgotten = transaction.finish(forgotten).await?;
        all += forgotten;
        if count(forgotten) < BATCH {
            return Ok(all);
        }
    }
}

/// Those whose delivery is kept hold its body.
async fn forget_batch(conn: &mut Conn, before: OffsetDateTime) -> Result<usize> {
    let places: Vec<i64> = old(before).load(conn).await.map_err(translate)?;
    if !places.is_empty() {
        Statement::<()>::new("DELETE FROM partner_feed WHERE seq IN ")
            .list(places.iter().copied())
            .execute(conn)
            .await
            .map_err(translate)?;
    }
    Ok(places.len())
}

pub(super) fn old(before: OffsetDateTime) -> Statement<'static, BigInt> {
    Statement::new(
        "DELETE FROM events WHERE (organization_id, id) IN \
         (SELECT e.organization_id, e.id FROM events e WHERE e.seq IS NOT NULL AND e.created_at < ",
    )
    .value(AsInstant(before))
    .sql(
        " AND NOT EXISTS (SELECT 1 FROM webhook_deliveries d \
         WHERE d.organization_id = e.organization_id AND d.source_id = e.id) \
         ORDER BY e.created_at LIMIT ",
    )
    .value(BATCH)
    .sql(") RETURNING seq")
}
