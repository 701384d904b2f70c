//! Claims, and the tokens by which they are confirmed.

use super::{
    super::{Backend, Conn},
    accounts,
    issued_rows::NewRow,
    jobs::job_row,
    statement::Statement,
};
use crate::{
    error::translate,
    network_names as names,
    sql_types::{AsId, AsInstant, Id, Instant, Nullable, Text},
};
use ::jobs::NewJob;
use access::{OrganizationId, PartnerId};
use diesel_async::RunQueryDsl;
use organizations::{AccountChange, ClaimId, ClaimRecord, ClaimStore, NewClaim, TokenHash};
use persistence::StoreError;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

type Result<T> = std::result::Result<T, StoreError>;

const SELECT: &str = "SELECT c.organization_id, c.id, c.partner_id, c.network, c.requested_at, \
                      c.expires_at, c.confirmed_at, o.name, o.email, p.name FROM claims c \
                      JOIN organizations o ON o.id = c.organization_id \
                      JOIN partners p ON p.id = c.partner_id ";

type Columns =
    ((Id, Id, Id), Text, (Instant, Instant, Nullable<Instant>), (Text, Nullable<Text>, Text));
type Row = (
    (Uuid, Uuid, Uuid),
    String,
    (OffsetDateTime, OffsetDateTime, Option<OffsetDateTime>),
    (String, Option<String>, String),
);

impl ClaimStore for Backend {
    async fn open_claim(
        &self,
        organization: OrganizationId,
        claim: &NewClaim,
        job: &NewJob,
        repeat_after: Duration,
    ) -> Result<bool> {
        let mut transaction = self.begin().await?;
        let opened = open(transaction.conn(), organization, claim, job, repeat_after).await;
        transaction.finish(opened).await
    }

    async fn claim_record(&self, organization: OrganizationId, id: ClaimId) -> Result<ClaimRecord> {
        let mut conn = self.reader().await?;
        let query = Statement::<Columns>::new(SELECT).then(one("c.", organization, id));
        query.get_result(lane!(conn)).await.map_err(translate).and_then(record)
    }

    async fn add_claim_token(
        &self,
        organization: OrganizationId,
        id: ClaimId,
        token: &TokenHash,
    ) -> Result<()> {
        let into = "claim_tokens (hash, organization_id, claim_id)";
        let values =
            vec![token.0.as_slice().into(), AsId::from(organization).into(), AsId(id.0).into()];
        let mut conn = self.writer().await?;
        insert(&mut conn, NewRow { into, values }).await
    }

    async fn claim_by_token(&self, token: &TokenHash) -> Result<ClaimRecord> {
        let mut conn = self.reader().await?;
        let query = Statement::<Columns>::new(SELECT)
            .sql("JOIN claim_tokens t ON t.organization_id = c.organization_id ")
            .sql("AND t.claim_id = c.id WHERE t.hash = ")
            .value(token.0.as_slice());
        query.get_result(lane!(conn)).await.map_err(translate).and_then(record)
    }

    async fn confirm_claim(
        &self,
        organization: OrganizationId,
        id: ClaimId,
        change: Option<AccountChange<'_>>,
        now: OffsetDateTime,
    ) -> std::result::Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        let confirmed = confirm(transaction.conn(), organization, id, change, now).await;
        transaction.finish(confirmed).await
    }
}

/// False when the partner has asked so shortly before that it must not be asked again.
async fn open(
    conn: &mut Conn,
    organization: OrganizationId,
    claim: &NewClaim,
    job: &NewJob,
    repeat_after: Duration,
) -> Result<bool> {
    // of two requests at once the second waits here, and then finds what the first kept
    accounts::locked_account(conn, organization).await?;
    let last = last_open(conn, organization, claim).await?;
    if last.is_some_and(|last| claim.requested_at < last.saturating_add(repeat_after)) {
        return Ok(false);
    }
    insert(conn, claim_row(organization, claim)).await?;
    insert(conn, job_row(job, claim.requested_at)).await?;
    Ok(true)
}

