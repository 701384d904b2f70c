//! New passwords, with the job that mails the user about the change.

use super::{
    super::super::{queue::job_row, sql::*},
    second_factor,
};
use crate::SecretsKey;
use access::UserId;
use jobs::NewJob;
use sign_in::PasswordChange;

/// Sets a password without checking the former one.
pub(super) async fn set(
    conn: &mut Conn,
    user: UserId,
    (hash, mail): (&str, &NewJob),
) -> Result<()> {
    let set = sql!("UPDATE users SET password_hash = {} WHERE id = {}", hash, user.0);
    if set.execute(conn).await? == 0 {
        return Err(StoreError::NotFound);
    }
    sql!("DELETE FROM sessions WHERE user_id = {}", user.0).execute(conn).await?;
    job_row(mail, mail.run_at).insert().execute(conn).await.map(drop)
}

/// Locks the second factor before the user's row, as a sign-in does.
pub(super) async fn change(
    conn: &mut Conn,
    change: &PasswordChange<'_>,
    key: Option<&SecretsKey>,
) -> Result<()> {
    if let Some((before, after)) = change.factor {
        second_factor::keep(conn, Some(before), after, key).await?;
    }
    let set = sql!(
        "UPDATE users SET password_hash = {} WHERE id = {} AND password_hash = {}",
        change.after,
        change.user.0,
        change.before
    );
    if set.execute(conn).await? == 0 {
        return Err(StoreError::NotFound);
    }
    let (user, here) = (change.user.0, change.here.0);
    let others = sql!("DELETE FROM sessions WHERE user_id = {} AND id <> {}", user, here);
    others.execute(conn).await?;
    job_row(change.mail, change.mail.run_at).insert().execute(conn).await.map(drop)
}
