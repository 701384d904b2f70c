use super::{
    super::job::{Ended, Job, JobFailure},
    mail::ended,
};
use access::OrganizationId;
use jobs::JobKind;
use organizations::{CLAIM_MAIL_JOB, ClaimId};
use runtime::wiring::App;
use use_cases::network::organizations::send_claim_mail;

/// Sends the mail by which an organization confirms a partner's claim. A repeated attempt sends the same mail.
pub struct SendClaimMail {
    organization: OrganizationId,
    claim: ClaimId,
}

impl Job for SendClaimMail {
    const KIND: JobKind = CLAIM_MAIL_JOB;

    fn read(row: &jobs::Job) -> Option<Self> {
        Some(Self { organization: row.organization?, claim: ClaimId(row.subject?.0) })
    }

    async fn run(self, app: &App) -> Result<Ended, JobFailure> {
        ended(send_claim_mail(app, self.organization, self.claim).await)
    }
}
