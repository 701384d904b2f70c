use super::{
    Backend, Conn, FOR_CHANGE, Lane, Result, Statement, owned_by,
    rows::{ENDPOINT, EndpointColumns, EndpointRow, endpoint, health_values, names},
    secrets,
};
use crate::error::translate;
use crate::sql_types::{AsId, AsInstant, BigInt, Binary, Id};
use diesel_async::RunQueryDsl;
use persistence::StoreError;
use time::OffsetDateTime;
use uuid::Uuid;
use webhooks::{
    AddEndpointError, Endpoint, EndpointId, Health, MAX_ENDPOINTS, NewEndpoint, Owner, Secrets,
    Status,
};

/// Deliveries that are removed at once.
const BATCH: i64 = 1_000;

/// `SELECT … FROM webhook_endpoints WHERE` the owner is this one, with a condition to follow.
fn select<Row>(columns: &'static str, owner: Owner) -> Statement<'static, Row> {
    let (column, owner) = owned_by(owner);
    Statement::new("SELECT ")
        .sql(columns)
        .sql(" FROM webhook_endpoints WHERE ")
        .sql(column)
        .value(owner)
}

fn select_one<Row>(columns: &'static str, owner: Owner, id: EndpointId) -> Statement<'static, Row> {
    select(columns, owner).sql(" AND id = ").value(AsId(id.0))
}

pub(super) async fn of_owner(conn: &mut Lane<'_>, owner: Owner) -> Result<Vec<Endpoint>> {
    let statement = select::<EndpointColumns>(ENDPOINT, owner).sql(" ORDER BY created_at, id");
    let rows: Vec<EndpointRow> = statement.load(conn).await.map_err(translate)?;
    rows.into_iter().map(endpoint).collect()
}

pub(super) async fn one(conn: &mut Lane<'_>, owner: Owner, id: EndpointId) -> Result<Endpoint> {
    let statement = select_one::<EndpointColumns>(ENDPOINT, owner, id);
    endpoint(statement.get_result(conn).await.map_err(translate)?)
}

/// The endpoint, which nobody else changes until the transaction ends.
pub(super) async fn locked(conn: &mut Conn, owner: Owner, id: EndpointId) -> Result<Endpoint> {
    let statement = select_one::<EndpointColumns>(ENDPOINT, owner, id).sql(FOR_CHANGE);
    endpoint(statement.get_result(conn).await.map_err(translate)?)
}

pub(super) async fn add(
    store: &Backend,
    owner: Owner,
    id: EndpointId,
    new: &NewEndpoint,
    kept: &Secrets,
    now: OffsetDateTime,
) -> std::result::Result<Endpoint, AddEndpointError> {
    let sealed = secrets::seal(store.secrets_key.as_ref(), (owner, id), kept)?;
    let NewEndpoint { only, url, events, .. } = new.clone();
    let (health, created_at) = (Health::NEW, now);
    let endpoint = Endpoint { id, owner, only, url, events, health, created_at };
    let mut transaction = store.begin().await?;
    let added = insert_if_room(transaction.conn(), &endpoint, &sealed).await;
    transaction.finish(added).await?;
    Ok(endpoint)
}

async fn insert_if_room(
    conn: &mut Conn,
    endpoint: &Endpoint,
    sealed: &[u8],
) -> std::result::Result<(), AddEndpointError> {
    lock_owner(conn, endpoint.owner).await?;
    let existing: i64 =
        select::<BigInt>("count(*)", endpoint.owner).get_result(conn).await.map_err(translate)?;
    if existing >= super::count(MAX_ENDPOINTS) {
        return Err(AddEndpointError::Full);
    }
    Ok(insert(conn, endpoint, sealed).await?)
}

/// Of two that count the owner's endpoints the second waits.
async fn lock_owner(conn: &mut Conn, owner: Owner) -> Result<()> {
    let (table, id) = match owner {
        Owner::Organization(id) => ("organizations", AsId(id.0)),
        Owner::Partner(id) => ("partners", AsId(id.0)),
    };
    let lock = Statement::<Id>::new("SELECT id FROM ").sql(table).sql(" WHERE id = ").value(id);
    lock.sql(FOR_CHANGE).get_result::<Uuid>(conn).await.map(drop).map_err(translate)
}

async fn insert(conn: &mut Conn, endpoint: &Endpoint, sealed: &[u8]) -> Result<()> {
    let (organization, partner) = match endpoint.owner {
        Owner::Organization(id) => (Some(AsId(id.0)), None),
        Owner::Partner(id) => (None, Some(AsId(id.0))),
    };
    let events = names(endpoint.events);
    Statement::<()>::new(
        "INSERT INTO webhook_endpoints (id, organization_id, partner_id, only_organization_id, url, \
         events, consecutive_failures, secrets, created_at) VALUES (",
    )
    .values([
        AsId(endpoint.id.0).into(),
        organization.into(),
        partner.into(),
        endpoint.only.map(AsId::from).into(),
        endpoint.url.as_str().into(),
        events.as_str().into(),
        i64::from(endpoint.health.consecutive_failures).into(),
        sealed.into(),
        AsInstant(endpoint.created_at).into(),
    ])
    .sql(")")
    .execute(conn)
    .await
    .map(drop)
    .map_err(translate)
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
    let events = names(after.events);
    let statement = Statement::<()>::new("UPDATE webhook_endpoints SET url = ")
        .value(after.url.as_str())
        .sql(", events = ")
        .value(events.as_str());
    with_health(statement.sql(", "), before.id, after.health)
        .execute(conn)
        .await
        .map_err(translate)?;
    match after.health.status {
        Status::Deactivated { at, .. } if before.health.is_active() => {
            switch_off(conn, before.id, at).await
        }
        _ => Ok(()),
    }
}

/// Continues an UPDATE with the endpoint's health.
fn with_health<'a>(statement: Statement<'a>, id: EndpointId, health: Health) -> Statement<'a> {
    let (failures, off_at, off_reason) = health_values(health);
    statement
        .sql("consecutive_failures = ")
        .value(failures)
        .sql(", off_at = ")
        .value(off_at)
        .sql(", off_reason = ")
        .value(off_reason)
        .sql(" WHERE id = ")
        .value(AsId(id.0))
}

