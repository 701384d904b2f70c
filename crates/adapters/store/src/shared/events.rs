use super::{super::Conn, statement::Statement};
use crate::{
    error::translate,
    sql_types::{AsId, AsInstant},
};
use diesel_async::RunQueryDsl;
use events::{EventId, NewEvent};
use persistence::StoreError;
use uuid::Uuid;

/// Keeps events in the transaction of what caused them. One whose id the organization has already is
/// not kept again. They come into the feed, and to the endpoints, once they are given a place there.
pub(super) async fn insert_events(conn: &mut Conn, events: &[NewEvent]) -> Result<(), StoreError> {
    for event in events {
        let name = event.name.to_string();
        Statement::<()>::new(
            "INSERT INTO events (organization_id, id, name, payload, created_at, event_id) VALUES (",
        )
        .values([
            AsId::from(event.organization).into(),
            AsId(Uuid::now_v7()).into(),
            name.as_str().into(),
            event.body.as_str().into(),
            AsInstant(event.at).into(),
            event.id.as_ref().map(EventId::as_str).into(),
        ])
        .sql(") ON CONFLICT (organization_id, event_id) WHERE event_id IS NOT NULL DO NOTHING")
        .execute(conn)
        .await
        .map_err(translate)?;
    }
    Ok(())
}
