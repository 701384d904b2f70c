use crate::{Group, MAX_MEMBERS, Member, MemberRefused, may_give, member::role_of};
use access::{NewUser, Role, UserId};
use jobs::JobKind;
use persistence::typed_id;
use time::{Duration, OffsetDateTime};

typed_id!(
    /// The id of an invitation.
    InvitationId,
);

/// How long an invitation can be accepted.
pub const INVITATION_VALID_FOR: Duration = Duration::days(7);

/// After how long the same address may be invited again.
pub const REPEAT_AFTER: Duration = Duration::minutes(10);

/// How long an ended or accepted invitation is kept.
pub const INVITATION_KEPT_FOR: Duration = Duration::days(90);

/// Maximum number of invitations of a group a day, because the mail goes to people who did not ask for it.
pub const INVITATIONS_A_DAY: usize = 100;

/// The kind of the job that sends the invitation mail.
pub const INVITATION_MAIL_JOB: JobKind = JobKind("members.invitation_mail");

/// A new invitation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewInvitation {
    pub id: InvitationId,
    pub group: Group,
    /// The invited address in lower case.
    pub email: String,
    pub role: Role,
    pub invited_by: UserId,
    pub created_at: OffsetDateTime,
}

impl NewInvitation {
    /// The time until which it can be accepted.
    #[must_use]
    pub fn expires_at(&self) -> OffsetDateTime {
        self.created_at.saturating_add(INVITATION_VALID_FOR)
    }
}

/// A stored invitation, with the inviter's current role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitation {
    pub new: NewInvitation,
    /// The name of the company or the partner.
    pub group_name: String,
    pub inviter_email: String,
    /// The inviter's current role; `None` when the inviter is no member any more.
    pub inviter_role: Option<Role>,
    pub accepted_at: Option<OffsetDateTime>,
    /// When it was withdrawn or replaced by another one.
    pub ended_at: Option<OffsetDateTime>,
}

/// The state of an invitation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InvitationState {
    Open,
    Accepted,
    Over,
}

impl Invitation {
    /// Its state now. The link alone is not enough: the inviter must still have the right to give the role.
    #[must_use]
    pub fn state(&self, now: OffsetDateTime) -> InvitationState {
        let is_given = self.inviter_role.is_some_and(|role| may_give(role, self.new.role));
        match self.accepted_at {
            Some(_) => InvitationState::Accepted,
            None if self.ended_at.is_some() || now >= self.new.expires_at() || !is_given => {
                InvitationState::Over
            }
            None => InvitationState::Open,
        }
    }
}

/// The person who accepts an invitation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Acceptance {
    /// An existing user with the invited address.
    User(UserId),
    /// A new user without memberships.
    NewUser(NewUser),
}

/// An earlier invitation that limits a new one: of the last day, or still open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvitedBefore {
    pub id: InvitationId,
    pub email: String,
    pub role: Role,
    pub created_at: OffsetDateTime,
    /// Whether it was neither accepted nor ended.
    pub is_open: bool,
}

/// The stored facts that a new invitation is checked against.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvitationFacts {
    pub members: Vec<Member>,
    pub invitations: Vec<InvitedBefore>,
}

