use crate::{
    Answered, Document, Link, LinkId, Look, NextPosting, Posting, PostingId, PostingKind,
    PostingState, ProgramFailure, ProgramInfo, ProgramSecret, ShownPosting, Subject,
};
use access::{OrganizationId, Tier};
use accounting_export::Firm;
use jobs::NewJob;
use persistence::{Cursor, Page, StoreError, port};
use secret_text::SecretHash;
use std::future::Future;
use time::{Date, OffsetDateTime};
use uuid::Uuid;

/// Which postings to list; `None` means any.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PostingFilter {
    /// Those of this state only.
    pub state: Option<PostingState>,
    /// Those of this kind only.
    pub kind: Option<PostingKind>,
}

/// What is secret of a link, as it is stored.
#[derive(Debug, Clone, Copy, Default)]
pub struct LinkSecrets<'a> {
    /// The password or key, which is encrypted.
    pub secret: Option<&'a ProgramSecret>,
    /// The hash of the token of the address from which the program fetches.
    pub token: Option<SecretHash>,
}

port! {
    /// The store of links. An organization has one in each tier. Secrets are stored encrypted.
    pub trait AccountingLinkStore: Send + Sync {
        /// The link of an organization in a tier.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn accounting_link(
            &self, organization: OrganizationId, tier: Tier
        ) -> Result<Link, StoreError>;

        /// A link by its id.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn accounting_link_of(
            &self, organization: OrganizationId, id: LinkId
        ) -> Result<Link, StoreError>;

        /// The link whose token has this hash.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn accounting_link_by_token(
            &self, token: SecretHash
        ) -> Result<(OrganizationId, Link), StoreError>;

        /// The secret of a link.
        ///
        /// # Errors
        /// [`StoreError::NotFound`], also of a link without a secret.
        async fn accounting_secret(
            &self, organization: OrganizationId, id: LinkId
        ) -> Result<ProgramSecret, StoreError>;

        /// Stores a new link, and the job that writes what waits, in one transaction.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when the organization has one in this tier, [`StoreError::NotFound`] when there is
        /// no such organization.
        async fn add_accounting_link(
            &self, organization: OrganizationId, link: &Link, secrets: LinkSecrets<'_>,
            job: &NewJob, now: OffsetDateTime
        ) -> Result<(), StoreError>;

        /// Puts a link in the place of `before`, and stores the job that writes what waits unless there is one, in one
        /// transaction. A secret and a token that are not given stay.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when the link is no longer of that version, [`StoreError::NotFound`].
        async fn change_accounting_link(
            &self, organization: OrganizationId, before: &Link, after: &Link,
            secrets: LinkSecrets<'_>, job: &NewJob, now: OffsetDateTime
        ) -> Result<(), StoreError>;

        /// Stores that everything since the link's day was looked through, unless that day has changed since. It changes
        /// no version: a request under way goes on.
        async fn keep_looked_through(
            &self, organization: OrganizationId, link: &Link, today: Date
        ) -> Result<(), StoreError>;

        /// Deletes a link with its postings.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn delete_accounting_link(
            &self, organization: OrganizationId, id: LinkId
        ) -> Result<(), StoreError>;

        /// Links of all organizations, in the order of their ids, after one of them.
        async fn accounting_links(
            &self, after: Option<LinkId>, limit: u16
        ) -> Result<Vec<(OrganizationId, Link)>, StoreError>;
    }
}

