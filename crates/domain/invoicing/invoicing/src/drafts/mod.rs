//! Drafts: storing, editing and issuing them.

mod check_edit;
mod drafted;
mod edit;
mod member_names;
mod noted;

pub use check_edit::CheckedEdit;
pub use drafted::{DraftIssue, DraftIssueRefused, Drafted};
pub use edit::{EditError, EditRefused, EditedDocument, InvoiceEdit};
pub use member_names::named_by_edits;
