use super::{super::sql::*, count};
use crate::error::known;
use access::{OrganizationId, PartnerId};
use events::{Body, EventId};
use std::num::NonZeroU64;
use time::OffsetDateTime;
use uuid::Uuid;
use webhooks::{FeedCursor, FeedItem};

/// Events that are forgotten at once.
const BATCH: i64 = 512;

columns! {
    struct ItemRow {
        seq: i64,
        event_id: Option<String>,
        organization_id: Uuid,
        payload: String,
    }
}

impl ItemRow {
    fn into_domain(self) -> Result<FeedItem> {
        let place = u64::try_from(self.seq).ok().and_then(NonZeroU64::new);
        let event_id = match self.event_id {
            Some(text) => Some(known("event id", &text, EventId::parse(&text).ok())?),
            None => None,
        };
        Ok(FeedItem {
            id: FeedCursor(known("place of event", &self.seq.to_string(), place)?),
            event_id,
            org_id: OrganizationId(self.organization_id),
            payload: Body::stored(self.payload),
        })
    }
}

/// Those of organizations that the partner does not manage any more are left out.
pub(super) fn items_after(
    partner: PartnerId,
    after: Option<FeedCursor>,
    limit: usize,
) -> Statement<'static> {
    let after = after.map_or(0, |FeedCursor(place)| i64::try_from(place.get()).unwrap_or(i64::MAX));
    sql!(
        "SELECT e.seq, e.event_id, e.organization_id, e.payload
         FROM partner_feed f CROSS JOIN events e
         WHERE e.seq = f.seq AND f.partner_id = {} AND f.seq > {}
           AND EXISTS (SELECT 1 FROM partner_organizations p
             WHERE p.partner_id = f.partner_id AND p.organization_id = e.organization_id)
         ORDER BY f.seq LIMIT {}",
        partner,
        after,
        count(limit)
    )
}

pub(super) async fn events(
    conn: &mut ReadConn<'_>,
    partner: PartnerId,
    after: Option<FeedCursor>,
    limit: usize,
) -> Result<Vec<FeedItem>> {
    let rows: Vec<ItemRow> = items_after(partner, after, limit).all(conn).await?;
    rows.into_iter().map(ItemRow::into_domain).collect()
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

/// An event stays as long as a delivery of it: that has no body of its own.
async fn forget_batch(conn: &mut Conn, before: OffsetDateTime) -> Result<usize> {
    let places: Vec<i64> = old(before).all(conn).await?;
    if !places.is_empty() {
        let places = list(places.iter().copied());
        sql!("DELETE FROM partner_feed WHERE seq IN {}", places).execute(conn).await?;
    }
    Ok(places.len())
}

pub(super) fn old(before: OffsetDateTime) -> Statement<'static> {
    sql!(
        "DELETE FROM events WHERE (organization_id, id) IN (
           SELECT e.organization_id, e.id FROM events e
           WHERE e.seq IS NOT NULL AND e.created_at < {}
             AND NOT EXISTS (SELECT 1 FROM webhook_deliveries d
               WHERE d.organization_id = e.organization_id AND d.source_id = e.id)
           ORDER BY e.created_at LIMIT {})
         RETURNING seq",
        before,
        BATCH
    )
}