port! {
    /// The store of postings.
    pub trait PostingStore: Send + Sync {
        /// What belongs into the program of a link and has no posting yet, in the order of ids, which is that of time: of
        /// documents issued on the link's day or later the issued invoices (no proforma), the approved expenses (not those
        /// of the other tier's network), the payments of both that no set-off made, and the set-offs of that day or later.
        /// Of a look at what is new, at least what is as new as it says.
        async fn without_posting(
            &self, organization: OrganizationId, link: &Link, look: Look, limit: u16
        ) -> Result<Vec<Subject>, StoreError>;

        /// Stores new postings, each unless its subject has one in this link, and the job that goes on from there unless
        /// there is one, in one transaction.
        ///
        /// # Errors
        /// [`StoreError::NotFound`] when the link is gone.
        async fn add_postings(
            &self, organization: OrganizationId, postings: &[Posting], job: Option<&NewJob>,
            now: OffsetDateTime
        ) -> Result<(), StoreError>;

        /// Whether postings of a link are pending, other than those whose document the program has refused.
        async fn has_next_posting(
            &self, organization: OrganizationId, link: LinkId
        ) -> Result<bool, StoreError>;

        /// The first pending postings of a link in the order of their subjects, without those whose document the program
        /// has refused.
        async fn next_postings(
            &self, organization: OrganizationId, link: LinkId, limit: u16
        ) -> Result<Vec<NextPosting>, StoreError>;

        /// Stores how a link and some of its postings stand, and forgets other postings, in one transaction.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when the link is no longer as `before`, [`StoreError::NotFound`] when it is gone.
        async fn save_postings(
            &self, organization: OrganizationId, before: &Link, after: &Link, postings: &[Posting],
            dropped: &[PostingId]
        ) -> Result<(), StoreError>;

        /// Puts a posting in the place of `before`, and stores the job that goes on from there unless there is one.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when the posting is no longer as `before`, [`StoreError::NotFound`].
        async fn change_posting(
            &self, organization: OrganizationId, before: &Posting, after: &Posting,
            job: Option<&NewJob>, now: OffsetDateTime
        ) -> Result<(), StoreError>;

        /// One posting of a link.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn posting(
            &self, organization: OrganizationId, link: LinkId, id: PostingId
        ) -> Result<ShownPosting, StoreError>;

        /// Those of these postings of a link that are pending.
        async fn pending_postings(
            &self, organization: OrganizationId, link: LinkId, ids: &[PostingId]
        ) -> Result<Vec<Posting>, StoreError>;

        /// A page of the postings of a link, the newest first.
        async fn postings(
            &self, organization: OrganizationId, link: LinkId, filter: PostingFilter,
            after: Option<Cursor>, limit: u16
        ) -> Result<Page<ShownPosting>, StoreError>;

        /// The postings of these subjects, which are of one kind.
        async fn postings_of(
            &self, organization: OrganizationId, link: LinkId, kind: PostingKind, subjects: &[Uuid]
        ) -> Result<Vec<ShownPosting>, StoreError>;
    }
}

/// A program of an organization, to be called.
#[derive(Debug, Clone, Copy)]
pub struct Account<'a> {
    /// Where and how.
    pub link: &'a Link,
    /// By what we are let in.
    pub secret: &'a ProgramSecret,
    /// Whose books.
    pub firm: &'a Firm,
    /// The id of the request.
    pub request: Uuid,
}

/// Calls accounting programs. Time and the size of answers are bounded, no redirect is followed.
pub trait AccountingProgram: Send + Sync {
    /// Has the program make the documents, in this order. What it does not answer about is not in the result; what it
    /// has under the same external id is made no second time.
    ///
    /// # Errors
    /// [`ProgramFailure`]: nothing was answered about any of them.
    fn post(
        &self,
        account: Account<'_>,
        documents: &[Document],
    ) -> impl Future<Output = Result<Vec<Answered>, ProgramFailure>> + Send;

    /// Which of the documents the program has, by their external ids.
    ///
    /// # Errors
    /// [`ProgramFailure`]: it is not known.
    fn find(
        &self,
        account: Account<'_>,
        documents: &[Document],
    ) -> impl Future<Output = Result<Vec<Answered>, ProgramFailure>> + Send;

    /// Whether the program lets us in, and whose books it has open.
    ///
    /// # Errors
    /// [`ProgramFailure`].
    fn test(
        &self,
        account: Account<'_>,
    ) -> impl Future<Output = Result<ProgramInfo, ProgramFailure>> + Send;
}
