use super::super::job::{Ended, Job, JobFailure, Lifetime};
use access::OrganizationId;
use invoicing::InvoiceId;
use jobs::JobKind;
use runtime::wiring::App;
use tax_reports::WITHDRAW_JOB;
use use_cases::reporting::tax_reports::withdraw_reports;

/// Asks the authority to delete the tax reports of a cancelled invoice.
pub struct WithdrawTaxReports {
    organization: OrganizationId,
    invoice: InvoiceId,
}

impl Job for WithdrawTaxReports {
    const KIND: JobKind = WITHDRAW_JOB;
    /// The law requires it, as it requires the reports.
    const LIFETIME: Lifetime = Lifetime::Subject;

    fn read(row: &jobs::Job) -> Option<Self> {
        Some(Self { organization: row.organization?, invoice: InvoiceId(row.subject?.0) })
    }

    async fn run(self, app: &App) -> Result<Ended, JobFailure> {
        let again = withdraw_reports(app, self.organization, self.invoice).await?;
        Ok(again.map_or(Ended::Done, Ended::Again))
    }
}
