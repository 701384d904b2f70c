//! Sign-in and sign-out with a password and a second factor; changes and resets of passwords.

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

/// Why a sign-in failed.
#[derive(Debug, thiserror::Error)]
pub enum SignInError {
    /// The address or the password is wrong; the answer does not say which.
    #[error("the e-mail address or the password is not right")]
    Wrong,
    /// Too many attempts for the account or from the address.
    #[error(transparent)]
    Limited(#[from] RateLimited),
    /// The password cannot be compared now.
    #[error(transparent)]
    Hash(#[from] HashError),
    /// No session secret could be made.
    #[error(transparent)]
    NoRandomness(#[from] NoRandomness),
    /// Storage failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A sign-in attempt and its origin. It has no `Debug`, because it holds the password.
#[derive(Clone, Copy)]
pub struct SignIn<'a> {
    pub email: &'a str,
    pub password: &'a str,
    pub address: IpAddr,
    /// The browser's `User-Agent`.
    pub agent: &'a str,
}

/// The result of a correct password.
#[derive(Debug)]
pub enum Entered {
    /// Signed in: the secret is the value of the cookie.
    Session(Secret, Session),
    /// A second factor is needed; the secret is the value of a cookie for [`finish_sign_in`].
    SecondFactor(Secret),
}

/// Counts an attempt and checks its rate limit.
///
/// # Errors
/// The inner error is [`RateLimited`]; the outer one a storage failure.
pub async fn admit<P: Ports>(
    ports: &P,
    counted: Counted,
    limit: NonZeroU32,
) -> Result<Result<(), RateLimited>, StoreError> {
    let now = ports.runtime().now().unix_timestamp();
    let window = ports.database().count_request(counted, now).await?;
    Ok(window.check(now, limit))
}

/// Counts a sign-in in three windows: of the IP address, of the account from that address, and of the account from all
/// addresses. An attempt that one of them refuses is not counted in the later ones, so one address cannot use up the
/// account's limit. Attackers at many addresses can; a user who signed in from this address before is exempt from that
/// limit.
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

/// Whether the owner of the account signed in from this IP address recently.
async fn is_known<P: Ports>(ports: &P, address: IpAddr, email: &str) -> Result<bool, StoreError> {
    let Some(user) = ports.database().user_for_sign_in(email).await? else { return Ok(false) };
    ports.database().knows_place(user.id, origin(address), ports.runtime().now()).await
}

/// Records that this user proved their identity from this IP address.
async fn remember<P: Ports>(ports: &P, user: UserId, address: IpAddr) -> Result<(), StoreError> {
    ports.database().note_place(user, origin(address), ports.runtime().now()).await
}

/// Signs a user in: returns a new session, or asks for the second factor. A wrong password takes as long as an address
/// without an account.
///
/// # Errors
/// [`SignInError`].
pub async fn sign_in<P: Ports>(ports: &P, sent: SignIn<'_>) -> Result<Entered, SignInError> {
    let email = sent.email.trim().to_lowercase();
    admit_sign_in(ports, sent.address, &email).await?;
    if sent.password.len() > MAX_PASSWORD {
        return Err(SignInError::Wrong);
    }
    // retried once: another sign-in may have replaced an outdated hash
    for _ in 0..2 {
        let user =
            user_with_password(ports, &email, sent.password).await?.ok_or(SignInError::Wrong)?;
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

/// Stores a sign-in that waits for the second factor.
async fn wait_for_code<P: Ports>(ports: &P, user: User) -> Result<Secret, SignInError> {
    let secret = Secret::new(ports.runtime().random()?);
    let (user, password_hash) = (user.id, user.password_hash);
    let pending = PendingSignIn { user, password_hash, created_at: ports.runtime().now() };
    ports.database().add_pending_sign_in(&secret.hash(), &pending).await?;
    Ok(secret)
}

/// Starts a session for a user whose password was compared with this hash; `None` when the password has changed.
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

/// The user with this address and password. An outdated hash is replaced.
async fn user_with_password<P: Ports>(
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

/// Checks the password of a signed-in user. These attempts are limited too, but counted apart from sign-ins, so
/// attempts by others who know the address do not lock the user out.
///
/// # Errors
/// [`SignInError`]; [`SignInError::Wrong`] for a wrong password.
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
    user_with_password(ports, &email, password).await?.ok_or(SignInError::Wrong)
}

/// Proof that the caller may get a secret that outlives the session: they signed in recently, typed the password
/// again, or called with a key or a token.
#[derive(Debug, Clone, Copy)]
pub struct Proven(());

impl Proven {
    /// From the key or the token of a call, each of which authenticates by itself. `None` for a person, whose context
    /// does not say when they signed in: see [`Self::by_session`].
    pub(crate) const fn by_call<P>(context: &Context<'_, P>) -> Option<Self> {
        match context.actor {
            Some(Credential::Key(_) | Credential::Connection(_)) => Some(Self(())),
            Some(Credential::Person(_)) | None => None,
        }
    }

    /// From the session alone, if the sign-in is recent enough for this tier.
    pub fn by_session<P: Ports>(ports: &P, who: &SignedIn, tier: Tier) -> Option<Self> {
        (!who.session.must_prove(tier, ports.runtime().now())).then_some(Self(()))
    }
}

/// Asks for the password again when [`::sign_in::Session::must_prove`] requires it.
///
/// # Errors
/// [`SignInError`]; [`SignInError::Wrong`] for a wrong or missing password.
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

/// The user of a session cookie; `None` without an active session.
///
/// # Errors
/// Storage failures.
pub async fn signed_in<P: Ports>(ports: &P, cookie: &str) -> Result<Option<SignedIn>, StoreError> {
    ports.database().use_session(&SecretHash::of(cookie), ports.runtime().now()).await
}

/// Ends all sessions of a user except this one.
///
/// # Errors
/// Storage failures.
pub async fn end_other_sessions<P: Ports>(
    ports: &P,
    user: UserId,
    here: SessionId,
) -> Result<(), StoreError> {
    let store = ports.database();
    let sessions = store.sessions(user, ports.runtime().now()).await?;
    for session in sessions.iter().filter(|session| session.id != here) {
        match store.end_session(user, session.id).await {
            // it has ended in the meantime
            Ok(()) | Err(StoreError::NotFound) => {}
            Err(error) => return Err(error),
        }
    }
    tracing::info!(user.id = %user, "other sessions of a person ended");
    Ok(())
}

/// Ends the session of a cookie, if it is active.
///
/// # Errors
/// Storage failures.
pub async fn sign_out<P: Ports>(ports: &P, cookie: &str) -> Result<(), StoreError> {
    let Some(SignedIn { session, .. }) = signed_in(ports, cookie).await? else { return Ok(()) };
    match ports.database().end_session(session.user, session.id).await {
        Err(StoreError::NotFound) => Ok(()),
        ended => ended,
    }
}

/// Ends one of the signed-in user's sessions.
///
/// # Errors
/// [`StoreError::NotFound`] when the user has no session with this id.
pub async fn end_session<P: Ports>(
    ports: &P,
    user: &SignedIn,
    id: SessionId,
) -> Result<(), StoreError> {
    ports.database().end_session(user.session.user, id).await
}
