use super::{
    super::sql::*,
    owned_by,
    rows::{ENDPOINT, EndpointRow, names, off_values},
    secrets,
};
use time::OffsetDateTime;
use uuid::Uuid;
use webhooks::{
    Endpoint, EndpointId, Owner,
    endpoints::{DisabledReason, Health, MAX_ENDPOINTS, NewEndpoint, Secrets, Status},
    ports::AddEndpointError,
};

/// The most deliveries that are removed at once.
const BATCH: i64 = 1_000;

pub(super) async fn of_owner(conn: &mut ReadConn<'_>, owner: Owner) -> Result<Vec<Endpoint>> {
    let query = sql!(
        "SELECT {} FROM webhook_endpoints WHERE {} ORDER BY created_at, id",
        ENDPOINT,
        owned_by(owner)
    );
    let rows: Vec<EndpointRow> = query.all(conn).await?;
    rows.into_iter().map(EndpointRow::into_domain).collect()
}

fn select_one(columns: Fragment, owner: Owner, id: EndpointId) -> Statement<'static> {
    sql!("SELECT {} FROM webhook_endpoints WHERE {} AND id = {}", columns, owned_by(owner), id.0)
}

const SECRETS: Fragment = Fragment("secrets");

pub(super) async fn one(conn: &mut ReadConn<'_>, owner: Owner, id: EndpointId) -> Result<Endpoint> {
    select_one(ENDPOINT, owner, id).one::<EndpointRow>(conn).await?.into_domain()
}

/// The endpoint, locked until the transaction ends.
pub(super) async fn locked(conn: &mut Conn, owner: Owner, id: EndpointId) -> Result<Endpoint> {
    let query = select_one(ENDPOINT, owner, id).then(sql!(" {for_change}"));
    query.one::<EndpointRow>(conn).await?.into_domain()
}

pub(super) async fn add(
    store: &Backend,
    owner: Owner,
    id: EndpointId,
    new: &NewEndpoint,
    new_secrets: &Secrets,
    now: OffsetDateTime,
) -> Result<Endpoint, AddEndpointError> {
    let sealed = secrets::seal(store.secrets_key.as_ref(), (owner, id), new_secrets)?;
    let NewEndpoint { only, url, events, made_by, .. } = new.clone();
    let (health, created_at) = (Health::NEW, now);
    let endpoint = Endpoint { id, owner, only, url, events, health, made_by, created_at };
    let mut transaction = store.begin().await?;
    let added = insert_if_room(transaction.conn(), &endpoint, &sealed).await;
    transaction.finish(added).await?;
    Ok(endpoint)
}

async fn insert_if_room(
    conn: &mut Conn,
    endpoint: &Endpoint,
    sealed: &[u8],
) -> Result<(), AddEndpointError> {
    // of two requests that count the owner's endpoints the second waits
    let lock = match endpoint.owner {
        Owner::Organization(id) => {
            sql!("SELECT id FROM organizations WHERE id = {} {for_change}", id)
        }
        Owner::Partner(id) => sql!("SELECT id FROM partners WHERE id = {} {for_change}", id),
    };
    let _: Uuid = lock.one(conn).await?;
    let existing =
        sql!("SELECT count(*) FROM webhook_endpoints WHERE {}", owned_by(endpoint.owner));
    if existing.one::<i64>(conn).await? >= super::count(MAX_ENDPOINTS) {
        return Err(AddEndpointError::Full);
    }
    insert(conn, endpoint, sealed).await?;
    Ok(())
}

async fn insert(conn: &mut Conn, endpoint: &Endpoint, sealed: &[u8]) -> Result<()> {
    let (organization, partner) = match endpoint.owner {
        Owner::Organization(id) => (Some(id), None),
        Owner::Partner(id) => (None, Some(id)),
    };
    let events = names(endpoint.events);
    let row = row!("webhook_endpoints",
        id: endpoint.id.0,
        organization_id: organization,
        partner_id: partner,
        only_organization_id: endpoint.only,
        url: endpoint.url.as_str(),
        events: events.as_str(),
        consecutive_failures: i64::from(endpoint.health.consecutive_failures),
        secrets: sealed,
        made_by: endpoint.made_by.map(|by| by.who.id().0),
        made_by_kind: endpoint.made_by.map(|by| by.who.kind()),
        made_in: endpoint.made_by.map(|by| by.tier.name()),
        created_at: endpoint.created_at,
    );
    row.insert().execute(conn).await.map(drop)
}

