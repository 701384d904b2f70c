//! The postings of one request: read, decided and stored around the call of the program.

use super::content::{ContentError, document};
use crate::{context::Context, ports::Ports};
use accounting_programs::{
    Answered, Document, ItemAnswer, Link, MAX_BATCH, Posting, PostingId, PostingState,
    PostingStore, cut,
};
use persistence::StoreError;
use time::OffsetDateTime;

/// Postings of one request with their documents.
#[derive(Debug)]
pub(super) struct Turn {
    /// The link as it was read.
    pub link: Link,
    /// The postings, in order.
    pub postings: Vec<Posting>,
    /// Their documents, in the same order.
    pub documents: Vec<Document>,
    /// Postings that have nothing left to write.
    pub dropped: Vec<PostingId>,
}

impl Turn {
    /// The next postings of a link; of none that are ready it has none.
    pub async fn next<P: Ports>(
        context: &Context<'_, P>,
        link: Link,
    ) -> Result<Self, ContentError> {
        let (owner, most) = (context.organization, link.batch());
        let read = u16::try_from(MAX_BATCH * 2).unwrap_or(u16::MAX);
        let next = context.database().next_postings(owner, link.id, read).await?;
        let mut turn = Self { link, postings: vec![], documents: vec![], dropped: vec![] };
        for posting in cut(next, most) {
            match document(context, &posting).await? {
                Some(document) => {
                    turn.postings.push(posting);
                    turn.documents.push(document);
                }
                None => turn.dropped.push(posting.id),
            }
        }
        Ok(turn)
    }

    /// Whether there is nothing to send or delete.
    pub const fn is_empty(&self) -> bool {
        self.postings.is_empty() && self.dropped.is_empty()
    }

    /// The documents that the program may have without our knowing.
    pub fn doubtful(&self) -> Vec<Document> {
        let pairs = self.postings.iter().zip(&self.documents);
        let doubtful = pairs.filter(|(posting, _)| posting.is_doubtful);
        doubtful.map(|(_, document)| document.clone()).collect()
    }

    /// Stores that a request begins. It is sent only after that.
    pub async fn begin<P: Ports>(&mut self, context: &Context<'_, P>) -> Result<(), StoreError> {
        let sending: Vec<_> = self.postings.iter().map(Posting::sending).collect();
        self.save(context, self.link.next(), &sending).await?;
        self.postings = sending;
        self.dropped.clear();
        Ok(())
    }

    /// Stores the link as `after` and these postings.
    pub async fn save<P: Ports>(
        &mut self,
        context: &Context<'_, P>,
        after: Link,
        postings: &[Posting],
    ) -> Result<(), StoreError> {
        let (owner, before) = (context.organization, &self.link);
        let dropped = &self.dropped;
        context.database().save_postings(owner, before, &after, postings, dropped).await?;
        self.link = after;
        Ok(())
    }

    /// The postings after the program was asked which documents it has.
    pub fn found(&self, found: &[Answered], now: OffsetDateTime) -> Vec<Posting> {
        let conclude = |posting: &Posting| match about(found, posting) {
            None if !posting.is_doubtful => posting.clone(),
            None => posting.not_found(now),
            answer => posting.answered(answer, now),
        };
        self.postings.iter().map(conclude).collect()
    }

    /// The postings after the program's answers.
    pub fn answered(&self, answers: &[Answered], now: OffsetDateTime) -> Vec<Posting> {
        let conclude = |posting: &Posting| posting.answered(about(answers, posting), now);
        self.postings.iter().map(conclude).collect()
    }

    /// Whether the program works on something of it: that is waited for before anything else is sent.
    pub fn is_worked_on(&self) -> bool {
        self.postings.iter().any(|posting| posting.taken_at.is_some())
    }

    /// Continues with the postings that are still pending.
    pub fn keep_pending(&mut self, after: Vec<Posting>) {
        let documents = std::mem::take(&mut self.documents);
        let pairs = after.into_iter().zip(documents);
        let pending = pairs.filter(|(posting, _)| posting.state == PostingState::Pending);
        (self.postings, self.documents) = pending.unzip();
    }
}

/// The answer about a posting.
pub(super) fn about<'a>(said: &'a [Answered], posting: &Posting) -> Option<&'a ItemAnswer> {
    let about = said.iter().find(|answered| answered.posting == posting.id);
    about.map(|answered| &answered.answer)
}
