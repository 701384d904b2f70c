//! Entries of participants in the registry (SML) of a network.

use super::{
    super::sql::*,
    accounts::{change_account, locked_account, select_enrolled},
    cards::note_change,
};
use crate::{
    SecretsKey,
    error::{backend, require_known},
    network_names as names,
    secrets_key::SecretError,
    unreadable::{RowOf, readable},
};
use access::OrganizationId;
use organizations::AccountChange;
use peppol_connector::identifiers::{Network, ParticipantId};
use peppol_publishing::{Entry, EntryError, EntryState, EntryStore, MigrationKey};
use time::OffsetDateTime;
use uuid::Uuid;

/// The columns of `peppol_entries e` and `peppol_accounts a`, the organization that receives under the participant
/// now.
const COLUMNS: Fragment = Fragment(
    "e.network, e.participant, e.organization_id, e.source, e.state, e.migration_key, e.error_code,
     e.error_message, e.attempts, e.retry_at, e.changed_at, a.organization_id AS enrolled",
);

const ENROLLED: Fragment = Fragment(
    "LEFT JOIN peppol_accounts a ON a.status = 'enrolled' AND a.network = e.network
     AND a.participant = e.participant",
);

columns! {
    struct EntryRow {
        network: String,
        participant: String,
        organization_id: Uuid,
        source: String,
        state: String,
        migration_key: Option<Vec<u8>>,
        error_code: Option<String>,
        error_message: Option<String>,
        attempts: i64,
        retry_at: OffsetDateTime,
        changed_at: OffsetDateTime,
        enrolled: Option<Uuid>,
    }
}

impl EntryRow {
    /// The entry, and whether its participant is enrolled. It belongs to the organization that receives now.
    fn into_domain(self, key: Option<&SecretsKey>) -> Result<(Entry, bool)> {
        let sealed = self.migration_key.as_deref();
        let of = belongs_to(&self.network, &self.participant);
        let migration_key = sealed.map(|sealed| opened(key, &of, sealed)).transpose()?;
        let error = self.error_code.zip(self.error_message);
        let entry = Entry {
            network: names::network(&self.network)?,
            participant: names::participant(&self.participant)?,
            organization: OrganizationId(self.enrolled.unwrap_or(self.organization_id)),
            source: names::source(&self.source)?,
            state: names::entry_state(&self.state)?,
            migration_key,
            error: error.map(|(code, message)| EntryError { code, message }),
            attempts: u32::try_from(self.attempts).unwrap_or(u32::MAX),
            retry_at: self.retry_at,
            changed_at: self.changed_at,
        };
        Ok((entry, self.enrolled.is_some()))
    }
}

fn belongs_to(network: &str, participant: &str) -> Vec<u8> {
    format!("migration key {network} {participant}").into_bytes()
}

fn opened(key: Option<&SecretsKey>, of: &[u8], sealed: &[u8]) -> Result<MigrationKey> {
    let key = key.ok_or(SecretError::NoKey).map_err(backend)?;
    let bytes = key.open(sealed, of).map_err(backend)?;
    let text = String::from_utf8(bytes).ok().and_then(|text| MigrationKey::new(&text).ok());
    require_known("migration key", "***", text)
}

fn sealed(key: Option<&SecretsKey>, entry: &Entry) -> Result<Option<Vec<u8>>> {
    let Some(secret) = &entry.migration_key else { return Ok(None) };
    let key = key.ok_or(SecretError::NoKey).map_err(backend)?;
    let of = belongs_to(entry.network.name(), &entry.participant.canonical());
    key.seal(secret.expose().as_bytes(), &of).map(Some).map_err(backend)
}

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl EntryStore for Backend {
    async fn entry(&self, network: Network, participant: &ParticipantId) -> Result<Option<Entry>> {
        let participant = participant.canonical();
        let query = sql!(
            "SELECT {} FROM peppol_entries e {} WHERE e.network = {} AND e.participant = {}",
            COLUMNS,
            ENROLLED,
            network.name(),
            &participant
        );
        let mut conn = self.reader().await?;
        let row: Option<EntryRow> = query.first(read_conn!(conn)).await?;
        let entry = row.map(|row| row.into_domain(self.secrets_key.as_ref())).transpose()?;
        Ok(entry.map(|(entry, _)| entry))
    }

    async fn due_entries(
        &self,
        network: Network,
        now: OffsetDateTime,
        limit: u16,
    ) -> Result<Vec<(Entry, bool)>> {
        let query = sql!(
            "SELECT {} FROM peppol_entries e {} WHERE e.network = {} AND e.retry_at <= {}
               AND ((e.state = {} AND (a.organization_id IS NOT NULL OR e.attempts > 0))
                 OR (e.state = {} AND a.organization_id IS NULL) OR e.state = {})
             ORDER BY e.retry_at, e.participant LIMIT {}",
            COLUMNS,
            ENROLLED,
            network.name(),
            now,
            EntryState::Waiting.name(),
            EntryState::Listed.name(),
            EntryState::Leaving.name(),
            i64::from(limit)
        );
        let mut conn = self.reader().await?;
        let rows: Vec<EntryRow> = query.all(read_conn!(conn)).await?;
        let key = self.secrets_key.as_ref();
        let read = rows.into_iter().filter_map(|row| {
            let whose = format!("{} {}", row.network, row.participant);
            readable(RowOf::Entry, whose, row.into_domain(key))
        });
        Ok(read.collect())
    }

    async fn keep_entry(
        &self,
        before: Option<&Entry>,
        after: &Entry,
        change: Option<AccountChange<'_>>,
    ) -> Result<()> {
        let sealed = sealed(self.secrets_key.as_ref(), after)?;
        within!(self, conn => async {
            if let Some(change) = change {
                change_registration(conn, after, change).await?;
            }
            // before the entry is locked, as a registration does
            note_change(conn, after.network, &after.participant).await?;
            match before {
                None => insert(conn, after, sealed.as_deref()).await,
                Some(before) => replace(conn, before, after, sealed.as_deref()).await,
            }
        })
    }

    async fn forget_entry(&self, entry: &Entry) -> Result<bool> {
        within!(self, conn => forget(conn, entry))
    }

    async fn enrolled_participants(
        &self,
        network: Network,
        after: Option<&ParticipantId>,
        limit: u16,
    ) -> Result<Vec<(ParticipantId, OrganizationId)>> {
        let after = after.map(ParticipantId::canonical).unwrap_or_default();
        let query = sql!(
            "SELECT participant, organization_id FROM peppol_accounts
             WHERE status = 'enrolled' AND network = {} AND participant > {}
             ORDER BY participant LIMIT {}",
            network.name(),
            &after,
            i64::from(limit)
        );
        let mut conn = self.reader().await?;
        let rows: Vec<(String, Uuid)> = query.all(read_conn!(conn)).await?;
        let read =
            |(text, id): (String, Uuid)| Ok((names::participant(&text)?, OrganizationId(id)));
        rows.into_iter().map(read).collect()
    }
}

