//! Rows of sessions.

use super::super::super::sql::*;
use access::UserId;
use sign_in::{SESSION_IDLE, SESSION_MAX, SecretHash, Session, SessionId};
use time::OffsetDateTime;
use uuid::Uuid;

columns! {
    pub(super) struct SessionRow {
        id: Uuid,
        user_id: Uuid,
        created_at: OffsetDateTime,
        last_seen_at: OffsetDateTime,
        agent: String,
    }
}

impl SessionRow {
    pub(super) fn into_domain(self) -> Session {
        let Self { id, user_id, created_at, last_seen_at, agent } = self;
        let (id, user) = (SessionId(id), UserId(user_id));
        Session { id, user, created_at, last_seen_at, agent }
    }
}

/// The condition of `sessions s` that have not expired.
pub(super) fn standing(now: OffsetDateTime) -> Statement<'static> {
    let (idle, old) = (now - SESSION_IDLE, now - SESSION_MAX);
    sql!("s.last_seen_at > {} AND s.created_at > {}", idle, old)
}

/// The user's row is locked: a concurrent change of the password waits, and then ends the session.
pub(super) async fn add(
    conn: &mut Conn,
    hash: &SecretHash,
    session: &Session,
    password_hash: &str,
) -> Result<()> {
    let user = sql!(
        "SELECT id FROM users WHERE id = {} AND password_hash = {} {for_share}",
        session.user.0,
        password_hash
    );
    let user: Option<Uuid> = user.first(conn).await?;
    let row = row!("sessions",
        hash: &hash.0[..],
        id: session.id.0,
        user_id: user.ok_or(StoreError::Conflict)?,
        created_at: session.created_at,
        last_seen_at: session.last_seen_at,
        agent: &session.agent,
    );
    row.insert().execute(conn).await.map(drop)
}
