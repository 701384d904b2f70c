use super::link::accounting_link;
use crate::{
    context::Context,
    ports::{Ports, Runtime},
    retry::{MayConflict, retry_on_conflict},
};
use accounting_programs::{
    AccountingNow, Link, NotRetried, PostingFilter, PostingId, PostingKind, PostingStore,
    ShownPosting,
};
use invoicing::OffsetId;
use jobs::JobId;
use persistence::{Cursor, Page, StoreError};

/// Why a posting is not tried again.
#[derive(Debug, thiserror::Error)]
pub enum RetryError {
    /// The program has not refused it.
    #[error(transparent)]
    NotFailed(#[from] NotRetried),
    /// It does not exist, or storage failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl MayConflict for RetryError {
    fn is_conflict(&self) -> bool {
        matches!(self, RetryError::Store(StoreError::Conflict))
    }
}

/// A page of what is written into the program of the key's tier, the newest first, with the link.
///
/// # Errors
/// [`StoreError::NotFound`] without a link.
pub async fn postings<P: Ports>(
    context: &Context<'_, P>,
    filter: PostingFilter,
    after: Option<Cursor>,
    limit: u16,
) -> Result<(Link, Page<ShownPosting>), StoreError> {
    let link = accounting_link(context).await?;
    let (database, owner) = (context.database(), context.organization);
    let page = database.postings(owner, link.id, filter, after, limit).await?;
    Ok((link, page))
}

/// Has a posting tried again that the program refused.
///
/// # Errors
/// [`RetryError`].
pub async fn retry_posting<P: Ports>(
    context: &Context<'_, P>,
    id: PostingId,
) -> Result<(Link, ShownPosting), RetryError> {
    let link = accounting_link(context).await?;
    let retried = retry_on_conflict(|| retry(context, &link, id)).await?;
    tracing::info!(org.id = %context.organization, posting.id = %id, "posting tried again");
    Ok((link, retried))
}

async fn retry<P: Ports>(
    context: &Context<'_, P>,
    link: &Link,
    id: PostingId,
) -> Result<ShownPosting, RetryError> {
    let (database, owner) = (context.database(), context.organization);
    let runtime = context.ports.runtime();
    let before = database.posting(owner, link.id, id).await?;
    let after = before.posting.retried()?;
    let (now, job) = (runtime.now(), JobId(runtime.new_id()));
    let job = link.kind.is_called().then(|| link.job(job, owner, now));
    database.change_posting(owner, &before.posting, &after, job.as_ref(), now).await?;
    Ok(ShownPosting { posting: after, ..before })
}

/// How far set-offs are in the program of the key's tier.
///
/// # Errors
/// Storage failures.
pub async fn accounting_now<P: Ports>(
    context: &Context<'_, P>,
    offsets: &[OffsetId],
) -> Result<AccountingNow, StoreError> {
    let link = match accounting_link(context).await {
        Err(StoreError::NotFound) => return Ok(AccountingNow::default()),
        link => link?,
    };
    let (database, owner) = (context.database(), context.organization);
    let subjects: Vec<_> = offsets.iter().map(|offset| offset.0).collect();
    let postings = database.postings_of(owner, link.id, PostingKind::Offset, &subjects).await?;
    Ok(AccountingNow { link: Some(link), postings })
}