/// Within the caller's transaction.
async fn change_registration(
    conn: &mut Conn,
    entry: &Entry,
    AccountChange { before, after, audit, events }: AccountChange<'_>,
) -> Result<()> {
    if locked_account(conn, entry.organization).await? != *before {
        return Err(StoreError::Conflict);
    }
    change_account(conn, entry.organization, after, audit, events, entry.changed_at).await
}

async fn insert(conn: &mut Conn, entry: &Entry, sealed: Option<&[u8]>) -> Result<()> {
    let participant = entry.participant.canonical();
    let row = row!("peppol_entries",
        network: entry.network.name(),
        participant: &participant,
        organization_id: entry.organization,
        source: entry.source.name(),
        state: entry.state.name(),
        migration_key: sealed,
        error_code: entry.error.as_ref().map(|error| error.code.as_str()),
        error_message: entry.error.as_ref().map(|error| error.message.as_str()),
        attempts: i64::from(entry.attempts),
        retry_at: entry.retry_at,
        changed_at: entry.changed_at,
    );
    match row.insert().execute(conn).await {
        Err(StoreError::Taken(_)) => Err(StoreError::Conflict),
        kept => kept.map(drop),
    }
}

/// Within the caller's transaction. A participant that was enrolled again during the call of the registry must be
/// entered again.
async fn forget(conn: &mut Conn, entry: &Entry) -> Result<bool> {
    let participant = entry.participant.canonical();
    let enrolled: Option<Uuid> = select_enrolled(entry.network, &participant).first(conn).await?;
    let change = match enrolled {
        None => sql!("DELETE FROM peppol_entries"),
        Some(_) => sql!(
            "UPDATE peppol_entries SET state = {}, retry_at = changed_at",
            EntryState::Waiting.name()
        ),
    };
    let of_entry = sql!(
        " WHERE network = {} AND participant = {} AND state = {} AND attempts = {} AND changed_at = {}",
        entry.network.name(),
        &participant,
        entry.state.name(),
        i64::from(entry.attempts),
        entry.changed_at
    );
    note_change(conn, entry.network, &entry.participant).await?;
    let changed = change.then(of_entry).execute(conn).await?;
    Ok(changed > 0 && enrolled.is_none())
}

async fn replace(
    conn: &mut Conn,
    before: &Entry,
    after: &Entry,
    sealed: Option<&[u8]>,
) -> Result<()> {
    let participant = before.participant.canonical();
    let update = sql!(
        "UPDATE peppol_entries
         SET organization_id = {organization}, source = {source}, state = {state},
           migration_key = {key}, error_code = {code}, error_message = {message},
           attempts = {attempts}, retry_at = {retry_at}, changed_at = {changed_at}
         WHERE network = {network} AND participant = {participant} AND state = {state_before}
           AND attempts = {attempts_before} AND changed_at = {changed_before}",
        organization = after.organization,
        source = after.source.name(),
        state = after.state.name(),
        key = sealed,
        code = after.error.as_ref().map(|error| error.code.as_str()),
        message = after.error.as_ref().map(|error| error.message.as_str()),
        attempts = i64::from(after.attempts),
        retry_at = after.retry_at,
        changed_at = after.changed_at,
        network = before.network.name(),
        participant = &participant,
        state_before = before.state.name(),
        attempts_before = i64::from(before.attempts),
        changed_before = before.changed_at,
    );
    match update.execute(conn).await? {
        0 => Err(StoreError::Conflict),
        _ => Ok(()),
    }
}
