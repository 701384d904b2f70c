use super::seats::pay;
use crate::{
    ledger::unsent_mail::UnsentMail,
    ports::{Ports, Runtime},
};
use ::members::{
    Acceptance, Group, INVITATION_MAIL_JOB, Invitation, InvitationFacts, InvitationId,
    InvitationState, Invited, MemberError, MemberStore, NewInvitation, SeatBillingError,
    decide_invitation,
};
use ::sign_in::{
    HashError, PasswordError, PasswordHasher, Secret, SecretHash, SignInStore, check_password,
};
use access::{NewUser, Role, UserId};
use jobs::{JobId, NewJob, SubjectId};
use notifications::{
    Address, AddressError, DedupKey, Link, Mailer, MemberInvitation, member_invitation,
};
use persistence::StoreError;

/// Why no invitation was made.
#[derive(Debug, thiserror::Error)]
pub enum InviteError {
    /// The address is not valid for mail.
    #[error("the e-mail address {0}")]
    Email(#[from] AddressError),
    /// The invitation was refused, or storage failed.
    #[error(transparent)]
    Member(#[from] MemberError),
}

/// Invites a person by mail.
///
/// # Errors
/// [`InviteError`].
pub async fn invite<P: Ports>(
    ports: &P,
    actor: UserId,
    group: Group,
    (email, role): (&str, Role),
) -> Result<(), InviteError> {
    let email = email.trim().to_lowercase();
    Address::parse(&email)?;
    let (runtime, now) = (ports.runtime(), ports.runtime().now());
    let id = InvitationId(runtime.new_id());
    let new = NewInvitation { id, group, email, role, invited_by: actor, created_at: now };
    let job = NewJob {
        id: JobId(runtime.new_id()),
        kind: INVITATION_MAIL_JOB,
        organization: group.organization(),
        subject: Some(SubjectId(id.0)),
        key: Some(format!("{INVITATION_MAIL_JOB}:{id}")),
        run_at: now,
    };
    let decide = |standing: &InvitationFacts| {
        let replaced = decide_invitation(standing, &new)?;
        Ok(Invited { invitation: new.clone(), replaced, job: job.clone() })
    };
    ports.database().invite(group, now, decide).await?;
    tracing::info!(?group, by = %actor, invitation.id = %id, "invitation created");
    Ok(())
}

/// The names of a role in mails, in both languages.
const fn role_names(role: Role) -> (&'static str, &'static str) {
    match role {
        Role::Owner => ("vlastník", "owner"),
        Role::Admin => ("správca", "administrator"),
        Role::Accountant => ("účtovník", "accountant"),
        Role::Viewer => ("čitateľ", "viewer"),
    }
}

/// Sends the mail of an invitation, unless the invitation has ended. Each attempt makes a new token; the deduplication
/// key is the invitation's, so a retry sends the same mail.
///
/// # Errors
/// [`UnsentMail`].
pub async fn send_invitation_mail<P: Ports>(ports: &P, id: InvitationId) -> Result<(), UnsentMail> {
    let (store, now) = (ports.database(), ports.runtime().now());
    let found = match store.invitation(id).await {
        Err(StoreError::NotFound) => return Ok(()),
        found => found?,
    };
    if found.state(now) != InvitationState::Open {
        return Ok(());
    }
    let to = Address::parse(&found.new.email)?;
    let key = DedupKey::parse(&format!("invitation-{id}"))?;
    let token = Secret::new(ports.runtime().random()?);
    let link = Link::parse(&format!("{}/invitation/{}", ports.base_url(), token.expose()))?;
    store.add_invitation_token(id, &token.hash()).await?;
    let content = member_invitation(&MemberInvitation {
        group: &found.group_name,
        inviter: &found.inviter_email,
        role: role_names(found.new.role),
        link: &link,
        until: found.new.expires_at(),
    });
    ports.mailer().send(&content.to(to, key)).await?;
    tracing::info!(invitation.id = %id, "invitation mail handed to the mail server");
    Ok(())
}

/// Why an invitation was not accepted.
#[derive(Debug, thiserror::Error)]
pub enum AcceptError {
    /// The token is unknown, or the invitation was accepted or has ended.
    #[error("the invitation has ended")]
    Over,
    /// The signed-in user has another address.
    #[error("the invitation is for another e-mail address")]
    AnotherAddress,
    /// The address has an account, whose owner has to sign in.
    #[error("there is an account with this e-mail address")]
    HasAccount,
    /// The password is not allowed.
    #[error("the password {0}")]
    Password(#[from] PasswordError),
    /// The password cannot be hashed now.
    #[error(transparent)]
    Hash(#[from] HashError),
    /// No seat is free, and the charge for one failed (402 `SEAT_PAYMENT_FAILED`): the person has not joined.
    #[error(transparent)]
    Seat(#[from] SeatBillingError),
    /// Storage failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Maximum attempts to pay for a seat when other new members take the paid ones first.
const SEATS_LOST: usize = 64;

/// An open invitation.
#[derive(Debug)]
pub struct Welcome {
    pub invitation: Invitation,
    /// Whether the address has an account.
    pub has_account: bool,
}

/// Loads the open invitation of a link.
///
/// # Errors
/// [`AcceptError::Over`].
pub async fn invitation_of<P: Ports>(ports: &P, token: &str) -> Result<Welcome, AcceptError> {
    let (store, now) = (ports.database(), ports.runtime().now());
    let invitation = match store.invitation_by_token(&SecretHash::of(token)).await {
        Err(StoreError::NotFound) => return Err(AcceptError::Over),
        found => found?,
    };
    if invitation.state(now) != InvitationState::Open {
        return Err(AcceptError::Over);
    }
    let has_account = store.user_for_sign_in(&invitation.new.email).await?.is_some();
    Ok(Welcome { invitation, has_account })
}

/// A signed-in user accepts. The link proves the mailbox and the session proves the account: both must have the same
/// address.
///
/// # Errors
/// [`AcceptError`].
pub async fn accept_as_user<P: Ports>(
    ports: &P,
    token: &str,
    (user, email): (UserId, &str),
) -> Result<Group, AcceptError> {
    let Welcome { invitation, .. } = invitation_of(ports, token).await?;
    if email.to_lowercase() != invitation.new.email {
        return Err(AcceptError::AnotherAddress);
    }
    accept(ports, &invitation, Acceptance::User(user)).await
}

/// A person without an account accepts with a password, which creates the account.
///
/// # Errors
/// [`AcceptError`].
pub async fn accept_as_new_user<P: Ports>(
    ports: &P,
    token: &str,
    password: &str,
) -> Result<Group, AcceptError> {
    let Welcome { invitation, has_account } = invitation_of(ports, token).await?;
    if has_account {
        return Err(AcceptError::HasAccount);
    }
    let email = invitation.new.email.clone();
    check_password(password, &email)?;
    let password_hash = ports.passwords().hash(password.to_owned()).await?;
    let id = UserId(ports.runtime().new_id());
    let user = NewUser { id, email, password_hash, memberships: Vec::new() };
    accept(ports, &invitation, Acceptance::NewUser(user)).await
}

async fn accept<P: Ports>(
    ports: &P,
    invitation: &Invitation,
    acceptance: Acceptance,
) -> Result<Group, AcceptError> {
    let (new, store) = (&invitation.new, ports.database());
    for lost in 0..=SEATS_LOST {
        match store.accept_invitation(new, &acceptance, ports.runtime().now()).await {
            Err(StoreError::LimitReached) => {}
            Err(StoreError::Conflict) => return Err(AcceptError::Over),
            accepted => {
                accepted?;
                tracing::info!(invitation.id = %new.id, "invitation accepted");
                return Ok(new.group);
            }
        }
        let Some(organization) = new.group.organization() else {
            return Err(StoreError::LimitReached.into());
        };
        if lost < SEATS_LOST {
            pay(ports, organization, 1).await?;
        }
    }
    // what was paid for is there for the next one who tries: no limit of the plan
    Err(StoreError::Conflict.into())
}
