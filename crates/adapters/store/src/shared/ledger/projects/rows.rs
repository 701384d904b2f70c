use super::super::super::sql::*;
use crate::{error::require_known, names, sql_types::AsMoney};
use ::projects::{Budget, Project, ProjectFilter, ProjectId, ProjectStatus};
use access::OrganizationId;
use invoicing::ContactId;
use rust_decimal::Decimal;
use time::{Date, OffsetDateTime};
use uuid::Uuid;

columns! {
    pub(super) struct Row {
        id: Uuid,
        code: String,
        name: String,
        customer_id: Option<Uuid>,
        start_date: Option<Date>,
        end_date: Option<Date>,
        budget: Option<Decimal>,
        budget_currency: Option<String>,
        note: Option<String>,
        status: String,
        archived_at: Option<OffsetDateTime>,
        version: i32,
        created_at: OffsetDateTime,
    }
}

impl Row {
    pub(super) fn into_domain(self) -> Result<Project> {
        let currency = self.budget_currency.as_deref().map(names::currency).transpose()?;
        let budget = self.budget.zip(currency);
        let status = ProjectStatus::of_name(&self.status);
        Ok(Project {
            id: ProjectId(self.id),
            code: self.code,
            name: self.name,
            customer_id: self.customer_id.map(ContactId),
            start_date: self.start_date,
            end_date: self.end_date,
            budget: budget.map(|(amount, currency)| Budget { amount, currency }),
            note: self.note,
            status: require_known("status of a project", &self.status, status)?,
            archived_at: self.archived_at,
            version: self.version,
            created_at: self.created_at,
        })
    }
}

pub(super) fn row<'a>(
    organization: OrganizationId,
    project: &'a Project,
    search_text: &'a str,
) -> NewRow<'a> {
    row!("projects",
        organization_id: organization,
        id: project.id.0,
        code: &project.code,
        name: &project.name,
        search_text: search_text,
        customer_id: project.customer_id,
        start_date: project.start_date,
        end_date: project.end_date,
        budget: project.budget.map(|budget| AsMoney(budget.amount)),
        budget_currency: project.budget.map(|budget| budget.currency.code()),
        note: project.note.as_deref(),
        status: project.status.name(),
        archived_at: project.archived_at,
        version: project.version,
        created_at: project.created_at,
    )
}

fn all(organization: OrganizationId) -> Statement<'static> {
    sql!(
        "SELECT id, code, name, customer_id, start_date, end_date, budget, budget_currency, note,
           status, archived_at, version, created_at
         FROM projects WHERE organization_id = {}",
        organization
    )
}

pub(super) fn find(organization: OrganizationId, id: ProjectId) -> Statement<'static> {
    all(organization).then(sql!(" AND id = {}", id.0))
}

/// `text` is [`ProjectFilter::search_text`].
pub(super) fn list<'a>(
    organization: OrganizationId,
    filter: &'a ProjectFilter,
    text: Option<&'a str>,
) -> Statement<'a> {
    let archived = match filter.archived {
        true => sql!(" AND archived_at IS NOT NULL"),
        false => sql!(" AND archived_at IS NULL"),
    };
    all(organization)
        .then(archived)
        .and(filter.status.map(|status| sql!(" AND status = {}", status.name())))
        .and(filter.customer_id.map(|customer| sql!(" AND customer_id = {}", customer)))
        .and(filter.code.as_deref().map(|code| sql!(" AND code = {}", code)))
        .and(text.map(|part| sql!(" AND {position}(search_text, {}) > 0", part)))
}

/// Updates a project that has the version before.
pub(super) fn update<'a>(
    organization: OrganizationId,
    after: &'a Project,
    search_text: &'a str,
) -> Statement<'a> {
    sql!(
        "UPDATE projects SET code = {code}, name = {name}, search_text = {search_text},
           customer_id = {customer}, start_date = {start}, end_date = {end}, budget = {budget},
           budget_currency = {budget_currency}, note = {note}, status = {status},
           archived_at = {archived_at}, version = {version}
         WHERE organization_id = {organization} AND id = {id} AND version = {version} - 1",
        code = &after.code,
        name = &after.name,
        search_text = search_text,
        customer = after.customer_id,
        start = after.start_date,
        end = after.end_date,
        budget = after.budget.map(|budget| AsMoney(budget.amount)),
        budget_currency = after.budget.map(|budget| budget.currency.code()),
        note = after.note.as_deref(),
        status = after.status.name(),
        archived_at = after.archived_at,
        version = after.version,
        organization = organization,
        id = after.id.0,
    )
}
