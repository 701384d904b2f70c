use super::{
    super::job::{Ended, Job, JobFailure},
    mail::ended,
};
use access::OrganizationId;
use contracts::{CONTRACT_MAIL_JOB, CONTRACT_SEND_MAIL_JOB, ContractId};
use invoicing::InvoiceId;
use jobs::JobKind;
use runtime::wiring::App;
use use_cases::ledger::contracts::{send_problem_mail, send_refused_mail};

/// Sends the mail that says why a recurring invoice was not issued. A repeated attempt sends the same mail.
pub struct SendContractMail {
    organization: OrganizationId,
    contract: ContractId,
}

impl Job for SendContractMail {
    const KIND: JobKind = CONTRACT_MAIL_JOB;

    fn read(row: &jobs::Job) -> Option<Self> {
        Some(Self { organization: row.organization?, contract: ContractId(row.subject?.0) })
    }

    async fn run(self, app: &App) -> Result<Ended, JobFailure> {
        ended(send_problem_mail(app, self.organization, self.contract).await)
    }
}

/// Sends the mail that says why a recurring invoice was not sent. A repeated attempt sends the same mail.
pub struct SendContractSendMail {
    organization: OrganizationId,
    invoice: InvoiceId,
}

impl Job for SendContractSendMail {
    const KIND: JobKind = CONTRACT_SEND_MAIL_JOB;

    fn read(row: &jobs::Job) -> Option<Self> {
        Some(Self { organization: row.organization?, invoice: InvoiceId(row.subject?.0) })
    }

    async fn run(self, app: &App) -> Result<Ended, JobFailure> {
        ended(send_refused_mail(app, self.organization, self.invoice).await)
    }
}
