use super::super::{
    jitter::jitter,
    job::{Ended, Job, JobFailure, Lifetime},
};
use jobs::JobKind;
use provider_reports::{ProviderReportId, REPORT_JOB};
use runtime::wiring::App;
use use_cases::reporting::{provider_reports::send_provider_report, tax_reports::Reported};

/// Sends a monthly report to the network. A repeated attempt sends the same message.
pub struct SendProviderReport {
    report: ProviderReportId,
}

impl Job for SendProviderReport {
    const KIND: JobKind = REPORT_JOB;
    /// The network accepts the report until its deadline, so no failure of this service ends the job before.
    const LIFETIME: Lifetime = Lifetime::Subject;

    fn read(row: &jobs::Job) -> Option<Self> {
        Some(Self { report: ProviderReportId(row.subject?.0) })
    }

    async fn run(self, app: &App) -> Result<Ended, JobFailure> {
        match send_provider_report(app, self.report, jitter()).await? {
            Reported::Settled => Ok(Ended::Done),
            Reported::Again { at, .. } => Ok(Ended::Again(at)),
            Reported::Failed(error) => Err(JobFailure { error: error.into(), is_final: true }),
        }
    }
}
