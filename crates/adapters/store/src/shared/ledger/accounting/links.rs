//! Links, with what is secret of them.

use super::{
    super::super::{queue::enqueue, sql::*},
    rows::{self, LinkRow, link_row},
    secret,
};
use access::{OrganizationId, Tier};
use accounting_programs::{
    AccountingLinkStore, Link, LinkId, LinkSecrets, ProgramSecret, ProgramUrl,
};
use jobs::NewJob;
use secret_text::SecretHash;
use time::{Date, OffsetDateTime};
use uuid::Uuid;

/// The encrypted secret, and the hash of the token.
type Kept<'a> = (Option<&'a Vec<u8>>, Option<&'a SecretHash>);

impl AccountingLinkStore for Backend {
    async fn accounting_link(&self, organization: OrganizationId, tier: Tier) -> Result<Link> {
        let query = sql!(
            "SELECT {} FROM accounting_links WHERE organization_id = {} AND tier = {}",
            LinkRow::COLUMNS,
            organization,
            tier.name()
        );
        let row: LinkRow = reading!(self, conn => query.one(conn))?;
        row.into_domain().map(|(_, link)| link)
    }

    async fn accounting_link_of(&self, organization: OrganizationId, id: LinkId) -> Result<Link> {
        let row: LinkRow = reading!(self, conn => one(organization, id).one(conn))?;
        row.into_domain().map(|(_, link)| link)
    }

    async fn accounting_link_by_token(&self, token: SecretHash) -> Result<(OrganizationId, Link)> {
        let query = sql!(
            "SELECT {} FROM accounting_links WHERE token = {}",
            LinkRow::COLUMNS,
            token.0.as_slice()
        );
        let row: LinkRow = reading!(self, conn => query.one(conn))?;
        row.into_domain()
    }

    async fn accounting_secret(
        &self,
        organization: OrganizationId,
        id: LinkId,
    ) -> Result<ProgramSecret> {
        let query = sql!(
            "SELECT secret FROM accounting_links
             WHERE organization_id = {} AND id = {} AND secret IS NOT NULL",
            organization,
            id.0
        );
        let sealed: Vec<u8> = reading!(self, conn => query.one(conn))?;
        secret::open(self.secrets_key.as_ref(), (organization, id), &sealed)
    }

    async fn add_accounting_link(
        &self,
        organization: OrganizationId,
        link: &Link,
        secrets: LinkSecrets<'_>,
        job: &NewJob,
        now: OffsetDateTime,
    ) -> Result<()> {
        let key = self.secrets_key.as_ref();
        let sealed = secret::seal(key, (organization, link.id), secrets.secret)?;
        let kept = (sealed.as_ref(), secrets.token.as_ref());
        within!(self, conn => add(conn, (organization, link), kept, (job, now)))
    }

    async fn change_accounting_link(
        &self,
        organization: OrganizationId,
        before: &Link,
        after: &Link,
        secrets: LinkSecrets<'_>,
        job: &NewJob,
        now: OffsetDateTime,
    ) -> Result<()> {
        let key = self.secrets_key.as_ref();
        let sealed = secret::seal(key, (organization, before.id), secrets.secret)?;
        let kept = (sealed.as_ref(), secrets.token.as_ref());
        within!(self, conn => put(conn, organization, (before, after), kept, (job, now)))
    }

    async fn keep_looked_through(
        &self,
        organization: OrganizationId,
        link: &Link,
        today: Date,
    ) -> Result<()> {
        let update = sql!(
            "UPDATE accounting_links SET looked_through_on = {}
             WHERE organization_id = {} AND id = {} AND from_date = {}",
            today,
            organization,
            link.id.0,
            link.from_date
        );
        let mut conn = self.writer().await?;
        update.execute(&mut conn).await.map(drop)
    }

    async fn delete_accounting_link(&self, organization: OrganizationId, id: LinkId) -> Result<()> {
        within!(self, conn => delete(conn, organization, id))
    }

