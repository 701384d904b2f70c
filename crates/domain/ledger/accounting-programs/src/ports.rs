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
    /// Only postings in this state.
    pub state: Option<PostingState>,
    /// Only postings of this kind.
    pub kind: Option<PostingKind>,
}

/// The secrets of a link, as they are stored.
#[derive(Debug, Clone, Copy, Default)]
pub struct LinkSecrets<'a> {
    /// The password or key, which is stored encrypted.
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

        /// Whether a link has pending postings, not counting those whose document the program has refused.
        async fn has_next_posting(
            &self, organization: OrganizationId, link: LinkId
        ) -> Result<bool, StoreError>;

        /// The first pending postings of a link in the order of their subjects, without those whose document the
        /// program has refused.
        async fn next_postings(
            &self, organization: OrganizationId, link: LinkId, limit: u16
        ) -> Result<Vec<NextPosting>, StoreError>;

        /// Stores a link and some of its postings, and deletes other postings, in one transaction.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when the link differs from `before`, [`StoreError::NotFound`] when it is gone.
        async fn save_postings(
            &self, organization: OrganizationId, before: &Link, after: &Link, postings: &[Posting],
            dropped: &[PostingId]
        ) -> Result<(), StoreError>;

        /// Replaces the posting `before`, and stores the job that continues unless there is one.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when the posting differs from `before`, [`StoreError::NotFound`].
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

        /// The pending ones among these postings of a link.
        async fn pending_postings(
            &self, organization: OrganizationId, link: LinkId, ids: &[PostingId]
        ) -> Result<Vec<Posting>, StoreError>;

        /// A page of the postings of a link, the newest first.
        async fn postings(
            &self, organization: OrganizationId, link: LinkId, filter: PostingFilter,
            after: Option<Cursor>, limit: u16
        ) -> Result<Page<ShownPosting>, StoreError>;

        /// The postings of these subjects, all of which have this kind.
        async fn postings_of(
            &self, organization: OrganizationId, link: LinkId, kind: PostingKind, subjects: &[Uuid]
        ) -> Result<Vec<ShownPosting>, StoreError>;
    }
}

/// The access to an organization's program, for a call.
#[derive(Debug, Clone, Copy)]
pub struct Account<'a> {
    /// The link, with the address and the settings.
    pub link: &'a Link,
    /// The secret to sign in with.
    pub secret: &'a ProgramSecret,
    /// The company whose books are kept.
    pub firm: &'a Firm,
    /// The id of the request.
    pub request: Uuid,
}

/// Calls accounting programs. Calls have a timeout and a maximum size of the answer, and follow no redirect.
pub trait AccountingProgram: Send + Sync {
    /// Asks the program to create the documents, in this order. Documents without an answer are missing from the
    /// result. A document that the program has under the same external id is not created again.
    ///
    /// # Errors
    /// [`ProgramFailure`] when there is no answer about any of them.
    fn post(
        &self,
        account: Account<'_>,
        documents: &[Document],
    ) -> impl Future<Output = Result<Vec<Answered>, ProgramFailure>> + Send;

    /// Finds out which of the documents the program has, by their external ids.
    ///
    /// # Errors
    /// [`ProgramFailure`] when that cannot be found out.
    fn find(
        &self,
        account: Account<'_>,
        documents: &[Document],
    ) -> impl Future<Output = Result<Vec<Answered>, ProgramFailure>> + Send;

    /// Tests the sign-in, and returns which company's books are open.
    ///
    /// # Errors
    /// [`ProgramFailure`].
    fn test(
        &self,
        account: Account<'_>,
    ) -> impl Future<Output = Result<ProgramInfo, ProgramFailure>> + Send;
}
