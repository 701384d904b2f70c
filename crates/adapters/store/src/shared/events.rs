use super::sql::*;
use events::{EventId, NewEvent};
use uuid::Uuid;
use webhooks::ports::EventLog;

impl EventLog for Backend {
    async fn keep_event(&self, event: &NewEvent) -> Result<()> {
        let mut conn = self.writer().await?;
        insert_events(&mut conn, std::slice::from_ref(event)).await
    }
}

/// Behind the insertion of an event: of one id an organization has one.
pub(super) const ONCE: &str =
    " ON CONFLICT (organization_id, event_id) WHERE event_id IS NOT NULL DO NOTHING";

/// Saves events in the transaction of what caused them. One whose id the organization has already is
/// not saved again. They come into the feed, and to the endpoints, once they are given a place there.
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
