use super::{
    super::super::{
        once,
        queue::job_row,
        sql::{purge::in_batches, *},
    },
    columns::{from_json, hash_of},
    connections, refresh,
};
use crate::error::require_known;
use access::{AttemptHash, ConnectionId};
use oauth::{
    GrantId, Share, Taken,
    authorizations::{Approval, Grant, Stage},
    ports::NewConnection,
};
use time::OffsetDateTime;
use uuid::Uuid;

pub(super) const GRANT: Fragment = Fragment(
    "SELECT id, stage, request, approval, code_hash, connection_id, created_at FROM oauth_grants",
);

columns! {
    pub(super) struct GrantRow {
        id: Uuid,
        stage: String,
        request: String,
        approval: Option<String>,
        code_hash: Option<Vec<u8>>,
        connection_id: Option<Uuid>,
        created_at: OffsetDateTime,
    }
}

impl GrantRow {
    pub(super) fn into_domain(self) -> Result<Grant> {
        let approval: Option<Approval> = self.approval.as_deref().map(from_json).transpose()?;
        let stage = match (&*self.stage, approval, self.connection_id) {
            ("pending", None, None) => Some(Stage::Pending),
            ("cancelled", None, None) => Some(Stage::Cancelled),
            ("approved", Some(approval), None) => Some(Stage::Approved(approval)),
            ("exchanged", Some(approval), Some(id)) => {
                Some(Stage::Exchanged(approval, ConnectionId(id)))
            }
            _ => None,
        };
        Ok(Grant {
            id: GrantId(self.id),
            request: from_json(&self.request)?,
            stage: require_known("stage of grant", &self.stage, stage)?,
            code_hash: self.code_hash.as_deref().map(hash_of).transpose()?,
            created_at: self.created_at,
        })
    }
}

pub(super) const PENDING_GRANTS: Fragment = Fragment("oauth_grants WHERE stage = 'pending'");

pub(super) const RECENT_CLIENTS: Fragment = Fragment("oauth_clients WHERE true");

/// The number of rows since then, from this address and in all, and the oldest of each.
pub(super) async fn count_taken(
    conn: &mut ReadConn<'_>,
    rows: Fragment,
    (from, since): (AttemptHash, OffsetDateTime),
) -> Result<Taken> {
    let count = sql!(
        "SELECT count(CASE WHEN origin = {from} THEN 1 END) AS of_address,
           min(CASE WHEN origin = {from} THEN created_at END) AS oldest_of_address,
           count(*) AS in_all, min(created_at) AS oldest
         FROM {rows} AND created_at >= {since}",
        from = &from.0[..],
        rows = rows,
        since = since,
    );
    let row: TakenRow = count.one(conn).await?;
    let share =
        |count: i64, oldest| Share { count: u64::try_from(count).unwrap_or_default(), oldest };
    Ok(Taken {
        of_address: share(row.of_address, row.oldest_of_address),
        in_all: share(row.in_all, row.oldest),
    })
}

columns! {
    struct TakenRow {
        of_address: i64,
        oldest_of_address: Option<OffsetDateTime>,
        in_all: i64,
        oldest: Option<OffsetDateTime>,
    }
}

/// Of two concurrent exchanges one changes the row, and the other finds it changed.
pub(super) async fn exchange(conn: &mut Conn, id: GrantId, new: NewConnection<'_>) -> Result<()> {
    let NewConnection { connection, refresh, mail } = new;
    let exchange = sql!(
        "UPDATE oauth_grants SET stage = 'exchanged', connection_id = {}
         WHERE id = {} AND stage = 'approved'",
        connection.id.0,
        id.0
    );
    once(exchange.execute(conn).await?)?;
    connections::insert(conn, connection).await?;
    if let Some(token) = refresh {
        refresh::row(connection.organization, token).insert().execute(conn).await?;
    }
    job_row(mail, connection.created_at).insert().execute(conn).await.map(drop)
}

pub(super) async fn purge(
    store: &Backend,
    grants_before: OffsetDateTime,
    clients_before: OffsetDateTime,
) -> Result<usize> {
    let grants = |most: i64| {
        sql!(
            "DELETE FROM oauth_grants WHERE id IN (SELECT id FROM oauth_grants
               WHERE created_at < {} ORDER BY created_at LIMIT {})",
            grants_before,
            most
        )
    };
    let tokens = |most: i64| {
        sql!(
            "DELETE FROM oauth_refresh_tokens WHERE hash IN (SELECT hash FROM oauth_refresh_tokens
               WHERE expires_at < {} ORDER BY expires_at LIMIT {})",
            grants_before,
            most
        )
    };
    let clients = |most: i64| {
        sql!(
            "DELETE FROM oauth_clients WHERE id IN (SELECT o.id FROM oauth_clients o
               WHERE o.created_at < {} AND NOT EXISTS
                 (SELECT 1 FROM oauth_connections c WHERE c.client_id = o.id)
               ORDER BY o.created_at LIMIT {})",
            clients_before,
            most
        )
    };
    let ended = in_batches(store, grants).await? + in_batches(store, tokens).await?;
    Ok(ended + in_batches(store, clients).await?)
}
