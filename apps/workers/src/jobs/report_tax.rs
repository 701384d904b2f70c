use super::super::{
    jitter::jitter,
    job::{Ended, Job, JobFailure, Lifetime},
};
use access::OrganizationId;
use jobs::JobKind;
use peppol_connector::submissions::REPORT_JOB;
use runtime::wiring::App;
use tax_reports::{ReportId, TaxReportStore};
use use_cases::reporting::tax_reports::{Reported, report_document};

/// Reports a document to the tax authority. A repeated attempt sends the same message.
pub struct ReportTax {
    organization: OrganizationId,
    report: ReportId,
}

impl Job for ReportTax {
    const KIND: JobKind = REPORT_JOB;
    /// The law requires the report, so no failure of this service ends the job.
    const LIFETIME: Lifetime = Lifetime::Subject;

    fn read(row: &jobs::Job) -> Option<Self> {
        Some(Self { organization: row.organization?, report: ReportId(row.subject?.0) })
    }

    async fn destination(&self, app: &App) -> Option<String> {
        let kept = app.store.tax_report(self.organization, self.report).await.ok()?;
        let network = kept.report.network;
        Some(format!("the tax authority of the network {}", network.name()))
    }

    async fn run(self, app: &App) -> Result<Ended, JobFailure> {
        match report_document(app, self.organization, self.report, jitter()).await? {
            Reported::Settled => Ok(Ended::Done),
            Reported::Again { at, .. } => Ok(Ended::Again(at)),
            Reported::Failed(error) => Err(JobFailure { error: error.into(), is_final: true }),
        }
    }
}
