use crate::{Cost, Project, ProjectAmounts, ProjectStatus};
use access::OrganizationId;
use idempotency::{Answer, Lease};
use invoicing::ContactId;
use peppol_connector::identifiers::Network;
use persistence::{Cursor, Page, StoreError, ids::ProjectId, port};
use time::Date;

/// Which projects to list; `None` means any.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ProjectFilter {
    /// Only projects in this status.
    pub status: Option<ProjectStatus>,
    /// Whether to list the archived projects instead of the others.
    pub archived: bool,
    /// Only projects for this customer.
    pub customer_id: Option<ContactId>,
    /// The exact code.
    pub code: Option<String>,
    /// Part of the code or of the name, in any case, with or without diacritics.
    pub text: Option<String>,
}

impl ProjectFilter {
    /// The text that [`Project::search_text`] must contain.
    #[must_use]
    pub fn search_text(&self) -> Option<String> {
        let text = self.text.as_deref().map(str::trim).filter(|text| !text.is_empty());
        text.map(invoicing::search_name)
    }
}

/// Which documents of a project to sum up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProjectSpan {
    /// Only documents of this day or later. The day of an invoice is its tax point, or else its issue date; that of
    /// an expense is its issue date.
    pub from: Option<Date>,
    /// Only documents of this day or earlier.
    pub to: Option<Date>,
    /// The network whose keys see the expenses.
    pub network: Network,
    /// Whether the VAT of suppliers is a cost, since the organization last became a VAT payer or ceased to be one.
    pub cost: Cost,
}

port! {
    /// The store of projects. No two projects of an organization have the same code.
    pub trait ProjectStore: Send + Sync {
        /// Stores a new project, with the answer under the lease, in one transaction.
        ///
        /// # Errors
        /// [`StoreError::Taken`] for a code that another project has, [`StoreError::NotFound`] when the organization or
        /// the customer does not exist, [`StoreError::LeaseLost`].
        async fn add_project(
            &self, organization: OrganizationId, project: &Project,
            answered: Option<(&Lease, &Answer)>
        ) -> Result<(), StoreError>;

        /// One project, archived or not.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn project(
            &self, organization: OrganizationId, id: ProjectId
        ) -> Result<Project, StoreError>;

        /// A page of projects, the newest first.
        async fn projects(
            &self, organization: OrganizationId, filter: &ProjectFilter, after: Option<Cursor>,
            limit: u16
        ) -> Result<Page<Project>, StoreError>;

        /// Changes a project.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when it has changed since it was read, [`StoreError::Taken`] for a code that another
        /// project has, [`StoreError::NotFound`] when the customer does not exist.
        async fn change_project(
            &self, organization: OrganizationId, after: &Project
        ) -> Result<(), StoreError>;

        /// Deletes a project, unless an invoice, an expense or a contract refers to it. Returns whether it was
        /// deleted.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when it has changed since it was read, [`StoreError::NotFound`].
        async fn delete_project(
            &self, organization: OrganizationId, before: &Project
        ) -> Result<bool, StoreError>;

        /// The sums of the documents of a project, in no order; one sum may come in parts. The day of a document
        /// decides whether the VAT of a supplier is a cost. The result is empty for a project that does not exist.
        async fn project_amounts(
            &self, organization: OrganizationId, id: ProjectId, span: &ProjectSpan
        ) -> Result<Vec<ProjectAmounts>, StoreError>;
    }
}
