//! Searches for a project by a part of its code or its name.

use super::{PROJECT, choices};
use crate::{
    answer::html,
    blocks::{Choices, Field},
    error::{Page, PageError},
    form::Form,
    texts::Texts,
    visit::Visit,
};
use ::projects::Project;
use access::Scope;
use actix_web::http::StatusCode;
use use_cases::{invoicing::choices::Offered, ledger::projects::projects_to_choose};

/// The option for no project.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::pages) enum NoProject {
    /// The document belongs to none.
    None,
    /// A new invoice inherits the project of its original or its advances, unless no project is chosen explicitly.
    Inherited,
}

/// The value for explicitly no project.
pub(in crate::pages) const NONE: &str = "none";

impl NoProject {
    const ALL: [Self; 2] = [Self::None, Self::Inherited];

    /// The name in an address.
    const fn name(self) -> &'static str {
        match self {
            NoProject::None => "none",
            NoProject::Inherited => "inherited",
        }
    }

    fn labels(self, t: &Texts) -> Vec<(&'static str, &'static str)> {
        match self {
            NoProject::None => vec![("", t.no_project)],
            NoProject::Inherited => vec![("", t.project_inherited), (NONE, t.no_project)],
        }
    }
}

/// The project of a document, where any is in use or chosen.
///
/// # Errors
/// Storage.
pub(in crate::pages) async fn project(
    visit: &Visit,
    form: &Form,
    nothing: NoProject,
    fault: Option<String>,
) -> Result<Option<Field>, PageError> {
    let (t, wanted, chosen) = (visit.t(), form.text(PROJECT.find), form.text("project_id"));
    let left_out = form.filled(LEFT_OUT).is_some();
    let found = found(visit, nothing, wanted, chosen).await?;
    if found.all.len() == nothing.labels(t).len() && wanted.is_empty() && !left_out {
        return Ok(None);
    }
    let href = visit.path(&format!("projects/options?nothing={}", nothing.name()));
    let field = Field::new("project_id", t.project, "");
    let field = field.find(PROJECT.finder(t, wanted, found, href)).fault(fault);
    Ok(Some(if left_out { field.hint(t.project_left_out) } else { field }))
}

/// The field that says that the project of the copied invoice is no longer in use.
pub(in crate::pages) const LEFT_OUT: &str = "project_left_out";

async fn found(
    visit: &Visit,
    nothing: NoProject,
    wanted: &str,
    chosen: &str,
) -> Result<Choices, PageError> {
    let offered = projects_to_choose(&visit.use_case(), wanted, chosen.parse().ok()).await?;
    let Offered { rows, has_more } = offered;
    let row = |row: &Project| (row.id.to_string(), format!("{} · {}", row.code, row.name));
    let rows = rows.iter().map(row).collect();
    let t = visit.t();
    Ok(choices(t, &nothing.labels(t), (rows, has_more), (wanted, chosen)))
}

/// The options that htmx requests while somebody types.
pub(in crate::pages) async fn options(visit: Visit) -> Page {
    visit.require(Scope::ProjectRead)?;
    let mut query = visit.query()?;
    let nothing = query.one_of("nothing", &NoProject::ALL, NoProject::name);
    let wanted = query.text(PROJECT.find).unwrap_or_default();
    let chosen = query.text("project_id").unwrap_or_default();
    query.finish()?;
    let found = found(&visit, nothing.unwrap_or(NoProject::None), &wanted, &chosen).await?;
    Ok(html(StatusCode::OK, &found))
}
