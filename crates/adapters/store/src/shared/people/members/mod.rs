//! Members of companies and partners, and invitations.

mod leaving;
mod rows;
mod seats;

use super::{
    super::{network::organizations::lock_partner, once, queue::job_row, sql::*},
    access::insert_user,
};
use crate::names;
use access::{PartnerId, Role, UserId};
use members::{
    Acceptance, Group, Invitation, InvitationFacts, InvitationId, InvitationState, Invited,
    InvitedBefore, MAX_MEMBERS, Member, MemberChange, MemberError, MemberRefused, MemberStore,
    NewInvitation, PartnerMembership, SecretHash,
};
use rows::{
    BeforeRow, INVITATION, InvitationRow, PartnerRow, memberships, of_group, read_members,
    select_members,
};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl MemberStore for Backend {
    async fn members(&self, group: Group) -> Result<Vec<Member>> {
        let mut conn = self.reader().await?;
        read_members(select_members(group).all(read_conn!(conn)).await?)
    }

    async fn partner_memberships(&self, user: UserId) -> Result<Vec<PartnerMembership>> {
        let mut conn = self.reader().await?;
        let query = sql!(
            "SELECT m.partner_id, p.name, m.role FROM partner_members m
             JOIN partners p ON p.id = m.partner_id
             WHERE m.user_id = {} ORDER BY p.name, p.id",
            user.0
        );
        let rows: Vec<PartnerRow> = query.all(read_conn!(conn)).await?;
        let membership = |row: PartnerRow| {
            let (partner, role) = (PartnerId(row.partner_id), names::role(&row.role)?);
            Ok(PartnerMembership { partner, name: row.name, role })
        };
        rows.into_iter().map(membership).collect()
    }

    async fn change_member<D>(
        &self,
        group: Group,
        user: UserId,
        now: OffsetDateTime,
        decide: D,
    ) -> std::result::Result<(), MemberError>
    where
        D: Fn(&[Member]) -> std::result::Result<MemberChange, MemberRefused> + Send + Sync,
    {
        within!(self, conn => change(conn, (group, user, now), decide))
    }

    async fn invite<D>(
        &self,
        group: Group,
        now: OffsetDateTime,
        decide: D,
    ) -> std::result::Result<(), MemberError>
    where
        D: Fn(&InvitationFacts) -> std::result::Result<Invited, MemberRefused> + Send + Sync,
    {
        within!(self, conn => invite(conn, group, now, decide))
    }

    async fn open_invitations(&self, group: Group, now: OffsetDateTime) -> Result<Vec<Invitation>> {
        let mut conn = self.reader().await?;
        let query = sql!(
            "{} WHERE i.{} AND i.accepted_at IS NULL AND i.ended_at IS NULL AND i.expires_at > {}
             ORDER BY i.created_at DESC, i.id DESC LIMIT {}",
            INVITATION,
            of_group(group),
            now,
            i64::try_from(MAX_MEMBERS).unwrap_or(i64::MAX)
        );
        let rows: Vec<InvitationRow> = query.all(read_conn!(conn)).await?;
        rows.into_iter().map(InvitationRow::into_domain).collect()
    }

    async fn end_invitation(
        &self,
        group: Group,
        id: InvitationId,
        now: OffsetDateTime,
    ) -> Result<()> {
        let mut conn = self.writer().await?;
        match end(&mut conn, group, id, now).await? {
            0 => Err(StoreError::NotFound),
            _ => Ok(()),
        }
    }

    async fn purge_invitations(&self, before: OffsetDateTime) -> Result<usize> {
        let batch = |most: i64| {
            sql!(
                "DELETE FROM invitations WHERE id IN (SELECT id FROM invitations
                   WHERE coalesce(accepted_at, ended_at, expires_at) < {} LIMIT {})",
                before,
                most
            )
        };
        purge::in_batches(self, batch).await
    }

    async fn invitation(&self, id: InvitationId) -> Result<Invitation> {
        let mut conn = self.reader().await?;
        let query = sql!("{} WHERE i.id = {}", INVITATION, id.0);
        query.one::<InvitationRow>(read_conn!(conn)).await?.into_domain()
    }

    async fn add_invitation_token(&self, id: InvitationId, token: &SecretHash) -> Result<()> {
        let mut conn = self.writer().await?;
        let row = row!("invitation_tokens", hash: &token.0[..], invitation_id: id.0);
        row.insert().execute(&mut conn).await.map(drop)
    }

    async fn invitation_by_token(&self, token: &SecretHash) -> Result<Invitation> {
        let mut conn = self.reader().await?;
        let query = sql!(
            "{} JOIN invitation_tokens t ON t.invitation_id = i.id WHERE t.hash = {}",
            INVITATION,
            &token.0[..]
        );
        query.one::<InvitationRow>(read_conn!(conn)).await?.into_domain()
    }

    async fn accept_invitation(
        &self,
        invitation: &NewInvitation,
        acceptance: &Acceptance,
        now: OffsetDateTime,
    ) -> Result<()> {
        within!(self, conn => accept(conn, invitation, acceptance, now))
    }
}

/// Locks the members of the group until the transaction ends.
async fn lock(conn: &mut Conn, group: Group) -> Result<()> {
    match group {
        Group::Organization(id) => {
            let lock = sql!("SELECT id FROM organizations WHERE id = {} {for_update}", id);
            lock.one::<Uuid>(conn).await.map(drop)
        }
        Group::Partner(id) => lock_partner(conn, id).await,
    }
}

async fn locked(conn: &mut Conn, group: Group) -> Result<Vec<Member>> {
    lock(conn, group).await?;
    read_members(select_members(group).all(conn).await?)
}

