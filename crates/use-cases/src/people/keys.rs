//! API keys: created, rotated and revoked, by another key, a member or the operator.

use crate::{
    people::secrets::{id_of_form, new_token, sha256},
    ports::{NoRandomness, Ports, Runtime},
};
use access::{
    AddKeyError, ApiKeyId, Grant, GrantError, Grantor, KeyFilter, KeyHolder, KeyRecord, KeyRequest,
    KeyScope, KeyStore, KeyText, NewKey, NewKeyOwner, OrganizationId, Role, Tier, UserId, grant,
    rotate,
};
use idempotency::Scope;
use invoicing::{InvoiceStore, References};
use persistence::{Cursor, Page, StoreError};
use time::{Duration, OffsetDateTime};

/// A new key with its text, which is shown only once.
#[derive(Debug)]
pub struct IssuedKey {
    /// The stored record, without the text.
    pub record: KeyRecord,
    /// The key itself.
    pub text: KeyText,
}

/// Why a key was not created or changed.
#[derive(Debug, thiserror::Error, refusals::Refusal)]
#[refusal("key")]
pub enum KeyError {
    /// The domain refused it.
    #[error(transparent)]
    Grant(#[from] GrantError),
    /// The store refused it, or failed.
    #[error(transparent)]
    Add(#[from] AddKeyError),
    /// The form was sent before: the key was created then, and its text was shown.
    #[error("this form was sent before, and the key was made then")]
    AlreadyMade,
    /// No random key could be made.
    #[error(transparent)]
    #[refusal(internal)]
    NoRandomness(#[from] NoRandomness),
}

impl From<StoreError> for KeyError {
    fn from(error: StoreError) -> Self {
        KeyError::Add(error.into())
    }
}

/// A member of a company as the owner of new keys, within the company's plan.
///
/// # Errors
/// [`StoreError::NotFound`] for an unknown organization; storage failures.
pub async fn member_holder<P: Ports>(
    ports: &P,
    member: (UserId, Role),
    organization: OrganizationId,
    tier: Tier,
) -> Result<KeyHolder, StoreError> {
    let records = ports.database().issuing_records(organization, &References::default()).await?;
    Ok(KeyHolder::member(member, organization, tier, records.organization.plan))
}

/// Creates a key for an owner.
///
/// # Errors
/// [`KeyError`].
pub async fn create_key<P: Ports>(
    ports: &P,
    grantor: &Grantor,
    owner: NewKeyOwner,
    request: KeyRequest,
) -> Result<IssuedKey, KeyError> {
    let id = ApiKeyId(ports.runtime().new_id());
    make(ports, grantor, (owner, id), request).await
}

/// Creates a key for a form that may be submitted twice: the form's own key makes sure that only one API key is
/// created.
///
/// # Errors
/// [`KeyError`]; [`KeyError::AlreadyMade`] the second time, when the text can no longer be shown.
pub async fn create_key_once<P: Ports>(
    ports: &P,
    grantor: &Grantor,
    owner: NewKeyOwner,
    (request, once): (KeyRequest, Option<&str>),
) -> Result<IssuedKey, KeyError> {
    let Some(once) = once else { return create_key(ports, grantor, owner, request).await };
    let whose = match owner {
        NewKeyOwner::User { organization, .. } => Scope::Organization(organization),
        NewKeyOwner::Partner(partner) => Scope::Partner(partner),
    };
    let id = ApiKeyId(id_of_form("key", whose, once));
    match ports.database().key_record(scope(grantor), id).await {
        Err(StoreError::NotFound) => {}
        found => return found.map_err(KeyError::from).and(Err(KeyError::AlreadyMade)),
    }
    match make(ports, grantor, (owner, id), request).await {
        // the other submit came first
        Err(KeyError::Add(AddKeyError::Store(StoreError::Taken(_)))) => Err(KeyError::AlreadyMade),
        made => made,
    }
}

async fn make<P: Ports>(
    ports: &P,
    grantor: &Grantor,
    (owner, id): (NewKeyOwner, ApiKeyId),
    request: KeyRequest,
) -> Result<IssuedKey, KeyError> {
    let now = ports.runtime().now();
    let granted = grant(grantor, owner, request, now)?;
    let (new, text) = new_key(ports, grantor, (owner, id), granted)?;
    ports.database().add_key(&new, most(grantor), now).await?;
    Ok(issued(new, text, now))
}

/// Creates the successor of a key; the old key expires after the overlap, at the time in the second part. The caller
/// owns the successor.
///
/// # Errors
/// [`KeyError`]; [`StoreError::NotFound`] for a key that the grantor does not see.
pub async fn rotate_key<P: Ports>(
    ports: &P,
    grantor: &Grantor,
    id: ApiKeyId,
    overlap: Duration,
) -> Result<(IssuedKey, OffsetDateTime), KeyError> {
    let now = ports.runtime().now();
    let before = visible_key(ports, grantor, id).await?;
    let (granted, ends_at) = rotate(grantor, &before, overlap, now)?;
    // the caller reads the text of the new key, so the key is theirs and ends with their membership
    let owner = match grantor {
        Grantor::Key(holder) => holder.owner,
        Grantor::Operator => before.owner,
    };
    let successor = (owner, ApiKeyId(ports.runtime().new_id()));
    let (new, text) = new_key(ports, grantor, successor, granted)?;
    // expiring keys count too, but must not block a rotation
    let most = most(grantor).map(|most| most.saturating_mul(2));
    ports.database().replace_key(&before, ends_at, &new, most, now).await?;
    tracing::info!(key.id = %id, key.ends_at = %ends_at, "API key rotated");
    Ok((issued(new, text, now), ends_at))
}

/// Revokes a key at once: the next request with it gets a 401. Repeating it changes nothing.
///
/// # Errors
/// [`StoreError::NotFound`] for a key that the grantor does not see; storage failures.
pub async fn revoke_key<P: Ports>(
    ports: &P,
    grantor: &Grantor,
    id: ApiKeyId,
) -> Result<(), StoreError> {
    visible_key(ports, grantor, id).await?;
    ports.database().revoke_key(scope(grantor), id, ports.runtime().now()).await?;
    tracing::info!(key.id = %id, by.key = by(grantor).map(tracing::field::display), "API key revoked");
    Ok(())
}

/// Loads one of the keys that the grantor sees.
///
/// # Errors
/// [`StoreError::NotFound`]; storage failures.
pub async fn visible_key<P: Ports>(
    ports: &P,
    grantor: &Grantor,
    id: ApiKeyId,
) -> Result<KeyRecord, StoreError> {
    let key = ports.database().key_record(scope(grantor), id).await?;
    match grantor {
        Grantor::Key(holder) if !key.is_visible_to(holder) => Err(StoreError::NotFound),
        Grantor::Key(_) | Grantor::Operator => Ok(key),
    }
}

/// A page of the keys that the holder of a key sees, newest first: those of its organization or partner; a test key
/// sees only test keys.
///
/// # Errors
/// Storage failures.
pub async fn visible_keys<P: Ports>(
    ports: &P,
    holder: &KeyHolder,
    filter: KeyFilter,
    after: Option<Cursor>,
    limit: u16,
) -> Result<Page<KeyRecord>, StoreError> {
    let filter = match (holder.tier, filter.tier) {
        (Tier::Test, Some(Tier::Live)) => return Ok(Page::empty()),
        (Tier::Test, _) => KeyFilter { tier: Some(Tier::Test), ..filter },
        (Tier::Live, _) => filter,
    };
    ports.database().keys(Some(holder.reach), filter, after, limit).await
}

const fn scope(grantor: &Grantor) -> Option<KeyScope> {
    match grantor {
        Grantor::Key(holder) => Some(holder.reach),
        Grantor::Operator => None,
    }
}

fn by(grantor: &Grantor) -> Option<ApiKeyId> {
    match grantor {
        Grantor::Key(holder) => holder.credential.key().ok(),
        Grantor::Operator => None,
    }
}

/// The maximum number of keys; `None` for the operator, who has no limit.
fn most(grantor: &Grantor) -> Option<u32> {
    match grantor {
        Grantor::Key(holder) => Some(holder.max_keys()),
        Grantor::Operator => None,
    }
}

fn new_key<P: Ports>(
    ports: &P,
    grantor: &Grantor,
    (owner, id): (NewKeyOwner, ApiKeyId),
    Grant { name, tier, scopes, expires_at }: Grant,
) -> Result<(NewKey, KeyText), NoRandomness> {
    let runtime = ports.runtime();
    let is_partner = matches!(owner, NewKeyOwner::Partner(_));
    let secret = new_token(runtime.random()?);
    let text = KeyText::new(is_partner, tier, &secret).map_err(|_| NoRandomness)?;
    let new = NewKey {
        id,
        hash: sha256(text.expose().as_bytes()),
        hint: text.hint(),
        tier,
        scopes,
        owner,
        name,
        expires_at,
        created_by: by(grantor),
    };
    Ok((new, text))
}

fn issued(new: NewKey, text: KeyText, now: OffsetDateTime) -> IssuedKey {
    let NewKey { id, hint, tier, scopes, owner, name, expires_at, created_by, .. } = new;
    tracing::info!(
        key.id = %id,
        by.key = created_by.map(tracing::field::display),
        key.tier = tier.name(),
        "API key created"
    );
    let record = KeyRecord {
        id,
        name,
        hint,
        tier,
        scopes,
        owner,
        created_at: now,
        created_by,
        last_used_at: None,
        expires_at,
        revoked_at: None,
    };
    IssuedKey { record, text }
}
