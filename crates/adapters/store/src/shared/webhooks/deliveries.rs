use super::{
    super::sql::*,
    endpoints,
    rows::{DELIVERY, DeliveryRow, state_values},
};
use access::OrganizationId;
use events::Body;
use time::OffsetDateTime;
use uuid::Uuid;
use webhooks::{
    Delivery, DeliveryId, Owner,
    deliveries::{DeliveryState, Kind},
};

/// The most deliveries in one purge.
const BATCH: i64 = 1_000;

/// The delivery, locked until the transaction ends.
async fn locked(conn: &mut Conn, organization: OrganizationId, id: DeliveryId) -> Result<Delivery> {
    let query = sql!(
        "SELECT {} FROM webhook_deliveries d WHERE d.organization_id = {} AND d.id = {}
         {for_change}",
        DELIVERY,
        organization,
        id.0
    );
    query.one::<DeliveryRow>(conn).await?.into_domain()
}

/// Saves the state of a delivery.
pub(super) fn save_state(delivery: &Delivery) -> Statement<'static> {
    let (state, state_at, gave_up) = state_values(delivery.state);
    sql!(
        "UPDATE webhook_deliveries
         SET state = {state}, state_at = {state_at}, gave_up = {gave_up}, attempts = {attempts},
           failures = {failures}
         WHERE organization_id = {organization} AND id = {id}",
        state = state,
        state_at = state_at,
        gave_up = gave_up,
        attempts = i64::from(delivery.attempts),
        failures = i64::from(delivery.failures),
        organization = delivery.organization,
        id = delivery.id.0,
    )
}

/// The endpoint is locked first: a delivery that waits for a deactivated one would never be ended.
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
    save_state(after).execute(conn).await.map(drop)
}

pub(super) async fn add_test(
    conn: &mut Conn,
    organization: OrganizationId,
    delivery: &Delivery,
    body: &Body,
) -> Result<()> {
    let belongs: bool = belonging(organization, delivery).one(conn).await?;
    if !belongs || delivery.organization != organization {
        return Err(StoreError::NotFound);
    }
    let row = NewDelivery { delivery, source: None, test_body: Some(body.as_str()) };
    insert(conn, &[row]).await
}

/// Whether the endpoint is the organization's, or that of a partner that manages it.
fn belonging(organization: OrganizationId, delivery: &Delivery) -> Statement<'static> {
    sql!(
        "SELECT EXISTS (SELECT 1 FROM webhook_endpoints w
           WHERE w.id = {endpoint} AND (w.organization_id = {organization}
             OR EXISTS (SELECT 1 FROM partner_organizations p
               WHERE p.partner_id = w.partner_id AND p.organization_id = {organization})))",
        endpoint = delivery.endpoint.0,
        organization = organization,
    )
}

/// A delivery to insert: of the event with this id, or of a test.
pub(super) struct NewDelivery<'a> {
    pub(super) delivery: &'a Delivery,
    pub(super) source: Option<Uuid>,
    pub(super) test_body: Option<&'a str>,
}

impl<'a> NewDelivery<'a> {
    fn row(&self) -> NewRow<'a> {
        let delivery = self.delivery;
        debug_assert_eq!(delivery.kind == Kind::Event, self.source.is_some());
        let (state, state_at, gave_up) = state_values(delivery.state);
        row!("webhook_deliveries",
            organization_id: delivery.organization,
            id: delivery.id.0,
            endpoint_id: delivery.endpoint.0,
            event: delivery.event.as_str(),
            source_id: self.source,
            test_body: self.test_body,
            state: state,
            state_at: state_at,
            gave_up: gave_up,
            attempts: i64::from(delivery.attempts),
            failures: i64::from(delivery.failures),
            created_at: delivery.created_at,
        )
    }
}

/// The most rows of one insertion.
const ROWS: usize = 100;

pub(super) async fn insert(conn: &mut Conn, deliveries: &[NewDelivery<'_>]) -> Result<()> {
    for rows in deliveries.chunks(ROWS) {
        let Some(insert) = insert_all(rows.iter().map(NewDelivery::row)) else { continue };
        // of all numbers of rows, only these two are frequent
        let insert = if matches!(rows.len(), 1 | ROWS) { insert } else { insert.once() };
        insert.execute(conn).await?;
    }
    Ok(())
}

/// In batches, so that other writers run between them.
pub(super) async fn purge(store: &Backend, before: OffsetDateTime) -> Result<usize> {
    let mut all = 0;
    loop {
        let mut transaction = store.begin().await?;
        let purged = old(before).execute(transaction.conn()).await;
        let purged = transaction.finish(purged).await?;
        all += purged;
        if super::count(purged) < BATCH {
            return Ok(all);
        }
    }
}

pub(super) fn old(before: OffsetDateTime) -> Statement<'static> {
    sql!(
        "DELETE FROM webhook_deliveries WHERE (organization_id, id) IN (
           SELECT organization_id, id FROM webhook_deliveries
           WHERE created_at < {} AND (state = 'delivered' OR state = 'failed')
           ORDER BY created_at LIMIT {} {for_update} {skip_locked})",
        before,
        BATCH
    )
}
