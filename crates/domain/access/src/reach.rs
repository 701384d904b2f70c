use crate::{
    AccessError, ApiKey, ApiKeyId, KeyOwner, OrganizationId, PartnerId, Scope, Scopes, Tier,
};

/// Which organizations a key reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
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
    pub reach: Reach,
    /// Sandbox or production.
    pub tier: Tier,
    /// The effective scopes.
    pub scopes: Scopes,
    /// The key used.
    pub key: ApiKeyId,
}

impl KeyHolder {
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
        match scopes {
            [first, ..] if !scopes.iter().any(|scope| self.scopes.has(*scope)) => {
                Err(AccessError::MissingScope(*first))
            }
            _ => Ok(()),
        }
    }

    /// The partner whose key it is.
    ///
    /// # Errors
    /// [`AccessError::PartnersOnly`] for a user's key.
    pub const fn partner(&self) -> Result<PartnerId, AccessError> {
        match self.reach {
            Reach::Partner(partner) => Ok(partner),
            Reach::Organization(_) => Err(AccessError::PartnersOnly),
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
        KeyOwner::User { organization, role } => {
            let allowed = role.map_or(Scopes::default(), crate::Role::scopes);
            let reaches = named.is_none_or(|named| named == organization);
            (Reach::Organization(organization), key.scopes.intersection(allowed), reaches)
        }
        KeyOwner::Partner(partner) => {
            (Reach::Partner(partner), key.scopes, named.is_none() || managed)
        }
    };
    if !reaches {
        return Err(AccessError::OtherOrganization);
    }
    Ok(KeyHolder { reach, tier: key.tier, scopes, key: key.id })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Role;
    use uuid::Uuid;

    const OWN: OrganizationId = OrganizationId(Uuid::from_u128(1));
    const OTHER: OrganizationId = OrganizationId(Uuid::from_u128(2));
    const PARTNER: PartnerId = PartnerId(Uuid::from_u128(3));

    fn key(owner: KeyOwner) -> ApiKey {
        ApiKey { id: ApiKeyId(Uuid::nil()), tier: Tier::Test, scopes: Scopes::ALL, owner }
    }

    #[test]
    fn a_users_key_reaches_its_organization_with_the_scopes_of_the_role() {
        let key = key(KeyOwner::User { organization: OWN, role: Some(Role::Viewer) });
        for named in [None, Some(OWN)] {
            let holder = identify(&key, named, false).expect("known");
            assert_eq!(holder.reach, Reach::Organization(OWN));
            assert_eq!(holder.scopes, Role::Viewer.scopes());
            assert_eq!(holder.partner(), Err(AccessError::PartnersOnly));
        }
        assert_eq!(identify(&key, Some(OTHER), true), Err(AccessError::OtherOrganization));
    }

    #[test]
    fn a_partners_key_reaches_what_the_partner_manages() {
        let key = key(KeyOwner::Partner(PARTNER));
        let holder = identify(&key, None, false).expect("known");
        assert_eq!((holder.reach, holder.partner()), (Reach::Partner(PARTNER), Ok(PARTNER)));
        assert!(identify(&key, Some(OWN), true).is_ok());
        assert_eq!(identify(&key, Some(OWN), false), Err(AccessError::OtherOrganization));
    }

    #[test]
    fn any_of_some_scopes_will_do() {
        let owner = KeyOwner::User { organization: OWN, role: Some(Role::Accountant) };
        let holder = identify(&key(owner), None, false).expect("known");
        let missing = Err(AccessError::MissingScope(Scope::OrgProvision));
        assert_eq!(holder.require_any(&[Scope::OrgProvision, Scope::SettingsUpdate]), missing);
        assert_eq!(holder.require(Scope::OrgProvision), missing);
        assert_eq!(holder.require_any(&[Scope::OrgProvision, Scope::InvoiceSend]), Ok(()));
    }
}
