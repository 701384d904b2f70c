use super::super::job::{Ended, Job, JobFailure};
use crate::{flows::organizations, wiring::App};
use ::organizations::{CLAIM_MAIL_JOB, ClaimId};
use access::OrganizationId;
use jobs::Kind;

/// Sends the mail by which an organization confirms a partner's claim. Sent twice, it is the same
/// mail.
pub struct SendClaimMail {
    organization: OrganizationId,
    claim: ClaimId,
}

impl Job for SendClaimMail {
    const KIND: Kind = CLAIM_MAIL_JOB;

    fn read(row: &jobs::Job) -> Option<Self> {
        Some(Self { organization: row.organization?, claim: ClaimId(row.subject?) })
    }

    async fn run(self, app: &App) -> Result<Ended, JobFailure> {
        let (mailer, base_url) = (&app.mailer, &app.config.base_url);
        let claim = (self.organization, self.claim);
        let now = app.clock.now();
        match organizations::send_claim_mail(&app.store, mailer, base_url, claim, now).await {
            Ok(()) => Ok(Ended::Done),
            Err(error) => Err(JobFailure { is_final: error.is_final(), error: error.into() }),
        }
    }
}
