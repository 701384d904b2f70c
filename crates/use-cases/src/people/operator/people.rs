use access::{NewUser, OrganizationId, PartnerId, Role, UserId};
use invoicing::IdentifierFault;
use invoicing::{
    checks::check_email,
    records::{Provision, ProvisionStore},
};
use members::Group;
use organizations::{OperatorStore, OrganizationStore};
use persistence::StoreError;
use sign_in::{HashError, PasswordHasher, SignInStore};
use time::OffsetDateTime;

/// The account to create for a person who has none.
#[derive(Clone, Copy)]
pub struct NewPerson<'a> {
    /// The id of the account.
    pub id: UserId,
    /// The first password.
    pub password: &'a str,
}

/// Whether the person had an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Added {
    /// The account was created with the password.
    Account,
    /// The role was added; the password is unchanged.
    Role,
}

/// Why a person was not made a member.
#[derive(Debug, thiserror::Error)]
pub enum AddUserError {
    /// The address is not valid; the text says why.
    #[error("the e-mail address {0}")]
    Email(IdentifierFault),
    /// No account has this address.
    #[error("an e-mail address is missing")]
    NoEmail,
    /// The organization does not exist.
    #[error("there is no organization {0}")]
    NoOrganization(OrganizationId),
    /// The partner does not exist.
    #[error("there is no partner {0}")]
    NoPartner(PartnerId),
    /// The password cannot be hashed.
    #[error(transparent)]
    Hash(#[from] HashError),
    /// Storage failed.
    #[error(transparent)]
    Store(StoreError),
}

/// The address in the form that sign-in looks up.
fn address(email: &str) -> Result<String, AddUserError> {
    let email = check_email(email).map_err(AddUserError::Email)?;
    Ok(email.ok_or(AddUserError::NoEmail)?.to_lowercase())
}

/// Makes a person a member of a group in a role, and creates an account when there is none.
///
/// # Errors
/// [`AddUserError`].
pub async fn add_user<S, H>(
    store: &S,
    passwords: &H,
    (group, role): (Group, Role),
    email: &str,
    person: NewPerson<'_>,
    now: OffsetDateTime,
) -> Result<(String, Added), AddUserError>
where
    S: OperatorStore + ProvisionStore + OrganizationStore,
    H: PasswordHasher,
{
    let email = address(email)?;
    let missing = |error| match (error, group) {
        (StoreError::NotFound, Group::Organization(id)) => AddUserError::NoOrganization(id),
        (StoreError::NotFound, Group::Partner(id)) => AddUserError::NoPartner(id),
        (error, _) => AddUserError::Store(error),
    };
    if let Group::Partner(partner) = group {
        store.partner(partner).await.map_err(missing)?;
    }
    let known = store.user_by_email(&email).await.map_err(AddUserError::Store)?;
    let user = known.unwrap_or(person.id);
    if known.is_none() {
        let user = NewUser {
            id: person.id,
            email: email.clone(),
            password_hash: passwords.hash(person.password.to_owned()).await?,
            memberships: group.organization().map(|id| (id, role)).into_iter().collect(),
        };
        let provision = Provision { users: vec![user], ..Provision::default() };
        store.provision(&provision, now).await.map_err(missing)?;
    }
    let set = match group {
        Group::Organization(id) => store.set_member(id, user, role).await,
        Group::Partner(id) => store.set_partner_member(id, user, role).await,
    };
    set.map_err(missing)?;
    Ok((email, if known.is_none() { Added::Account } else { Added::Role }))
}

/// Ends all sessions of a user; returns how many.
///
/// # Errors
/// [`StoreError`]; some sessions may have ended then.
pub async fn end_sessions(
    store: &impl SignInStore,
    user: UserId,
    now: OffsetDateTime,
) -> Result<usize, StoreError> {
    let sessions = store.sessions(user, now).await?;
    for session in &sessions {
        match store.end_session(user, session.id).await {
            Ok(()) | Err(StoreError::NotFound) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(sessions.len())
}

/// Removes the second factor of a user who lost it, and ends all sessions; returns whether there was one, and how many
/// sessions ended.
///
/// # Errors
/// [`StoreError`]; the second factor may be removed then.
pub async fn remove_second_factor(
    store: &impl SignInStore,
    user: UserId,
    now: OffsetDateTime,
) -> Result<(bool, usize), StoreError> {
    let removed = store.remove_second_factor(user, None).await?;
    Ok((removed, end_sessions(store, user, now).await?))
}
