//! The ports of webhooks on a backend: each method takes a connection and calls the query.

use super::{
    super::sql::*, claim, conclude, conclusions, deliveries, endpoints, feed, history, sequence,
};
use access::{OrganizationId, PartnerId};
use events::Body;
use persistence::{Cursor, Page};
use time::OffsetDateTime;
use webhooks::{
    Delivery, DeliveryId, Endpoint, EndpointId, Owner,
    deliveries::{Attempt, Concluded},
    endpoints::{NewEndpoint, Secrets},
    feed::{FeedCursor, FeedItem},
    ports::{
        AddEndpointError, Backlog, DeliveryFilter, DeliveryRecord, DeliveryStore, EndpointStore,
        FeedStore, FinishedAttempt, Work,
    },
};

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl EndpointStore for Backend {
    async fn endpoints(&self, owner: Owner) -> Result<Vec<Endpoint>> {
        reading!(self, conn => endpoints::of_owner(conn, owner))
    }

    async fn endpoint(&self, owner: Owner, id: EndpointId) -> Result<Endpoint> {
        reading!(self, conn => endpoints::one(conn, owner, id))
    }

    async fn add_endpoint(
        &self,
        owner: Owner,
        id: EndpointId,
        new: &NewEndpoint,
        secrets: &Secrets,
        now: OffsetDateTime,
    ) -> Result<Endpoint, AddEndpointError> {
        endpoints::add(self, owner, id, new, secrets, now).await
    }

    async fn change_endpoint(
        &self,
        owner: Owner,
        before: &Endpoint,
        after: &Endpoint,
    ) -> Result<()> {
        within!(self, conn => endpoints::change(conn, owner, before, after))
    }

    async fn remove_endpoint(&self, owner: Owner, id: EndpointId) -> Result<()> {
        endpoints::remove(self, owner, id).await
    }

    async fn secrets(&self, owner: Owner, id: EndpointId) -> Result<Secrets> {
        reading!(self, conn => endpoints::read_secrets(self, conn, owner, id))
    }

    async fn change_secrets(
        &self,
        owner: Owner,
        id: EndpointId,
        before: &Secrets,
        after: &Secrets,
    ) -> Result<()> {
        within!(self, conn => endpoints::change_secrets(self, conn, (owner, id), before, after))
    }
}

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl DeliveryStore for Backend {
    async fn claim_due(
        &self,
        now: OffsetDateTime,
        per_endpoint: usize,
        limit: usize,
    ) -> Result<Vec<Work>> {
        // read without a lock, because usually there is nothing to claim
        let due = self.next_due(now, per_endpoint).await?.is_some_and(|due| due <= now);
        if !due || limit == 0 {
            return Ok(Vec::new());
        }
        claim::claim(self, &claim::wanted(now, per_endpoint, limit)).await
    }

    async fn next_due(
        &self,
        now: OffsetDateTime,
        per_endpoint: usize,
    ) -> Result<Option<OffsetDateTime>> {
        reading!(self, conn => claim::next(conn, now, per_endpoint))
    }

    async fn conclude_all(&self, attempts: Vec<FinishedAttempt>) -> Result<Vec<Result<Concluded>>> {
        if attempts.is_empty() {
            return Ok(Vec::new());
        }
        let mut transaction = self.begin_conclusions().await?;
        let concluded = conclude::conclude_all(transaction.conn(), attempts).await;
        transaction.finish(concluded).await
    }

    async fn conclude(
        &self,
        organization: OrganizationId,
        delivery: DeliveryId,
        attempt: Attempt,
    ) -> Result<Concluded> {
        conclusions::conclude(self, FinishedAttempt { organization, delivery, attempt }).await
    }

    async fn add_test(
        &self,
        organization: OrganizationId,
        delivery: &Delivery,
        body: &Body,
    ) -> Result<()> {
        within!(self, conn => deliveries::add_test(conn, organization, delivery, body))
    }

    async fn deliveries(
        &self,
        owner: Owner,
        endpoint: EndpointId,
        filter: &DeliveryFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<DeliveryRecord>> {
        let mut conn = self.reader().await?;
        endpoints::one(read_conn!(conn), owner, endpoint).await?;
        history::page(read_conn!(conn), endpoint, filter, after, limit).await
    }

    async fn delivery(
        &self,
        owner: Owner,
        endpoint: EndpointId,
        id: DeliveryId,
    ) -> Result<DeliveryRecord> {
        reading!(self, conn => history::one(conn, owner, endpoint, id))
    }

    async fn change_delivery(
        &self,
        owner: Owner,
        before: &Delivery,
        after: &Delivery,
    ) -> Result<()> {
        within!(self, conn => deliveries::change(conn, owner, before, after))
    }

    async fn purge_deliveries(&self, before: OffsetDateTime) -> Result<usize> {
        deliveries::purge(self, before).await
    }
}

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl FeedStore for Backend {
    async fn assign_sequence(&self, limit: usize) -> Result<usize> {
        sequence::sequence(self, limit).await
    }

    async fn backlog(&self) -> Result<Vec<Backlog>> {
        let mut conn = self.reader().await?;
        let rows: Vec<(String, i64, OffsetDateTime)> =
            sequence::backlog().all(read_conn!(conn)).await?;
        let of = |(name, count, since)| Backlog { name, count: i64::unsigned_abs(count), since };
        Ok(rows.into_iter().map(of).collect())
    }

    async fn events(
        &self,
        partner: PartnerId,
        after: Option<FeedCursor>,
        limit: u16,
    ) -> Result<Page<FeedItem>> {
        reading!(self, conn => feed::events(conn, partner, after, limit))
    }

    async fn purge_events(&self, before: OffsetDateTime) -> Result<usize> {
        feed::purge(self, before).await
    }
}
