use crate::{KeyOwner, OrganizationId, PartnerId, Role, Scope, Scopes, UserId};

/// The owner of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NewKeyOwner {
    User { user: UserId, organization: OrganizationId },
    Partner(PartnerId),
}

impl NewKeyOwner {
    /// Whether both belong to one organization, or to one partner.
    #[must_use]
    pub fn shares_with(self, other: Self) -> bool {
        match (self, other) {
            (Self::User { organization: one, .. }, Self::User { organization, .. }) => {
                one == organization
            }
            (Self::Partner(one), Self::Partner(other)) => one == other,
            _ => false,
        }
    }

    /// The owner as a lookup tells it.
    #[must_use]
    pub const fn with_role(self, role: Option<Role>) -> KeyOwner {
        match self {
            NewKeyOwner::User { user, organization } => KeyOwner::User { user, organization, role },
            NewKeyOwner::Partner(partner) => KeyOwner::Partner(partner),
        }
    }
}

impl KeyOwner {
    /// The owner without the role.
    #[must_use]
    pub const fn without_role(self) -> NewKeyOwner {
        match self {
            KeyOwner::User { user, organization, .. } => NewKeyOwner::User { user, organization },
            KeyOwner::Partner(partner) => NewKeyOwner::Partner(partner),
        }
    }
}

impl Scopes {
    /// What a new key has unless it is asked for otherwise. A partner's: all but to delete contracts
    /// (specification, Versioning 7: it reads, makes and changes them by default). A user's: all, of
    /// which it can use what the user's role has.
    #[must_use]
    pub const fn usual(owner: NewKeyOwner) -> Self {
        match owner {
            NewKeyOwner::Partner(_) => Self::ALL.without(Scope::ContractDelete),
            NewKeyOwner::User { .. } => Self::ALL,
        }
    }
}
