//! The ports of registrations, send settings, received documents and the trail.

use super::{super::Backend, accounts, inbox, inbox_list, send_settings, trail_lines};
use crate::connector_error::connector;
use access::OrganizationId;
use events::NewEvent;
use invoicing::StoreError;
use peppol_connector::{
    AccountRecord, AccountStore, Arrival, ConnectorStoreError, InboxStore, Network, Page,
    ParticipantId, Position, ReceivedDocument, ReceivedFilter, ReceivedId, ReceivedRecord,
    SendMode, SendSettingsStore, TrailFilter, TrailKind, TrailLine, TrailStore,
};
use time::OffsetDateTime;

type Result<T> = std::result::Result<T, ConnectorStoreError>;

fn paged<T>(page: std::result::Result<invoicing::Page<T>, StoreError>) -> Result<Page<T>> {
    let invoicing::Page { rows, has_more } = page.map_err(connector)?;
    Ok(Page { rows, has_more })
}

impl AccountStore for Backend {
    async fn account(&self, organization: OrganizationId) -> Result<AccountRecord> {
        let mut conn = self.reader().await.map_err(connector)?;
        accounts::account(lane!(conn), organization).await.map_err(connector)
    }

    async fn change_account(
        &self,
        organization: OrganizationId,
        before: &AccountRecord,
        after: &AccountRecord,
        trail: (TrailKind, Option<&str>),
        events: &[NewEvent],
        now: OffsetDateTime,
    ) -> Result<()> {
        let mut transaction = self.begin().await.map_err(connector)?;
        let conn = transaction.conn();
        let changed = async {
            if accounts::locked_account(conn, organization).await.map_err(connector)? != *before {
                return Err(ConnectorStoreError::Stale);
            }
            accounts::change_account(conn, organization, after, trail, events, now)
                .await
                .map_err(connector)
        };
        let changed = changed.await;
        transaction.finish(changed).await
    }

    async fn enrolled(
        &self,
        network: Network,
        participant: &ParticipantId,
    ) -> Result<Option<OrganizationId>> {
        let mut conn = self.reader().await.map_err(connector)?;
        accounts::enrolled(lane!(conn), network, participant).await.map_err(connector)
    }
}

impl SendSettingsStore for Backend {
    async fn send_mode(&self, organization: OrganizationId) -> Result<SendMode> {
        let mut conn = self.reader().await.map_err(connector)?;
        send_settings::send_mode(lane!(conn), organization).await.map_err(connector)
    }

    async fn set_send_mode(&self, organization: OrganizationId, mode: SendMode) -> Result<()> {
        let mut conn = self.writer().await.map_err(connector)?;
        send_settings::set_send_mode(&mut conn, organization, mode).await.map_err(connector)
    }
}

impl InboxStore for Backend {
    async fn receive(
        &self,
        organization: OrganizationId,
        document: &ReceivedDocument,
        event: &NewEvent,
    ) -> Result<Arrival> {
        let mut transaction = self.begin().await.map_err(connector)?;
        let arrival = inbox::receive(transaction.conn(), organization, document, event).await;
        transaction.finish(arrival.map_err(connector)).await
    }

    async fn received(
        &self,
        organization: OrganizationId,
        filter: &ReceivedFilter,
        after: Option<Position>,
        limit: u16,
    ) -> Result<Page<ReceivedRecord>> {
        let mut conn = self.reader().await.map_err(connector)?;
        paged(inbox_list::received(lane!(conn), organization, filter, after, limit).await)
    }

    async fn received_record(
        &self,
        organization: OrganizationId,
        id: ReceivedId,
    ) -> Result<ReceivedRecord> {
        let mut conn = self.reader().await.map_err(connector)?;
        inbox::received_record(lane!(conn), organization, id).await.map_err(connector)
    }

    async fn received_bytes(
        &self,
        organization: OrganizationId,
        id: ReceivedId,
    ) -> Result<Vec<u8>> {
        let mut conn = self.reader().await.map_err(connector)?;
        inbox::received_bytes(lane!(conn), organization, id).await.map_err(connector)
    }

    async fn received_evidence(
        &self,
        organization: OrganizationId,
        id: ReceivedId,
    ) -> Result<Vec<u8>> {
        let mut conn = self.reader().await.map_err(connector)?;
        inbox::received_evidence(lane!(conn), organization, id).await.map_err(connector)
    }

    async fn acknowledge(
        &self,
        organization: OrganizationId,
        id: ReceivedId,
        now: OffsetDateTime,
    ) -> Result<OffsetDateTime> {
        let mut transaction = self.begin().await.map_err(connector)?;
        let at = inbox::acknowledge(transaction.conn(), organization, id, now).await;
        transaction.finish(at.map_err(connector)).await
    }
}

impl TrailStore for Backend {
    async fn trail(
        &self,
        organization: OrganizationId,
        filter: &TrailFilter,
        after: Option<Position>,
        limit: u16,
    ) -> Result<Page<TrailLine>> {
        let mut conn = self.reader().await.map_err(connector)?;
        paged(trail_lines::trail(lane!(conn), organization, filter, after, limit).await)
    }
}
