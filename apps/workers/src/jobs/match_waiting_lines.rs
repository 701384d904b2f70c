use super::super::job::{Ended, Job, JobFailure};
use access::OrganizationId;
use bank_statements::MATCH_JOB;
use invoicing::InvoiceId;
use jobs::JobKind;
use runtime::wiring::App;
use use_cases::ledger::bank_waiting::match_waiting;

/// Matches unmatched lines of bank statements with an invoice that has become outstanding again.
pub struct MatchWaitingLines {
    organization: OrganizationId,
    invoice: InvoiceId,
}

impl Job for MatchWaitingLines {
    const KIND: JobKind = MATCH_JOB;

    fn read(row: &jobs::Job) -> Option<Self> {
        Some(Self { organization: row.organization?, invoice: InvoiceId(row.subject?.0) })
    }

    async fn run(self, app: &App) -> Result<Ended, JobFailure> {
        match_waiting(app, self.organization, self.invoice).await?;
        Ok(Ended::Done)
    }
}
