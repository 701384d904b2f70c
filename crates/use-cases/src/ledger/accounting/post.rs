use super::{collect::notice, content::ContentError, request::Request};
use crate::ports::{Ports, Runtime};
use access::OrganizationId;
use accounting_programs::{AccountingLinkStore, LinkId};
use jobs::Jitter;
use persistence::StoreError;
use time::{Duration, OffsetDateTime};

/// How a run of the job of a link ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Posted {
    /// Nothing is pending, or the link is gone.
    Done,
    /// The job continues at this time: the program has answered.
    Again(OffsetDateTime),
    /// The job continues at this time: the last request got no answer.
    Silent(OffsetDateTime),
}

/// Writes pending postings into the program of a link, one request after the other, as long as `may_go_on` returns
/// true.
///
/// The beginning of a request is stored before it is sent, so after any interruption the program is asked what it has
/// before anything is sent again. Two workers do not send the same postings: a worker with an older version of the
/// link stores nothing, and so sends nothing.
///
/// # Errors
/// Storage failures, and too many documents being parsed.
pub async fn post_documents<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    id: LinkId,
    jitter: Jitter,
    may_go_on: impl Fn() -> bool + Send,
) -> Result<Posted, ContentError> {
    let request = Request { ports, organization, jitter };
    let mut is_looked_through = false;
    loop {
        let next = next(&request, id, &mut is_looked_through).await;
        let now = ports.runtime().now();
        match next {
            Ok(Next::Request) if may_go_on() => {}
            Ok(Next::Request) => return Ok(Posted::Again(now)),
            Ok(Next::Wait(at)) => return Ok(Posted::Again(at.min(now + LOOK_AGAIN))),
            Ok(Next::Silence(at)) => return Ok(Posted::Silent(at.min(now + LOOK_AGAIN))),
            Ok(Next::Nothing) => return Ok(Posted::Done),
            // unlinked in the meantime
            Err(ContentError::Store(StoreError::NotFound)) => return Ok(Posted::Done),
            // another worker has it, or its settings were changed: what it is like now is read again
            Err(ContentError::Store(StoreError::Conflict)) => return Ok(Posted::Again(now)),
            Err(error) => return Err(error),
        }
    }
}

/// How long the job waits at most before it looks at its link again: who puts right what was wrong need not wait for the
/// next attempt at a program that was down for long.
const LOOK_AGAIN: Duration = Duration::minutes(1);

/// What to do after a request.
pub(super) enum Next {
    /// The next request follows at once.
    Request,
    /// The next request follows at this time.
    Wait(OffsetDateTime),
    /// The next request follows at this time, after one without an answer.
    Silence(OffsetDateTime),
    /// Nothing is pending.
    Nothing,
}

/// Makes the next request if anything is pending. The search for new subjects runs once in a run of the job; further
/// requests read the pending postings.
async fn next<P: Ports>(
    request: &Request<'_, P>,
    id: LinkId,
    is_looked_through: &mut bool,
) -> Result<Next, ContentError> {
    let Request { ports, organization, .. } = *request;
    let link = ports.database().accounting_link_of(organization, id).await?;
    if !link.kind.is_called() {
        return Ok(Next::Nothing);
    }
    if let Some(at) = link.contact.retry_at.filter(|at| *at > ports.runtime().now()) {
        return Ok(Next::Wait(at));
    }
    if !std::mem::replace(is_looked_through, true) {
        notice(ports, organization, &link).await?;
    }
    request.make(link).await
}
