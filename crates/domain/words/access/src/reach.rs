use crate::{
    AccessError, ApiKey, ConnectionAccess, Credential, KeyOwner, NewKeyOwner, OrganizationId,
    PartnerId, Plan, Role, Scope, Scopes, Tier, UserId,
};
use time::OffsetDateTime;

/// Which organizations a key reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyScope {
    /// The one that the user's key belongs to.
    Organization(OrganizationId),
    /// All that the partner manages.
    Partner(PartnerId),
}

/// The holder of a key where a request acts for no particular organization: organizations are made,
/// listed and read so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyHolder {
    /// Which organizations it reaches.
    pub reach: KeyScope,
    /// Whether it is for the sandbox (test) or production (live).
    pub tier: Tier,
    /// The scopes that the call has in fact.
    pub scopes: Scopes,
    /// The key, token or session that authenticated the call.
    pub credential: Credential,
    /// The owner of the key.
    pub owner: NewKeyOwner,
    /// The plan of the organization that it belongs to; none for a partner's key.
    pub plan: Option<Plan>,
    /// When the key expires.
    pub expires_at: Option<OffsetDateTime>,
}

/// Keys that a partner may have at most that can be used.
const MAX_PARTNER_KEYS: u32 = 200;

impl KeyHolder {
    /// A member of an organization who signed in and looks at one tier of it: has what the role has.
    #[must_use]
    pub fn member(
        (user, role): (UserId, Role),
        organization: OrganizationId,
        tier: Tier,
        plan: Plan,
    ) -> Self {
        Self {
            reach: KeyScope::Organization(organization),
            tier,
            scopes: role.scopes(),
            credential: Credential::Person(user),
            owner: NewKeyOwner::User { user, organization },
            plan: Some(plan),
            expires_at: None,
        }
    }

    /// A member of a partner who signed in and looks at one tier: has what the role has.
    #[must_use]
    pub fn partner_member((user, role): (UserId, Role), partner: PartnerId, tier: Tier) -> Self {
        Self {
            reach: KeyScope::Partner(partner),
            tier,
            scopes: role.scopes(),
            credential: Credential::Person(user),
            owner: NewKeyOwner::Partner(partner),
            plan: None,
            expires_at: None,
        }
    }

    /// # Errors
    /// [`AccessError::MissingScope`] names the scope that is missing.
    pub fn require(&self, scope: Scope) -> Result<(), AccessError> {
        self.require_any(&[scope])
    }

    /// Any of these scopes will do.
    ///
    /// # Errors
    /// [`AccessError::MissingScope`] names the first.
    pub fn require_any(&self, scopes: &[Scope]) -> Result<(), AccessError> {
        self.scopes.require_any(scopes).map_err(|error| self.credential.refused(error))
    }

    /// How many keys that can be used its owner may have.
    #[must_use]
    pub fn max_keys(&self) -> u32 {
        self.plan.map_or(MAX_PARTNER_KEYS, Plan::max_keys)
    }

    /// The partner whose key it is.
    ///
    /// # Errors
    /// [`AccessError::PartnersOnly`] for a user's key.
    pub const fn partner(&self) -> Result<PartnerId, AccessError> {
        match self.reach {
            KeyScope::Partner(partner) => Ok(partner),
            KeyScope::Organization(_) => Err(AccessError::PartnersOnly),
        }
    }
}

/// Says who holds a key. An organization need not be named; when one is (`named`, with `managed` as
/// for [`crate::authorize`]), the key must reach it.
///
/// # Errors
/// [`AccessError::OtherOrganization`].
pub fn identify(
    key: &ApiKey,
    named: Option<OrganizationId>,
    managed: bool,
) -> Result<KeyHolder, AccessError> {
    let (reach, scopes, reaches) = match key.owner {
        KeyOwner::User { organization, role, .. } => {
            let allowed = role.map_or(Scopes::default(), crate::Role::scopes);
            let reaches = named.is_none_or(|named| named == organization);
            (KeyScope::Organization(organization), key.scopes.intersection(allowed), reaches)
        }
        KeyOwner::Partner(partner) => {
            (KeyScope::Partner(partner), key.scopes, named.is_none() || managed)
        }
    };
    if !reaches {
        return Err(AccessError::OtherOrganization);
    }
    Ok(KeyHolder {
        reach,
        tier: key.tier,
        scopes,
        credential: Credential::Key(key.id),
        owner: key.owner.without_role(),
        plan: key.plan,
        expires_at: key.expires_at,
    })
}

