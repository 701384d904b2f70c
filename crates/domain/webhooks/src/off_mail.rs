use crate::EndpointId;
use access::OrganizationId;
use jobs::{JobId, Kind, NewJob};
use time::OffsetDateTime;
use uuid::Uuid;

/// The job that tells the owner of an endpoint that it was deactivated.
pub const OFF_MAIL_JOB: Kind = Kind("mail.webhook_off");

/// The job of an organization's endpoint that was deactivated at this time: once, however often it is
/// put into the queue.
#[must_use]
pub fn off_mail_job(
    organization: OrganizationId,
    endpoint: EndpointId,
    at: OffsetDateTime,
    id: Uuid,
) -> NewJob {
    NewJob {
        id: JobId(id),
        kind: OFF_MAIL_JOB,
        organization: Some(organization),
        subject: Some(endpoint.0),
        key: Some(format!("{OFF_MAIL_JOB}:{endpoint}:{}", at.unix_timestamp())),
        run_at: at,
    }
}