pub(super) async fn change(
    conn: &mut Conn,
    owner: Owner,
    before: &Endpoint,
    after: &Endpoint,
) -> Result<()> {
    if locked(conn, owner, before.id).await? != *before {
        return Err(StoreError::Conflict);
    }
    // otherwise names that another version stored are preserved
    let events = (after.events != before.events).then(|| names(after.events));
    let update = sql!(
        "UPDATE webhook_endpoints SET url = {}, events = coalesce({}, events), made_by = {},
           made_by_kind = {}, made_in = {} WHERE id = {}",
        after.url.as_str(),
        events.as_deref(),
        after.made_by.map(|by| by.who.id().0),
        after.made_by.map(|by| by.who.kind()),
        after.made_by.map(|by| by.tier.name()),
        before.id.0
    );
    update.execute(conn).await?;
    save_health(before.id, after.health).execute(conn).await?;
    match after.health.status {
        Status::Deactivated { at, .. } if before.health.is_active() => {
            switch_off(before.id, at).execute(conn).await.map(drop)
        }
        _ => Ok(()),
    }
}

pub(super) fn save_health(id: EndpointId, health: Health) -> Statement<'static> {
    let (off_at, off_reason) = off_values(health);
    sql!(
        "UPDATE webhook_endpoints
         SET consecutive_failures = {}, off_at = {}, off_reason = {} WHERE id = {}",
        i64::from(health.consecutive_failures),
        off_at,
        off_reason,
        id.0
    )
}

/// Updates the deliveries of an endpoint that is deactivated ([`webhooks::Delivery::endpoint_disabled`] in SQL).
pub(super) fn switch_off(id: EndpointId, at: OffsetDateTime) -> Statement<'static> {
    sql!(
        "UPDATE webhook_deliveries SET state = 'failed', state_at = {}, gave_up = 'endpoint_off'
         WHERE state = 'pending' AND endpoint_id = {}",
        at,
        id.0
    )
}

/// Ends an owner's endpoints whose maker loses the access now ([`Health::ended`] in SQL); `made_by` is the condition
/// on the maker.
pub(in super::super) async fn end_made_by(
    conn: &mut Conn,
    owner: Owner,
    made_by: Statement<'static>,
    now: OffsetDateTime,
) -> Result<()> {
    let made = sql!(
        "SELECT id FROM webhook_endpoints WHERE {} AND {} ORDER BY id {for_change}",
        owned_by(owner),
        made_by
    );
    for id in made.all::<Uuid>(conn).await? {
        let end = sql!(
            "UPDATE webhook_endpoints SET off_at = coalesce(off_at, {}), off_reason = {} WHERE id = {}",
            now,
            DisabledReason::AccessEnded.name(),
            id
        );
        end.execute(conn).await?;
        switch_off(EndpointId(id), now).execute(conn).await?;
    }
    Ok(())
}

/// In several transactions, when it has many deliveries.
pub(super) async fn remove(store: &Backend, owner: Owner, id: EndpointId) -> Result<()> {
    loop {
        let mut transaction = store.begin().await?;
        let removed = remove_some(transaction.conn(), owner, id).await;
        if transaction.finish(removed).await? {
            return Ok(());
        }
    }
}

/// Removes a batch of its deliveries, and with the last of them the endpoint: then it returns true.
async fn remove_some(conn: &mut Conn, owner: Owner, id: EndpointId) -> Result<bool> {
    locked(conn, owner, id).await?;
    let deliveries = sql!(
        "DELETE FROM webhook_deliveries WHERE (organization_id, id) IN (
           SELECT organization_id, id FROM webhook_deliveries WHERE endpoint_id = {} LIMIT {})",
        id.0,
        BATCH
    );
    if super::count(deliveries.execute(conn).await?) == BATCH {
        return Ok(false);
    }
    sql!("DELETE FROM webhook_endpoints WHERE id = {}", id.0).execute(conn).await?;
    Ok(true)
}

pub(super) async fn read_secrets(
    store: &Backend,
    conn: &mut ReadConn<'_>,
    owner: Owner,
    id: EndpointId,
) -> Result<Secrets> {
    let sealed: Vec<u8> = select_one(SECRETS, owner, id).one(conn).await?;
    secrets::open(store.secrets_key.as_ref(), (owner, id), &sealed)
}

pub(super) async fn change_secrets(
    store: &Backend,
    conn: &mut Conn,
    (owner, id): (Owner, EndpointId),
    before: &Secrets,
    after: &Secrets,
) -> Result<()> {
    let key = store.secrets_key.as_ref();
    let query = select_one(SECRETS, owner, id).then(sql!(" {for_change}"));
    let sealed: Vec<u8> = query.one(conn).await?;
    if secrets::open(key, (owner, id), &sealed)? != *before {
        return Err(StoreError::Conflict);
    }
    let sealed = secrets::seal(key, (owner, id), after)?;
    sql!("UPDATE webhook_endpoints SET secrets = {} WHERE id = {}", &sealed, id.0)
        .execute(conn)
        .await
        .map(drop)
}
