//! Claims, and the tokens that confirm them.

use super::{
    super::{
        super::{queue::job_row, sql::*},
        accounts,
    },
    lock_partner,
};
use crate::network_names as names;
use access::{OrganizationId, PartnerId};
use jobs::NewJob;
use organizations::{
    AccountChange, ClaimId, ClaimRecord, ClaimStore, MAIL_WINDOW, MailLimits, NewClaim, Opening,
    RecentClaims, TokenHash,
};
use time::OffsetDateTime;
use uuid::Uuid;

/// The columns of `claims c`, with its organization `o` and its partner `p`.
const COLUMNS: Fragment = Fragment(
    "c.organization_id, c.id, c.email AS pinned_email, c.dic AS pinned_dic, c.partner_id, c.network,
     c.requested_at, c.expires_at, c.confirmed_at, o.name AS organization_name, o.email, o.dic,
     p.name AS partner_name",
);

columns! {
    struct ClaimRow {
        organization_id: Uuid,
        id: Uuid,
        pinned_email: Option<String>,
        pinned_dic: Option<String>,
        partner_id: Uuid,
        network: String,
        requested_at: OffsetDateTime,
        expires_at: OffsetDateTime,
        confirmed_at: Option<OffsetDateTime>,
        organization_name: String,
        email: Option<String>,
        dic: Option<String>,
        partner_name: String,
    }
}

impl ClaimRow {
    fn into_domain(self) -> Result<ClaimRecord> {
        Ok(ClaimRecord {
            claim: NewClaim {
                id: ClaimId(self.id),
                email: self.pinned_email,
                dic: self.pinned_dic,
                partner: PartnerId(self.partner_id),
                network: names::network(&self.network)?,
                requested_at: self.requested_at,
                expires_at: self.expires_at,
            },
            organization: OrganizationId(self.organization_id),
            organization_name: self.organization_name,
            email: self.email,
            dic: self.dic,
            partner_name: self.partner_name,
            confirmed_at: self.confirmed_at,
        })
    }
}

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl ClaimStore for Backend {
    async fn open_claim(
        &self,
        organization: OrganizationId,
        claim: &NewClaim,
        job: Option<&NewJob>,
        limits: MailLimits,
    ) -> Result<Opening> {
        within!(self, conn => open(conn, organization, claim, job, limits))
    }

    async fn claim_record(&self, organization: OrganizationId, id: ClaimId) -> Result<ClaimRecord> {
        let mut conn = self.reader().await?;
        let query = sql!(
            "SELECT {} FROM claims c JOIN organizations o ON o.id = c.organization_id
             JOIN partners p ON p.id = c.partner_id WHERE c.organization_id = {} AND c.id = {}",
            COLUMNS,
            organization,
            id.0
        );
        query.one::<ClaimRow>(read_conn!(conn)).await?.into_domain()
    }

    async fn add_claim_token(
        &self,
        organization: OrganizationId,
        id: ClaimId,
        token: &TokenHash,
    ) -> Result<()> {
        let mut conn = self.writer().await?;
        let row = row!("claim_tokens",
            hash: token.0.as_slice(),
            organization_id: organization,
            claim_id: id.0,
        );
        row.insert().execute(&mut conn).await.map(drop)
    }

    async fn claim_by_token(&self, token: &TokenHash) -> Result<ClaimRecord> {
        let mut conn = self.reader().await?;
        let query = sql!(
            "SELECT {} FROM claims c JOIN organizations o ON o.id = c.organization_id
             JOIN partners p ON p.id = c.partner_id
             JOIN claim_tokens t ON t.organization_id = c.organization_id AND t.claim_id = c.id
             WHERE t.hash = {}",
            COLUMNS,
            token.0.as_slice()
        );
        query.one::<ClaimRow>(read_conn!(conn)).await?.into_domain()
    }

    async fn confirm_claim(
        &self,
        organization: OrganizationId,
        id: ClaimId,
        change: Option<AccountChange<'_>>,
        now: OffsetDateTime,
    ) -> Result<()> {
        within!(self, conn => confirm(conn, organization, id, change, now))
    }
}