    async fn accounting_links(
        &self,
        after: Option<LinkId>,
        limit: u16,
    ) -> Result<Vec<(OrganizationId, Link)>> {
        let after = after.map(|after| sql!(" WHERE id > {}", after.0));
        let query = sql!("SELECT {} FROM accounting_links", LinkRow::COLUMNS)
            .and(after)
            .then(sql!(" ORDER BY id LIMIT {}", i64::from(limit)));
        let rows: Vec<LinkRow> = reading!(self, conn => query.all(conn))?;
        rows.into_iter().map(LinkRow::into_domain).collect()
    }
}

fn one(organization: OrganizationId, id: LinkId) -> Statement<'static> {
    sql!(
        "SELECT {} FROM accounting_links WHERE organization_id = {} AND id = {}",
        LinkRow::COLUMNS,
        organization,
        id.0
    )
}

/// Locks the link, which must be of this version.
pub(super) async fn locked(
    conn: &mut Conn,
    organization: OrganizationId,
    before: &Link,
) -> Result<()> {
    let lock = sql!(
        "SELECT version FROM accounting_links WHERE organization_id = {} AND id = {} {for_change}",
        organization,
        before.id.0
    );
    match lock.one::<i32>(conn).await? == before.version {
        true => Ok(()),
        false => Err(StoreError::Conflict),
    }
}

/// Stores the state of a link.
pub(super) async fn change(
    conn: &mut Conn,
    organization: OrganizationId,
    (before, after): (&Link, &Link),
) -> Result<()> {
    locked(conn, organization, before).await?;
    let update = sql!(
        "UPDATE accounting_links SET failures = {}, error = {}, retry_at = {}, answered_at = {}, version = {}
         WHERE organization_id = {} AND id = {}",
        i64::from(after.contact.failures),
        after.contact.error.as_deref(),
        after.contact.retry_at,
        after.contact.answered_at,
        after.version,
        organization,
        before.id.0
    );
    update.execute(conn).await.map(drop)
}

async fn add(
    conn: &mut Conn,
    (organization, link): (OrganizationId, &Link),
    kept: Kept<'_>,
    (job, now): (&NewJob, OffsetDateTime),
) -> Result<()> {
    let settings = rows::settings(link)?;
    match link_row(organization, link, &settings, kept).insert().execute(conn).await {
        Err(StoreError::Taken(_)) => return Err(StoreError::Conflict),
        added => drop(added?),
    }
    enqueue(conn, Some(job), now).await
}

/// Stores the settings and the state of a link. Secrets that are not given stay.
async fn put(
    conn: &mut Conn,
    organization: OrganizationId,
    (before, after): (&Link, &Link),
    (sealed, token): Kept<'_>,
    (job, now): (&NewJob, OffsetDateTime),
) -> Result<()> {
    change(conn, organization, (before, after)).await?;
    let settings = rows::settings(after)?;
    let update = sql!(
        "UPDATE accounting_links SET url = {}, settings = {}, secret = coalesce({}, secret),
           token = coalesce({}, token), from_date = {}, looked_through_on = {}
         WHERE organization_id = {} AND id = {}",
        after.url.as_ref().map(ProgramUrl::as_str),
        settings.as_str(),
        sealed,
        token.map(|hash| hash.0.as_slice()),
        after.from_date,
        after.looked_through,
        organization,
        before.id.0
    );
    update.execute(conn).await?;
    enqueue(conn, Some(job), now).await
}

async fn delete(conn: &mut Conn, organization: OrganizationId, id: LinkId) -> Result<()> {
    let lock = sql!(
        "SELECT id FROM accounting_links WHERE organization_id = {} AND id = {} {for_update}",
        organization,
        id.0
    );
    lock.one::<Uuid>(conn).await?;
    let postings = sql!(
        "DELETE FROM accounting_postings WHERE organization_id = {} AND link_id = {}",
        organization,
        id.0
    );
    postings.execute(conn).await?;
    let link = sql!(
        "DELETE FROM accounting_links WHERE organization_id = {} AND id = {}",
        organization,
        id.0
    );
    link.execute(conn).await.map(drop)
}
