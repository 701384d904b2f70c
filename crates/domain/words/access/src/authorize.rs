use crate::{
    AccessError, ApiKey, ConnectionAccess, Credential, KeyOwner, OrganizationId, PartnerId, Scope,
    Scopes, Tier,
};

/// For whom a request acts, and what it may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tenant {
    /// The organization whose data the request touches.
    pub organization: OrganizationId,
    /// Whether it is for the sandbox (test) or production (live).
    pub tier: Tier,
    /// The scopes that the call has in fact.
    pub scopes: Scopes,
    /// The key, token or session that authenticated the call.
    pub credential: Credential,
    /// The partner, when a partner's key is used.
    pub partner: Option<PartnerId>,
}

impl Tenant {
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
}

/// Says which tenant a key acts for.
///
/// `named` is the organization of the header; `managed` says whether the key's partner manages
/// it (looked up by the store with the key). The scopes of a user's key are those that the role
/// of its owner has too.
///
/// # Errors
/// [`AccessError::NoOrganization`] and [`AccessError::OtherOrganization`].
pub fn authorize(
    key: &ApiKey,
    named: Option<OrganizationId>,
    managed: bool,
) -> Result<Tenant, AccessError> {
    let named = named.ok_or(AccessError::NoOrganization)?;
    let (scopes, partner) = match key.owner {
        KeyOwner::User { organization, role, .. } if organization == named => {
            let allowed = role.map_or(Scopes::default(), crate::Role::scopes);
            (key.scopes.intersection(allowed), None)
        }
        KeyOwner::Partner(partner) if managed => (key.scopes, Some(partner)),
        _ => return Err(AccessError::OtherOrganization),
    };
    let credential = Credential::Key(key.id);
    Ok(Tenant { organization: named, tier: key.tier, scopes, credential, partner })
}

/// Says which tenant an access token acts for: its one organization, which need not be named.
///
/// # Errors
/// [`AccessError::TokenOfAnother`].
pub fn authorize_connection(
    access: &ConnectionAccess,
    named: Option<OrganizationId>,
) -> Result<Tenant, AccessError> {
    let ConnectionAccess { id, organization, tier, scopes, .. } = *access;
    if named.is_some_and(|named| named != organization) {
        return Err(AccessError::TokenOfAnother);
    }
    let credential = Credential::Connection(id);
    Ok(Tenant { organization, tier, scopes, credential, partner: None })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ApiKeyId, ConnectionId, Role, UserId};
    use uuid::Uuid;

    fn organization(n: u128) -> OrganizationId {
        OrganizationId(Uuid::from_u128(n))
    }

    fn key(owner: KeyOwner, scopes: Scopes) -> ApiKey {
        ApiKey {
            id: ApiKeyId(Uuid::nil()),
            tier: Tier::Test,
            scopes,
            owner,
            plan: None,
            expires_at: None,
        }
    }

    fn user(role: Option<Role>) -> KeyOwner {
        KeyOwner::User { user: UserId(Uuid::nil()), organization: organization(1), role }
    }

    #[test]
    fn a_users_key_has_what_both_key_and_role_have() {
        let key =
            key(user(Some(Role::Viewer)), Scopes::of(&[Scope::InvoiceRead, Scope::InvoiceCreate]));
        let tenant = authorize(&key, Some(organization(1)), false).expect("own organization");
        assert_eq!(tenant.require(Scope::InvoiceRead), Ok(()));
        assert_eq!(
            tenant.require(Scope::InvoiceCreate),
            Err(AccessError::MissingScope(Scope::InvoiceCreate))
        );
        assert!(
            AccessError::MissingScope(Scope::InvoiceCreate).to_string().contains("invoice:create")
        );
    }

    #[test]
    fn a_user_who_left_may_do_nothing() {
        let tenant = authorize(&key(user(None), Scopes::ALL), Some(organization(1)), false);
        assert_eq!(tenant.map(|t| t.scopes), Ok(Scopes::default()));
    }

    #[test]
    fn keys_reach_only_their_organizations() {
        let own = key(user(Some(Role::Owner)), Scopes::ALL);
        assert_eq!(
            authorize(&own, Some(organization(2)), true),
            Err(AccessError::OtherOrganization)
        );
        assert_eq!(authorize(&own, None, false), Err(AccessError::NoOrganization));
        let partner = key(KeyOwner::Partner(PartnerId(Uuid::nil())), Scopes::ALL);
        assert!(authorize(&partner, Some(organization(2)), true).is_ok());
        assert_eq!(
            authorize(&partner, Some(organization(2)), false),
            Err(AccessError::OtherOrganization)
        );
    }

    #[test]
    fn an_access_token_is_for_one_organization() {
        let access = ConnectionAccess {
            id: ConnectionId(Uuid::nil()),
            user: UserId(Uuid::nil()),
            organization: organization(1),
            tier: Tier::Test,
            scopes: Scopes::of(&[Scope::InvoiceRead]),
            plan: crate::Plan::Pro,
        };
        for named in [None, Some(organization(1))] {
            let tenant = authorize_connection(&access, named).expect("its own");
            assert_eq!(tenant.organization, organization(1));
            let missing = Err(AccessError::MissingTokenScope(Scope::InvoiceSend));
            assert_eq!(tenant.require(Scope::InvoiceSend), missing);
        }
        let other = authorize_connection(&access, Some(organization(2)));
        assert_eq!(other, Err(AccessError::TokenOfAnother));
    }
}
