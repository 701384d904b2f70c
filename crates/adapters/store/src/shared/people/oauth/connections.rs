use super::{
    super::super::{queue::job_row, sql::*, webhooks::endpoints::end_made_by},
    columns::client_id,
};
use crate::names;
use access::{ConnectionId, OrganizationId, UserId};
use jobs::NewJob;
use oauth::{
    connections::{Connection, FoundConnection, RevokedBecause},
    ports::ConnectionFilter,
};
use time::OffsetDateTime;
use uuid::Uuid;
use webhooks::Owner;

/// The columns of `oauth_connections`.
const COLUMNS: Fragment = Fragment(
    "organization_id, id, client_id, client_name, redirect_host, user_id, tier, scopes, resource,
     created_at, last_used_at, revoked_at, revoked_because, calls",
);

/// The columns of connections `c` with their organization, user and the user's role, as they are now.
pub(in super::super::super::super) const FOUND: Fragment = Fragment(
    "c.organization_id, c.id, c.client_id, c.client_name, c.redirect_host, c.user_id, c.tier,
     c.scopes, c.resource, c.created_at, c.last_used_at, c.revoked_at, c.revoked_because, c.calls, o.plan,
     o.name AS organization_name, u.email, m.role
   FROM oauth_connections c
   JOIN organizations o ON o.id = c.organization_id
   JOIN users u ON u.id = c.user_id
   LEFT JOIN memberships m ON m.organization_id = c.organization_id AND m.user_id = c.user_id",
);

columns! {
    pub(in super::super::super::super) struct ConnectionRow {
        organization_id: Uuid,
        pub(in super::super::super::super) id: Uuid,
        client_id: String,
        client_name: String,
        redirect_host: String,
        user_id: Uuid,
        tier: String,
        scopes: String,
        resource: String,
        created_at: OffsetDateTime,
        last_used_at: Option<OffsetDateTime>,
        revoked_at: Option<OffsetDateTime>,
        revoked_because: Option<String>,
        calls: i64,
    }
}

impl ConnectionRow {
    pub(super) fn into_domain(self) -> Result<Connection> {
        let why = self.revoked_because.as_deref().map(names::revoked_because).transpose()?;
        Ok(Connection {
            id: ConnectionId(self.id),
            client: client_id(&self.client_id)?,
            client_name: self.client_name,
            redirect_host: self.redirect_host,
            user: UserId(self.user_id),
            organization: OrganizationId(self.organization_id),
            tier: names::tier(&self.tier)?,
            scopes: names::granted_scopes(&self.scopes)?,
            resource: names::resource(&self.resource)?,
            created_at: self.created_at,
            last_used_at: self.last_used_at,
            calls: u64::try_from(self.calls).unwrap_or_default(),
            revoked: self.revoked_at.zip(why),
        })
    }
}

columns! {
    pub(in super::super::super::super) struct AroundRow {
        plan: String,
        organization_name: String,
        email: String,
        role: Option<String>,
    }
}

/// A connection that a call names by its token, and the second of the call.
pub(in super::super::super::super) type NamedConnection = (OrganizationId, ConnectionId, i64);

/// A connection with everything that decides on a call.
pub(in super::super::super::super) type FoundRow = Both<ConnectionRow, AroundRow>;

impl FoundRow {
    pub(super) fn into_domain(self) -> Result<FoundConnection> {
        let Self(connection, around) = self;
        Ok(FoundConnection {
            connection: connection.into_domain()?,
            role: around.role.as_deref().map(names::role).transpose()?,
            plan: names::plan(&around.plan)?,
            email: around.email,
            organization_name: around.organization_name,
        })
    }
}

pub(in super::super::super::super) fn found(
    organization: OrganizationId,
    id: ConnectionId,
) -> Statement<'static> {
    sql!("SELECT {} WHERE c.organization_id = {} AND c.id = {}", FOUND, organization, id.0)
}

pub(super) fn list(filter: ConnectionFilter) -> Statement<'static> {
    let ConnectionFilter { organization, user, unrevoked } = filter;
    sql!("SELECT {} FROM oauth_connections WHERE organization_id = {}", COLUMNS, organization)
        .and(user.map(|user| sql!(" AND user_id = {}", user.0)))
        .and(unrevoked.then(|| sql!(" AND revoked_at IS NULL")))
}

pub(super) fn used(
    organization: OrganizationId,
    id: ConnectionId,
    now: OffsetDateTime,
) -> Statement<'static> {
    sql!(
        "UPDATE oauth_connections SET last_used_at = {now}
         WHERE organization_id = {organization} AND id = {id}
           AND (last_used_at IS NULL OR last_used_at < {now})",
        now = now,
        organization = organization,
        id = id.0,
    )
}

pub(super) async fn insert(conn: &mut Conn, connection: &Connection) -> Result<()> {
    let scopes = connection.scopes.to_string();
    let row = row!("oauth_connections",
        organization_id: connection.organization,
        id: connection.id.0,
        client_id: connection.client.as_str(),
        client_name: &connection.client_name,
        redirect_host: &connection.redirect_host,
        user_id: connection.user.0,
        tier: connection.tier.name(),
        scopes: &scopes,
        resource: connection.resource.name(),
        created_at: connection.created_at,
    );
    row.insert().execute(conn).await.map(drop)
}

pub(super) async fn revoke(
    conn: &mut Conn,
    (organization, id): (OrganizationId, ConnectionId),
    why: RevokedBecause,
    mail: Option<&NewJob>,
    now: OffsetDateTime,
) -> Result<bool> {
    let revoke = sql!(
        "UPDATE oauth_connections SET revoked_at = {}, revoked_because = {}
         WHERE organization_id = {} AND id = {} AND revoked_at IS NULL",
        now,
        why.name(),
        organization,
        id.0
    );
    if revoke.execute(conn).await? == 0 {
        // another request did it, or there is no such connection
        found(organization, id).one::<FoundRow>(conn).await?;
        return Ok(false);
    }
    let made = sql!("made_by_kind = 'connection' AND made_by = {}", id.0);
    end_made_by(conn, Owner::Organization(organization), made, now).await?;
    if let Some(mail) = mail {
        job_row(mail, now).insert().execute(conn).await?;
    }
    Ok(true)
}
