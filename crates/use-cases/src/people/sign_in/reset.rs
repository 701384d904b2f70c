//! Password resets.

use super::{admit, change_mail, remember};
use crate::{
    ledger::unsent_mail::UnsentMail,
    ports::{Ports, Runtime},
};
use ::sign_in::{
    AccountChange, Attempt, HashError, PasswordError, PasswordHasher, RESET_MAIL_JOB, ResetId,
    ResetRequest, Secret, SecretHash, SignInStore, User, check_password,
};
use access::RateLimited;
use jobs::{JobId, NewJob, SubjectId};
use notifications::{Address, DedupKey, Link, Mailer, password_reset};
use persistence::StoreError;
use std::net::IpAddr;

/// Why a reset was not requested or completed.
#[derive(Debug, thiserror::Error)]
pub enum ResetError {
    /// The link is unknown, was used, or has expired.
    #[error("the link has ended")]
    Over,
    /// The password is not allowed.
    #[error("the password {0}")]
    Password(#[from] PasswordError),
    /// The password cannot be hashed now.
    #[error(transparent)]
    Hash(#[from] HashError),
    /// Too many requests from the IP address.
    #[error(transparent)]
    Limited(#[from] RateLimited),
    /// Storage failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Requests a password reset. Neither the result nor its duration reveals whether the address has an account: only the
/// job that sends the mail looks it up.
///
/// # Errors
/// [`ResetError`].
pub async fn ask_reset<P: Ports>(
    ports: &P,
    email: &str,
    address: IpAddr,
) -> Result<(), ResetError> {
    let attempt = Attempt::Reset;
    admit(ports, attempt.from_address(address), attempt.limit()).await??;
    let Ok(_) = Address::parse(email.trim()) else { return Ok(()) };
    let (runtime, now) = (ports.runtime(), ports.runtime().now());
    let email = email.trim().to_lowercase();
    let request = ResetRequest { id: ResetId(runtime.new_id()), email, requested_at: now };
    let job = NewJob {
        id: JobId(runtime.new_id()),
        kind: RESET_MAIL_JOB,
        organization: None,
        subject: Some(SubjectId(request.id.0)),
        key: Some(request.job_key()),
        run_at: now,
    };
    Ok(ports.database().ask_reset(&request, &job).await?)
}

/// Sends the mail of a request, if the address has an account. Each attempt makes a new token; the deduplication key
/// is the request's, so a retry sends the same mail.
///
/// # Errors
/// [`UnsentMail`].
pub async fn send_reset_mail<P: Ports>(ports: &P, id: ResetId) -> Result<(), UnsentMail> {
    let (store, now) = (ports.database(), ports.runtime().now());
    let request = match store.reset_request(id).await {
        Err(StoreError::NotFound) => return Ok(()),
        request => request?,
    };
    let Some(user) = store.user_for_sign_in(&request.email).await? else { return Ok(()) };
    if !request.is_open(now) {
        return Ok(());
    }
    let to = Address::parse(&user.email)?;
    let key = DedupKey::parse(&format!("reset-{id}"))?;
    let token = Secret::new(ports.runtime().random()?);
    let link = Link::parse(&format!("{}/reset/{}", ports.base_url(), token.expose()))?;
    store.add_reset_token(id, &token.hash()).await?;
    ports.mailer().send(&password_reset(&link, request.until()).to(to, key)).await?;
    tracing::info!(user.id = %user.id, "password reset mail handed to the mail server");
    Ok(())
}

/// The request of a reset link.
///
/// # Errors
/// [`ResetError::Over`].
pub async fn reset_of<P: Ports>(
    ports: &P,
    token: &str,
) -> Result<(ResetRequest, User), ResetError> {
    let (store, now) = (ports.database(), ports.runtime().now());
    let request = store.reset_by_token(&SecretHash::of(token)).await?;
    let request = request.filter(|request| request.is_open(now)).ok_or(ResetError::Over)?;
    let user = store.user_for_sign_in(&request.email).await?;
    Ok((request, user.ok_or(ResetError::Over)?))
}

/// Sets a new password by a link, once, and ends all sessions. The second factor is unchanged.
///
/// # Errors
/// [`ResetError`].
pub async fn reset_password<P: Ports>(
    ports: &P,
    token: &str,
    password: &str,
    address: IpAddr,
) -> Result<(), ResetError> {
    let (request, user) = reset_of(ports, token).await?;
    check_password(password, &user.email)?;
    let hash = ports.passwords().hash(password.to_owned()).await?;
    let now = ports.runtime().now();
    let mail = change_mail::job(ports.runtime(), AccountChange::NewPassword, user.id);
    match ports.database().use_reset(&request, user.id, &hash, &mail, now).await {
        Err(StoreError::Conflict | StoreError::NotFound) => return Err(ResetError::Over),
        used => used?,
    }
    // a user who reads the account's mail owns it: attempts by others no longer lock them out here
    remember(ports, user.id, address).await?;
    tracing::info!(user.id = %user.id, "password reset by mail");
    Ok(())
}
