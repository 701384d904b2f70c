//! The ports of registrations, send settings, received documents and the trail.

use super::{super::Backend, accounts, inbox, inbox_list, send_settings, trail_lines};
use access::OrganizationId;
use events::NewEvent;
use peppol_connector::{
    AccountRecord, AccountStore, Arrival, InboxStore, Network, ParticipantId, ReceivedDocument,
    ReceivedFilter, ReceivedId, ReceivedRecord, SendMode, SendSettingsStore, TrailFilter,
    TrailKind, TrailLine, TrailStore,
};
use persistence::{Cursor, Page, StoreError};
use time::OffsetDateTime;

type Result<T> = std::result::Result<T, StoreError>;

impl AccountStore for Backend {
    async fn account(&self, organization: OrganizationId) -> Result<AccountRecord> {
        let mut conn = self.reader().await?;
        accounts::account(lane!(conn), organization).await
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
        let mut transaction = self.begin().await?;
        let conn = transaction.conn();
        let changed = async {
            if accounts::locked_account(conn, organization).await? != *before {
                return Err(StoreError::Conflict);
            }
            accounts::change_account(conn, organization, after, trail, events, now).await
        };
        let changed = changed.await;
        transaction.finish(changed).await
    }

    async fn enrolled(
        &self,
        network: Network,
        participant: &ParticipantId,
    ) -> Result<Option<OrganizationId>> {
        let mut conn = self.reader().await?;
        accounts::enrolled(lane!(conn), network, participant).await
    }
}

impl SendSettingsStore for Backend {
    async fn send_mode(&self, organization: OrganizationId) -> Result<SendMode> {
        let mut conn = self.reader().await?;
        send_settings::send_mode(lane!(conn), organization).await
    }

    async fn set_send_mode(&self, organization: OrganizationId, mode: SendMode) -> Result<()> {
        let mut conn = self.writer().await?;
        send_settings::set_send_mode(&mut conn, organization, mode).await
    }
}

impl InboxStore for Backend {
    async fn receive(
        &self,
        organization: OrganizationId,
        document: &ReceivedDocument,
        event: &NewEvent,
    ) -> Result<Arrival> {
        let mut transaction = self.begin().await?;
        let arrival = inbox::receive(transaction.conn(), organization, document, event).await;
        transaction.finish(arrival).await
    }

    async fn received(
        &self,
        organization: OrganizationId,
        filter: &ReceivedFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<ReceivedRecord>> {
        let mut conn = self.reader().await?;
        inbox_list::received(lane!(conn), organization, filter, after, limit).await
    }

    async fn received_record(
        &self,
        organization: OrganizationId,
        id: ReceivedId,
    ) -> Result<ReceivedRecord> {
        let mut conn = self.reader().await?;
        inbox::received_record(lane!(conn), organization, id).await
    }

    async fn received_bytes(
        &self,
        organization: OrganizationId,
        id: ReceivedId,
    ) -> Result<Vec<u8>> {
        let mut conn = self.reader().await?;
        inbox::received_bytes(lane!(conn), organization, id).await
    }

    async fn received_evidence(
        &self,
        organization: OrganizationId,
        id: ReceivedId,
    ) -> Result<Vec<u8>> {
        let mut conn = self.reader().await?;
        inbox::received_evidence(lane!(conn), organization, id).await
    }

    async fn acknowledge(
        &self,
        organization: OrganizationId,
        id: ReceivedId,
        now: OffsetDateTime,
    ) -> Result<OffsetDateTime> {
        let mut transaction = self.begin().await?;
        let at = inbox::acknowledge(transaction.conn(), organization, id, now).await;
        transaction.finish(at).await
    }
}

impl TrailStore for Backend {
    async fn trail(
        &self,
        organization: OrganizationId,
        filter: &TrailFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<TrailLine>> {
        let mut conn = self.reader().await?;
        trail_lines::trail(lane!(conn), organization, filter, after, limit).await
    }
}
