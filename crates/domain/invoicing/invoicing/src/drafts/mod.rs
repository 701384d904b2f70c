//! Drafts: storing, editing and issuing them.

mod check_edit;
mod drafted;
mod edit;
mod noted;

pub use check_edit::{CheckedEdit, named_by_edits};
pub use drafted::{DraftIssue, DraftIssueRefused, Drafted};
pub use edit::{EditError, EditRefused, EditedDocument, InvoiceEdit};
