//! Members of companies and partners: listed, changed, removed, invited.

mod invite;
mod seats;

pub use invite::{
    AcceptError, InviteError, Welcome, accept_as_new_user, accept_as_user, invitation_of, invite,
    send_invitation_mail,
};
pub use seats::{renew_seats, send_seats_unpaid_mail};

use crate::ports::{Ports, Runtime};
use ::members::{
    Group, INVITATION_KEPT_FOR, Invitation, InvitationId, Member, MemberChange, MemberError,
    MemberRefused, MemberStore, PartnerMembership, Seats, decide_change, may_give, may_manage,
};
use ::sign_in::{Membership, SignInStore};
use access::{Role, UserId};
use persistence::StoreError;

/// A company or a partner that a user belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnGroup {
    pub group: Group,
    pub name: String,
    pub role: Role,
}

/// The companies and partners of a user, by name.
///
/// # Errors
/// Storage failures.
pub async fn groups_of<P: Ports>(ports: &P, user: UserId) -> Result<Vec<OwnGroup>, StoreError> {
    let Belongings { companies, partners } = belongings(ports, user).await?;
    let companies = companies.into_iter().map(|of| OwnGroup {
        group: Group::Organization(of.organization),
        name: of.name,
        role: of.role,
    });
    let partners = partners.into_iter().map(|of| OwnGroup {
        group: Group::Partner(of.partner),
        name: of.name,
        role: of.role,
    });
    Ok(companies.chain(partners).collect())
}

/// The memberships of a user, each list by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Belongings {
    pub companies: Vec<Membership>,
    pub partners: Vec<PartnerMembership>,
}

/// The companies and the partners of a user.
///
/// # Errors
/// Storage failures.
pub async fn belongings<P: Ports>(ports: &P, user: UserId) -> Result<Belongings, StoreError> {
    let store = ports.database();
    let companies = store.memberships(user).await?;
    let partners = store.partner_memberships(user).await?;
    Ok(Belongings { companies, partners })
}

/// The data of a group's member page.
#[derive(Debug)]
pub struct GroupPage {
    /// The group, and the viewer's role in it.
    pub own: OwnGroup,
    pub members: Vec<Member>,
    /// Open invitations; empty for viewers who may not manage members.
    pub invitations: Vec<Invitation>,
    /// `None` for a partner, and for viewers who may not manage members.
    pub seats: Option<Seats>,
}

/// Loads the members of a group for one of its members.
///
/// # Errors
/// [`StoreError::NotFound`] for users who are no members.
pub async fn group_page<P: Ports>(
    ports: &P,
    actor: UserId,
    group: Group,
) -> Result<GroupPage, StoreError> {
    let (store, now) = (ports.database(), ports.runtime().now());
    let own = groups_of(ports, actor).await?.into_iter().find(|own| own.group == group);
    let own = own.ok_or(StoreError::NotFound)?;
    let members = store.members(group).await?;
    let (mut invitations, mut seats) = (Vec::new(), None);
    if may_manage(own.role) {
        invitations = store.open_invitations(group, now).await?;
        seats = match group.organization() {
            Some(organization) => Some(seats::seats_of(ports, organization).await?),
            None => None,
        };
    }
    Ok(GroupPage { own, members, invitations, seats })
}

/// Changes a member's role, or removes a member. The member's keys and connections get the new role's rights with
/// their next call; when the member is removed, they end.
///
/// # Errors
/// [`MemberError`].
pub async fn change_member<P: Ports>(
    ports: &P,
    actor: UserId,
    group: Group,
    (user, change): (UserId, MemberChange),
) -> Result<(), MemberError> {
    let decide =
        |members: &[Member]| decide_change(members, actor, (user, change)).map(|()| change);
    let now = ports.runtime().now();
    ports.database().change_member(group, user, now, decide).await?;
    tracing::info!(?group, by = %actor, user.id = %user, ?change, "member changed");
    Ok(())
}

/// Withdraws an invitation. Members who may give its role may withdraw it.
///
/// # Errors
/// [`MemberError`].
pub async fn end_invitation<P: Ports>(
    ports: &P,
    actor: UserId,
    group: Group,
    id: InvitationId,
) -> Result<(), MemberError> {
    let GroupPage { own, .. } = group_page(ports, actor, group).await?;
    if !may_manage(own.role) {
        return Err(MemberRefused::NotAllowed.into());
    }
    let store = ports.database();
    let invitation = store.invitation(id).await?.new;
    if invitation.group != group {
        return Err(StoreError::NotFound.into());
    }
    if !may_give(own.role, invitation.role) {
        return Err(MemberRefused::NotAllowed.into());
    }
    Ok(store.end_invitation(group, id, ports.runtime().now()).await?)
}

/// Deletes invitations past their retention. Returns how many.
///
/// # Errors
/// Storage failures; earlier batches stay deleted.
pub async fn purge_invitations<P: Ports>(ports: &P) -> Result<usize, StoreError> {
    ports.database().purge_invitations(ports.runtime().now() - INVITATION_KEPT_FOR).await
}
