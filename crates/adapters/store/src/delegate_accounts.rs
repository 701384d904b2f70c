//! Registrations, send settings, received documents and the trail on [`Store`]: each call goes to the
//! backend that is open.

use crate::{Store, timing::counted};
use access::OrganizationId;
use events::NewEvent;
use peppol_connector::{
    AccountRecord, AccountStore, Arrival, InboxStore, Network, ParticipantId, ReceivedDocument,
    ReceivedFilter, ReceivedId, ReceivedRecord, SendMode, SendSettingsStore, TrailFilter,
    TrailKind, TrailLine, TrailStore,
};
use persistence::{Cursor, Page, StoreError};
use time::OffsetDateTime;

macro_rules! delegate {
    ($($name:ident($($argument:ident: $type:ty),*) -> $result:ty;)*) => { $(
        async fn $name(&self, $($argument: $type),*) -> Result<$result, StoreError> {
            counted(async move {
 match self {
Store::Sqlite(store) => store.$name($($argument),*).await,
Store::Postgres(store) => store.$name($($argument),*).await,
}
})
.await
        }
    )* };
}

impl AccountStore for Store {
    delegate! {
        account(organization: OrganizationId) -> AccountRecord;
        change_account(organization: OrganizationId, before: &AccountRecord, after: &AccountRecord, trail: (TrailKind, Option<&str>), events: &[NewEvent], now: OffsetDateTime) -> ();
        enrolled(network: Network, participant: &ParticipantId) -> Option<OrganizationId>;
    }
}

impl SendSettingsStore for Store {
    delegate! {
        send_mode(organization: OrganizationId) -> SendMode;
        set_send_mode(organization: OrganizationId, mode: SendMode) -> ();
    }
}

impl InboxStore for Store {
    delegate! {
        receive(organization: OrganizationId, document: &ReceivedDocument, event: &NewEvent) -> Arrival;
        received(organization: OrganizationId, filter: &ReceivedFilter, after: Option<Cursor>, limit: u16) -> Page<ReceivedRecord>;
        received_record(organization: OrganizationId, id: ReceivedId) -> ReceivedRecord;
        received_bytes(organization: OrganizationId, id: ReceivedId) -> Vec<u8>;
        received_evidence(organization: OrganizationId, id: ReceivedId) -> Vec<u8>;
        acknowledge(organization: OrganizationId, id: ReceivedId, now: OffsetDateTime) -> OffsetDateTime;
    }
}

impl TrailStore for Store {
    delegate! {
        trail(organization: OrganizationId, filter: &TrailFilter, after: Option<Cursor>, limit: u16) -> Page<TrailLine>;
    }
}
