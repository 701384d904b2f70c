//! A Pohoda that comes to us: it fetches a request from an address that holds a token, and posts its answer there.

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
use accounting_programs::{
    Account, AccountingLinkStore, Link, MAX_BATCH, PostingStore, ProgramSecret,
    pohoda::{BadAnswer, answers, data_pack},
};
use persistence::StoreError;
use secret_text::SecretHash;

/// Why nothing was fetched or taken.
#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    /// The answer cannot be read.
    #[error(transparent)]
    BadAnswer(#[from] BadAnswer),
    /// No link has the token, or storage failed.
    #[error(transparent)]
    Content(#[from] ContentError),
}

impl From<StoreError> for FetchError {
    fn from(error: StoreError) -> Self {
        FetchError::Content(error.into())
    }
}

/// The next documents as a request of Pohoda; `None` when nothing waits. They are given again until their answer is here:
/// each has the same external id.
///
/// # Errors
/// [`FetchError`].
pub async fn fetch_documents<P: Ports>(
    ports: &P,
    token: &str,
) -> Result<Option<String>, FetchError> {
    let (organization, link) = linked(ports, token).await?;
    notice(ports, organization, &link).await?;
    let context = Context::new(ports, organization, link.tier);
    let mut turn = Turn::next(&context, link).await?;
    turn.begin(&context).await?;
    if turn.documents.is_empty() {
        return Ok(None);
    }
    let (firm, secret) = (firm(&context).await?, ProgramSecret::new(String::new()));
    let request = ports.runtime().random_id();
    let account = Account { link: &turn.link, secret: &secret, firm: &firm, request };
    Ok(Some(data_pack(account, &turn.documents)))
}

/// Takes the answer of Pohoda to what it fetched. Returns how many documents it answered about.
///
/// # Errors
/// [`FetchError`].
pub async fn take_answer<P: Ports>(
    ports: &P,
    token: &str,
    answer: &[u8],
) -> Result<usize, FetchError> {
    let (organization, link) = linked(ports, token).await?;
    let (database, now) = (ports.database(), ports.runtime().now());
    let most = u16::try_from(MAX_BATCH * 2).unwrap_or(u16::MAX);
    let next = database.next_postings(organization, link.id, most).await?;
    let sent: Vec<_> = next.into_iter().map(|next| next.posting).collect();
    let ids: Vec<_> = sent.iter().map(|posting| posting.id).collect();
    let said = answers(answer, &ids)?;
    let conclude = |posting: &accounting_programs::Posting| {
        let about = said.iter().find(|answered| answered.posting == posting.id)?;
        Some(posting.answered(Some(&about.answer), now))
    };
    let after: Vec<_> = sent.iter().filter_map(conclude).collect();
    database.save_postings(organization, &link, &link.reached(now), &after, &[]).await?;
    tracing::info!(org.id = %organization, link.id = %link.id, answered = after.len(), "accounting program answered");
    Ok(after.len())
}

async fn linked<P: Ports>(ports: &P, token: &str) -> Result<(OrganizationId, Link), StoreError> {
    ports.database().accounting_link_by_token(SecretHash::of(token)).await
}
