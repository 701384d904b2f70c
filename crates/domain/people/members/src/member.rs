use access::{OrganizationId, PartnerId, Role, UserId};

/// Maximum number of members of a group, including open invitations.
pub const MAX_MEMBERS: usize = 500;

/// A group that people are members of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    Organization(OrganizationId),
    Partner(PartnerId),
}

impl Group {
    /// The organization; `None` for a partner.
    #[must_use]
    pub const fn organization(self) -> Option<OrganizationId> {
        match self {
            Group::Organization(id) => Some(id),
            Group::Partner(_) => None,
        }
    }
}

/// A member of a group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    pub user: UserId,
    pub email: String,
    pub role: Role,
}

/// A change of a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MemberChange {
    Role(Role),
    Remove,
}

/// Why a change of members or an invitation is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MemberRefused {
    #[error("there is no such member")]
    NoMember,
    #[error("the role does not allow this")]
    NotAllowed,
    #[error("the last owner stays")]
    LastOwner,
    #[error("is a member already")]
    AlreadyMember,
    #[error("was invited a moment ago")]
    JustInvited,
    #[error("as many are members or invited as there can be")]
    TooMany,
}

/// Whether an actor in this role may give or revoke a role. Only owners add and remove owners.
#[must_use]
pub const fn may_give(actor: Role, role: Role) -> bool {
    match actor {
        Role::Owner => true,
        Role::Admin => !matches!(role, Role::Owner),
        Role::Accountant | Role::Viewer => false,
    }
}

/// Whether an actor in this role may see the members and invite others.
#[must_use]
pub const fn may_manage(actor: Role) -> bool {
    may_give(actor, Role::Viewer)
}

pub(crate) fn role_of(members: &[Member], user: UserId) -> Option<Role> {
    members.iter().find(|member| member.user == user).map(|member| member.role)
}

/// Decides whether `actor` may make this change of `user`. Every member may leave, except the last owner.
///
/// # Errors
/// [`MemberRefused`].
pub fn decide_change(
    members: &[Member],
    actor: UserId,
    (user, change): (UserId, MemberChange),
) -> Result<(), MemberRefused> {
    // a user who is no member does not learn whether the group exists
    let by = role_of(members, actor).ok_or(MemberRefused::NoMember)?;
    let leaves = actor == user && change == MemberChange::Remove;
    if !leaves && !may_manage(by) {
        return Err(MemberRefused::NotAllowed);
    }
    let before = role_of(members, user).ok_or(MemberRefused::NoMember)?;
    let after = match change {
        MemberChange::Role(role) => Some(role),
        MemberChange::Remove => None,
    };
    let gives = may_give(by, before) && after.is_none_or(|role| may_give(by, role));
    if !leaves && !gives {
        return Err(MemberRefused::NotAllowed);
    }
    let is_other_owner = |other: &Member| other.user != user && other.role == Role::Owner;
    let loses_owner = before == Role::Owner && after != Some(Role::Owner);
    if loses_owner && !members.iter().any(is_other_owner) {
        return Err(MemberRefused::LastOwner);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use MemberRefused::{LastOwner, NoMember, NotAllowed};
    use Role::{Accountant, Admin, Owner, Viewer};
    use uuid::Uuid;

    fn member(id: u128, role: Role) -> Member {
        Member { user: UserId(Uuid::from_u128(id)), email: format!("{id}@firma.example"), role }
    }

    #[test]
    fn roles_are_given_by_those_above() {
        let members = [member(1, Owner), member(2, Admin), member(3, Accountant)];
        let (role, remove) = (MemberChange::Role, MemberChange::Remove);
        for (actor, user, change, expected) in [
            (1, 2, role(Owner), Ok(())),
            (1, 3, remove, Ok(())),
            (1, 1, role(Viewer), Err(LastOwner)),
            (1, 1, remove, Err(LastOwner)),
            (1, 1, role(Owner), Ok(())),
            (1, 9, remove, Err(NoMember)),
            (2, 3, role(Viewer), Ok(())),
            (2, 3, role(Owner), Err(NotAllowed)),
            (2, 2, role(Owner), Err(NotAllowed)),
            (2, 1, role(Admin), Err(NotAllowed)),
            (2, 1, remove, Err(NotAllowed)),
            (2, 2, remove, Ok(())),
            (3, 2, remove, Err(NotAllowed)),
            (3, 9, remove, Err(NotAllowed)),
            (3, 3, role(Viewer), Err(NotAllowed)),
            (3, 3, remove, Ok(())),
            (9, 3, remove, Err(NoMember)),
        ] {
            let [actor, user] = [actor, user].map(|id| UserId(Uuid::from_u128(id)));
            assert_eq!(decide_change(&members, actor, (user, change)), expected, "{actor} {user}");
        }
    }

    #[test]
    fn an_owner_leaves_where_another_stays() {
        let members = [member(1, Owner), member(2, Owner)];
        let one = members[0].user;
        assert_eq!(decide_change(&members, one, (one, MemberChange::Remove)), Ok(()));
        // every member may leave a company that never had an owner
        let without = [member(1, Admin)];
        assert_eq!(decide_change(&without, one, (one, MemberChange::Remove)), Ok(()));
    }
}
