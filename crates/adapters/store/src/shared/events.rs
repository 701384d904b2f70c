use super::sql::*;
use events::{EventId, NewEvent};
use uuid::Uuid;
use webhooks::ports::EventLog;

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl EventLog for Backend {
    async fn keep_event(&self, event: &NewEvent) -> Result<()> {
        let mut conn = self.writer().await?;
        insert_events(&mut conn, std::slice::from_ref(event)).await
    }
}

/// Appended to the insertion of an event: an organization has one event of each id.
pub(super) const ONCE: &str =
    " ON CONFLICT (organization_id, event_id) WHERE event_id IS NOT NULL DO NOTHING";

/// Stores events in the transaction of their cause. One whose id the organization has already is not stored again.
/// They appear in the feed, and are delivered, once their sequence is assigned.
pub(in super::super) async fn insert_events(conn: &mut Conn, events: &[NewEvent]) -> Result<()> {
    for event in events {
        let insert = event_row(event, Uuid::now_v7()).insert();
        insert.then(sql!(ONCE)).execute(conn).await?;
    }
    Ok(())
}

pub(in super::super) fn event_row(event: &NewEvent, id: Uuid) -> NewRow<'_> {
    row!("events",
        organization_id: event.organization,
        id: id,
        name: event.name.as_str(),
        payload: event.body.as_str(),
        created_at: event.at,
        event_id: event.id.as_ref().map(EventId::as_str),
    )
}
