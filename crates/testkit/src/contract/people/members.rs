//! Members of companies and partners, and invitations.

use crate::build::{self, NOW, id};
use crate::contract::{Ports, StoreUnderTest, setup::kind, webhooks::webhook_setup::at_once};
use access::{NewUser, Role, UserId};
use invoicing::records::Provision;
use jobs::{JobFilter, JobId, JobQueue, NewJob, SubjectId};
use members::{
    Acceptance, Group, INVITATION_MAIL_JOB, INVITATION_VALID_FOR, InvitationFacts, InvitationId,
    InvitationState, Invited, Member, MemberChange, MemberError, MemberRefused, MemberStore,
    NewInvitation, SecretHash, decide_change, decide_invitation,
};
use persistence::StoreError;
use time::{Duration, OffsetDateTime};

/// A company and a partner, each with an owner.
pub(super) async fn groups(store: &impl Ports) -> [(Group, UserId); 2] {
    let organization = build::organization();
    let partner = build::partner(&[organization.id]);
    let owner = build::user(organization.id, Role::Owner);
    let boss = NewUser { memberships: Vec::new(), ..build::user(organization.id, Role::Owner) };
    let (company, firm) = (organization.id, partner.id);
    let provision = Provision {
        organizations: vec![organization],
        partners: vec![partner],
        users: vec![owner.clone(), boss.clone()],
        ..Provision::default()
    };
    store.provision(&provision, NOW).await.expect("provisioned");
    store.set_partner_member(firm, boss.id, Role::Owner).await.expect("set");
    [(Group::Organization(company), owner.id), (Group::Partner(firm), boss.id)]
}

pub(super) async fn add(store: &impl Ports, group: Group, role: Role) -> UserId {
    let other = build::organization();
    let user = NewUser { memberships: Vec::new(), ..build::user(other.id, role) };
    let users = vec![user.clone()];
    store.provision(&Provision { users, ..Provision::default() }, NOW).await.expect("provisioned");
    let set = match group {
        Group::Organization(id) => store.set_member(id, user.id, role).await,
        Group::Partner(id) => store.set_partner_member(id, user.id, role).await,
    };
    set.expect("set");
    user.id
}

async fn change(
    store: &impl Ports,
    group: Group,
    actor: UserId,
    (user, change): (UserId, MemberChange),
) -> Result<(), MemberError> {
    let decide = |members: &[_]| decide_change(members, actor, (user, change)).map(|()| change);
    store.change_member(group, user, NOW, decide).await
}

async fn roles(store: &impl Ports, group: Group) -> Vec<(UserId, Role)> {
    let members = store.members(group).await.expect("members");
    assert!(members.is_sorted_by_key(|member| member.email.clone()));
    members.into_iter().map(|member| (member.user, member.role)).collect()
}

pub async fn members_are_changed_as_was_decided(subject: &impl StoreUnderTest) {
    let store = subject.store();
    for (group, owner) in groups(store).await {
        let viewer = add(store, group, Role::Viewer).await;
        let promote = (viewer, MemberChange::Role(Role::Admin));
        let refused = change(store, group, viewer, promote).await;
        assert!(matches!(refused, Err(MemberError::Refused(MemberRefused::NotAllowed))));
        change(store, group, owner, promote).await.expect("changed");
        let mut found = roles(store, group).await;
        found.sort_by_key(|(user, _)| *user);
        let mut expected = [(owner, Role::Owner), (viewer, Role::Admin)];
        expected.sort_by_key(|(user, _)| *user);
        assert_eq!(found, expected);
        change(store, group, owner, (viewer, MemberChange::Remove)).await.expect("removed");
        assert_eq!(roles(store, group).await, [(owner, Role::Owner)]);
        let last = change(store, group, owner, (owner, MemberChange::Remove)).await;
        assert!(matches!(last, Err(MemberError::Refused(MemberRefused::LastOwner))));
    }
    let [(company, owner), (partner, boss)] = groups(store).await;
    let memberships = store.partner_memberships(boss).await.expect("asked");
    assert_eq!(
        memberships.iter().map(|m| (Group::Partner(m.partner), m.role)).collect::<Vec<_>>(),
        [(partner, Role::Owner)]
    );
    assert_eq!(store.partner_memberships(owner).await.expect("asked"), []);
    // whoever decides for one group changes nobody of another
    let decide = |_: &[_]| Ok(MemberChange::Remove);
    let foreign = store.change_member(company, boss, NOW, decide).await;
    assert!(matches!(foreign, Err(MemberError::Store(StoreError::NotFound))));
    let unknown = Group::Organization(access::OrganizationId(id()));
    let missing = store.change_member(unknown, owner, NOW, decide).await;
    assert!(matches!(missing, Err(MemberError::Store(StoreError::NotFound))));
}

