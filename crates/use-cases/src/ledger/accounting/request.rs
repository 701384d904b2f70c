//! One request to a program: finds out what it may have already, sends the rest, and stores the answers.

use super::{
    content::{ContentError, firm},
    fault::ProgramFault,
    post::Next,
    turn::Turn,
};
use crate::{
    context::Context,
    ports::{Ports, Runtime},
};
use access::OrganizationId;
use accounting_export::Firm;
use accounting_programs::{
    Account, AccountingLinkStore, AccountingProgram, Answered, Link, Posting, PostingState,
    ProgramFailure, ProgramSecret,
};
use jobs::Jitter;
use persistence::StoreError;
use time::Duration;

/// The delay before a program is asked about the documents that it has accepted.
const WORK: Duration = Duration::seconds(5);

/// A request of the program of a link.
pub(super) struct Request<'a, P> {
    pub ports: &'a P,
    pub organization: OrganizationId,
    pub jitter: Jitter,
}

/// What a call of the program needs.
struct Access {
    secret: ProgramSecret,
    firm: Firm,
}

/// A request that brought no answer.
struct Failed {
    failure: ProgramFailure,
    /// Whether it was to make documents, and not to look for them.
    was_sent: bool,
}

impl<P: Ports> Request<'_, P> {
    /// Makes it, if anything waits.
    pub async fn make(&self, link: Link) -> Result<Next, ContentError> {
        let context = Context::new(self.ports, self.organization, link.tier);
        let mut turn = Turn::next(&context, link).await?;
        if turn.is_empty() {
            return Ok(Next::Nothing);
        }
        let access = self.access(&context, &turn.link).await?;
        if let Err(failure) = self.look_up(&context, &mut turn, &access).await? {
            let failed = Failed { failure, was_sent: false };
            return self.failed(&context, turn, &access, failed).await;
        }
        if turn.is_worked_on() {
            return Ok(Next::Wait(self.ports.runtime().now() + WORK));
        }
        self.send(&context, turn, &access).await
    }

    async fn access(&self, context: &Context<'_, P>, link: &Link) -> Result<Access, StoreError> {
        let secret = context.database().accounting_secret(self.organization, link.id).await?;
        Ok(Access { secret, firm: firm(context).await? })
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
        match program.post(self.account(&turn.link, access), &turn.documents).await {
            Ok(answers) => self.answered(context, turn, &answers).await,
            Err(failure) => {
                let failed = Failed { failure, was_sent: true };
                self.failed(context, turn, access, failed).await
            }
        }
    }

    async fn answered(
        &self,
        context: &Context<'_, P>,
        mut turn: Turn,
        answers: &[Answered],
    ) -> Result<Next, ContentError> {
        let now = self.ports.runtime().now();
        let after = turn.answered(answers, now);
        // an answer about no document at all is retried later
        let link = match answers.is_empty() {
            true => turn.link.failed(&ProgramFault::NothingAnswered.to_string(), now, self.jitter),
            false => turn.link.reached(now),
        };
        let retry_at = link.contact.retry_at;
        turn.save(context, link, &after).await?;
        turn.postings = after;
        let (owner, asked, count) = (self.organization, turn.documents.len(), answers.len());
        tracing::info!(org.id = %owner, link.id = %turn.link.id, asked, answered = count, "accounting program answered");
        Ok(match retry_at {
            Some(at) => Next::Wait(at),
            None if turn.is_worked_on() => Next::Wait(now + WORK),
            None => Next::Request,
        })
    }

    /// Stores that a request brought no answer, and when the next one is made. A document by itself that the program,
    /// which is there, does not take is given up after some of them: the others go on.
    async fn failed(
        &self,
        context: &Context<'_, P>,
        mut turn: Turn,
        access: &Access,
        failed: Failed,
    ) -> Result<Next, ContentError> {
        let Failed { failure, was_sent } = &failed;
        let is_at_fault = turn.postings.len() == 1 && self.is_there(&turn, access, failure).await;
        let now = self.ports.runtime().now();
        let conclude = |posting: &Posting| match (is_at_fault, was_sent) {
            (true, true) => posting.not_taken(failure, now),
            (true, false) => posting.sending().not_taken(failure, now),
            (false, true) => posting.unanswered(failure.is_unclear()),
            (false, false) => posting.clone(),
        };
        let postings: Vec<_> = turn.postings.iter().map(conclude).collect();
        let error = failure.to_string();
        let is_given_up = postings.iter().any(|posting| posting.state == PostingState::Failed);
        let after = match is_given_up {
            true => turn.link.passed_over(&error),
            false => turn.link.failed(&error, now, self.jitter),
        };
        let retry_at = after.contact.retry_at;
        turn.save(context, after, &postings).await?;
        let owner = self.organization;
        tracing::warn!(org.id = %owner, link.id = %turn.link.id, error, is_given_up, "accounting program not reached");
        Ok(retry_at.map_or(Next::Request, Next::Silence))
    }

    /// Whether a request failed because of its content, although the program can be reached.
    async fn is_there(&self, turn: &Turn, access: &Access, failure: &ProgramFailure) -> bool {
        match failure {
            ProgramFailure::Refused(_) => true,
            ProgramFailure::NotReached(_) | ProgramFailure::Denied(_) => false,
            ProgramFailure::Unclear(_) => {
                let program = self.ports.accounting_program();
                program.test(self.account(&turn.link, access)).await.is_ok()
            }
        }
    }

    fn account<'b>(&self, link: &'b Link, access: &'b Access) -> Account<'b> {
        let request = self.ports.runtime().random_id();
        Account { link, secret: &access.secret, firm: &access.firm, request }
    }
}
