use crate::memory::{
    Result,
    kept::members::Kept,
    store::{Data, MemoryStore},
};
use access::{Credential, NewKeyOwner, PartnerId, Role, UserId};
use members::{
    Acceptance, Group, Invitation, InvitationFacts, InvitationId, InvitationState, Invited,
    InvitedBefore, Member, MemberChange, MemberError, MemberRefused, MemberStore, NewInvitation,
    PartnerMembership, SecretHash,
};
use oauth::connections::{Connection, RevokedBecause};
use persistence::StoreError;
use time::{Duration, OffsetDateTime};
use webhooks::Owner;

impl Data {
    fn group_name(&self, group: Group) -> Result<String> {
        let name = match group {
            Group::Organization(id) => self.organizations.get(&id).map(|known| known.name.clone()),
            Group::Partner(id) => {
                let known = self.partners.iter().find(|known| known.id == id);
                known.map(|known| known.name.clone())
            }
        };
        name.ok_or(StoreError::NotFound)
    }

    fn group_role(&self, group: Group, user: UserId) -> Option<Role> {
        match group {
            Group::Organization(id) => self.role(user, id),
            Group::Partner(id) => self.members.partners.get(&(id, user)).copied(),
        }
    }

    pub(super) fn group_members(&self, group: Group) -> Vec<Member> {
        let member = |user: &access::NewUser| {
            let role = self.group_role(group, user.id)?;
            Some(Member { user: user.id, email: user.email.clone(), role })
        };
        let mut all: Vec<_> = self.users.iter().filter_map(member).collect();
        all.sort_by(|a, b| a.email.cmp(&b.email));
        all
    }

    fn set_group_role(&mut self, group: Group, user: UserId, role: Option<Role>) {
        match group {
            Group::Organization(id) => {
                if let Ok(known) = self.known_user(user) {
                    known.memberships.retain(|(of, _)| *of != id);
                    known.memberships.extend(role.map(|role| (id, role)));
                }
            }
            Group::Partner(id) => {
                self.members.partners.remove(&(id, user));
                self.members.partners.extend(role.map(|role| ((id, user), role)));
            }
        }
    }

    /// Ends the access that depends on a membership.
    fn end_access(&mut self, group: Group, user: UserId, now: OffsetDateTime) {
        let mut made = vec![Credential::Person(user)];
        let owner = match group {
            Group::Partner(id) => Owner::Partner(id),
            Group::Organization(organization) => {
                let own = NewKeyOwner::User { user, organization };
                for kept in self.keys.iter_mut().filter(|kept| kept.key.owner == own) {
                    made.push(Credential::Key(kept.key.id));
                    kept.revoked_at = kept.revoked_at.or(Some(now));
                }
                let of_user =
                    |it: &&mut Connection| (it.organization, it.user) == (organization, user);
                for connection in self.oauth.connections.iter_mut().filter(of_user) {
                    made.push(Credential::Connection(connection.id));
                    let why = RevokedBecause::MemberLeft;
                    connection.revoked = connection.revoked.or(Some((now, why)));
                }
                Owner::Organization(organization)
            }
        };
        self.webhooks.end_made_by(owner, &made, now);
    }

    fn shown(&self, kept: &Kept) -> Result<Invitation> {
        let new = kept.new.clone();
        let inviter = self.users.iter().find(|known| known.id == new.invited_by);
        Ok(Invitation {
            group_name: self.group_name(new.group)?,
            inviter_email: inviter.ok_or(StoreError::NotFound)?.email.clone(),
            inviter_role: self.group_role(new.group, new.invited_by),
            new,
            accepted_at: kept.accepted_at,
            ended_at: kept.ended_at,
        })
    }

    fn invitation(&self, id: InvitationId) -> Result<Invitation> {
        let kept = self.members.invitations.iter().find(|kept| kept.new.id == id);
        self.shown(kept.ok_or(StoreError::NotFound)?)
    }
}

impl MemberStore for MemoryStore {
    async fn members(&self, group: Group) -> Result<Vec<Member>> {
        Ok(self.data().group_members(group))
    }

    async fn partner_memberships(&self, user: UserId) -> Result<Vec<PartnerMembership>> {
        let data = self.data();
        let own = data.members.partners.iter().filter(|((_, of), _)| *of == user);
        let membership = |((partner, _), role): (&(PartnerId, UserId), &Role)| {
            let name = data.group_name(Group::Partner(*partner))?;
            Ok(PartnerMembership { partner: *partner, name, role: *role })
        };
        let mut all = own.map(membership).collect::<Result<Vec<_>>>()?;
        all.sort_by(|a, b| (&a.name, a.partner).cmp(&(&b.name, b.partner)));
        Ok(all)
    }

