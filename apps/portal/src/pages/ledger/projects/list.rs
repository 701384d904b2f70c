use super::{badges, status};
use crate::pages::{choices, rows::ROWS};
use crate::{
    blocks::{Cell, Field, Link, Section, Table},
    error::Page,
    view::View,
    visit::Visit,
};
use ::projects::{Project, ProjectFilter, ProjectStatus, ProjectStore};
use access::Scope;

/// Projects, the newest first.
pub(in crate::pages) async fn list(visit: Visit) -> Page {
    let (organization, t) = (visit.require(Scope::ProjectRead)?, visit.t());
    let (mut query, after) = visit.list()?;
    let filter = ProjectFilter {
        status: query.one_of("status", &ProjectStatus::ALL, ProjectStatus::name),
        archived: query.flag("archived"),
        customer_id: query.id("customer_id"),
        text: query.text("q"),
        ..ProjectFilter::default()
    };
    query.finish()?;
    let page = visit.store.projects(organization, &filter, after, ROWS).await?;
    let mut view = View::new(t.projects);
    view.lead = t.projects_lead;
    if visit.may(Scope::ProjectCreate) {
        view.links = vec![Link::main(visit.path("projects/new"), t.new_project)];
    }
    view.filters = filters(&visit, &filter);
    let heads = vec![t.project, t.project_code, t.state, t.project_start, t.project_end, t.budget];
    let row = |project: &Project| row(&visit, project);
    let table = Table::of(t.projects, heads, (&page.rows, t.no_projects), row);
    let next = visit.next_rows(&page);
    view.sections = vec![Section::table(t.list, Table { next, ..table })];
    view.show(&visit)
}

fn row(visit: &Visit, project: &Project) -> Vec<Cell> {
    let words = &visit.words;
    let budget = project.budget.map(|it| words.amount(it.amount, it.currency.code()));
    vec![
        Cell::link(visit.path(&format!("projects/{}", project.id)), &*project.name),
        Cell::text(&*project.code),
        Cell::Badges(badges(visit.t(), project)),
        words.day(project.start_date),
        words.day(project.end_date),
        budget.unwrap_or(Cell::Nothing),
    ]
}

fn filters(visit: &Visit, filter: &ProjectFilter) -> Vec<Field> {
    let t = visit.t();
    let chosen = filter.status.map_or("", ProjectStatus::name);
    let label = |it| status(t, it).text;
    let statuses =
        choices::named(Some(t.any), &ProjectStatus::ALL, ProjectStatus::name, label, chosen);
    let archived = choices::yes_or_no(visit, if filter.archived { "true" } else { "false" });
    let mut fields = vec![
        Field::new("q", t.name_or_code, filter.text.as_deref().unwrap_or_default()),
        Field::new("status", t.state, "").choice(statuses),
        Field::new("archived", t.project_archived, "").choice(archived),
    ];
    fields.extend(filter.customer_id.map(|id| Field::hidden("customer_id", id.to_string())));
    fields
}
