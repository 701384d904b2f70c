//! A report to the tax authority that what happens to a document makes due.

use jobs::{JobId, JobKind};
use persistence::ids::{ReportedDocumentId, TaxReportId};

/// The kind of the job that reports a document to the tax authority.
pub const REPORT_JOB: JobKind = JobKind("tax.report");

/// A report that is kept in the transaction that makes it due, with its job. What it is about is the
/// submission or the received document that it is kept with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ReportDue {
    /// Its id; the message id of its envelope.
    pub report: TaxReportId,
    /// The id of the job that reports it.
    pub job: JobId,
    /// The document that it is about, as the authority knows it.
    pub original: ReportedDocumentId,
}
