use super::fault::ProgramFault;
use crate::{
    context::Context,
    ledger::accounting::content::firm,
    ports::{NoRandomness, Ports, Runtime},
    retry::{MayConflict, retry_on_conflict},
};
use accounting_programs::{
    Account, AccountingLinkStore, AccountingProgram, Link, LinkId, LinkInput, LinkRefused,
    LinkRequest, LinkSecrets, NewLink, ProgramFailure, ProgramInfo, fetch_address,
};
use invoicing::Violations;
use jobs::JobId;
use persistence::StoreError;
use secret_text::Secret;

/// Why a link was not saved.
#[derive(Debug, thiserror::Error)]
pub enum LinkFailure {
    /// The request was refused.
    #[error(transparent)]
    Refused(#[from] LinkRefused),
    /// There is no randomness for a token.
    #[error(transparent)]
    Random(#[from] NoRandomness),
    /// The link does not exist, or storage failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<Violations> for LinkFailure {
    fn from(found: Violations) -> Self {
        LinkFailure::Refused(found.into())
    }
}

impl MayConflict for LinkFailure {
    fn is_conflict(&self) -> bool {
        matches!(self, LinkFailure::Store(StoreError::Conflict))
    }
}

/// A link that was saved.
#[derive(Debug)]
pub struct SavedLink {
    /// The link.
    pub link: Link,
    /// Whether there was none before.
    pub is_new: bool,
    /// The token of the address from which the program fetches: shown once, when it is made.
    pub token: Option<Secret>,
}

impl SavedLink {
    /// The address from which the program fetches, of a token that was made.
    #[must_use]
    pub fn fetch_address(&self, base_url: &str) -> Option<String> {
        self.token.as_ref().map(|token| fetch_address(base_url, token))
    }
}

/// The link of the key's tier.
///
/// # Errors
/// [`StoreError::NotFound`].
pub async fn accounting_link<P: Ports>(context: &Context<'_, P>) -> Result<Link, StoreError> {
    context.database().accounting_link(context.organization, context.tier).await
}

/// Links a program, or changes what is set of the one that is linked. `found` is what reading has found wrong.
///
/// # Errors
/// [`LinkFailure`].
pub async fn save_link<P: Ports>(
    context: &Context<'_, P>,
    input: &LinkInput,
    found: Violations,
) -> Result<SavedLink, LinkFailure> {
    let (runtime, reach) = (context.ports.runtime(), context.ports.webhook_reach());
    let request = LinkRequest::check(input, found, reach, runtime.today())?;
    let saved = retry_on_conflict(|| save(context, request.clone())).await?;
    let (link, owner) = (&saved.link, context.organization);
    tracing::info!(org.id = %owner, link.id = %link.id, kind = link.kind.name(), "accounting program linked");
    Ok(saved)
}

async fn save<P: Ports>(
    context: &Context<'_, P>,
    request: LinkRequest,
) -> Result<SavedLink, LinkFailure> {
    let (runtime, database, owner) =
        (context.ports.runtime(), context.database(), context.organization);
    let before = match accounting_link(context).await {
        Err(StoreError::NotFound) => None,
        link => Some(link?),
    };
    let ids = (LinkId(runtime.new_id()), context.tier);
    let NewLink { link, secret } =
        request.link(before.as_ref(), ids, runtime.now(), runtime.today())?;
    let token = match before.is_none() && link.kind.has_token() {
        true => Some(Secret::new(runtime.random()?)),
        false => None,
    };
    let (now, job) = (runtime.now(), link.job(JobId(runtime.new_id()), owner, runtime.now()));
    let secrets = LinkSecrets { secret: secret.as_ref(), token: token.as_ref().map(Secret::hash) };
    match &before {
        None => database.add_accounting_link(owner, &link, secrets, &job, now).await?,
        Some(before) => {
            database.change_accounting_link(owner, before, &link, secrets, &job, now).await?;
        }
    }
    Ok(SavedLink { link, is_new: before.is_none(), token })
}

/// Replaces the token in the address from which the program fetches. The old token is invalid from then on.
///
/// # Errors
/// [`LinkFailure`].
pub async fn rotate_token<P: Ports>(context: &Context<'_, P>) -> Result<SavedLink, LinkFailure> {
    let saved = retry_on_conflict(|| rotate(context)).await?;
    let owner = context.organization;
    tracing::info!(org.id = %owner, link.id = %saved.link.id, "token of the accounting program rotated");
    Ok(saved)
}

async fn rotate<P: Ports>(context: &Context<'_, P>) -> Result<SavedLink, LinkFailure> {
    let (runtime, owner) = (context.ports.runtime(), context.organization);
    let before = accounting_link(context).await?;
    if !before.kind.has_token() {
        return Err(LinkRefused::NoToken(before.kind).into());
    }
    let (token, link, now) = (Secret::new(runtime.random()?), before.next(), runtime.now());
    let secrets = LinkSecrets { token: Some(token.hash()), ..LinkSecrets::default() };
    let job = link.job(JobId(runtime.new_id()), owner, now);
    let database = context.database();
    database.change_accounting_link(owner, &before, &link, secrets, &job, now).await?;
    Ok(SavedLink { link, is_new: false, token: Some(token) })
}

/// Removes the link with its postings. What the program has it keeps.
///
/// # Errors
/// [`StoreError::NotFound`].
pub async fn remove_link<P: Ports>(context: &Context<'_, P>) -> Result<(), StoreError> {
    let (owner, link) = (context.organization, accounting_link(context).await?);
    context.database().delete_accounting_link(owner, link.id).await?;
    tracing::info!(org.id = %owner, link.id = %link.id, "accounting program unlinked");
    Ok(())
}

/// Tests the sign-in to the program. A program that is not called returns no information.
///
/// # Errors
/// [`StoreError::NotFound`] without a link.
pub async fn test_link<P: Ports>(
    context: &Context<'_, P>,
) -> Result<Result<ProgramInfo, ProgramFailure>, StoreError> {
    let (database, owner) = (context.database(), context.organization);
    let link = accounting_link(context).await?;
    if !link.kind.is_called() {
        return Ok(Ok(ProgramInfo::default()));
    }
    let secret = database.accounting_secret(owner, link.id).await?;
    let firm = firm(context).await?;
    let request = context.ports.runtime().random_id();
    let account = Account { link: &link, secret: &secret, firm: &firm, request };
    let said = context.ports.accounting_program().test(account).await;
    Ok(said.and_then(|info| of_this_firm(info, &firm.ico)))
}

/// The books of another company are not those of this one.
fn of_this_firm(info: ProgramInfo, ico: &str) -> Result<ProgramInfo, ProgramFailure> {
    match &info.ico {
        Some(other) if !ico.is_empty() && other != ico => {
            let (other, own) = (other.clone(), ico.to_owned());
            Err(ProgramFailure::Denied(ProgramFault::OtherBooks { other, own }.to_string()))
        }
        _ => Ok(info),
    }
}