/// Says what holds an access token: it reaches its one organization.
///
/// # Errors
/// [`AccessError::TokenOfAnother`].
pub fn identify_connection(
    access: &ConnectionAccess,
    named: Option<OrganizationId>,
) -> Result<KeyHolder, AccessError> {
    let ConnectionAccess { id, user, organization, tier, scopes, plan } = *access;
    if named.is_some_and(|named| named != organization) {
        return Err(AccessError::TokenOfAnother);
    }
    Ok(KeyHolder {
        reach: KeyScope::Organization(organization),
        tier,
        scopes,
        credential: Credential::Connection(id),
        owner: NewKeyOwner::User { user, organization },
        plan: Some(plan),
        expires_at: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ApiKeyId, Role, UserId};
    use uuid::Uuid;

    const OWN: OrganizationId = OrganizationId(Uuid::from_u128(1));
    const OTHER: OrganizationId = OrganizationId(Uuid::from_u128(2));
    const PARTNER: PartnerId = PartnerId(Uuid::from_u128(3));

    fn user(role: Role) -> KeyOwner {
        let user = UserId(Uuid::from_u128(4));
        KeyOwner::User { user, organization: OWN, role: Some(role) }
    }

    fn key(owner: KeyOwner) -> ApiKey {
        ApiKey {
            id: ApiKeyId(Uuid::nil()),
            tier: Tier::Test,
            scopes: Scopes::ALL,
            owner,
            plan: None,
            expires_at: None,
        }
    }

    #[test]
    fn a_users_key_reaches_its_organization_with_the_scopes_of_the_role() {
        let key = key(user(Role::Viewer));
        for named in [None, Some(OWN)] {
            let holder = identify(&key, named, false).expect("known");
            assert_eq!(holder.reach, KeyScope::Organization(OWN));
            assert_eq!(holder.scopes, Role::Viewer.scopes());
            assert_eq!(holder.partner(), Err(AccessError::PartnersOnly));
        }
        assert_eq!(identify(&key, Some(OTHER), true), Err(AccessError::OtherOrganization));
    }

    #[test]
    fn a_partners_key_reaches_what_the_partner_manages() {
        let key = key(KeyOwner::Partner(PARTNER));
        let holder = identify(&key, None, false).expect("known");
        assert_eq!((holder.reach, holder.partner()), (KeyScope::Partner(PARTNER), Ok(PARTNER)));
        assert!(identify(&key, Some(OWN), true).is_ok());
        assert_eq!(identify(&key, Some(OWN), false), Err(AccessError::OtherOrganization));
    }

    #[test]
    fn any_of_some_scopes_will_do() {
        let holder = identify(&key(user(Role::Accountant)), None, false).expect("known");
        let missing = Err(AccessError::MissingScope(Scope::OrgProvision));
        assert_eq!(holder.require_any(&[Scope::OrgProvision, Scope::SettingsUpdate]), missing);
        assert_eq!(holder.require(Scope::OrgProvision), missing);
        assert_eq!(holder.require_any(&[Scope::OrgProvision, Scope::InvoiceSend]), Ok(()));
    }

    #[test]
    fn an_access_token_reaches_one_organization_and_manages_no_keys() {
        let access = ConnectionAccess {
            id: crate::ConnectionId(Uuid::nil()),
            user: UserId(Uuid::nil()),
            organization: OWN,
            tier: Tier::Live,
            scopes: Scopes::ALL,
            plan: Plan::Free,
        };
        let holder = identify_connection(&access, None).expect("its own");
        assert_eq!(holder.reach, KeyScope::Organization(OWN));
        assert_eq!(holder.credential.key(), Err(AccessError::KeysOnly));
        assert_eq!(holder.partner(), Err(AccessError::PartnersOnly));
        let other = identify_connection(&access, Some(OTHER));
        assert_eq!(other, Err(AccessError::TokenOfAnother));
    }
}
