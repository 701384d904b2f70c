//! The project that a document belongs to, as far as the document depends on it.

use crate::{
    AnyInvoice, Violations,
    recording::{InvoiceContent, OriginalInvoice},
    terms::HeaderTexts,
};
use persistence::ids::ProjectId;
use refusals::Refusal;
use thiserror::Error;

/// A project that a document names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedProject {
    /// The project.
    pub id: ProjectId,
    /// Its code: the project reference (BT-11) of a document that gives no other.
    pub code: String,
    /// Whether new documents may name it: it is open and not archived.
    pub is_in_use: bool,
}

/// Why a document does not name a project.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error, Refusal)]
pub(crate) enum NamedProjectFault {
    #[error("project not found")]
    NotFound,
    #[error("the project is closed or archived")]
    NotInUse,
}

/// Checks a project that a document names for the first time: it exists (`known`) and is in use. Violations are added
/// to `found`.
pub fn check_project(field: &str, known: Option<&NamedProject>, found: &mut Violations) {
    match known {
        None => found.add_missing(field, NamedProjectFault::NotFound),
        Some(project) if !project.is_in_use => {
            found.add(field, NamedProjectFault::NotInUse);
        }
        Some(_) => {}
    }
}

/// The project of a document without a project of its own: that of its original, or that of the advances that it
/// settles, if they have the same one.
#[must_use]
pub fn inherited_project(
    original: Option<&OriginalInvoice>,
    advances: &[AnyInvoice],
) -> Option<ProjectId> {
    let of_advances = || {
        let mut named = advances.iter().filter_map(|advance| advance.document.header().project_id);
        let first = named.next()?;
        named.all(|other| other == first).then_some(first)
    };
    original.and_then(|original| original.project_id).or_else(of_advances)
}

impl HeaderTexts {
    /// The texts with the code of a project as project reference (BT-11), unless they have one.
    #[must_use]
    pub fn with_project(self, project: Option<&NamedProject>) -> Self {
        let code = || project.map(|project| project.code.clone());
        Self { project_reference: self.project_reference.clone().or_else(code), ..self }
    }
}