/// Stores the claim and its job, if the claims before it allow it.
async fn open(
    conn: &mut Conn,
    organization: OrganizationId,
    claim: &NewClaim,
    job: Option<&NewJob>,
    limits: MailLimits,
) -> Result<Opening> {
    // of two concurrent requests the second waits here, and then finds the row that the first inserted
    accounts::locked_account(conn, organization).await?;
    lock_partner(conn, claim.partner).await?;
    let opening = claim.opening(recent(conn, organization, claim, limits).await?);
    if opening != Opening::Opened {
        return Ok(opening);
    }
    claim_row(organization, claim).insert().execute(conn).await?;
    if let Some(job) = job {
        job_row(job, claim.requested_at).insert().execute(conn).await?;
    }
    Ok(opening)
}

/// The earlier claims with a mail that limit a new one.
async fn recent(
    conn: &mut Conn,
    organization: OrganizationId,
    claim: &NewClaim,
    limits: MailLimits,
) -> Result<RecentClaims> {
    let last = sql!(
        "SELECT max(requested_at) FROM claims
         WHERE confirmed_at IS NULL AND email IS NOT NULL AND organization_id = {}
           AND partner_id = {} AND network = {} AND expires_at > {}",
        organization,
        claim.partner,
        claim.network.name(),
        claim.requested_at
    );
    let since = claim.requested_at - MAIL_WINDOW;
    let by_partner = sql!(
        "SELECT requested_at FROM claims
         WHERE partner_id = {} AND requested_at > {} AND email IS NOT NULL",
        claim.partner,
        since
    );
    let to_recipient = sql!(
        "SELECT requested_at FROM claims WHERE email = {} AND requested_at > {}",
        claim.email.as_deref(),
        since
    );
    Ok(RecentClaims {
        last: last.one(conn).await?,
        by_partner: by_partner.then(the_last(limits.per_partner)).first(conn).await?,
        to_recipient: to_recipient.then(the_last(limits.per_recipient)).first(conn).await?,
    })
}

/// The oldest of the latest `number` rows; none when there are fewer.
fn the_last(number: u32) -> Statement<'static> {
    sql!(" ORDER BY requested_at DESC LIMIT 1 OFFSET {}", i64::from(number.saturating_sub(1)))
}

fn claim_row(organization: OrganizationId, claim: &NewClaim) -> NewRow<'_> {
    row!("claims",
        organization_id: organization,
        id: claim.id.0,
        email: claim.email.as_deref(),
        dic: claim.dic.as_deref(),
        partner_id: claim.partner,
        network: claim.network.name(),
        requested_at: claim.requested_at,
        expires_at: claim.expires_at,
    )
}

async fn confirm(
    conn: &mut Conn,
    organization: OrganizationId,
    id: ClaimId,
    change: Option<AccountChange<'_>>,
    now: OffsetDateTime,
) -> Result<()> {
    let account = accounts::locked_account(conn, organization).await?;
    if change.is_some_and(|change| account != *change.before) {
        return Err(StoreError::Conflict);
    }
    end(conn, organization, id, now).await?;
    let Some(AccountChange { after, audit, events, .. }) = change else { return Ok(()) };
    accounts::change_account(conn, organization, after, audit, events, now).await
}

/// Ends the claim, which must be open, and all others of the organization in its network.
async fn end(
    conn: &mut Conn,
    organization: OrganizationId,
    id: ClaimId,
    now: OffsetDateTime,
) -> Result<()> {
    let this = sql!(
        "UPDATE claims SET confirmed_at = {now} WHERE organization_id = {organization}
         AND id = {id} AND confirmed_at IS NULL AND expires_at > {now}",
        organization = organization,
        id = id.0,
        now = now,
    );
    if this.execute(conn).await? == 0 {
        return Err(StoreError::NotFound);
    }
    let others = sql!(
        "UPDATE claims SET confirmed_at = {now}
         WHERE confirmed_at IS NULL AND organization_id = {organization}
           AND network = (SELECT network FROM claims
             WHERE organization_id = {organization} AND id = {id})",
        organization = organization,
        id = id.0,
        now = now,
    );
    others.execute(conn).await.map(drop)
}
