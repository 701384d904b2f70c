//! A report to the tax authority that what happens to a document makes due.

use ids::TaxReportId;
use jobs::{JobId, JobKind};
use uuid::Uuid;

/// The kind of the job that reports a document to the tax authority.
pub const REPORT_JOB: JobKind = JobKind("tax.report");

/// A report that is kept in the transaction that makes it due, with its job. What it is about is the
/// submission or the received document that it is kept with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ReportDue {
    /// Its id; the message id of its envelope.
    pub report: TaxReportId,
    /// Of its job.
    pub job: JobId,
    /// The id under which the authority knows the document: a UUID of the document by rule ID-BDID-01, no id of ours.
    pub original: Uuid,
}
