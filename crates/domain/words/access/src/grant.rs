//! What a new key may be. A key never makes one with more than it has itself: no scope more, no other
//! organization, no higher tier, no longer life.

use crate::{KeyHolder, KeyRecord, NewKeyOwner, Scope, Scopes, Tier};
use time::{Duration, OffsetDateTime};

/// Characters of a key's name at most.
pub const MAX_KEY_NAME: usize = 100;

/// How long a rotated key goes on beside its successor, unless asked otherwise.
pub const KEY_OVERLAP: Duration = Duration::hours(24);

/// How long it may go on at most.
pub const MAX_KEY_OVERLAP: Duration = Duration::days(7);

/// The caller that creates a key.
#[derive(Debug, Clone, Copy)]
pub enum Grantor {
    /// The holder of another key.
    Key(KeyHolder),
    /// The operator of the installation, on the command line.
    Operator,
}

/// A key as it was asked for. What is left out is decided by [`grant`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct KeyRequest {
    /// What it is for, in its owner's words.
    pub name: Option<String>,
    /// Whether it is for the sandbox (test) or production (live).
    pub tier: Option<Tier>,
    /// The scopes that the key may have at most.
    pub scopes: Option<Scopes>,
    /// When the key expires.
    pub expires_at: Option<OffsetDateTime>,
}

/// A key as it is to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grant {
    pub name: Option<String>,
    pub tier: Tier,
    pub scopes: Scopes,
    pub expires_at: Option<OffsetDateTime>,
}

/// Why no key is made. The first four are refusals (403), the others faults of the request (400), but
/// for the last (409).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
pub enum GrantError {
    /// The key that asks lacks a scope that the new one would have.
    #[error("API key does not have scope {scope}, so it cannot give it to another key", scope = .0)]
    Scope(Scope),
    /// A key of the sandbox asks for one of production.
    #[error("a test key cannot make a live key")]
    Tier,
    /// The new one would outlive the key that asks.
    #[error("a key cannot make one that lives longer than itself")]
    Outlives,
    /// The key has another owner.
    #[error("a key makes keys for its own owner only")]
    OtherOwner,
    /// The key would have no scope.
    #[error("must name at least one scope")]
    NoScopes,
    /// The expiry is in the past.
    #[error("must be a time to come")]
    Past,
    /// The name is too long, or holds control characters.
    #[error("must have 1 to {most} characters, and no control characters", most = MAX_KEY_NAME)]
    Name,
    /// The overlap is longer than [`MAX_KEY_OVERLAP`], or negative.
    #[error("must be between 0 and 168 hours")]
    Overlap,
    /// The key to rotate was revoked or has expired.
    #[error("the key was revoked or has ended: make a new one")]
    Ended,
}

/// Decides what a key for `owner` will be.
///
/// Left out, the tier is that of the key that asks (for an operator: `test`), the scopes are the
/// owner's usual ones ([`Scopes::usual`]) as far as the key has them, and the end is the end of the key.
///
/// # Errors
/// [`GrantError`].
pub fn grant(
    grantor: &Grantor,
    owner: NewKeyOwner,
    request: KeyRequest,
    now: OffsetDateTime,
) -> Result<Grant, GrantError> {
    let KeyRequest { name, tier, scopes, expires_at } = request;
    let name = name.map(|name| key_name(&name)).transpose()?;
    if expires_at.is_some_and(|end| end <= now) {
        return Err(GrantError::Past);
    }
    let usual = Scopes::usual(owner);
    let grant = match grantor {
        Grantor::Operator => Grant {
            name,
            tier: tier.unwrap_or(Tier::Test),
            scopes: scopes.unwrap_or(usual),
            expires_at,
        },
        Grantor::Key(holder) => Grant {
            name,
            tier: tier.unwrap_or(holder.tier),
            scopes: scopes.unwrap_or(usual.intersection(holder.scopes)),
            expires_at: expires_at.or(holder.expires_at),
        },
    };
    within(grantor, owner, &grant)?;
    if grant.scopes == Scopes::default() { Err(GrantError::NoScopes) } else { Ok(grant) }
}

/// Decides on the successor of a key, which is like it, and on when the key itself ends.
///
/// # Errors
/// [`GrantError`]: a key cannot have one rotated that has more than it has itself, because it would get
/// to know the successor's text.
pub fn rotate(
    grantor: &Grantor,
    key: &KeyRecord,
    overlap: Duration,
    now: OffsetDateTime,
) -> Result<(Grant, OffsetDateTime), GrantError> {
    if overlap.is_negative() || overlap > MAX_KEY_OVERLAP {
        return Err(GrantError::Overlap);
    }
    if key.state(now) != crate::KeyState::Active {
        return Err(GrantError::Ended);
    }
    let (name, expires_at) = (key.name.clone(), key.expires_at);
    let grant = Grant { name, tier: key.tier, scopes: key.scopes, expires_at };
    within(grantor, key.owner, &grant)?;
    let end = now.saturating_add(overlap);
    Ok((grant, key.expires_at.map_or(end, |known| known.min(end))))
}

