use super::super::job::{Ended, Job, JobFailure};
use access::OrganizationId;
use correspondence::{EMAIL_JOB, EmailId};
use jobs::JobKind;
use runtime::wiring::App;
use use_cases::ledger::correspondence::deliver_email;

/// Sends a mail about an invoice. A repeated attempt sends the same mail.
pub struct SendInvoiceMail {
    organization: OrganizationId,
    email: EmailId,
}

impl Job for SendInvoiceMail {
    const KIND: JobKind = EMAIL_JOB;

    fn read(row: &jobs::Job) -> Option<Self> {
        Some(Self { organization: row.organization?, email: EmailId(row.subject?.0) })
    }

    async fn run(self, app: &App) -> Result<Ended, JobFailure> {
        let waits = deliver_email(app, app, self.organization, self.email).await?;
        Ok(waits.map_or(Ended::Done, Ended::NotBegun))
    }
}
