//! Links to accounting programs, and what is written into them.
//!
//! The row of a link is locked before its postings are changed.

mod rows;
mod secret;
mod subjects;

use super::super::{queue::enqueue, sql::*};
use access::{OrganizationId, Tier};
use accounting_programs::{
    AccountingLinkStore, Link, LinkId, NextPosting, Posting, PostingFilter, PostingId, PostingKind,
    PostingStore, ProgramSecret, ProgramUrl, ShownPosting, Subject,
};
use jobs::NewJob;
use persistence::{Cursor, Page};
use rows::{HELD, LinkRow, POSTING, PostingRow, WAITING, link_row, posting_row, update};
use secret_text::SecretHash;
use time::OffsetDateTime;
use uuid::Uuid;

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
        secret: Option<&ProgramSecret>,
        token: Option<SecretHash>,
    ) -> Result<()> {
        let key = self.secrets_key.as_ref();
        let sealed = secret::seal(key, (organization, link.id), secret)?;
        let settings = rows::settings(link)?;
        let secrets = (sealed.as_ref(), token.as_ref());
        let mut conn = self.writer().await?;
        let row = link_row(organization, link, &settings, secrets);
        match row.insert().execute(&mut conn).await {
            Err(StoreError::Taken(_)) => Err(StoreError::Conflict),
            added => added.map(drop),
        }
    }

    async fn change_accounting_link(
        &self,
        organization: OrganizationId,
        before: &Link,
        after: &Link,
        secret: Option<&ProgramSecret>,
    ) -> Result<()> {
        let key = self.secrets_key.as_ref();
        let sealed = secret::seal(key, (organization, before.id), secret)?;
        within!(self, conn => change(conn, organization, (before, after), sealed.as_ref()))
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

impl PostingStore for Backend {
    async fn without_posting(
        &self,
        organization: OrganizationId,
        link: &Link,
        limit: u16,
    ) -> Result<Vec<Subject>> {
        reading!(self, conn => subjects::without_posting(conn, organization, link, limit))
    }

    async fn add_postings(
        &self,
        organization: OrganizationId,
        postings: &[Posting],
        job: Option<&NewJob>,
        now: OffsetDateTime,
    ) -> Result<()> {
        within!(self, conn => add(conn, organization, postings, (job, now)))
    }

    async fn has_next_posting(&self, organization: OrganizationId, link: LinkId) -> Result<bool> {
        let query = sql!(
            "SELECT EXISTS (SELECT 1 FROM accounting_postings p
               WHERE p.organization_id = {} AND p.link_id = {} AND p.state = 'pending' AND NOT {})",
            organization,
            link.0,
            HELD
        );
        reading!(self, conn => query.one(conn))
    }

    async fn next_postings(
        &self,
        organization: OrganizationId,
        link: LinkId,
        limit: u16,
    ) -> Result<Vec<NextPosting>> {
        let query = sql!(
            "SELECT {}, NOT {} AS is_ready FROM accounting_postings p
             WHERE p.organization_id = {} AND p.link_id = {} AND p.state = 'pending' AND NOT {}
             ORDER BY p.subject_id LIMIT {}",
            POSTING,
            WAITING,
            organization,
            link.0,
            HELD,
            i64::from(limit)
        );
        let rows = reading!(self, conn => query.all(conn))?;
        rows.into_iter().map(rows::next).collect()
    }

    async fn save_postings(
        &self,
        organization: OrganizationId,
        before: &Link,
        after: &Link,
        postings: &[Posting],
        dropped: &[PostingId],
    ) -> Result<()> {
        let of = (before, after);
        within!(self, conn => save(conn, organization, of, postings, dropped))
    }

    async fn change_posting(
        &self,
        organization: OrganizationId,
        before: &Posting,
        after: &Posting,
        job: Option<&NewJob>,
        now: OffsetDateTime,
    ) -> Result<()> {
        within!(self, conn => change_one(conn, organization, (before, after), (job, now)))
    }

    async fn posting(
        &self,
        organization: OrganizationId,
        link: LinkId,
        id: PostingId,
    ) -> Result<ShownPosting> {
        let query = shown(organization, link).then(sql!(" AND p.id = {}", id.0));
        rows::shown(reading!(self, conn => query.one(conn))?)
    }

    async fn postings(
        &self,
        organization: OrganizationId,
        link: LinkId,
        filter: PostingFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<ShownPosting>> {
        let state = filter.state.map(|state| sql!(" AND p.state = {}", state.name()));
        let kind = filter.kind.map(|kind| sql!(" AND p.kind = {}", kind.name()));
        let query = page_query(shown(organization, link).and(state).and(kind), after, limit);
        self.page(query, limit, rows::shown).await
    }

    async fn postings_of(
        &self,
        organization: OrganizationId,
        link: LinkId,
        kind: PostingKind,
        subjects: &[Uuid],
    ) -> Result<Vec<ShownPosting>> {
        if subjects.is_empty() {
            return Ok(Vec::new());
        }
        let query = shown(organization, link).then(sql!(
            " AND p.kind = {} AND p.subject_id IN {}",
            kind.name(),
            list(subjects.iter().copied())
        ));
        let rows = reading!(self, conn => query.all(conn))?;
        rows.into_iter().map(rows::shown).collect()
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

fn shown(organization: OrganizationId, link: LinkId) -> Statement<'static> {
    sql!(
        "SELECT {}, {} AS is_held FROM accounting_postings p
         WHERE p.organization_id = {} AND p.link_id = {}",
        POSTING,
        HELD,
        organization,
        link.0
    )
}

/// Locks the link, which must be of this version.
async fn locked(conn: &mut Conn, organization: OrganizationId, before: &Link) -> Result<()> {
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

async fn change(
    conn: &mut Conn,
    organization: OrganizationId,
    (before, after): (&Link, &Link),
    sealed: Option<&Vec<u8>>,
) -> Result<()> {
    locked(conn, organization, before).await?;
    let settings = rows::settings(after)?;
    let update = sql!(
        "UPDATE accounting_links SET url = {}, settings = {}, secret = coalesce({}, secret), from_date = {},
           failures = {}, error = {}, retry_at = {}, answered_at = {}, version = {}
         WHERE organization_id = {} AND id = {}",
        after.url.as_ref().map(ProgramUrl::as_str),
        settings.as_str(),
        sealed,
        after.from_date,
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

async fn add(
    conn: &mut Conn,
    organization: OrganizationId,
    postings: &[Posting],
    (job, now): (Option<&NewJob>, OffsetDateTime),
) -> Result<()> {
    for posting in postings {
        let once = sql!(" ON CONFLICT (organization_id, link_id, kind, subject_id) DO NOTHING");
        posting_row(organization, posting).insert().then(once).execute(conn).await?;
    }
    enqueue(conn, job, now).await
}

async fn save(
    conn: &mut Conn,
    organization: OrganizationId,
    (before, after): (&Link, &Link),
    postings: &[Posting],
    dropped: &[PostingId],
) -> Result<()> {
    change(conn, organization, (before, after), None).await?;
    for posting in postings {
        update(organization, posting).execute(conn).await?;
    }
    if dropped.is_empty() {
        return Ok(());
    }
    let gone = sql!(
        "DELETE FROM accounting_postings WHERE organization_id = {} AND link_id = {} AND id IN {}",
        organization,
        before.id.0,
        list(dropped.iter().map(|id| id.0))
    );
    gone.execute(conn).await.map(drop)
}

async fn change_one(
    conn: &mut Conn,
    organization: OrganizationId,
    (before, after): (&Posting, &Posting),
    (job, now): (Option<&NewJob>, OffsetDateTime),
) -> Result<()> {
    let lock = sql!(
        "SELECT {} FROM accounting_postings p
         WHERE p.organization_id = {} AND p.link_id = {} AND p.id = {} {for_change}",
        POSTING,
        organization,
        before.link.0,
        before.id.0
    );
    if lock.one::<PostingRow>(conn).await?.into_domain()? != *before {
        return Err(StoreError::Conflict);
    }
    update(organization, after).execute(conn).await?;
    enqueue(conn, job, now).await
}