async fn change<D>(
    conn: &mut Conn,
    (group, user, now): (Group, UserId, OffsetDateTime),
    decide: D,
) -> std::result::Result<(), MemberError>
where
    D: Fn(&[Member]) -> std::result::Result<MemberChange, MemberRefused>,
{
    let change = decide(&locked(conn, group).await?)?;
    let statement = match (change, group) {
        (MemberChange::Role(role), Group::Organization(id)) => sql!(
            "UPDATE memberships SET role = {} WHERE organization_id = {} AND user_id = {}",
            role.name(),
            id,
            user.0
        ),
        (MemberChange::Role(role), Group::Partner(id)) => sql!(
            "UPDATE partner_members SET role = {} WHERE partner_id = {} AND user_id = {}",
            role.name(),
            id,
            user.0
        ),
        (MemberChange::Remove, Group::Organization(id)) => {
            sql!("DELETE FROM memberships WHERE organization_id = {} AND user_id = {}", id, user.0)
        }
        (MemberChange::Remove, Group::Partner(id)) => {
            sql!("DELETE FROM partner_members WHERE partner_id = {} AND user_id = {}", id, user.0)
        }
    };
    if statement.execute(conn).await? == 0 {
        return Err(StoreError::NotFound.into());
    }
    if let MemberChange::Remove = change {
        leaving::end_access(conn, group, user, now).await?;
    }
    Ok(())
}

async fn invite<D>(
    conn: &mut Conn,
    group: Group,
    now: OffsetDateTime,
    decide: D,
) -> std::result::Result<(), MemberError>
where
    D: Fn(&InvitationFacts) -> std::result::Result<Invited, MemberRefused>,
{
    let members = locked(conn, group).await?;
    let before = sql!(
        "SELECT id, email, role, created_at,
           (accepted_at IS NULL AND ended_at IS NULL AND expires_at > {}) AS is_open
         FROM invitations WHERE {} AND (created_at > {} OR
           (accepted_at IS NULL AND ended_at IS NULL AND expires_at > {}))",
        now,
        of_group(group),
        now - Duration::DAY,
        now
    );
    let rows: Vec<BeforeRow> = before.all(conn).await?;
    let before = |row: BeforeRow| {
        let BeforeRow { id, email, role, created_at, is_open } = row;
        let (id, role) = (InvitationId(id), names::role(&role)?);
        Ok(InvitedBefore { id, email, role, created_at, is_open })
    };
    let invitations = rows.into_iter().map(before).collect::<Result<_>>()?;
    let Invited { invitation, replaced, job } = decide(&InvitationFacts { members, invitations })?;
    if let Some(replaced) = replaced {
        end(conn, group, replaced, now).await?;
    }
    let (organization, partner) = match group {
        Group::Organization(id) => (Some(id), None),
        Group::Partner(id) => (None, Some(id.0)),
    };
    let row = row!("invitations",
        id: invitation.id.0,
        organization_id: organization,
        partner_id: partner,
        email: &invitation.email,
        role: invitation.role.name(),
        invited_by: invitation.invited_by.0,
        created_at: invitation.created_at,
        expires_at: invitation.expires_at(),
    );
    row.insert().execute(conn).await?;
    job_row(&job, now).insert().execute(conn).await?;
    Ok(())
}

async fn end(
    conn: &mut Conn,
    group: Group,
    id: InvitationId,
    now: OffsetDateTime,
) -> Result<usize> {
    let end = sql!(
        "UPDATE invitations SET ended_at = {} WHERE id = {} AND {}
           AND accepted_at IS NULL AND ended_at IS NULL",
        now,
        id.0,
        of_group(group)
    );
    end.execute(conn).await
}

async fn accept(
    conn: &mut Conn,
    invitation: &NewInvitation,
    acceptance: &Acceptance,
    now: OffsetDateTime,
) -> Result<()> {
    lock(conn, invitation.group).await?;
    let found = sql!("{} WHERE i.id = {}", INVITATION, invitation.id.0);
    let found = found.one::<InvitationRow>(conn).await?.into_domain()?;
    if found.new.group != invitation.group || found.state(now) != InvitationState::Open {
        return Err(StoreError::Conflict);
    }
    let accept = sql!(
        "UPDATE invitations SET accepted_at = {} WHERE id = {} AND accepted_at IS NULL",
        now,
        invitation.id.0
    );
    once(accept.execute(conn).await?)?;
    let user = match acceptance {
        Acceptance::User(user) => *user,
        Acceptance::NewUser(user) => match insert_user(conn, user, now).await {
            Err(StoreError::Taken(_)) => return Err(StoreError::Conflict),
            added => {
                added?;
                user.id
            }
        },
    };
    add(conn, invitation.group, user, invitation.role, now).await
}

/// An existing member needs no further seat, and is not changed.
async fn add(
    conn: &mut Conn,
    group: Group,
    user: UserId,
    role: Role,
    now: OffsetDateTime,
) -> Result<()> {
    let known =
        sql!("SELECT EXISTS (SELECT 1 FROM {} AND m.user_id = {})", memberships(group), user.0);
    if known.one(conn).await? {
        return Ok(());
    }
    if let Some(organization) = group.organization() {
        seats::find_seat(conn, organization, now).await?;
    }
    let row = match group {
        Group::Organization(id) => {
            row!("memberships", organization_id: id, user_id: user.0, role: role.name())
        }
        Group::Partner(id) => {
            row!("partner_members", partner_id: id, user_id: user.0, role: role.name())
        }
    };
    row.insert().execute(conn).await.map(drop)
}
