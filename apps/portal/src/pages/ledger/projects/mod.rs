//! The pages of projects: the list, a project with its totals, and its form.

mod form;
mod list;
mod page;
mod totals;

pub(in crate::pages) use form::{create, new, save};
pub(in crate::pages) use list::list;
pub(in crate::pages) use page::{delete, page};

use crate::{
    blocks::{Badge, Kind},
    texts::Texts,
};
use ::projects::{Project, ProjectStatus};

/// The state of a project: open or closed, and archived.
fn badges(t: &'static Texts, project: &Project) -> Vec<Badge> {
    let mut badges = vec![status(t, project.status)];
    if project.archived_at.is_some() {
        badges.push(Badge { kind: Kind::Quiet, text: t.project_archived });
    }
    badges
}

const fn status(t: &'static Texts, status: ProjectStatus) -> Badge {
    match status {
        ProjectStatus::Open => Badge { kind: Kind::Info, text: t.project_open },
        ProjectStatus::Closed => Badge { kind: Kind::Good, text: t.project_closed },
    }
}
