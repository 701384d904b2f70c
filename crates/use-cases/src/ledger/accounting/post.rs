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
    /// Nothing waits any more, or the link is gone.
    Done,
    /// The rest follows at this time: the program answered what it was asked.
    Again(OffsetDateTime),
    /// The rest follows at this time: the last request brought no answer.
    Silent(OffsetDateTime),
}

/// Writes what waits into the program of a link, one request after the other, as long as `may_go_on` returns true.
///
/// That a request begins is stored before it is made: whatever ends it, the program is asked what it has before anything
/// is sent again. Two workers do not send the same: a worker with an older version of the link stores nothing, and so
/// sends nothing.
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

/// What follows after a request.
pub(super) enum Next {
    /// The next one at once.
    Request,
    /// The next one at this time.
    Wait(OffsetDateTime),
    /// The next one at this time, after one without an answer.
    Silence(OffsetDateTime),
    /// Nothing waits.
    Nothing,
}

/// Makes the next request, if anything waits. What there is to write is looked for once in a run: a request after another
/// finds it in the list of what waits.
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
