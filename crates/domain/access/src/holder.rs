use crate::{AccessError, ApiKey, ApiKeyId, KeyOwner, PartnerId, Role, Scope, Scopes, Tier};

/// Whose key came with a request that names no organization, and what it may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Holder {
    /// Whose key it is.
    pub owner: KeyOwner,
    /// Sandbox or production.
    pub tier: Tier,
    /// The effective scopes.
    pub scopes: Scopes,
    /// The key used.
    pub key: ApiKeyId,
}

impl Holder {
    /// The holder of a key. The scopes of a user's key are those that the role of its owner has too.
    #[must_use]
    pub fn of(key: &ApiKey) -> Self {
        let scopes = match key.owner {
            KeyOwner::User { role, .. } => {
                key.scopes.intersection(role.map_or(Scopes::default(), Role::scopes))
            }
            KeyOwner::Partner(_) => key.scopes,
        };
        Self { owner: key.owner, tier: key.tier, scopes, key: key.id }
    }

    /// # Errors
    /// [`AccessError::MissingScope`] names the scope that is missing.
    pub fn require(&self, scope: Scope) -> Result<(), AccessError> {
        if self.scopes.has(scope) { Ok(()) } else { Err(AccessError::MissingScope(scope)) }
    }

    /// The partner whose key it is.
    ///
    /// # Errors
    /// [`AccessError::NotAPartner`] for a user's key.
    pub const fn partner(&self) -> Result<PartnerId, AccessError> {
        match self.owner {
            KeyOwner::Partner(partner) => Ok(partner),
            KeyOwner::User { .. } => Err(AccessError::NotAPartner),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::OrganizationId;
    use uuid::Uuid;

    fn held(owner: KeyOwner, scopes: Scopes) -> Holder {
        Holder::of(&ApiKey { id: ApiKeyId(Uuid::nil()), tier: Tier::Live, scopes, owner })
    }

    #[test]
    fn partners_and_users_are_told_apart() {
        let partner = PartnerId(Uuid::from_u128(1));
        let of_partner = held(KeyOwner::Partner(partner), Scopes::of(&[Scope::InvoiceRead]));
        assert_eq!(of_partner.partner(), Ok(partner));
        assert_eq!(of_partner.require(Scope::InvoiceRead), Ok(()));
        assert_eq!(
            of_partner.require(Scope::SettingsUpdate),
            Err(AccessError::MissingScope(Scope::SettingsUpdate))
        );
        let organization = OrganizationId(Uuid::nil());
        let user = held(KeyOwner::User { organization, role: Some(Role::Viewer) }, Scopes::ALL);
        assert_eq!(user.partner(), Err(AccessError::NotAPartner));
        assert_eq!(user.scopes, Role::Viewer.scopes());
        let left = held(KeyOwner::User { organization, role: None }, Scopes::ALL);
        assert_eq!(left.scopes, Scopes::default());
    }
}
