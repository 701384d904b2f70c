//! Tax reports: which documents need one, attempts to send them, and the authority's answers.

mod apply_answer;
mod due;
mod missing_receipt;
mod report;
mod reported;
mod send;
mod withdraw;

pub(crate) use apply_answer::apply_answer;
pub(crate) use due::due;
pub use report::report_document;
pub use reported::Reported;
pub use withdraw::withdraw_reports;