    async fn change_member<D>(
        &self,
        group: Group,
        user: UserId,
        now: OffsetDateTime,
        decide: D,
    ) -> Result<(), MemberError>
    where
        D: Fn(&[Member]) -> Result<MemberChange, MemberRefused> + Send + Sync,
    {
        let mut data = self.data();
        data.group_name(group)?;
        let role = match decide(&data.group_members(group))? {
            MemberChange::Role(role) => Some(role),
            MemberChange::Remove => None,
        };
        if data.group_role(group, user).is_none() {
            return Err(StoreError::NotFound.into());
        }
        data.set_group_role(group, user, role);
        if role.is_none() {
            data.end_access(group, user, now);
        }
        Ok(())
    }

    async fn invite<D>(
        &self,
        group: Group,
        now: OffsetDateTime,
        decide: D,
    ) -> Result<(), MemberError>
    where
        D: Fn(&InvitationFacts) -> Result<Invited, MemberRefused> + Send + Sync,
    {
        let mut data = self.call("invite")?;
        data.group_name(group)?;
        let of_group = data.members.invitations.iter().filter(|kept| kept.new.group == group);
        let counted = of_group
            .filter(|kept| kept.is_open(now) || kept.new.created_at > now - Duration::DAY)
            .map(|kept| InvitedBefore {
                id: kept.new.id,
                email: kept.new.email.clone(),
                role: kept.new.role,
                created_at: kept.new.created_at,
                is_open: kept.is_open(now),
            });
        let (members, invitations) = (data.group_members(group), counted.collect());
        let Invited { invitation, replaced, job } =
            decide(&InvitationFacts { members, invitations })?;
        data.enqueue(&job, now)?;
        let replaced = data.members.invitations.iter_mut().find(|k| Some(k.new.id) == replaced);
        if let Some(kept) = replaced {
            kept.ended_at = Some(now);
        }
        let kept = Kept { new: invitation, accepted_at: None, ended_at: None };
        data.members.invitations.push(kept);
        Ok(())
    }

    async fn open_invitations(&self, group: Group, now: OffsetDateTime) -> Result<Vec<Invitation>> {
        let data = self.data();
        let open = data.members.invitations.iter();
        let open = open.filter(|kept| kept.new.group == group && kept.is_open(now));
        let mut all = open.map(|kept| data.shown(kept)).collect::<Result<Vec<_>>>()?;
        all.sort_by_key(|shown| std::cmp::Reverse((shown.new.created_at, shown.new.id)));
        Ok(all)
    }

    async fn purge_invitations(&self, before: OffsetDateTime) -> Result<usize> {
        let mut data = self.data();
        let all = data.members.invitations.len();
        data.members.invitations.retain(|kept| {
            let over = kept.accepted_at.or(kept.ended_at).unwrap_or_else(|| kept.new.expires_at());
            over >= before
        });
        Ok(all - data.members.invitations.len())
    }

    async fn end_invitation(
        &self,
        group: Group,
        id: InvitationId,
        now: OffsetDateTime,
    ) -> Result<()> {
        let mut data = self.data();
        let kept = data.members.invitations.iter_mut().find(|kept| {
            (kept.new.group, kept.new.id) == (group, id)
                && kept.accepted_at.is_none()
                && kept.ended_at.is_none()
        });
        kept.ok_or(StoreError::NotFound)?.ended_at = Some(now);
        Ok(())
    }

    async fn invitation(&self, id: InvitationId) -> Result<Invitation> {
        self.data().invitation(id)
    }

    async fn add_invitation_token(&self, id: InvitationId, token: &SecretHash) -> Result<()> {
        let mut data = self.data();
        data.invitation(id)?;
        data.members.tokens.push((*token, id));
        Ok(())
    }

    async fn invitation_by_token(&self, token: &SecretHash) -> Result<Invitation> {
        let data = self.call("invitation_by_token")?;
        let found = data.members.tokens.iter().find(|(known, _)| known == token);
        data.invitation(found.ok_or(StoreError::NotFound)?.1)
    }

    async fn accept_invitation(
        &self,
        invitation: &NewInvitation,
        acceptance: &Acceptance,
        now: OffsetDateTime,
    ) -> Result<()> {
        self.change(|data| {
            if data.invitation(invitation.id)?.state(now) != InvitationState::Open {
                return Err(StoreError::Conflict);
            }
            let mut all = data.members.invitations.iter_mut();
            let kept = all.find(|kept| kept.new.id == invitation.id);
            kept.ok_or(StoreError::Conflict)?.accepted_at = Some(now);
            let user = match acceptance {
                Acceptance::User(user) => *user,
                Acceptance::NewUser(user) => {
                    data.add_user(user).map_err(|_| StoreError::Conflict)?;
                    data.sign_in.since.insert(user.id, now);
                    user.id
                }
            };
            if data.group_role(invitation.group, user).is_none() {
                data.must_have_a_seat(invitation.group, now)?;
                data.set_group_role(invitation.group, user, Some(invitation.role));
            }
            Ok(())
        })
    }
}