/// Owners who remove each other at once leave one of them.
pub async fn of_owners_who_remove_each_other_one_stays(subject: &impl StoreUnderTest) {
    let store = subject.store();
    for (group, first) in groups(store).await {
        let mut owners = vec![first];
        for _ in 0..5 {
            owners.push(add(store, group, Role::Owner).await);
        }
        let tasks = (0..owners.len()).map(|n| {
            let (store, actor) = (store.clone(), owners[n]);
            let other = owners[(n + 1) % owners.len()];
            async move {
                match change(&store, group, actor, (other, MemberChange::Remove)).await {
                    Ok(()) | Err(MemberError::Refused(_)) => {}
                    Err(error) => panic!("{error}"),
                }
            }
        });
        at_once(tasks).await;
        let left = roles(store, group).await;
        assert!(!left.is_empty() && left.len() < owners.len(), "{left:?}");
        assert!(left.iter().all(|(_, role)| *role == Role::Owner));
    }
}

fn new(group: Group, email: &str, by: UserId, at: OffsetDateTime) -> NewInvitation {
    NewInvitation {
        id: InvitationId(id()),
        group,
        email: email.to_owned(),
        role: Role::Accountant,
        invited_by: by,
        created_at: at,
    }
}

async fn invite(store: &impl Ports, new: &NewInvitation) -> Result<(), MemberError> {
    let decide = |standing: &InvitationFacts| {
        let replaced = decide_invitation(standing, new)?;
        let job = NewJob {
            id: JobId(id()),
            kind: INVITATION_MAIL_JOB,
            organization: new.group.organization(),
            subject: Some(SubjectId(new.id.0)),
            key: Some(format!("{INVITATION_MAIL_JOB}:{}", new.id)),
            run_at: new.created_at,
        };
        Ok(Invited { invitation: new.clone(), replaced, job })
    };
    store.invite(new.group, new.created_at, decide).await
}

pub async fn an_invitation_is_read_by_its_tokens(subject: &impl StoreUnderTest) {
    let store = subject.store();
    for (group, owner) in groups(store).await {
        let first = new(group, &format!("{}@new.example", id()), owner, NOW);
        invite(store, &first).await.expect("kept");
        let jobs = store.jobs(JobFilter::default(), None, 100).await.expect("jobs").rows;
        assert!(jobs.iter().any(|job| job.subject == Some(SubjectId(first.id.0))), "with its mail");
        let again = new(group, &first.email, owner, NOW + Duration::MINUTE);
        let refused = invite(store, &again).await;
        assert!(matches!(refused, Err(MemberError::Refused(MemberRefused::JustInvited))));
        let [one, two] = [id(), id()].map(|id| SecretHash::of(&id.to_string()));
        for token in [&one, &two] {
            store.add_invitation_token(first.id, token).await.expect("kept");
            let found = store.invitation_by_token(token).await.expect("found");
            assert_eq!((&found.new, found.state(NOW)), (&first, InvitationState::Open));
            assert_eq!(found.inviter_role, Some(Role::Owner));
            assert!(!found.group_name.is_empty() && found.inviter_email.contains('@'));
        }
        assert!(store.invitation_by_token(&SecretHash([9; 32])).await.is_err());
        // a second one to the same address takes its place
        let later = NOW + Duration::HOUR;
        let second = new(group, &first.email, owner, later);
        invite(store, &second).await.expect("kept");
        let open = store.open_invitations(group, later).await.expect("listed");
        assert_eq!(open.iter().map(|it| it.new.id).collect::<Vec<_>>(), [second.id]);
        let over = store.invitation(first.id).await.expect("kept");
        assert_eq!(over.state(later), InvitationState::Over);
        let foreign = Group::Partner(access::PartnerId(id()));
        assert!(store.end_invitation(foreign, second.id, later).await.is_err());
        store.end_invitation(group, second.id, later).await.expect("ended");
        assert!(store.end_invitation(group, second.id, later).await.is_err());
        assert_eq!(store.open_invitations(group, later).await.expect("listed"), []);
    }
}

