//! The use cases of a Pohoda that calls us: it fetches a request from an address with a token, and posts its answer
//! there.

use super::{
    collect::notice,
    content::{ContentError, firm},
    turn::{Turn, about},
};
use crate::{
    context::Context,
    ports::{Ports, Runtime},
    retry::{MayConflict, retry_on_conflict},
};
use access::OrganizationId;
use accounting_programs::{
    Account, AccountingLinkStore, Answered, Link, PostingState, PostingStore, ProgramFailure,
    ProgramSecret,
    pohoda::{BadAnswer, answers, data_pack},
};
use persistence::StoreError;
use secret_text::SecretHash;

/// Why nothing was fetched, or an answer was not accepted.
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

impl MayConflict for FetchError {
    fn is_conflict(&self) -> bool {
        matches!(self, FetchError::Content(ContentError::Store(StoreError::Conflict)))
    }
}

/// The next documents as a request to Pohoda; `None` when nothing is pending. They are returned again until their
/// answer has arrived, each with the same external id.
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
    if turn.is_empty() {
        return Ok(None);
    }
    turn.begin(&context).await?;
    if turn.documents.is_empty() {
        return Ok(None);
    }
    let (firm, secret) = (firm(&context).await?, ProgramSecret::new(String::new()));
    let request = ports.runtime().random_id();
    let account = Account { link: &turn.link, secret: &secret, firm: &firm, request };
    Ok(Some(data_pack(account, &turn.documents)))
}

/// Takes the answer of Pohoda to what it fetched. Returns how many documents it concluded.
///
/// # Errors
/// [`FetchError`].
pub async fn take_answer<P: Ports>(
    ports: &P,
    token: &str,
    answer: &[u8],
) -> Result<usize, FetchError> {
    // the token is checked before the answer is parsed
    linked(ports, token).await?;
    match answers(answer) {
        Ok(said) => retry_on_conflict(|| conclude(ports, token, &said)).await,
        Err(refused @ BadAnswer::Refused(_)) => {
            let refusal = ProgramFailure::Refused(refused.to_string());
            retry_on_conflict(|| self::refused(ports, token, &refusal)).await
        }
        Err(error) => Err(error.into()),
    }
}

/// Stores the answers about pending postings.
async fn conclude<P: Ports>(
    ports: &P,
    token: &str,
    said: &[Answered],
) -> Result<usize, FetchError> {
    let (organization, link) = linked(ports, token).await?;
    let (database, now) = (ports.database(), ports.runtime().now());
    let ids: Vec<_> = said.iter().map(|answered| answered.posting).collect();
    let pending = database.pending_postings(organization, link.id, &ids).await?;
    let after: Vec<_> =
        pending.iter().map(|posting| posting.answered(about(said, posting), now)).collect();
    database.save_postings(organization, &link, &link.reached(now), &after, &[]).await?;
    tracing::info!(org.id = %organization, link.id = %link.id, answered = after.len(), "accounting program answered");
    Ok(after.len())
}

/// Stores that Pohoda refused what it fetched as a whole: one document at a time is given until it takes one, and one
/// that it does not take by itself is given up after some times.
async fn refused<P: Ports>(
    ports: &P,
    token: &str,
    refusal: &ProgramFailure,
) -> Result<usize, FetchError> {
    let (organization, link) = linked(ports, token).await?;
    let (database, now) = (ports.database(), ports.runtime().now());
    let (error, is_alone) = (refusal.to_string(), link.batch() == 1);
    let context = Context::new(ports, organization, link.tier);
    let given = Turn::next(&context, link).await?;
    let after: Vec<_> = match &given.postings[..] {
        [posting] if is_alone && posting.is_doubtful => vec![posting.not_taken(refusal, now)],
        _ => vec![],
    };
    let concluded = after.iter().filter(|posting| posting.state == PostingState::Failed).count();
    let link = given.link.passed_over(&error);
    database.save_postings(organization, &given.link, &link, &after, &[]).await?;
    tracing::warn!(org.id = %organization, link.id = %link.id, error, concluded, "accounting program refuses a request");
    Ok(concluded)
}

async fn linked<P: Ports>(ports: &P, token: &str) -> Result<(OrganizationId, Link), StoreError> {
    ports.database().accounting_link_by_token(SecretHash::of(token)).await
}
