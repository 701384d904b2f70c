use super::super::job::{Ended, Job, JobFailure};
use access::OrganizationId;
use jobs::JobKind;
use organizations::{CLAIM_MAIL_JOB, ClaimId};
use runtime::wiring::App;
use use_cases::organizations::send_claim_mail;

/// Sends the mail by which an organization confirms a partner's claim. Sent twice, it is the same
/// mail.
pub struct SendClaimMail {
    organization: OrganizationId,
    claim: ClaimId,
}

impl Job for SendClaimMail {
    const KIND: JobKind = CLAIM_MAIL_JOB;

    fn read(row: &jobs::Job) -> Option<Self> {
        Some(Self { organization: row.organization?, claim: ClaimId(row.subject?) })
    }

    async fn run(self, app: &App) -> Result<Ended, JobFailure> {
        match send_claim_mail(app, self.organization, self.claim).await {
            Ok(()) => Ok(Ended::Done),
            Err(error) => Err(JobFailure { is_final: error.is_final(), error: error.into() }),
        }
    }
}
