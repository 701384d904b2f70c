use crate::Budget;
use invoicing::{ContactId, records::NamedProject};
use persistence::ids::ProjectId;
use time::{Date, OffsetDateTime};

persistence::named! {
    /// Whether work on a project goes on.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub enum ProjectStatus {
        /// New documents may name it.
        #[default]
        Open = "open",
        /// It is finished: new documents may not name it.
        Closed = "closed",
    }
}

/// A project, by which the documents that belong together are found and summed up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Project {
    /// The id; documents name it.
    pub id: ProjectId,
    /// The organization's own code of it, unique in the organization. It is the project reference (BT-11) of invoices
    /// that name the project and give no other.
    pub code: String,
    /// The name.
    pub name: String,
    /// The contact that it is done for.
    pub customer_id: Option<ContactId>,
    /// The first day.
    pub start_date: Option<Date>,
    /// The last day, not before the first.
    pub end_date: Option<Date>,
    /// How much it may cost.
    pub budget: Option<Budget>,
    /// A note for the organization's own people.
    pub note: Option<String>,
    /// Open or closed.
    pub status: ProjectStatus,
    /// Since when lists and forms leave it out, and new documents may not name it.
    pub archived_at: Option<OffsetDateTime>,
    /// The version, which starts at 1 and grows with each change.
    pub version: i32,
    /// When it was created.
    pub created_at: OffsetDateTime,
}

impl Project {
    /// Whether new documents may name it: it is open and not archived.
    #[must_use]
    pub fn is_in_use(&self) -> bool {
        self.status == ProjectStatus::Open && self.archived_at.is_none()
    }

    /// The text that it is found by: [`invoicing::search_name`] of its code and its name.
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
