use crate::EndpointId;
use access::OrganizationId;
use jobs::{JobId, JobKind, NewJob, SubjectId};
use time::OffsetDateTime;

/// The job that tells the owner of an endpoint that it was deactivated.
pub const DISABLED_MAIL_JOB: JobKind = JobKind("mail.webhook_off");

/// The mail job for an organization's endpoint that was deactivated at this time. Its key makes it unique, however
/// often it is put into the queue.
#[must_use]
pub fn disabled_mail_job(
    organization: OrganizationId,
    endpoint: EndpointId,
    at: OffsetDateTime,
    id: JobId,
) -> NewJob {
    NewJob {
        id,
        kind: DISABLED_MAIL_JOB,
        organization: Some(organization),
        subject: Some(SubjectId(endpoint.0)),
        key: Some(format!("{DISABLED_MAIL_JOB}:{endpoint}:{}", at.unix_timestamp())),
        run_at: at,
    }
}
