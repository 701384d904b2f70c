//! People sign in and out, with a password and a second factor; they change and forget passwords.

mod change_mail;
mod password;
mod reset;
mod second_factor;

pub use password::{
    ChangePasswordError, PasswordSent, SetPasswordError, change_password, set_password,
};
pub use reset::{ResetError, ask_reset, reset_of, reset_password, send_reset_mail};
pub use second_factor::{
    CodeError, EnrolError, SecondFactorState, begin_second_factor, confirm_second_factor,
    finish_sign_in, new_recovery_codes, pending, remove_second_factor, second_factor_of,
};

pub use change_mail::send_changed_mail;

use crate::{
    context::Context,
    ports::{NoRandomness, Ports, Runtime},
};
use ::sign_in::{
    Attempt, HashError, MAX_PASSWORD, PasswordHasher, PendingSignIn, Secret, SecretHash, Session,
    SessionId, SignInStore, SignedIn, User, Verdict, of_account, of_account_from, origin,
};
use access::{AccessStore, Counted, Credential, RateLimited, Tier, UserId};
use persistence::StoreError;
use std::{net::IpAddr, num::NonZeroU32};

/// Why nobody signed in.
#[derive(Debug, thiserror::Error)]
pub enum SignInError {
    /// The address, the password or both: which of them is not said.
    #[error("the e-mail address or the password is not right")]
    Wrong,
    /// Too many attempts, at the account or from the address.
    #[error(transparent)]
    Limited(#[from] RateLimited),
    /// The password cannot be compared now.
    #[error(transparent)]
    Hash(#[from] HashError),
    /// No secret for the session.
    #[error(transparent)]
    NoRandomness(#[from] NoRandomness),
    /// Storage.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Who wants to sign in, from where. It is not printed: it holds the password.
#[derive(Clone, Copy)]
pub struct SignIn<'a> {
    pub email: &'a str,
    pub password: &'a str,
    pub address: IpAddr,
    /// What the browser says it is.
    pub agent: &'a str,
}

/// How far a password leads.
#[derive(Debug)]
pub enum Entered {
    /// In: the secret goes into the cookie.
    Session(Secret, Session),
    /// To the second factor, under a cookie of its own: [`finish_sign_in`].
    SecondFactor(Secret),
}

/// Counts an attempt of anybody and says whether it may go on.
///
/// # Errors
/// [`RateLimited`] within; storage.
pub async fn admit<P: Ports>(
    ports: &P,
    counted: Counted,
    limit: NonZeroU32,
) -> Result<Result<(), RateLimited>, StoreError> {
    let now = ports.runtime().now().unix_timestamp();
    let window = ports.database().count_request(counted, now).await?;
    Ok(window.check(now, limit))
}

/// Counts a sign-in: of the address, of the account from that address, and of the account from wherever. What
/// one of them refuses does not count for those behind it, so that one address cannot fill the account's minute.
/// Strangers at many addresses can: who signed in from this one before is not kept out by them.
async fn admit_sign_in<P: Ports>(
    ports: &P,
    address: IpAddr,
    email: &str,
) -> Result<(), SignInError> {
    for (counted, attempt) in [
        (Attempt::Address.from_address(address), Attempt::Address),
        (of_account_from(address, email), Attempt::AccountFromAddress),
    ] {
        admit(ports, counted, attempt.limit()).await??;
    }
    let account = of_account(Attempt::Account, email);
    match admit(ports, account, Attempt::Account.limit()).await? {
        Err(limited) if !is_known(ports, address, email).await? => Err(limited.into()),
        _ => Ok(()),
    }
}

/// Whether the owner of the account signed in from there lately.
async fn is_known<P: Ports>(ports: &P, address: IpAddr, email: &str) -> Result<bool, StoreError> {
    let Some(user) = ports.database().user_for_sign_in(email).await? else { return Ok(false) };
    ports.database().knows_place(user.id, origin(address), ports.runtime().now()).await
}

/// Remembers that somebody proved to be this user from there.
async fn remember<P: Ports>(ports: &P, user: UserId, address: IpAddr) -> Result<(), StoreError> {
    ports.database().note_place(user, origin(address), ports.runtime().now()).await
}

/// Signs somebody in: a new session, or the question for the second factor. A wrong password takes as
/// long as an address without an account.
///
/// # Errors
/// [`SignInError`].
pub async fn sign_in<P: Ports>(ports: &P, sent: SignIn<'_>) -> Result<Entered, SignInError> {
    let email = sent.email.trim().to_lowercase();
    admit_sign_in(ports, sent.address, &email).await?;
    if sent.password.len() > MAX_PASSWORD {
        return Err(SignInError::Wrong);
    }
    // a second time: another sign-in may have replaced a hash that was out of date
    for _ in 0..2 {
        let user = known(ports, &email, sent.password).await?.ok_or(SignInError::Wrong)?;
        let factor = ports.database().second_factor(user.id).await?;
        if factor.is_some_and(|factor| factor.is_active()) {
            return Ok(Entered::SecondFactor(wait_for_code(ports, user).await?));
        }
        let password = (user.id, &*user.password_hash);
        if let Some((secret, session)) = begin_session(ports, password, sent.agent).await? {
            remember(ports, session.user, sent.address).await?;
            return Ok(Entered::Session(secret, session));
        }
    }
    Err(SignInError::Wrong)
}

/// The sign-in waits for the second factor.
async fn wait_for_code<P: Ports>(ports: &P, user: User) -> Result<Secret, SignInError> {
    let secret = Secret::new(ports.runtime().random()?);
    let (user, password_hash) = (user.id, user.password_hash);
    let pending = PendingSignIn { user, password_hash, created_at: ports.runtime().now() };
    ports.database().add_pending_sign_in(&secret.hash(), &pending).await?;
    Ok(secret)
}

/// A session of a user whose password was compared with this hash; none when it was changed meanwhile.
async fn begin_session<P: Ports>(
    ports: &P,
    (user, password_hash): (UserId, &str),
    agent: &str,
) -> Result<Option<(Secret, Session)>, SignInError> {
    let (secret, session) = new_session(ports, user, agent)?;
    match ports.database().add_session(&secret.hash(), &session, password_hash).await {
        Err(StoreError::Conflict) => return Ok(None),
        kept => kept?,
    }
    tracing::info!(user.id = %user, session.id = %session.id, "person signed in");
    Ok(Some((secret, session)))
}

fn new_session<P: Ports>(
    ports: &P,
    user: UserId,
    agent: &str,
) -> Result<(Secret, Session), NoRandomness> {
    let (runtime, now) = (ports.runtime(), ports.runtime().now());
    let secret = Secret::new(runtime.random()?);
    Ok((secret, Session::new(SessionId(runtime.new_id()), user, agent, now)))
}

/// The user with this address and password. A hash that is out of date is replaced.
async fn known<P: Ports>(
    ports: &P,
    email: &str,
    password: &str,
) -> Result<Option<User>, SignInError> {
    let (store, passwords) = (ports.database(), ports.passwords());
    let user = store.user_for_sign_in(email).await?;
    let hash = user.as_ref().map(|user| user.password_hash.clone());
    let verdict = passwords.verify(password.to_owned(), hash).await?;
    match (verdict, user) {
        (Verdict::Wrong, _) | (_, None) => Ok(None),
        (Verdict::Right, Some(user)) => Ok(Some(user)),
        (Verdict::RightToRehash, Some(user)) => {
            let hash = passwords.hash(password.to_owned()).await?;
            store.rehash_password(user.id, &user.password_hash, &hash).await?;
            Ok(Some(User { password_hash: hash, ..user }))
        }
    }
}

/// Whether this is the password of a user who has a session. Tries are few too, and counted apart from sign-ins:
/// who only knows the address keeps nobody from their keys.
///
/// # Errors
/// [`SignInError`], [`SignInError::Wrong`] for another.
pub async fn confirm_password<P: Ports>(
    ports: &P,
    email: &str,
    password: &str,
) -> Result<(), SignInError> {
    confirmed(ports, email, password).await.map(drop)
}

/// The user of the address, with the hash that the password was compared with.
async fn confirmed<P: Ports>(ports: &P, email: &str, password: &str) -> Result<User, SignInError> {
    let email = email.trim().to_lowercase();
    let again = Attempt::Confirmation;
    admit(ports, of_account(again, &email), again.limit()).await??;
    if password.len() > MAX_PASSWORD {
        return Err(SignInError::Wrong);
    }
    known(ports, &email, password).await?.ok_or(SignInError::Wrong)
}

/// That who asks may be given what outlives a session: they signed in a moment ago, typed the password again, or
/// called with a key or a token. Nothing else makes one.
#[derive(Debug, Clone, Copy)]
pub struct Proven(());

impl Proven {
    /// By the key or the token of a call, each of which is authenticated by itself. A person's context says
    /// nothing of when they signed in: [`Self::by_session`].
    pub(crate) const fn by_call<P>(context: &Context<'_, P>) -> Option<Self> {
        match context.actor {
            Some(Credential::Key(_) | Credential::Connection(_)) => Some(Self(())),
            Some(Credential::Person(_)) | None => None,
        }
    }

    /// By the sign-in alone, as long as it is recent enough for this tier.
    pub fn by_session<P: Ports>(ports: &P, who: &SignedIn, tier: Tier) -> Option<Self> {
        (!who.session.must_prove(tier, ports.runtime().now())).then_some(Self(()))
    }
}

/// Asks for the password once more where [`::sign_in::Session::must_prove`] says so.
///
/// # Errors
/// [`SignInError`], [`SignInError::Wrong`] for another password or none.
pub async fn prove<P: Ports>(
    ports: &P,
    who: &SignedIn,
    tier: Tier,
    password: &str,
) -> Result<Proven, SignInError> {
    if let Some(proven) = Proven::by_session(ports, who, tier) {
        return Ok(proven);
    }
    confirm_password(ports, &who.email, password).await.map(Proven)
}

/// Who has this cookie.
///
/// # Errors
/// Storage.
pub async fn signed_in<P: Ports>(ports: &P, cookie: &str) -> Result<Option<SignedIn>, StoreError> {
    ports.database().use_session(&SecretHash::of(cookie), ports.runtime().now()).await
}

/// Ends the sessions of a user but this one.
///
/// # Errors
/// Storage.
pub async fn end_other_sessions<P: Ports>(
    ports: &P,
    user: UserId,
    here: SessionId,
) -> Result<(), StoreError> {
    let store = ports.database();
    let sessions = store.sessions(user, ports.runtime().now()).await?;
    for session in sessions.iter().filter(|session| session.id != here) {
        match store.end_session(user, session.id).await {
            // it has ended meanwhile
            Ok(()) | Err(StoreError::NotFound) => {}
            Err(error) => return Err(error),
        }
    }
    tracing::info!(user.id = %user, "other sessions of a person ended");
    Ok(())
}

/// Ends the session of a cookie, if it stands.
///
/// # Errors
/// Storage.
pub async fn sign_out<P: Ports>(ports: &P, cookie: &str) -> Result<(), StoreError> {
    let Some(SignedIn { session, .. }) = signed_in(ports, cookie).await? else { return Ok(()) };
    match ports.database().end_session(session.user, session.id).await {
        Err(StoreError::NotFound) => Ok(()),
        ended => ended,
    }
}

/// Ends one of the sessions of whoever is signed in.
///
/// # Errors
/// [`StoreError::NotFound`] when none of theirs has this id.
pub async fn end_session<P: Ports>(
    ports: &P,
    user: &SignedIn,
    id: SessionId,
) -> Result<(), StoreError> {
    ports.database().end_session(user.session.user, id).await
}
