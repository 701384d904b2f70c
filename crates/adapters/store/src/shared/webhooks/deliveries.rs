use super::{
    Backend, Conn, FOR_CHANGE, FOR_UPDATE, Result, SKIP_LOCKED, Statement, endpoints,
    rows::{DELIVERY, DeliveryColumns, DeliveryRow, delivery, delivery_key, state_values},
};
use crate::error::translate;
use crate::sql_types::{AsId, AsInstant, BigInt};
use access::OrganizationId;
use diesel_async::RunQueryDsl;
use events::Body;
use persistence::StoreError;
use time::OffsetDateTime;
use webhooks::{Delivery, DeliveryId, DeliveryState, Kind, Owner};

/// Deliveries that are forgotten at once.
const BATCH: i64 = 1_000;

/// The delivery, which nobody else changes until the transaction ends.
pub(super) async fn locked(
    conn: &mut Conn,
    organization: OrganizationId,
    id: DeliveryId,
) -> Result<Delivery> {
    let row: DeliveryRow = Statement::<DeliveryColumns>::new("SELECT ")
        .sql(DELIVERY)
        .sql(" FROM webhook_deliveries d WHERE d.organization_id = ")
        .value(AsId::from(organization))
        .sql(" AND d.id = ")
        .value(AsId(id.0))
        .sql(FOR_CHANGE)
        .get_result(conn)
        .await
        .map_err(translate)?;
    delivery(row)
}

/// Keeps how far a delivery has come.
pub(super) fn keep_state(delivery: &Delivery) -> Statement<'static> {
    let (state, state_at, gave_up) = state_values(delivery.state);
    let (organization, id) = delivery_key(delivery);
    Statement::<()>::new("UPDATE webhook_deliveries SET state = ")
        .value(state)
        .sql(", state_at = ")
        .value(state_at)
        .sql(", gave_up = ")
        .value(gave_up)
        .sql(", attempts = ")
        .value(i64::from(delivery.attempts))
        .sql(", failures = ")
        .value(i64::from(delivery.failures))
        .sql(" WHERE organization_id = ")
        .value(organization)
        .sql(" AND id = ")
        .value(id)
}

/// The endpoint is locked first: what waits for one that is off would never be ended.
pub(super) async fn change(
    conn: &mut Conn,
    owner: Owner,
    before: &Delivery,
    after: &Delivery,
) -> Result<()> {
    let endpoint = endpoints::locked(conn, owner, before.endpoint).await?;
    if locked(conn, before.organization, before.id).await? != *before {
        return Err(StoreError::Conflict);
    }
    let waits = matches!(after.state, DeliveryState::Pending { .. });
    if waits && !endpoint.health.is_active() {
        return Err(StoreError::Conflict);
    }
    keep_state(after).execute(conn).await.map(drop).map_err(translate)
}

pub(super) async fn add_test(
    conn: &mut Conn,
    organization: OrganizationId,
    delivery: &Delivery,
    body: &Body,
) -> Result<()> {
    let belongs: i64 =
        belonging(organization, delivery).get_result(conn).await.map_err(translate)?;
    if belongs == 0 || delivery.organization != organization {
        return Err(StoreError::NotFound);
    }
    let row = NewDelivery { delivery, source: None, test_body: Some(body.as_str()) };
    insert(conn, &[row]).await
}

/// Whether the endpoint is the organization's, or that of a partner that manages it.
fn belonging(organization: OrganizationId, delivery: &Delivery) -> Statement<'static, BigInt> {
    let organization = AsId::from(organization);
    Statement::new("SELECT count(*) FROM webhook_endpoints w WHERE w.id = ")
        .value(AsId(delivery.endpoint.0))
        .sql(" AND (w.organization_id = ")
        .value(organization)
        .sql(
            " OR EXISTS (SELECT 1 FROM partner_organizations p WHERE p.partner_id = w.partner_id \
             AND p.organization_id = ",
        )
        .value(organization)
        .sql("))")
}

/// A delivery to insert: of the event with this id, or of a test.
pub(super) struct NewDelivery<'a> {
    pub(super) delivery: &'a Delivery,
    pub(super) source: Option<AsId>,
    pub(super) test_body: Option<&'a str>,
}

/// Rows that are inserted at once.
const ROWS: usize = 100;

pub(super) async fn insert(conn: &mut Conn, deliveries: &[NewDelivery<'_>]) -> Result<()> {
    for rows in deliveries.chunks(ROWS) {
        let mut statement = Statement::<()>::new(
            "INSERT INTO webhook_deliveries (organization_id, id, endpoint_id, event, source_id, \
             test_body, state, state_at, gave_up, attempts, failures, created_at) VALUES (",
        );
        for (i, row) in rows.iter().enumerate() {
            statement = with_row(statement.sql(if i == 0 { "" } else { "), (" }), row);
        }
        // of all counts of rows, two come often
        let statement = if matches!(rows.len(), 1 | ROWS) { statement } else { statement.once() };
        statement.sql(")").execute(conn).await.map_err(translate)?;
    }
    Ok(())
}

fn with_row<'a>(statement: Statement<'a>, row: &NewDelivery<'a>) -> Statement<'a> {
    let delivery = row.delivery;
    debug_assert_eq!(delivery.kind == Kind::Event, row.source.is_some());
    let (state, state_at, gave_up) = state_values(delivery.state);
    let (organization, id) = delivery_key(delivery);
    statement.values([
        organization.into(),
        id.into(),
        AsId(delivery.endpoint.0).into(),
        delivery.event.as_str().into(),
        row.source.into(),
        row.test_body.into(),
        state.into(),
        state_at.into(),
        gave_up.into(),
        i64::from(delivery.attempts).into(),
        i64::from(delivery.failures).into(),
        AsInstant(delivery.created_at).into(),
    ])
}

/// In batches: others may write between them.
pub(super) async fn forget(store: &Backend, before: OffsetDateTime) -> Result<usize> {
    let mut all = 0;
    loop {
        let mut transaction = store.begin().await?;
        let forgotten = old(before).execute(transaction.conn()).await.map_err(translate);
        let forgotten = transaction.finish(forgotten).await?;
        all += forgotten;
        if super::count(forgotten) < BATCH {
            return Ok(all);
        }
    }
}

pub(super) fn old(before: OffsetDateTime) -> Statement<'static> {
    Statement::new(
        "DELETE FROM webhook_deliveries WHERE (organization_id, id) IN \
         (SELECT organization_id, id FROM webhook_deliveries WHERE created_at < ",
    )
    .value(AsInstant(before))
    .sql(" AND (state = 'delivered' OR state = 'failed') ORDER BY created_at LIMIT ")
    .value(BATCH)
    .sql(FOR_UPDATE)
    .sql(SKIP_LOCKED)
    .sql(")")
}
