//! Password changes by the user and by the operator.

use super::{
    CodeError, SignInError, change_mail, confirmed,
    second_factor::{Right, check_code, note},
};
use crate::{
    ports::{Ports, Runtime},
    retry::{MayConflict, retry_on_conflict},
};
use ::sign_in::{
    AccountChange, HashError, PasswordChange, PasswordError, PasswordHasher, SignInStore, SignedIn,
    User, check_password,
};
use access::UserId;
use persistence::StoreError;

/// Why a password was not set.
#[derive(Debug, thiserror::Error)]
pub enum SetPasswordError {
    /// The password is not allowed.
    #[error("the password {0}")]
    Password(#[from] PasswordError),
    /// The password cannot be hashed now.
    #[error(transparent)]
    Hash(#[from] HashError),
    /// The user does not exist, or storage failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Sets the password of a user, ends all sessions and tells the user by mail.
///
/// # Errors
/// [`SetPasswordError`].
pub async fn set_password<S: SignInStore, H: PasswordHasher>(
    store: &S,
    (passwords, runtime): (&H, &impl Runtime),
    (user, email): (UserId, &str),
    password: &str,
) -> Result<(), SetPasswordError> {
    check_password(password, email)?;
    let hash = passwords.hash(password.to_owned()).await?;
    let mail = change_mail::job(runtime, AccountChange::NewPassword, user);
    Ok(store.set_password(user, &hash, &mail).await?)
}

/// The form of a password change. It has no `Debug`, because it holds both passwords.
#[derive(Clone, Copy)]
pub struct PasswordSent<'a> {
    pub current: &'a str,
    pub new: &'a str,
    /// The code of the second factor; empty when none was sent.
    pub code: &'a str,
}

/// Why a user's own password was not changed.
#[derive(Debug, thiserror::Error)]
pub enum ChangePasswordError {
    /// The new password is not allowed.
    #[error("the password {0}")]
    New(#[from] PasswordError),
    /// The current password is wrong, or there were too many attempts.
    #[error(transparent)]
    Current(#[from] SignInError),
    /// A second factor is in use, and no code was sent.
    #[error("a code of the second factor is needed")]
    NoCode,
    /// The code was refused.
    #[error(transparent)]
    Code(#[from] CodeError),
}

impl From<HashError> for ChangePasswordError {
    fn from(error: HashError) -> Self {
        ChangePasswordError::Current(error.into())
    }
}

impl MayConflict for ChangePasswordError {
    fn is_conflict(&self) -> bool {
        matches!(self, ChangePasswordError::Code(error) if error.is_conflict())
    }
}

/// Changes the signed-in user's password; needs the current one, and a code when a second factor is in use. Ends the
/// user's other sessions and tells the user by mail.
///
/// # Errors
/// [`ChangePasswordError`].
pub async fn change_password<P: Ports>(
    ports: &P,
    who: &SignedIn,
    sent: PasswordSent<'_>,
) -> Result<(), ChangePasswordError> {
    check_password(sent.new, &who.email)?;
    let user = confirmed(ports, &who.email, sent.current).await?;
    let hash = ports.passwords().hash(sent.new.to_owned()).await?;
    retry_on_conflict(|| keep_change(ports, who, (&user, &hash), sent.code)).await?;
    tracing::info!(user.id = %user.id, session.id = %who.session.id, "password changed");
    Ok(())
}

/// Stores the password and the use of the code in one transaction.
async fn keep_change<P: Ports>(
    ports: &P,
    who: &SignedIn,
    (user, hash): (&User, &str),
    code: &str,
) -> Result<(), ChangePasswordError> {
    let right = checked_code(ports, user.id, code).await?;
    let mail = change_mail::job(ports.runtime(), AccountChange::NewPassword, user.id);
    let change = PasswordChange {
        user: user.id,
        here: who.session.id,
        before: &user.password_hash,
        after: hash,
        factor: right.as_ref().map(|right| (&right.before, &right.after)),
        mail: &mail,
    };
    match ports.database().change_password(&change).await {
        // another change came first: the compared password is no longer current
        Err(StoreError::NotFound) => return Err(SignInError::Wrong.into()),
        kept => kept.map_err(CodeError::from)?,
    }
    if let Some(Right { proof, .. }) = right {
        note(user.id, proof);
    }
    Ok(())
}

/// Checks the code when a second factor is in use. A missing code does not count as a wrong one.
async fn checked_code<P: Ports>(
    ports: &P,
    user: UserId,
    code: &str,
) -> Result<Option<Right>, ChangePasswordError> {
    let factor = ports.database().second_factor(user).await.map_err(CodeError::from)?;
    match factor {
        Some(factor) if !factor.is_active() => Ok(None),
        None => Ok(None),
        Some(_) if code.is_empty() => Err(ChangePasswordError::NoCode),
        Some(_) => Ok(Some(check_code(ports, user, code).await?)),
    }
}
