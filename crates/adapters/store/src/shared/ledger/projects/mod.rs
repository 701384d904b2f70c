//! Projects, and the sums of their documents.

mod amounts;
mod named;
#[cfg(test)]
mod plans;
mod rows;

use super::super::{idempotency::answer, once, sql::*};
use ::projects::{Project, ProjectAmounts, ProjectFilter, ProjectId, ProjectSpan, ProjectStore};
use access::OrganizationId;
use idempotency::{Answer, Lease};
use persistence::{Cursor, Page};

pub(in super::super) use named::named;

impl ProjectStore for Backend {
    async fn add_project(
        &self,
        organization: OrganizationId,
        project: &Project,
        answered: Option<(&Lease, &Answer)>,
    ) -> Result<()> {
        within!(self, conn => add(conn, organization, project, answered))
    }

    async fn project(&self, organization: OrganizationId, id: ProjectId) -> Result<Project> {
        let mut conn = self.reader().await?;
        let row: rows::Row = rows::find(organization, id).one(read_conn!(conn)).await?;
        row.into_domain()
    }

    async fn projects(
        &self,
        organization: OrganizationId,
        filter: &ProjectFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<Project>> {
        let text = filter.search_text();
        if contains_nul([&filter.code, &text]) {
            return Ok(Page::empty());
        }
        let mut conn = self.reader().await?;
        let query = page_query(rows::list(organization, filter, text.as_deref()), after, limit);
        page(query.all(read_conn!(conn)).await?, limit, rows::Row::into_domain)
    }

    async fn change_project(&self, organization: OrganizationId, after: &Project) -> Result<()> {
        let mut conn = self.writer().await?;
        let search_text = after.search_text();
        once(rows::update(organization, after, &search_text).execute(&mut conn).await?)
    }

    async fn delete_project(&self, organization: OrganizationId, before: &Project) -> Result<bool> {
        within!(self, conn => delete(conn, organization, before))
    }

    async fn project_amounts(
        &self,
        organization: OrganizationId,
        id: ProjectId,
        span: &ProjectSpan,
    ) -> Result<Vec<ProjectAmounts>> {
        amounts::of(self, organization, id, span).await
    }
}

async fn add(
    conn: &mut Conn,
    organization: OrganizationId,
    project: &Project,
    answered: Option<(&Lease, &Answer)>,
) -> Result<()> {
    let search_text = project.search_text();
    rows::row(organization, project, &search_text).insert().execute(conn).await?;
    answer(conn, organization, answered, project.created_at).await
}

/// Locks the project first, so that no other transaction can refer to it in the meantime: the reference of a document
/// waits for the lock.
async fn delete(conn: &mut Conn, organization: OrganizationId, before: &Project) -> Result<bool> {
    let lock = sql!(
        "SELECT version FROM projects WHERE organization_id = {} AND id = {} {for_update}",
        organization,
        before.id.0
    );
    let version: i32 = lock.one(conn).await?;
    if version != before.version {
        return Err(StoreError::Conflict);
    }
    let delete = sql!(
        "DELETE FROM projects WHERE organization_id = {organization} AND id = {id}
           AND NOT EXISTS (SELECT 1 FROM invoices WHERE project_id = {id})
           AND NOT EXISTS (SELECT 1 FROM expenses WHERE project_id = {id})
           AND NOT EXISTS (SELECT 1 FROM contracts WHERE project_id = {id})",
        organization = organization,
        id = before.id.0,
    );
    Ok(delete.execute(conn).await? == 1)
}
