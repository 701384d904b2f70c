//! The postings of links.

use super::{
    super::super::{queue::enqueue, sql::*},
    links::change,
    rows::{self, HELD, POSTING, PostingRow, WAITING, posting_row, update},
    subjects,
};
use access::OrganizationId;
use accounting_programs::{
    Link, LinkId, Look, NextPosting, Posting, PostingFilter, PostingId, PostingKind, PostingStore,
    ShownPosting, Subject,
};
use jobs::NewJob;
use persistence::{Cursor, Page};
use time::OffsetDateTime;
use uuid::Uuid;

impl PostingStore for Backend {
    async fn without_posting(
        &self,
        organization: OrganizationId,
        link: &Link,
        look: Look,
        limit: u16,
    ) -> Result<Vec<Subject>> {
        reading!(self, conn => subjects::without_posting(conn, organization, (link, look), limit))
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
        let query = select_postings(organization, link).then(sql!(" AND p.id = {}", id.0));
        rows::shown_posting(reading!(self, conn => query.one(conn))?)
    }

    async fn pending_postings(
        &self,
        organization: OrganizationId,
        link: LinkId,
        ids: &[PostingId],
    ) -> Result<Vec<Posting>> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let query = sql!(
            "SELECT {} FROM accounting_postings p
             WHERE p.organization_id = {} AND p.link_id = {} AND p.state = 'pending' AND p.id IN {}
             ORDER BY p.subject_id",
            POSTING,
            organization,
            link.0,
            list(ids.iter().map(|id| id.0))
        );
        let rows: Vec<PostingRow> = reading!(self, conn => query.all(conn))?;
        rows.into_iter().map(PostingRow::into_domain).collect()
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
        let query =
            page_query(select_postings(organization, link).and(state).and(kind), after, limit);
        self.page(query, limit, rows::shown_posting).await
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
        let query = select_postings(organization, link).then(sql!(
            " AND p.kind = {} AND p.subject_id IN {}",
            kind.name(),
            list(subjects.iter().copied())
        ));
        let rows = reading!(self, conn => query.all(conn))?;
        rows.into_iter().map(rows::shown_posting).collect()
    }
}

fn select_postings(organization: OrganizationId, link: LinkId) -> Statement<'static> {
    sql!(
        "SELECT {}, {} AS is_held FROM accounting_postings p
         WHERE p.organization_id = {} AND p.link_id = {}",
        POSTING,
        HELD,
        organization,
        link.0
    )
}

/// Rows of one statement.
const ROWS: usize = 100;

async fn add(
    conn: &mut Conn,
    organization: OrganizationId,
    postings: &[Posting],
    (job, now): (Option<&NewJob>, OffsetDateTime),
) -> Result<()> {
    for some in postings.chunks(ROWS) {
        let once = sql!(" ON CONFLICT (organization_id, link_id, kind, subject_id) DO NOTHING");
        if let Some(insert) = insert_all(some.iter().map(|it| posting_row(organization, it))) {
            insert.then(once).once().execute(conn).await?;
        }
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
    change(conn, organization, (before, after)).await?;
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
