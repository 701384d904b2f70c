use crate::Budget;
use invoicing::{ContactId, records::NamedProject};
use persistence::ids::ProjectId;
use time::{Date, OffsetDateTime};

persistence::named! {
    /// Whether work on a project goes on.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub enum ProjectStatus {
        /// It is in progress, and new documents may refer to it.
        #[default]
        Open = "open",
        /// It is finished, and new documents may not refer to it.
        Closed = "closed",
    }
}

/// A project, which groups documents so that they are found and summed up together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Project {
    /// The id, which documents refer to.
    pub id: ProjectId,
    /// The organization's code of it, unique in the organization. It is the project reference (BT-11) of invoices in
    /// the project that have none of their own.
    pub code: String,
    /// The name.
    pub name: String,
    /// The contact that the project is for.
    pub customer_id: Option<ContactId>,
    /// The first day.
    pub start_date: Option<Date>,
    /// The last day, not before the first.
    pub end_date: Option<Date>,
    /// The budget.
    pub budget: Option<Budget>,
    /// A note, which only the organization sees.
    pub note: Option<String>,
    /// Open or closed.
    pub status: ProjectStatus,
    /// When it was archived. Lists and forms leave archived projects out, and new documents may not refer to them.
    pub archived_at: Option<OffsetDateTime>,
    /// The version, which starts at 1 and grows with each change.
    pub version: i32,
    /// When it was created.
    pub created_at: OffsetDateTime,
}

impl Project {
    /// Whether new documents may refer to it: it is open and not archived.
    #[must_use]
    pub fn is_in_use(&self) -> bool {
        self.status == ProjectStatus::Open && self.archived_at.is_none()
    }

    /// The text to search in: [`invoicing::search_name`] of its code and its name.
    #[must_use]
    pub fn search_text(&self) -> String {
        invoicing::search_name(&format!("{} {}", self.code, self.name))
    }
}

impl From<&Project> for NamedProject {
    fn from(project: &Project) -> Self {
        let (id, code) = (project.id, project.code.clone());
        Self { id, code, is_in_use: project.is_in_use() }
    }
}

persistence::listed!(Project: created_at, id);
