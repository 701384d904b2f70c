//! A tax report that becomes due with a document.

use access::OrganizationId;
use jobs::{JobId, JobKind, NewJob, SubjectId};
use persistence::ids::{ReportedDocumentId, TaxReportId};
use time::OffsetDateTime;

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

impl ReportDue {
    /// The job that sends it, for the queue.
    #[must_use]
    pub const fn queued(&self, organization: OrganizationId, now: OffsetDateTime) -> NewJob {
        let about = (organization, SubjectId(self.report.0));
        NewJob::about(about, self.job, REPORT_JOB, now)
    }
}
