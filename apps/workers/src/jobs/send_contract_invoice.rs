use super::super::job::{Ended, Job, JobFailure};
use access::OrganizationId;
use contracts::CONTRACT_SEND_JOB;
use invoicing::InvoiceId;
use jobs::JobKind;
use runtime::wiring::App;
use use_cases::ledger::contracts::send_period;

/// Queues the invoice of a contract for the network. A repeated attempt queues it only once.
pub struct SendContractInvoice {
    organization: OrganizationId,
    invoice: InvoiceId,
}

impl Job for SendContractInvoice {
    const KIND: JobKind = CONTRACT_SEND_JOB;

    fn read(row: &jobs::Job) -> Option<Self> {
        Some(Self { organization: row.organization?, invoice: InvoiceId(row.subject?.0) })
    }

    async fn run(self, app: &App) -> Result<Ended, JobFailure> {
        send_period(app, self.organization, self.invoice).await?;
        app.notifier.jobs();
        Ok(Ended::Done)
    }
}