/// The rule: no more than the key that asks has.
fn within(grantor: &Grantor, owner: NewKeyOwner, grant: &Grant) -> Result<(), GrantError> {
    let Grantor::Key(holder) = grantor else { return Ok(()) };
    if !holder.owner.shares_with(owner) {
        return Err(GrantError::OtherOwner);
    }
    if grant.tier == Tier::Live && holder.tier == Tier::Test {
        return Err(GrantError::Tier);
    }
    if let Some(scope) = grant.scopes.iter().find(|scope| !holder.scopes.has(*scope)) {
        return Err(GrantError::Scope(scope));
    }
    match (holder.expires_at, grant.expires_at) {
        (Some(end), Some(asked)) if asked <= end => Ok(()),
        (Some(_), _) => Err(GrantError::Outlives),
        (None, _) => Ok(()),
    }
}

fn key_name(text: &str) -> Result<String, GrantError> {
    let name = text.trim();
    let fits = (1..=MAX_KEY_NAME).contains(&name.chars().count());
    let valid = fits && !name.contains(char::is_control);
    valid.then(|| name.to_owned()).ok_or(GrantError::Name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ApiKeyId, KeyScope, OrganizationId, PartnerId, Plan, UserId};
    use uuid::Uuid;

    const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;
    const SOON: OffsetDateTime = NOW.saturating_add(Duration::hours(1));
    const LATER: OffsetDateTime = NOW.saturating_add(Duration::days(30));
    const PARTNER: NewKeyOwner = NewKeyOwner::Partner(PartnerId(Uuid::from_u128(1)));
    const ORGANIZATION: OrganizationId = OrganizationId(Uuid::from_u128(2));

    fn user(n: u128) -> NewKeyOwner {
        NewKeyOwner::User { user: UserId(Uuid::from_u128(n)), organization: ORGANIZATION }
    }

    fn holder(owner: NewKeyOwner, tier: Tier, scopes: &[Scope]) -> KeyHolder {
        KeyHolder {
            reach: match owner {
                NewKeyOwner::Partner(partner) => KeyScope::Partner(partner),
                NewKeyOwner::User { organization, .. } => KeyScope::Organization(organization),
            },
            tier,
            scopes: Scopes::of(scopes),
            credential: crate::Credential::Key(ApiKeyId(Uuid::from_u128(9))),
            owner,
            plan: Some(Plan::Pro),
            expires_at: None,
        }
    }

    fn asked(tier: Option<Tier>, scopes: Option<&[Scope]>) -> KeyRequest {
        KeyRequest { tier, scopes: scopes.map(Scopes::of), ..KeyRequest::default() }
    }

    #[test]
    fn a_key_gives_no_scope_and_no_tier_that_it_lacks() {
        use Scope::{InvoiceRead as Read, InvoiceSend as Send, SettingsUpdate as Settings};
        let by = |tier| Grantor::Key(holder(user(1), tier, &[Read, Settings]));
        for (tier, request, made) in [
            (Tier::Test, asked(None, Some(&[Read])), Ok((Tier::Test, vec![Read]))),
            (Tier::Test, asked(None, None), Ok((Tier::Test, vec![Read, Settings]))),
            (Tier::Live, asked(Some(Tier::Test), Some(&[Read])), Ok((Tier::Test, vec![Read]))),
            (Tier::Test, asked(Some(Tier::Live), Some(&[Read])), Err(GrantError::Tier)),
            (Tier::Live, asked(None, Some(&[Read, Send])), Err(GrantError::Scope(Send))),
            (Tier::Live, asked(None, Some(&[])), Err(GrantError::NoScopes)),
        ] {
            let grant = grant(&by(tier), user(1), request.clone(), NOW);
            let grant = grant.map(|grant| (grant.tier, grant.scopes.iter().collect::<Vec<_>>()));
            assert_eq!(grant, made, "{tier:?} {request:?}");
        }
    }

    #[test]
    fn a_key_makes_keys_for_its_own_owner() {
        let by = Grantor::Key(holder(user(1), Tier::Live, &[Scope::InvoiceRead]));
        let elsewhere = OrganizationId(Uuid::from_u128(3));
        let other = NewKeyOwner::User { user: UserId(Uuid::from_u128(1)), organization: elsewhere };
        let request = asked(None, Some(&[Scope::InvoiceRead]));
        for owner in [other, PARTNER] {
            let refused = grant(&by, owner, request.clone(), NOW);
            assert_eq!(refused, Err(GrantError::OtherOwner), "{owner:?}");
        }
        let partner = Grantor::Key(holder(PARTNER, Tier::Live, &[Scope::InvoiceRead]));
        assert!(grant(&partner, PARTNER, request.clone(), NOW).is_ok());
        assert_eq!(grant(&partner, user(1), request, NOW), Err(GrantError::OtherOwner));
    }

    #[test]
    fn a_key_that_ends_makes_none_that_outlives_it() {
        let ending = KeyHolder {
            expires_at: Some(SOON),
            ..holder(PARTNER, Tier::Test, &[Scope::InvoiceRead])
        };
        let until = |expires_at| KeyRequest { expires_at, ..KeyRequest::default() };
        let by = Grantor::Key(ending);
        let end = |request| grant(&by, PARTNER, request, NOW).map(|grant| grant.expires_at);
        assert_eq!(end(until(None)), Ok(Some(SOON)));
        assert_eq!(end(until(Some(SOON))), Ok(Some(SOON)));
        assert_eq!(end(until(Some(LATER))), Err(GrantError::Outlives));
        assert_eq!(end(until(Some(NOW))), Err(GrantError::Past));
    }

    #[test]
    fn a_new_key_of_a_partner_has_the_contract_scopes() {
        let made = grant(&Grantor::Operator, PARTNER, KeyRequest::default(), NOW).expect("a key");
        assert_eq!(made.tier, Tier::Test, "an operator says so when it shall be live");
        for scope in [Scope::ContractRead, Scope::ContractCreate, Scope::ContractUpdate] {
            assert!(made.scopes.has(scope), "{scope}");
        }
        assert!(!made.scopes.has(Scope::ContractDelete));
    }

    #[test]
    fn names_are_bounded() {
        let named = |name: &str| KeyRequest { name: Some(name.into()), ..KeyRequest::default() };
        let name = |text: &str| grant(&Grantor::Operator, PARTNER, named(text), NOW);
        assert_eq!(name(" ERP ").map(|grant| grant.name), Ok(Some("ERP".into())));
        for text in ["", "  ", "a\nb", &"x".repeat(MAX_KEY_NAME + 1)] {
            assert_eq!(name(text), Err(GrantError::Name), "{text:?}");
        }
    }

    fn record(owner: NewKeyOwner, expires_at: Option<OffsetDateTime>) -> KeyRecord {
        KeyRecord {
            id: ApiKeyId(Uuid::from_u128(7)),
            name: Some("ERP".into()),
            hint: "svc_test_abcdefg".into(),
            tier: Tier::Test,
            scopes: Scopes::of(&[Scope::InvoiceRead]),
            owner,
            created_at: NOW,
            created_by: None,
            last_used_at: None,
            expires_at,
            revoked_at: None,
        }
    }

    #[test]
    fn a_rotated_key_ends_after_the_overlap_and_not_later_than_it_would() {
        let rotated =
            |end, overlap| rotate(&Grantor::Operator, &record(PARTNER, end), overlap, NOW);
        let (made, ends) = rotated(None, KEY_OVERLAP).expect("rotated");
        assert_eq!((made.expires_at, ends), (None, NOW + KEY_OVERLAP));
        assert_eq!(made.name.as_deref(), Some("ERP"));
        let (made, ends) = rotated(Some(SOON), KEY_OVERLAP).expect("rotated");
        assert_eq!((made.expires_at, ends), (Some(SOON), SOON));
        let (_, ends) = rotated(None, Duration::ZERO).expect("rotated");
        assert_eq!(ends, NOW);
        for overlap in [Duration::hours(-1), MAX_KEY_OVERLAP + Duration::SECOND] {
            assert_eq!(rotated(None, overlap), Err(GrantError::Overlap));
        }
        assert_eq!(rotated(Some(NOW), KEY_OVERLAP), Err(GrantError::Ended));
    }

    #[test]
    fn what_has_more_cannot_be_rotated() {
        let by = |scopes: &[Scope]| Grantor::Key(holder(user(1), Tier::Test, scopes));
        let rotate = |by: &Grantor, key: &KeyRecord| rotate(by, key, KEY_OVERLAP, NOW).map(drop);
        let of_a_colleague = record(user(2), None);
        assert_eq!(rotate(&by(&[Scope::InvoiceRead]), &of_a_colleague), Ok(()));
        let lacks = Err(GrantError::Scope(Scope::InvoiceRead));
        assert_eq!(rotate(&by(&[Scope::SettingsUpdate]), &of_a_colleague), lacks);
        let live = KeyRecord { tier: Tier::Live, ..of_a_colleague };
        assert_eq!(rotate(&by(&[Scope::InvoiceRead]), &live), Err(GrantError::Tier));
    }
}
