//! Registrations in the network.

use super::{
    super::{events::insert_events, sql::*},
    audit::Line,
    cards,
};
use crate::{error::backend, network_names as names};
use access::OrganizationId;
use events::NewEvent;
use peppol_connector::{
    audit::AccountAudit,
    identifiers::{Network, ParticipantId},
    ports::AccountStore,
    registration::{AccountRecord, RegisteredElsewhere},
    sending::SendMode,
};
use time::OffsetDateTime;
use uuid::Uuid;

columns! {
    pub(in super::super) struct AccountRow {
        dic: Option<String>,
        registered_at: OffsetDateTime,
        status: Option<String>,
        network: Option<String>,
        participant: Option<String>,
        held_by: Option<String>,
        since: Option<OffsetDateTime>,
        strict_sandbox: Option<bool>,
        prepayment_overdue: Option<bool>,
    }
}

impl AccountRow {
    /// The columns of `organizations o` and `peppol_accounts a`. The account that an organization belongs to is its
    /// first partner's, or else its own.
    pub(in super::super) const COLUMNS: Fragment = Fragment(
        "o.dic, coalesce((SELECT min(p.created_at) FROM partner_organizations AS m
           JOIN partners AS p ON p.id = m.partner_id WHERE m.organization_id = o.id), o.created_at)
           AS registered_at,
         a.status, a.network, a.participant, a.held_by, a.since, a.strict_sandbox,
         a.prepayment_overdue",
    );

    /// Without a row in `peppol_accounts` there is no registration, and no option is set.
    pub(in super::super) fn into_domain(self) -> Result<AccountRecord> {
        let status = self.status.as_deref().unwrap_or(names::NEVER_REGISTERED);
        let held_by = self.held_by.map(|json| serde_json::from_str(&json)).transpose();
        Ok(AccountRecord {
            account: names::account(status, self.network.as_deref())?,
            participant: self.participant.as_deref().map(names::participant).transpose()?,
            held_by: held_by.map_err(backend)?,
            since: self.since,
            dic: self.dic,
            registered_at: self.registered_at,
            strict_sandbox: self.strict_sandbox.unwrap_or_default(),
            prepayment_overdue: self.prepayment_overdue.unwrap_or_default(),
        })
    }
}

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl AccountStore for Backend {
    async fn account(&self, organization: OrganizationId) -> Result<AccountRecord> {
        let mut conn = self.reader().await?;
        select_account(organization).one::<AccountRow>(read_conn!(conn)).await?.into_domain()
    }

    async fn change_account(
        &self,
        organization: OrganizationId,
        before: &AccountRecord,
        after: &AccountRecord,
        audit: AccountAudit<'_>,
        events: &[NewEvent],
        now: OffsetDateTime,
    ) -> Result<()> {
        let mut transaction = self.begin().await?;
        let conn = transaction.conn();
        let changed = match locked_account(conn, organization).await {
            Ok(found) if found != *before => Err(StoreError::Conflict),
            Ok(_) => change_account(conn, organization, after, audit, events, now).await,
            Err(error) => Err(error),
        };
        transaction.finish(changed).await
    }

    async fn enrolled(
        &self,
        network: Network,
        participant: &ParticipantId,
    ) -> Result<Option<OrganizationId>> {
        let mut conn = self.reader().await?;
        let participant = participant.canonical();
        let id: Option<Uuid> =
            select_enrolled(network, &participant).first(read_conn!(conn)).await?;
        Ok(id.map(OrganizationId))
    }
}

fn select_account(organization: OrganizationId) -> Statement<'static> {
    sql!(
        "SELECT {} FROM organizations o LEFT JOIN peppol_accounts a ON a.organization_id = o.id
         WHERE o.id = {}",
        AccountRow::COLUMNS,
        organization
    )
}

/// The organization that is enrolled under a participant. The status is written into the text, so that the unique
/// index is used, which has only such rows.
pub(in super::super) fn select_enrolled(network: Network, participant: &str) -> Statement<'_> {
    sql!(
        "SELECT organization_id FROM peppol_accounts
         WHERE status = 'enrolled' AND network = {} AND participant = {}",
        network.name(),
        participant
    )
}

/// Within the caller's transaction.
pub(in super::super) async fn change_account(
    conn: &mut Conn,
    organization: OrganizationId,
    after: &AccountRecord,
    AccountAudit { network, action, detail, actor }: AccountAudit<'_>,
    events: &[NewEvent],
    now: OffsetDateTime,
) -> Result<()> {
    update(conn, organization, after).await?;
    let line = Line { detail, actor, ..Line::new(organization, now, action, network) };
    line.row().insert().execute(conn).await?;
    insert_events(conn, events).await
}

/// Reads the registration and locks it until the transaction ends. The locked row is created when it does not exist.
pub(in super::super) async fn locked_account(
    conn: &mut Conn,
    organization: OrganizationId,
) -> Result<AccountRecord> {
    let lock = account_row(organization, (SendMode::default().name(), None), false).insert();
    let lock = lock
        .then(sql!(" ON CONFLICT (organization_id) DO UPDATE SET status = peppol_accounts.status"));
    lock.execute(conn).await?;
    select_account(organization).one::<AccountRow>(conn).await?.into_domain()
}

/// The row of an organization that never registered.
pub(in super::super) fn account_row<'a>(
    organization: OrganizationId,
    (send_mode, send_time): (&'a str, Option<&'a str>),
    prepayment_overdue: bool,
) -> NewRow<'a> {
    row!("peppol_accounts",
        organization_id: organization,
        status: names::NEVER_REGISTERED,
        strict_sandbox: false,
        prepayment_overdue: prepayment_overdue,
        send_mode: send_mode,
        send_time: send_time,
    )
}

/// Does not change the columns of other ports: the prepayment and the send mode.
pub(in super::super) async fn update(
    conn: &mut Conn,
    organization: OrganizationId,
    after: &AccountRecord,
) -> Result<()> {
    let (status, network) = names::account_columns(after.account);
    let participant = after.participant.as_ref().map(ParticipantId::canonical);
    let held_by = after.held_by.as_ref().map(json).transpose()?;
    let update = sql!(
        "UPDATE peppol_accounts
         SET status = {status}, network = {network}, participant = {participant},
           held_by = {held_by}, since = {since}, strict_sandbox = {strict_sandbox}
         WHERE organization_id = {organization}",
        status = status,
        network = network,
        participant = participant.as_deref(),
        held_by = held_by.as_deref(),
        since = after.since,
        strict_sandbox = after.strict_sandbox,
        organization = organization,
    );
    // for the participant before the change, and for that after it
    cards::note_change_of(conn, organization).await?;
    update.execute(conn).await?;
    cards::note_change_of(conn, organization).await
}

fn json(held_by: &RegisteredElsewhere) -> Result<String> {
    serde_json::to_string(held_by).map_err(backend)
}
