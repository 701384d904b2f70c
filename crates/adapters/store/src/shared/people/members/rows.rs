//! Members and invitations as rows, and how they are selected.

use super::super::super::sql::*;
use crate::names;
use access::{OrganizationId, PartnerId, UserId};
use members::{Group, Invitation, InvitationId, MAX_MEMBERS, Member, NewInvitation};
use time::OffsetDateTime;
use uuid::Uuid;

columns! {
    pub(super) struct MemberRow {
        user_id: Uuid,
        email: String,
        role: String,
    }
}

impl MemberRow {
    pub(super) fn into_domain(self) -> Result<Member> {
        let Self { user_id, email, role } = self;
        Ok(Member { user: UserId(user_id), email, role: names::role(&role)? })
    }
}

columns! {
    pub(super) struct PartnerRow {
        pub(super) partner_id: Uuid,
        pub(super) name: String,
        pub(super) role: String,
    }
}

columns! {
    pub(super) struct BeforeRow {
        pub(super) id: Uuid,
        pub(super) email: String,
        pub(super) role: String,
        pub(super) created_at: OffsetDateTime,
        pub(super) is_open: bool,
    }
}

columns! {
    pub(super) struct InvitationRow {
        id: Uuid,
        organization_id: Option<Uuid>,
        partner_id: Option<Uuid>,
        email: String,
        role: String,
        invited_by: Uuid,
        created_at: OffsetDateTime,
        accepted_at: Option<OffsetDateTime>,
        ended_at: Option<OffsetDateTime>,
        group_name: String,
        inviter_email: String,
        inviter_role: Option<String>,
    }
}

impl InvitationRow {
    pub(super) fn into_domain(self) -> Result<Invitation> {
        let group = match (self.organization_id, self.partner_id) {
            (Some(id), None) => Some(Group::Organization(OrganizationId(id))),
            (None, Some(id)) => Some(Group::Partner(PartnerId(id))),
            _ => None,
        };
        Ok(Invitation {
            new: NewInvitation {
                id: InvitationId(self.id),
                group: crate::error::require_known("group of invitation", "", group)?,
                email: self.email,
                role: names::role(&self.role)?,
                invited_by: UserId(self.invited_by),
                created_at: self.created_at,
            },
            group_name: self.group_name,
            inviter_email: self.inviter_email,
            inviter_role: self.inviter_role.as_deref().map(names::role).transpose()?,
            accepted_at: self.accepted_at,
            ended_at: self.ended_at,
        })
    }
}

/// The columns of `invitations i`, with the inviter as they are now.
pub(super) const INVITATION: Fragment = Fragment(
    "SELECT i.id, i.organization_id, i.partner_id, i.email, i.role, i.invited_by, i.created_at,
       i.accepted_at, i.ended_at, COALESCE(o.name, p.name) AS group_name,
       u.email AS inviter_email, COALESCE(m.role, pm.role) AS inviter_role
     FROM invitations i JOIN users u ON u.id = i.invited_by
     LEFT JOIN organizations o ON o.id = i.organization_id
     LEFT JOIN partners p ON p.id = i.partner_id
     LEFT JOIN memberships m ON m.organization_id = i.organization_id AND m.user_id = i.invited_by
     LEFT JOIN partner_members pm ON pm.partner_id = i.partner_id AND pm.user_id = i.invited_by",
);

/// The condition of `invitations` of a group.
pub(super) fn of_group(group: Group) -> Statement<'static> {
    match group {
        Group::Organization(id) => sql!("organization_id = {}", id),
        Group::Partner(id) => sql!("partner_id = {}", id),
    }
}

/// The members of a group; a condition on the member may be appended.
pub(super) fn memberships(group: Group) -> Statement<'static> {
    match group {
        Group::Organization(id) => sql!("memberships m WHERE m.organization_id = {}", id),
        Group::Partner(id) => sql!("partner_members m WHERE m.partner_id = {}", id),
    }
}

pub(super) fn select_members(group: Group) -> Statement<'static> {
    sql!(
        "SELECT k.user_id, u.email, k.role FROM (SELECT m.user_id, m.role FROM {}) k
         JOIN users u ON u.id = k.user_id ORDER BY u.email LIMIT {}",
        memberships(group),
        i64::try_from(2 * MAX_MEMBERS).unwrap_or(i64::MAX)
    )
}

pub(super) fn read_members(rows: Vec<MemberRow>) -> Result<Vec<Member>> {
    rows.into_iter().map(MemberRow::into_domain).collect()
}
