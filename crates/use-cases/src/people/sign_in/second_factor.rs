//! The second factor: enrolled, checked, renewed, removed.

use super::{SignInError, change_mail, confirm_password, new_session, remember};
use crate::{
    ports::{NoRandomness, Ports, Runtime},
    retry::{MayConflict, retry_on_conflict},
};
use ::sign_in::{
    AccountChange, CodeCheck, LastStep, PendingSignIn, Proof, RECOVERY_CODES, SecondFactor, Secret,
    SecretHash, Session, SessionId, SignInStore, TotpSecret, hash_of_recovery_code, recovery_code,
};
use access::UserId;
use persistence::StoreError;
use std::net::IpAddr;

/// Why a code was refused.
#[derive(Debug, thiserror::Error)]
pub enum CodeError {
    /// The code is wrong, or was used before.
    #[error("the code is not right")]
    Wrong,
    /// Too many wrong codes.
    #[error("too many codes were wrong; try again after {retry_after} s")]
    Wait {
        /// Whole seconds until the next attempt.
        retry_after: u32,
    },
    /// The pending sign-in has ended, or no second factor exists.
    #[error("the sign-in has ended")]
    Over,
    /// No session secret could be made.
    #[error(transparent)]
    NoRandomness(#[from] NoRandomness),
    /// Storage failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl MayConflict for CodeError {
    fn is_conflict(&self) -> bool {
        matches!(self, CodeError::Store(error) if error.is_conflict())
    }
}

/// Why a second factor was not enrolled or removed.
#[derive(Debug, thiserror::Error)]
pub enum EnrolError {
    /// A second factor is in use already.
    #[error("a second factor is in use already")]
    InUse,
    /// The password was refused.
    #[error(transparent)]
    Password(#[from] SignInError),
    /// The code was refused.
    #[error(transparent)]
    Code(#[from] CodeError),
}

impl From<StoreError> for EnrolError {
    fn from(error: StoreError) -> Self {
        EnrolError::Code(error.into())
    }
}

impl From<NoRandomness> for EnrolError {
    fn from(error: NoRandomness) -> Self {
        EnrolError::Code(error.into())
    }
}

/// The state of a user's second factor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SecondFactorState {
    None,
    /// Enrolled, and waiting for its first code.
    Begun(TotpSecret),
    /// In use, with the number of recovery codes left.
    Active(usize),
}

/// The state of a user's second factor.
///
/// # Errors
/// Storage failures.
pub async fn second_factor_of<P: Ports>(
    ports: &P,
    user: UserId,
) -> Result<SecondFactorState, StoreError> {
    let now = ports.runtime().now();
    Ok(match ports.database().second_factor(user).await? {
        Some(factor) if factor.is_active() => SecondFactorState::Active(factor.recovery.len()),
        Some(factor) if factor.is_begun(now) => SecondFactorState::Begun(factor.secret),
        _ => SecondFactorState::None,
    })
}

/// Begins an enrollment. It needs the password, so that an unattended open session cannot be used for it.
///
/// # Errors
/// [`EnrolError`].
pub async fn begin_second_factor<P: Ports>(
    ports: &P,
    (user, email): (UserId, &str),
    password: &str,
) -> Result<(), EnrolError> {
    confirm_password(ports, email, password).await?;
    let (store, runtime) = (ports.database(), ports.runtime());
    let before = store.second_factor(user).await?;
    if before.as_ref().is_some_and(SecondFactor::is_active) {
        return Err(EnrolError::InUse);
    }
    let after = SecondFactor::begin(user, TotpSecret::new(runtime.random()?), runtime.now());
    match store.keep_second_factor(before.as_ref(), &after, None).await {
        Err(StoreError::Conflict) => Err(EnrolError::InUse),
        kept => Ok(kept?),
    }
}

/// Ten recovery codes, and their hashes for the store.
fn codes<P: Ports>(ports: &P) -> Result<(Vec<String>, Vec<SecretHash>), NoRandomness> {
    let code = |_| ports.runtime().random().map(recovery_code);
    let codes: Vec<_> = (0..RECOVERY_CODES).map(code).collect::<Result<_, _>>()?;
    let hashes = codes.iter().map(|code| hash_of_recovery_code(code)).collect();
    Ok((codes, hashes))
}

/// Activates the second factor with its first code, and ends the user's other sessions. Returns the recovery codes,
/// which are shown only here.
///
/// # Errors
/// [`CodeError`].
pub async fn confirm_second_factor<P: Ports>(
    ports: &P,
    (user, here): (UserId, SessionId),
    code: &str,
) -> Result<Vec<String>, CodeError> {
    let (store, now) = (ports.database(), ports.runtime().now());
    let begun = store.second_factor(user).await?.filter(|factor| factor.is_begun(now));
    let begun = begun.ok_or(CodeError::Over)?;
    let (codes, hashes) = codes(ports)?;
    let after = begun.confirm(code, hashes, now).ok_or(CodeError::Wrong)?;
    let mail = change_mail::job(ports.runtime(), AccountChange::SecondFactorOn, user);
    match store.confirm_second_factor(&begun, &after, here, &mail).await {
        Err(StoreError::Conflict) => return Err(CodeError::Over),
        kept => kept?,
    }
    tracing::info!(user.id = %user, "second factor enabled");
    Ok(codes)
}

/// A correct code, and the second factor after it, to be stored together with the change that it allows.
pub(super) struct Right {
    pub(super) proof: Proof,
    pub(super) before: SecondFactor,
    pub(super) after: SecondFactor,
}

/// Checks a code against the stored second factor. A wrong code is counted here.
pub(super) async fn check_code<P: Ports>(
    ports: &P,
    user: UserId,
    code: &str,
) -> Result<Right, CodeError> {
    let (store, now) = (ports.database(), ports.runtime().now());
    let factor = store.second_factor(user).await?.filter(SecondFactor::is_active);
    let before = factor.ok_or(CodeError::Over)?;
    match before.check_code(code, now) {
        CodeCheck::Wait { retry_after } => Err(CodeError::Wait { retry_after }),
        CodeCheck::Wrong(after) => {
            let mail = after
                .is_under_attack()
                .then(|| change_mail::job(ports.runtime(), AccountChange::WrongCodes, user));
            store.keep_second_factor(Some(&before), &after, mail.as_ref()).await?;
            tracing::info!(user.id = %user, "wrong second factor given");
            Err(CodeError::Wrong)
        }
        CodeCheck::Right(proof, after) => Ok(Right { proof, before, after }),
    }
}

pub(super) fn note(user: UserId, proof: Proof) {
    if let Proof::RecoveryCode(left) = proof {
        tracing::info!(user.id = %user, left, "recovery code used");
    }
}

/// The sign-in of a cookie that waits for the second factor.
///
/// # Errors
/// Storage failures.
pub async fn pending<P: Ports>(
    ports: &P,
    cookie: &str,
) -> Result<Option<PendingSignIn>, StoreError> {
    let found = ports.database().pending_sign_in(&SecretHash::of(cookie)).await?;
    Ok(found.filter(|pending| pending.is_open(ports.runtime().now())))
}

/// Finishes a sign-in whose password was checked before: starts a session and stores the use of the code with it.
///
/// # Errors
/// [`CodeError`].
pub async fn finish_sign_in<P: Ports>(
    ports: &P,
    cookie: &str,
    code: &str,
    (address, agent): (IpAddr, &str),
) -> Result<(Secret, Session), CodeError> {
    let waiting = SecretHash::of(cookie);
    let (secret, session, proof) = retry_on_conflict(|| async {
        let pending = pending(ports, cookie).await?.ok_or(CodeError::Over)?;
        let Right { proof, before, after } = check_code(ports, pending.user, code).await?;
        let (secret, session) = new_session(ports, pending.user, agent)?;
        let (factor, hash) = ((&before, &after), secret.hash());
        let session_kept = (&hash, &session);
        let step = LastStep { waiting: &waiting, pending: &pending, factor, session: session_kept };
        match ports.database().finish_sign_in(&step).await {
            Err(StoreError::NotFound) => Err(CodeError::Over),
            finished => Ok(finished.map(|()| (secret, session, proof))?),
        }
    })
    .await?;
    note(session.user, proof);
    remember(ports, session.user, address).await?;
    tracing::info!(user.id = %session.user, session.id = %session.id, "person signed in with a second factor");
    Ok((secret, session))
}

/// Replaces the remaining recovery codes by new ones.
///
/// # Errors
/// [`CodeError`].
pub async fn new_recovery_codes<P: Ports>(
    ports: &P,
    user: UserId,
    code: &str,
) -> Result<Vec<String>, CodeError> {
    let (codes, recovery) = codes(ports)?;
    let proof = retry_on_conflict(|| async {
        let Right { proof, before, after } = check_code(ports, user, code).await?;
        let after = SecondFactor { recovery: recovery.clone(), ..after };
        ports.database().keep_second_factor(Some(&before), &after, None).await?;
        Ok::<_, CodeError>(proof)
    })
    .await?;
    note(user, proof);
    Ok(codes)
}

/// Removes the second factor; needs the password and a code.
///
/// # Errors
/// [`EnrolError`].
pub async fn remove_second_factor<P: Ports>(
    ports: &P,
    (user, email): (UserId, &str),
    (password, code): (&str, &str),
) -> Result<(), EnrolError> {
    confirm_password(ports, email, password).await?;
    // the removal stores the use of the code
    let Right { proof, .. } = retry_on_conflict(|| check_code(ports, user, code)).await?;
    let mail = change_mail::job(ports.runtime(), AccountChange::SecondFactorOff, user);
    ports.database().remove_second_factor(user, Some(&mail)).await?;
    note(user, proof);
    tracing::info!(user.id = %user, "second factor removed");
    Ok(())
}