pub(super) fn keep_health(id: EndpointId, health: Health) -> Statement<'static> {
    with_health(Statement::new("UPDATE webhook_endpoints SET "), id, health)
}

/// What becomes of its deliveries when an endpoint is switched off
/// ([`webhooks::Delivery::endpoint_off`] in SQL).
pub(super) async fn switch_off(conn: &mut Conn, id: EndpointId, at: OffsetDateTime) -> Result<()> {
    Statement::<()>::new("UPDATE webhook_deliveries SET state = 'failed', state_at = ")
        .value(AsInstant(at))
        .sql(", gave_up = 'endpoint_off' WHERE state = 'pending' AND endpoint_id = ")
        .value(AsId(id.0))
        .execute(conn)
        .await
        .map(drop)
        .map_err(translate)
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

/// Some of its deliveries, and with the last of them the endpoint: true then.
async fn remove_some(conn: &mut Conn, owner: Owner, id: EndpointId) -> Result<bool> {
    locked(conn, owner, id).await?;
    if super::count(remove_deliveries(conn, id).await?) == BATCH {
        return Ok(false);
    }
    Statement::<()>::new("DELETE FROM webhook_endpoints WHERE id = ")
        .value(AsId(id.0))
        .execute(conn)
        .await
        .map(|_| true)
        .map_err(translate)
}

async fn remove_deliveries(conn: &mut Conn, id: EndpointId) -> Result<usize> {
    Statement::<()>::new(
        "DELETE FROM webhook_deliveries WHERE (organization_id, id) IN \
         (SELECT organization_id, id FROM webhook_deliveries WHERE endpoint_id = ",
    )
    .value(AsId(id.0))
    .sql(" LIMIT ")
    .value(BATCH)
    .sql(")")
    .execute(conn)
    .await
    .map_err(translate)
}

pub(super) async fn read_secrets(
    store: &Backend,
    conn: &mut Lane<'_>,
    owner: Owner,
    id: EndpointId,
) -> Result<Secrets> {
    let statement = select_one::<Binary>("secrets", owner, id);
    let sealed: Vec<u8> = statement.get_result(conn).await.map_err(translate)?;
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
    let statement = select_one::<Binary>("secrets", owner, id).sql(FOR_CHANGE);
    let sealed: Vec<u8> = statement.get_result(conn).await.map_err(translate)?;
    if secrets::open(key, (owner, id), &sealed)? != *before {
        return Err(StoreError::Conflict);
    }
    let sealed = secrets::seal(key, (owner, id), after)?;
    Statement::<()>::new("UPDATE webhook_endpoints SET secrets = ")
        .value(&sealed[..])
        .sql(" WHERE id = ")
        .value(AsId(id.0))
        .execute(conn)
        .await
        .map(drop)
        .map_err(translate)
}