pub async fn invitations_that_are_over_are_deleted_later(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let [(group, owner), _] = &groups(store).await;
    let invite_at = async |at| {
        let new = new(*group, &format!("{}@new.example", id()), *owner, at);
        invite(store, &new).await.expect("kept");
        store.add_invitation_token(new.id, &SecretHash::of(&id().to_string())).await.expect("kept");
        new
    };
    let (open, withdrawn) = (invite_at(NOW).await, invite_at(NOW).await);
    store.end_invitation(*group, withdrawn.id, NOW + Duration::HOUR).await.expect("ended");
    assert_eq!(store.purge_invitations(NOW + Duration::HOUR).await.expect("purged"), 0);
    let later = NOW + Duration::HOUR + Duration::SECOND;
    assert_eq!(store.purge_invitations(later).await.expect("purged"), 1);
    assert!(store.invitation(withdrawn.id).await.is_err());
    assert_eq!(store.invitation(open.id).await.expect("open").new, open);
    let after = open.expires_at() + Duration::SECOND;
    assert_eq!(store.purge_invitations(after).await.expect("purged"), 1, "nobody came");
    assert_eq!(store.purge_invitations(after).await.expect("purged"), 0);
}

/// An invitation of somebody who has no account, kept.
pub(super) async fn invited(store: &impl Ports, group: Group, by: UserId) -> NewInvitation {
    let invitation = new(group, &format!("{}@new.example", id()), by, NOW);
    invite(store, &invitation).await.expect("kept");
    invitation
}

pub async fn an_invitation_is_accepted_once(subject: &impl StoreUnderTest) {
    let store = subject.store();
    for (group, owner) in groups(store).await {
        let user = one_of_many_accepts(store, group, owner).await;
        a_user_accepts_in_time(store, group, owner).await;
        // who invited may give the role no longer when it is accepted
        let other = add(store, group, Role::Owner).await;
        let invitation = invited(store, group, other).await;
        let demote = |_: &[Member]| Ok(MemberChange::Role(Role::Viewer));
        store.change_member(group, other, NOW, demote).await.expect("changed");
        let somebody = add(store, group, Role::Viewer).await;
        let late = store.accept_invitation(&invitation, &Acceptance::User(somebody), NOW).await;
        assert_eq!(kind(&late), "conflict");
        // an address that has an account by now is not made a second one
        let invitation = invited(store, group, owner).await;
        let twice = Acceptance::NewUser(NewUser { id: UserId(id()), ..user });
        assert!(store.accept_invitation(&invitation, &twice, NOW).await.is_err());
        let open = store.invitation(invitation.id).await.expect("kept");
        assert_eq!(open.state(NOW), InvitationState::Open, "nothing was kept");
    }
}

/// Who tries it at once with others has one account.
async fn one_of_many_accepts(store: &impl Ports, group: Group, owner: UserId) -> NewUser {
    let invitation = invited(store, group, owner).await;
    let elsewhere = build::organization();
    let user = NewUser {
        email: invitation.email.clone(),
        memberships: Vec::new(),
        ..build::user(elsewhere.id, Role::Viewer)
    };
    let tasks = (0..8).map(|_| {
        let (store, invitation) = (store.clone(), invitation.clone());
        let user = NewUser { id: UserId(id()), ..user.clone() };
        async move {
            let acceptance = Acceptance::NewUser(user);
            store.accept_invitation(&invitation, &acceptance, NOW).await.is_ok()
        }
    });
    let accepted = at_once(tasks).await;
    assert_eq!(accepted.iter().filter(|accepted| **accepted).count(), 1, "{accepted:?}");
    let found = store.user_for_sign_in(&invitation.email).await.expect("asked");
    let found = found.expect("an account");
    assert!(roles(store, group).await.contains(&(found.id, Role::Accountant)));
    let read = store.invitation(invitation.id).await.expect("kept");
    assert_eq!(read.state(NOW), InvitationState::Accepted);
    user
}

/// And keeps the role that they have.
async fn a_user_accepts_in_time(store: &impl Ports, group: Group, owner: UserId) {
    let member = add(store, group, Role::Viewer).await;
    let invitation = invited(store, group, owner).await;
    let late = NOW + INVITATION_VALID_FOR;
    let acceptance = Acceptance::User(member);
    assert!(store.accept_invitation(&invitation, &acceptance, late).await.is_err());
    store.accept_invitation(&invitation, &acceptance, NOW).await.expect("accepted");
    assert!(roles(store, group).await.contains(&(member, Role::Viewer)));
}
