//! Projects that documents belong to.

use crate::{
    error::{ConflictError, NotFoundError},
    http::{Call, List, Reply, no_content, operations},
    requests::{ProjectBody, ProjectStatusName},
    routes::{ledger::put_operations::put_operations, paging},
};
use ::projects::{Budget, Project, ProjectFilter, ProjectId, ProjectStatus, ProjectStore};
use access::Scope;
use money::{Currency, Decimal};
use serde::Serialize;
use time::{Date, OffsetDateTime};
use use_cases::ledger::projects::{add_project, change_project, delete_project};
use utoipa::ToSchema;
use uuid::Uuid;

operations![create_project, list_projects, get_project, put_project, remove_project,];

/// A project.
#[derive(Serialize, ToSchema)]
pub struct ProjectView<'a> {
    pub id: Uuid,
    #[schema(example = "P-2026-07")]
    pub code: &'a str,
    #[schema(example = "Rekonštrukcia strechy")]
    pub name: &'a str,
    pub customer_id: Option<Uuid>,
    #[serde(with = "service_day::iso_date::option")]
    #[schema(value_type = Option<String>, format = Date)]
    pub start_date: Option<Date>,
    #[serde(with = "service_day::iso_date::option")]
    #[schema(value_type = Option<String>, format = Date)]
    pub end_date: Option<Date>,
    pub budget: Option<BudgetView>,
    pub note: Option<&'a str>,
    #[schema(value_type = ProjectStatusName, example = "open")]
    pub status: &'static str,
    /// Grows with each change; a PUT with an outdated one is a 409
    #[schema(example = 1)]
    pub version: i32,
    #[serde(with = "time::serde::rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    pub created_at: OffsetDateTime,
    /// Since when lists leave it out; null when it is not archived
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub archived_at: Option<OffsetDateTime>,
}

/// How much a project may cost.
#[derive(Serialize, ToSchema)]
pub struct BudgetView {
    #[schema(value_type = String, example = "15000.00")]
    pub amount: Decimal,
    #[schema(value_type = String, example = "EUR")]
    pub currency: Currency,
}

/// A page of projects.
pub type ProjectList<'a> = List<ProjectView<'a>>;

impl<'a> ProjectView<'a> {
    fn of(project: &'a Project) -> Self {
        Self {
            id: project.id.0,
            code: &project.code,
            name: &project.name,
            customer_id: project.customer_id.map(Uuid::from),
            start_date: project.start_date,
            end_date: project.end_date,
            budget: project
                .budget
                .map(|Budget { amount, currency }| BudgetView { amount, currency }),
            note: project.note.as_deref(),
            status: project.status.name(),
            version: project.version,
            created_at: project.created_at,
            archived_at: project.archived_at,
        }
    }
}

put_operations! {
    "/v1/agent/projects", "projects", "project": ProjectId, ProjectView::of => ProjectView, ProjectBody;
    /// Makes a project. Scope project:create.
    create create_project "createProject" for Scope::ProjectCreate, "projects.create" => add_project;
    /// One project. Scope project:read.
    get get_project "getProject" for Scope::ProjectRead, project;
    /// Changes a project to what the body describes: closes, archives or restores it too. With a `version` that is not the
    /// current one it is a 409. Issued invoices keep the code that they have. Scope project:update.
    put put_project "changeProject" for Scope::ProjectUpdate => change_project;
}

/// Projects, or archived ones, the newest first. Scope project:read.
#[utoipa::path(
    get, path = "/v1/agent/projects", tag = "projects", operation_id = "listProjects",
    params(
        paging::Pages,
        ("status" = Option<ProjectStatusName>, Query, description = "open or closed"),
        ("customer_id" = Option<Uuid>, Query, description = "For this customer"),
        ("code" = Option<String>, Query, description = "Exact"),
        ("q" = Option<String>, Query, description = "Part of the code or the name, in any case, with or without diacritics"),
        ("archived" = Option<bool>, Query, description = "true: archived ones, instead of the others"),
    ),
    responses((status = 200, description = "A page", body = ProjectList<'static>)),
)]
async fn list_projects(call: Call) -> Reply {
    let organization = call.require(Scope::ProjectRead)?;
    let (mut query, after, limit) = call.page_query()?;
    let filter = ProjectFilter {
        status: query.one_of("status", &ProjectStatus::ALL, ProjectStatus::name),
        archived: query.flag("archived"),
        customer_id: query.id("customer_id"),
        code: query.text("code"),
        text: query.text("q"),
    };
    query.finish()?;
    let page = call.store.projects(organization, &filter, after, limit).await?;
    call.ok(List::of(&page, ProjectView::of))
}

/// Deletes a project that no invoice, expense or contract names; one that is named can be archived. Scope
/// project:delete.
#[utoipa::path(
    delete, path = "/v1/agent/projects/{id}", tag = "projects", operation_id = "deleteProject",
    params(("id" = String, Path, description = "The project's id")),
    responses((status = 204, description = "Deleted"), NotFoundError, ConflictError),
)]
async fn remove_project(call: Call) -> Reply {
    let context = call.context(Scope::ProjectDelete)?;
    let id = ProjectId(call.id("id", "project")?);
    delete_project(&context, id).await?;
    no_content()
}
