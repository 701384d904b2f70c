use super::{super::sql::*, count};
use crate::error::require_known;
use access::{OrganizationId, PartnerId};
use events::{Body, EventId};
use persistence::Page;
use std::{collections::HashMap, num::NonZeroU64};
use time::OffsetDateTime;
use uuid::Uuid;
use webhooks::feed::{FeedCursor, FeedItem, fitting};

/// The size in bytes up to which payloads are read with their events. Larger ones are read later, when it is known how
/// many fit on the page.
const SMALL: i64 = 4 * 1024;

/// The most events in one purge.
const BATCH: i64 = 512;

columns! {
    struct ItemRow {
        seq: i64,
        event_id: Option<String>,
        organization_id: Uuid,
        size: i64,
        payload: Option<String>,
    }
}

impl ItemRow {
    fn into_domain(self) -> Result<FeedItem> {
        let place = u64::try_from(self.seq).ok().and_then(NonZeroU64::new);
        let event_id = match self.event_id {
            Some(text) => Some(require_known("event id", &text, EventId::parse(&text).ok())?),
            None => None,
        };
        Ok(FeedItem {
            id: FeedCursor(require_known("place of event", &self.seq.to_string(), place)?),
            event_id,
            org_id: OrganizationId(self.organization_id),
            payload: Body::stored(require_known("payload", "", self.payload)?),
        })
    }
}

/// Leaves out events of organizations that the partner does not manage any more.
pub(super) fn items_after(
    partner: PartnerId,
    after: Option<FeedCursor>,
    limit: u16,
) -> Statement<'static> {
    let after = after.map_or(0, |FeedCursor(place)| i64::try_from(place.get()).unwrap_or(i64::MAX));
    sql!(
        "SELECT e.seq, e.event_id, e.organization_id, CAST(octet_length(e.payload) AS bigint) AS size,
           CASE WHEN octet_length(e.payload) <= {small} THEN e.payload END AS payload
         FROM partner_feed f CROSS JOIN events e
         WHERE e.seq = f.seq AND f.partner_id = {partner} AND f.seq > {after}
           AND EXISTS (SELECT 1 FROM partner_organizations p
             WHERE p.partner_id = f.partner_id AND p.organization_id = e.organization_id)
         ORDER BY f.seq LIMIT {limit}",
        small = SMALL,
        partner = partner,
        after = after,
        limit = i64::from(limit) + 1,
    )
}

pub(super) async fn events(
    conn: &mut ReadConn<'_>,
    partner: PartnerId,
    after: Option<FeedCursor>,
    limit: u16,
) -> Result<Page<FeedItem>> {
    let rows: Vec<ItemRow> = items_after(partner, after, limit).all(conn).await?;
    let sizes = rows.iter().map(|row| usize::try_from(row.size).unwrap_or(usize::MAX));
    let fit = fitting(sizes);
    let mut page = Page::of_one_more(rows, limit).first(fit);
    let large = page.rows.iter().filter(|row| row.payload.is_none()).map(|row| row.seq);
    let large: Vec<i64> = large.collect();
    if !large.is_empty() {
        let query = sql!("SELECT seq, payload FROM events WHERE seq IN {}", list(large));
        let payloads: HashMap<i64, String> =
            query.all::<(i64, String)>(conn).await?.into_iter().collect();
        for row in &mut page.rows {
            row.payload = row.payload.take().or_else(|| payloads.get(&row.seq).cloned());
        }
    }
    page.try_map(ItemRow::into_domain)
}

/// In batches, so that other writers run between them.
pub(super) async fn purge(store: &Backend, before: OffsetDateTime) -> Result<usize> {
    let mut all = 0;
    loop {
        let mut transaction = store.begin().await?;
        let purged = purge_batch(transaction.conn(), before).await;
        let purged = transaction.finish(purged).await?;
        all += purged;
        if count(purged) < BATCH {
            return Ok(all);
        }
    }
}

/// An event with a delivery is not deleted, because the delivery has no body of its own.
async fn purge_batch(conn: &mut Conn, before: OffsetDateTime) -> Result<usize> {
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
