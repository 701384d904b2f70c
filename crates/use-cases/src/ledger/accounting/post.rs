use super::fault::ProgramFault;
use super::{
    collect::notice,
    content::{ContentError, firm},
    turn::Turn,
};
use crate::{
    context::Context,
    ports::{Ports, Runtime},
};
use access::OrganizationId;
use accounting_export::Firm;
use accounting_programs::{
    Account, AccountingLinkStore, AccountingProgram, Link, LinkId, Posting, ProgramFailure,
    ProgramSecret,
};
use jobs::Jitter;
use persistence::StoreError;
use time::{Duration, OffsetDateTime};

/// How a run of the job of a link ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Posted {
    /// Nothing waits any more, or the link is gone.
    Done,
    /// The rest follows at this time.
    Again(OffsetDateTime),
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
    let run = Run { ports, organization, id, jitter };
    loop {
        match run.request().await {
            Ok(Next::Request) if may_go_on() => {}
            Ok(Next::Request) => return Ok(Posted::Again(ports.runtime().now())),
            Ok(Next::Wait(at)) => return Ok(Posted::Again(at)),
            Ok(Next::Nothing) => return Ok(Posted::Done),
            // unlinked in the meantime
            Err(ContentError::Store(StoreError::NotFound)) => return Ok(Posted::Done),
            // another worker has it, or its settings were changed: what it is like now is read again
            Err(ContentError::Store(StoreError::Conflict)) => {
                return Ok(Posted::Again(ports.runtime().now()));
            }
            Err(error) => return Err(error),
        }
    }
}

/// How long the job waits at most before it looks at its link again: who puts right what was wrong need not wait for the
/// next attempt at a program that was down for long.
const LOOK_AGAIN: Duration = Duration::minutes(1);

/// What follows after a request.
enum Next {
    Request,
    Wait(OffsetDateTime),
    Nothing,
}

struct Run<'a, P> {
    ports: &'a P,
    organization: OrganizationId,
    id: LinkId,
    jitter: Jitter,
}

/// What a call of the program needs.
struct Access {
    secret: ProgramSecret,
    firm: Firm,
}

impl<P: Ports> Run<'_, P> {
    /// Makes the next request, if anything waits.
    async fn request(&self) -> Result<Next, ContentError> {
        let database = self.ports.database();
        let link = database.accounting_link_of(self.organization, self.id).await?;
        if !link.kind.is_called() {
            return Ok(Next::Nothing);
        }
        if let Some(at) = link.contact.retry_at.filter(|at| *at > self.ports.runtime().now()) {
            return Ok(self.wait(at));
        }
        notice(self.ports, self.organization, &link).await?;
        let context = Context::new(self.ports, self.organization, link.tier);
        let secret = database.accounting_secret(self.organization, link.id).await?;
        let mut turn = Turn::next(&context, link).await?;
        if turn.is_empty() {
            return Ok(Next::Nothing);
        }
        let access = Access { secret, firm: firm(&context).await? };
        if let Err(failure) = self.look_up(&context, &mut turn, &access).await? {
            return self.failed(&context, turn, &[], &failure).await;
        }
        self.send(&context, turn, &access).await
    }

    /// Asks the program for what it may have already, and concludes what it has.
    async fn look_up(
        &self,
        context: &Context<'_, P>,
        turn: &mut Turn,
        access: &Access,
    ) -> Result<Result<(), ProgramFailure>, ContentError> {
        let doubtful = turn.doubtful();
        if doubtful.is_empty() {
            return Ok(Ok(()));
        }
        let program = self.ports.accounting_program();
        let found = match program.find(self.account(&turn.link, access), &doubtful).await {
            Ok(found) => found,
            Err(failure) => return Ok(Err(failure)),
        };
        let now = self.ports.runtime().now();
        let after = turn.found(&found, now);
        turn.save(context, turn.link.reached(now), &after).await?;
        turn.dropped.clear();
        turn.keep_pending(after);
        Ok(Ok(()))
    }

    async fn send(
        &self,
        context: &Context<'_, P>,
        mut turn: Turn,
        access: &Access,
    ) -> Result<Next, ContentError> {
        turn.begin(context).await?;
        if turn.documents.is_empty() {
            return Ok(Next::Request);
        }
        let program = self.ports.accounting_program();
        let said = program.post(self.account(&turn.link, access), &turn.documents).await;
        let now = self.ports.runtime().now();
        let answers = match said {
            Ok(answers) => answers,
            Err(failure) => {
                let unsent = |posting: &Posting| posting.unanswered(failure.is_unclear());
                let postings: Vec<_> = turn.postings.iter().map(unsent).collect();
                return self.failed(context, turn, &postings, &failure).await;
            }
        };
        let after = turn.answered(&answers, now);
        // a program that says nothing about anything is asked again later
        let link = match answers.is_empty() {
            true => turn.link.failed(&ProgramFault::NothingAnswered.to_string(), now, self.jitter),
            false => turn.link.reached(now),
        };
        let retry_at = link.contact.retry_at;
        turn.save(context, link, &after).await?;
        let (owner, asked, count) = (self.organization, turn.documents.len(), answers.len());
        tracing::info!(org.id = %owner, link.id = %self.id, asked, answered = count, "accounting program answered");
        Ok(retry_at.map_or(Next::Request, |at| self.wait(at)))
    }

    /// Stores that a request brought no answer, and when the next one is made.
    async fn failed(
        &self,
        context: &Context<'_, P>,
        mut turn: Turn,
        postings: &[Posting],
        failure: &ProgramFailure,
    ) -> Result<Next, ContentError> {
        let now = self.ports.runtime().now();
        let error = failure.to_string();
        let after = turn.link.failed(&error, now, self.jitter);
        let retry_at = after.contact.retry_at.unwrap_or(now);
        turn.save(context, after, postings).await?;
        let owner = self.organization;
        tracing::warn!(org.id = %owner, link.id = %self.id, error, "accounting program not reached");
        Ok(self.wait(retry_at))
    }

    fn wait(&self, at: OffsetDateTime) -> Next {
        Next::Wait(at.min(self.ports.runtime().now() + LOOK_AGAIN))
    }

    fn account<'b>(&self, link: &'b Link, access: &'b Access) -> Account<'b> {
        let request = self.ports.runtime().random_id();
        Account { link, secret: &access.secret, firm: &access.firm, request }
    }
}