async fn confirm(
    conn: &mut Conn,
    organization: OrganizationId,
    id: ClaimId,
    change: Option<AccountChange<'_>>,
    now: OffsetDateTime,
) -> std::result::Result<(), StoreError> {
    let account = accounts::locked_account(conn, organization).await?;
    if change.is_some_and(|change| account != *change.before) {
        return Err(StoreError::Conflict);
    }
    end(conn, organization, id, now).await?;
    let Some(AccountChange { after, trail, events, .. }) = change else { return Ok(()) };
    accounts::change_account(conn, organization, after, trail, events, now).await
}

/// When the newest open claim was requested.
async fn last_open(
    conn: &mut Conn,
    organization: OrganizationId,
    claim: &NewClaim,
) -> Result<Option<OffsetDateTime>> {
    Statement::<Nullable<Instant>>::new(
        "SELECT max(requested_at) FROM claims WHERE confirmed_at IS NULL AND organization_id = ",
    )
    .value(AsId::from(organization))
    .sql(" AND partner_id = ")
    .value(AsId(claim.partner.0))
    .sql(" AND network = ")
    .value(claim.network.name())
    .get_result(conn)
    .await
    .map_err(translate)
}

fn claim_row(organization: OrganizationId, claim: &NewClaim) -> NewRow<'static> {
    NewRow {
        into: "claims (organization_id, id, partner_id, network, requested_at, expires_at)",
        values: vec![
            AsId::from(organization).into(),
            AsId(claim.id.0).into(),
            AsId(claim.partner.0).into(),
            claim.network.name().into(),
            AsInstant(claim.requested_at).into(),
            AsInstant(claim.expires_at).into(),
        ],
    }
}

async fn insert(conn: &mut Conn, NewRow { into, values }: NewRow<'_>) -> Result<()> {
    let insert = Statement::<()>::new("INSERT INTO ").sql(into).sql(" VALUES (").values(values);
    insert.sql(")").execute(conn).await.map(drop).map_err(translate)
}

/// The condition that finds a claim, whose columns have this name in front.
fn one(of: &'static str, organization: OrganizationId, id: ClaimId) -> Statement<'static> {
    Statement::new("WHERE ")
        .sql(of)
        .sql("organization_id = ")
        .value(AsId::from(organization))
        .sql(" AND ")
        .sql(of)
        .sql("id = ")
        .value(AsId(id.0))
}

/// Ends the claim, which must be open, and with it all that the organization has in its network.
async fn end(
    conn: &mut Conn,
    organization: OrganizationId,
    id: ClaimId,
    now: OffsetDateTime,
) -> Result<()> {
    let update =
        || Statement::<()>::new("UPDATE claims SET confirmed_at = ").value(AsInstant(now)).sql(" ");
    let open = update()
        .then(one("", organization, id))
        .sql(" AND confirmed_at IS NULL AND expires_at > ")
        .value(AsInstant(now));
    if open.execute(conn).await.map_err(translate)? == 0 {
        return Err(StoreError::NotFound);
    }
    update()
        .sql("WHERE confirmed_at IS NULL AND organization_id = ")
        .value(AsId::from(organization))
        .sql(" AND network = (SELECT network FROM claims ")
        .then(one("", organization, id))
        .sql(")")
        .execute(conn)
        .await
        .map(drop)
        .map_err(translate)
}

fn record((ids, network, times, names_of): Row) -> Result<ClaimRecord> {
    let ((organization, id, partner), (requested_at, expires_at, confirmed_at)) = (ids, times);
    let (organization_name, email, partner_name) = names_of;
    let claim = NewClaim {
        id: ClaimId(id),
        partner: PartnerId(partner),
        network: names::network(&network)?,
        requested_at,
        expires_at,
    };
    let organization = OrganizationId(organization);
    Ok(ClaimRecord { claim, organization, organization_name, email, partner_name, confirmed_at })
}
