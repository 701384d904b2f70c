//! A tax report that becomes due with a document.

use jobs::{JobId, JobKind};
use persistence::ids::{ReportedDocumentId, TaxReportId};

/// The kind of the job that reports a document to the tax authority.
pub const REPORT_JOB: JobKind = JobKind("tax.report");

/// A tax report to store in the transaction that makes it due, with its job. It is about the submission or the
/// received document of that transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ReportDue {
    /// The id of the report, and the message id of its envelope.
    pub report: TaxReportId,
    /// The id of the job that sends it.
    pub job: JobId,
    /// The identity of the reported document for the authority.
    pub original: ReportedDocumentId,
}