/// Decides whether a new invitation may be stored. Returns the open invitation to the same address, which the new one
/// replaces: only a member who could give its role may replace it.
///
/// # Errors
/// [`MemberRefused`].
pub fn decide_invitation(
    standing: &InvitationFacts,
    new: &NewInvitation,
) -> Result<Option<InvitationId>, MemberRefused> {
    let by = role_of(&standing.members, new.invited_by).ok_or(MemberRefused::NoMember)?;
    if !may_give(by, new.role) {
        return Err(MemberRefused::NotAllowed);
    }
    if standing.members.iter().any(|member| member.email.to_lowercase() == new.email) {
        return Err(MemberRefused::AlreadyMember);
    }
    let repeated = new.created_at.saturating_sub(REPEAT_AFTER);
    let day = new.created_at.saturating_sub(Duration::DAY);
    let (mut open, mut recent, mut replaced) = (0, 0, None);
    for before in &standing.invitations {
        let is_same = before.email == new.email;
        if is_same && before.created_at > repeated {
            return Err(MemberRefused::JustInvited);
        }
        if before.is_open && is_same {
            if !may_give(by, before.role) {
                return Err(MemberRefused::NotAllowed);
            }
            replaced = Some(before.id);
        }
        open += usize::from(before.is_open && !is_same);
        recent += usize::from(before.created_at > day);
    }
    let is_full = standing.members.len() + open >= MAX_MEMBERS || recent >= INVITATIONS_A_DAY;
    if is_full { Err(MemberRefused::TooMany) } else { Ok(replaced) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use MemberRefused::{AlreadyMember, JustInvited, NoMember, NotAllowed, TooMany};
    use access::OrganizationId;
    use uuid::Uuid;

    const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;

    fn user(id: u128) -> UserId {
        UserId(Uuid::from_u128(id))
    }

    fn new(email: &str, role: Role, by: u128) -> NewInvitation {
        NewInvitation {
            id: InvitationId(Uuid::from_u128(50)),
            group: Group::Organization(OrganizationId(Uuid::nil())),
            email: email.to_owned(),
            role,
            invited_by: user(by),
            created_at: NOW,
        }
    }

    fn before(id: u128, email: &str, minutes: i64, is_open: bool) -> InvitedBefore {
        let created_at = NOW - Duration::minutes(minutes);
        InvitedBefore {
            id: InvitationId(Uuid::from_u128(id)),
            email: email.to_owned(),
            role: Role::Viewer,
            created_at,
            is_open,
        }
    }

    fn standing(invitations: Vec<InvitedBefore>) -> InvitationFacts {
        let member = |id, role| Member { user: user(id), email: format!("M{id}@f.example"), role };
        let members = vec![member(1, Role::Owner), member(2, Role::Admin), member(3, Role::Viewer)];
        InvitationFacts { members, invitations }
    }

    #[test]
    fn who_may_give_a_role_invites_into_it() {
        let none = standing(Vec::new());
        for (email, role, by, expected) in [
            ("a@f.example", Role::Owner, 1, Ok(None)),
            ("a@f.example", Role::Owner, 2, Err(NotAllowed)),
            ("a@f.example", Role::Admin, 2, Ok(None)),
            ("a@f.example", Role::Viewer, 3, Err(NotAllowed)),
            ("a@f.example", Role::Viewer, 9, Err(NoMember)),
            ("m3@f.example", Role::Viewer, 1, Err(AlreadyMember)),
        ] {
            assert_eq!(decide_invitation(&none, &new(email, role, by)), expected, "{email} {by}");
        }
    }

    #[test]
    fn invitations_are_few() {
        let invited = |all| decide_invitation(&standing(all), &new("a@f.example", Role::Viewer, 1));
        let replaced = Some(InvitationId(Uuid::from_u128(7)));
        assert_eq!(invited(vec![before(7, "a@f.example", 10, true)]), Ok(replaced));
        assert_eq!(invited(vec![before(7, "a@f.example", 9, false)]), Err(JustInvited));
        assert_eq!(invited(vec![before(7, "b@f.example", 9, true)]), Ok(None));
        let other = |id, minutes, is_open| before(id, "b@f.example", minutes, is_open);
        let day = |count: u128| (0..count).map(|id| other(id, 60, false)).collect::<Vec<_>>();
        assert_eq!(invited(day(99)), Ok(None));
        assert_eq!(invited(day(100)), Err(TooMany));
        let old = |count: u128| (0..count).map(|id| other(id, 2000, true)).collect::<Vec<_>>();
        assert_eq!(invited(old(496)), Ok(None));
        assert_eq!(invited(old(497)), Err(TooMany));
    }

    #[test]
    fn an_invitation_is_replaced_by_who_could_give_it() {
        let open = |role| InvitedBefore { role, ..before(7, "a@f.example", 10, true) };
        let replaced = Ok(Some(InvitationId(Uuid::from_u128(7))));
        for (role, by, expected) in [
            (Role::Owner, 1, replaced),
            (Role::Owner, 2, Err(NotAllowed)),
            (Role::Admin, 2, replaced),
        ] {
            let invited = new("a@f.example", Role::Viewer, by);
            let decided = decide_invitation(&standing(vec![open(role)]), &invited);
            assert_eq!(decided, expected, "{role:?} {by}");
        }
        let ended = InvitedBefore { is_open: false, ..open(Role::Owner) };
        let invited = new("a@f.example", Role::Viewer, 2);
        assert_eq!(decide_invitation(&standing(vec![ended]), &invited), Ok(None));
    }

    #[test]
    fn an_invitation_ends() {
        let open = Invitation {
            new: new("a@f.example", Role::Admin, 1),
            group_name: String::new(),
            inviter_email: String::new(),
            inviter_role: Some(Role::Admin),
            accepted_at: None,
            ended_at: None,
        };
        let end = NOW + INVITATION_VALID_FOR;
        assert_eq!(open.state(end - Duration::SECOND), InvitationState::Open);
        assert_eq!(open.state(end), InvitationState::Over);
        for role in [None, Some(Role::Viewer)] {
            let left = Invitation { inviter_role: role, ..open.clone() };
            assert_eq!(left.state(NOW), InvitationState::Over, "{role:?} cannot give it");
        }
        let ended = Invitation { ended_at: Some(NOW), ..open.clone() };
        assert_eq!(ended.state(NOW), InvitationState::Over);
        let accepted = Invitation { accepted_at: Some(NOW), ..open };
        assert_eq!(accepted.state(end), InvitationState::Accepted);
    }
}
