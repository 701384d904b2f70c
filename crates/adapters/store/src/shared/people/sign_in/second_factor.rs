//! Second factors. The secret of an authenticator is encrypted for its own user.

use super::{
    super::super::{once, queue::job_row, sql::*},
    sessions,
};
use crate::{
    SecretsKey,
    error::{backend, require_known},
    secrets_key::SecretError,
};
use access::UserId;
use jobs::NewJob;
use sign_in::{LastStep, PendingSignIn, SecondFactor, SecretHash, SessionId, TotpSecret};
use time::OffsetDateTime;
use uuid::Uuid;

columns! {
    pub(super) struct FactorRow {
        user_id: Uuid,
        secret: Vec<u8>,
        created_at: OffsetDateTime,
        confirmed_at: Option<OffsetDateTime>,
        last_step: i64,
        recovery: Vec<u8>,
        failures: i64,
        failed_at: Option<OffsetDateTime>,
        version: i64,
    }
}

fn belongs_to(user: UserId) -> Vec<u8> {
    [b"second factor of ", user.0.as_bytes().as_slice()].concat()
}

impl FactorRow {
    pub(super) fn into_domain(self, key: Option<&SecretsKey>) -> Result<SecondFactor> {
        let user = UserId(self.user_id);
        let key = key.ok_or(SecretError::NoKey).map_err(backend)?;
        let secret = key.open(&self.secret, &belongs_to(user)).map_err(backend)?;
        let recovery = self.recovery.chunks(32).map(|hash| hash.try_into().map(SecretHash));
        let recovery: std::result::Result<_, _> = recovery.collect();
        Ok(SecondFactor {
            user,
            secret: require_known("second factor", "***", TotpSecret::of_bytes(&secret))?,
            created_at: self.created_at,
            confirmed_at: self.confirmed_at,
            last_step: self.last_step,
            recovery: recovery.map_err(backend)?,
            failures: u32::try_from(self.failures).unwrap_or(u32::MAX),
            failed_at: self.failed_at,
            version: self.version,
        })
    }
}

pub(super) fn of_user(user: UserId) -> Statement<'static> {
    sql!(
        "SELECT user_id, secret, created_at, confirmed_at, last_step, recovery, failures, failed_at,
           version
         FROM second_factors WHERE user_id = {}",
        user.0
    )
}

/// Stores a factor, if the version before it has not changed.
pub(super) async fn keep(
    conn: &mut Conn,
    before: Option<&SecondFactor>,
    after: &SecondFactor,
    key: Option<&SecretsKey>,
) -> Result<()> {
    let key = key.ok_or(SecretError::NoKey).map_err(backend)?;
    let secret = key.seal(after.secret.bytes(), &belongs_to(after.user)).map_err(backend)?;
    let recovery: Vec<u8> = after.recovery.iter().flat_map(|hash| hash.0).collect();
    let failures = i64::from(after.failures);
    let Some(before) = before else {
        let row = row!("second_factors",
            user_id: after.user.0,
            secret: &secret[..],
            created_at: after.created_at,
            confirmed_at: after.confirmed_at,
            last_step: after.last_step,
            recovery: &recovery[..],
            failures: failures,
            failed_at: after.failed_at,
            version: 1_i64,
        );
        return once(row.insert().then(sql!(" ON CONFLICT DO NOTHING")).execute(conn).await?);
    };
    let update = sql!(
        "UPDATE second_factors SET secret = {}, created_at = {}, confirmed_at = {}, last_step = {},
           recovery = {}, failures = {}, failed_at = {}, version = version + 1
         WHERE user_id = {} AND version = {}",
        &secret[..],
        after.created_at,
        after.confirmed_at,
        after.last_step,
        &recovery[..],
        failures,
        after.failed_at,
        after.user.0,
        before.version
    );
    once(update.execute(conn).await?)
}

/// The sign-in is locked first: of concurrent requests with its cookie the others wait here, and find it ended.
pub(super) async fn finish(
    conn: &mut Conn,
    step: &LastStep<'_>,
    key: Option<&SecretsKey>,
) -> Result<()> {
    let end = sql!("DELETE FROM pending_sign_ins WHERE hash = {}", &step.waiting.0[..]);
    if end.execute(conn).await? == 0 {
        return Err(StoreError::NotFound);
    }
    let (before, after) = step.factor;
    keep(conn, Some(before), after, key).await?;
    let (hash, session) = step.session;
    match sessions::add(conn, hash, session, &step.pending.password_hash).await {
        Err(StoreError::Conflict) => Err(StoreError::NotFound),
        added => added,
    }
}

/// Stores a factor that is in use from now on, and ends all sessions of the user but one.
pub(super) async fn confirm(
    conn: &mut Conn,
    (begun, after): (&SecondFactor, &SecondFactor),
    (here, mail): (SessionId, &NewJob),
    key: Option<&SecretsKey>,
) -> Result<()> {
    keep(conn, Some(begun), after, key).await?;
    let others = sql!("DELETE FROM sessions WHERE user_id = {} AND id <> {}", after.user.0, here.0);
    others.execute(conn).await?;
    job_row(mail, mail.run_at).insert().execute(conn).await.map(drop)
}

pub(super) async fn remove(conn: &mut Conn, user: UserId, mail: Option<&NewJob>) -> Result<bool> {
    let remove = sql!("DELETE FROM second_factors WHERE user_id = {}", user.0);
    if remove.execute(conn).await? == 0 {
        return Ok(false);
    }
    if let Some(mail) = mail {
        job_row(mail, mail.run_at).insert().execute(conn).await?;
    }
    Ok(true)
}

columns! {
    pub(super) struct PendingRow {
        user_id: Uuid,
        password_hash: String,
        created_at: OffsetDateTime,
    }
}

impl PendingRow {
    pub(super) fn into_domain(self) -> PendingSignIn {
        let Self { user_id, password_hash, created_at } = self;
        PendingSignIn { user: UserId(user_id), password_hash, created_at }
    }
}
