//! Links to accounting programs and what is written into them.

use crate::memory::{
    Result,
    table::{Table, rows},
};
use access::OrganizationId;
use accounting_programs::{
    Link, LinkId, LinkSecrets, Posting, PostingId, PostingState, ProgramSecret,
};
use persistence::StoreError;
use secret_text::SecretHash;
use std::collections::BTreeMap;

#[derive(Clone, Default)]
pub(in crate::memory) struct AccountingData {
    pub(in crate::memory) links: Table<Link>,
    pub(in crate::memory) secrets: BTreeMap<LinkId, ProgramSecret>,
    pub(in crate::memory) tokens: BTreeMap<LinkId, SecretHash>,
    pub(in crate::memory) postings: Table<Posting>,
}

rows! {
    Link: LinkId = id;
    Posting: PostingId = id;
}

impl AccountingData {
    pub(in crate::memory) fn change(
        &mut self,
        owner: OrganizationId,
        before: &Link,
        after: &Link,
    ) -> Result<()> {
        let known = self.links.one_mut(owner, before.id)?;
        if known.version != before.version {
            return Err(StoreError::Conflict);
        }
        // the day of the last complete search is stored separately
        *known = Link { looked_through: known.looked_through, ..after.clone() };
        Ok(())
    }

    /// Stores the secrets that are given; the others stay.
    pub(in crate::memory) fn keep(&mut self, link: LinkId, secrets: LinkSecrets<'_>) {
        let LinkSecrets { secret, token } = secrets;
        self.secrets.extend(secret.map(|secret| (link, secret.clone())));
        self.tokens.extend(token.map(|token| (link, token)));
    }

    pub(in crate::memory) fn forget(&mut self, owner: OrganizationId, id: LinkId) -> Result<()> {
        self.links.remove(owner, id)?;
        self.secrets.remove(&id);
        self.tokens.remove(&id);
        self.postings.retain(|_, posting| posting.link != id);
        Ok(())
    }

    /// The states of the documents that a posting is about, other than itself.
    pub(in crate::memory) fn documents<'a>(
        &'a self,
        owner: OrganizationId,
        of: &'a Posting,
    ) -> impl Iterator<Item = PostingState> + 'a {
        let about = move |posting: &&Posting| {
            posting.link == of.link
                && posting.id != of.id
                && posting.subject.kind.is_document()
                && (posting.subject.id == of.subject.document
                    || Some(posting.subject.id) == of.subject.counterpart)
        };
        self.postings.of(owner).filter(about).map(|posting| posting.state)
    }

    pub(in crate::memory) fn is_held(&self, owner: OrganizationId, posting: &Posting) -> bool {
        self.documents(owner, posting).any(|state| state == PostingState::Failed)
    }

    /// The pending postings of a link that may go, in the order of their subjects.
    pub(in crate::memory) fn next(&self, owner: OrganizationId, link: LinkId) -> Vec<&Posting> {
        let own = self.postings.of(owner).filter(|posting| {
            posting.link == link
                && posting.state == PostingState::Pending
                && !self.is_held(owner, posting)
        });
        let mut all: Vec<_> = own.collect();
        all.sort_by_key(|posting| posting.subject.id);
        all
    }
}
