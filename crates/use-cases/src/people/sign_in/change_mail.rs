//! Tells the owner of an account by mail about its changes.

use crate::{
    ledger::unsent_mail::UnsentMail,
    ports::{Ports, Runtime},
};
use ::sign_in::{AccountChange, SignInStore};
use access::UserId;
use jobs::{JobId, NewJob};
use notifications::{AccountLinks, Address, DedupKey, Link, Mailer, account_changed};
use persistence::StoreError;

/// The mail job, to be stored in the transaction of the change.
pub(super) fn job(runtime: &impl Runtime, change: AccountChange, user: UserId) -> NewJob {
    change.job(JobId(runtime.new_id()), user, runtime.now())
}

const fn words(change: AccountChange) -> (&'static str, &'static str) {
    match change {
        AccountChange::NewPassword => {
            ("k vášmu účtu bolo nastavené nové heslo.", "a new password was set for your account.")
        }
        AccountChange::SecondFactorOn => (
            "vo vašom účte bolo zapnuté dvojstupňové prihlásenie.",
            "a second factor was turned on in your account.",
        ),
        AccountChange::SecondFactorOff => (
            "vo vašom účte bolo vypnuté dvojstupňové prihlásenie.",
            "the second factor of your account was turned off.",
        ),
        AccountChange::WrongCodes => (
            "niekto zadal vaše heslo a potom päťkrát nesprávny kód. Kód z aplikácie teraz skúšame raz za štvrť hodiny, \
             záchranný kód platí hneď.",
            "your password and then five wrong codes were entered. A code of the app is now tried every quarter of \
             an hour, a recovery code works at once.",
        ),
    }
}

/// Sends the mail of a job. Repeating it sends the same mail.
///
/// # Errors
/// [`UnsentMail`].
pub async fn send_changed_mail<P: Ports>(
    ports: &P,
    change: AccountChange,
    (user, job): (UserId, JobId),
) -> Result<(), UnsentMail> {
    let user = match ports.database().user(user).await {
        Err(StoreError::NotFound) => return Ok(()),
        found => found?,
    };
    let to = Address::parse(&user.email)?;
    let key = DedupKey::parse(&format!("account-{job}"))?;
    let at = |path: &str| Link::parse(&format!("{}{path}", ports.base_url()));
    let links = AccountLinks {
        password: &at("/forgotten")?,
        account: &at("/account")?,
        connections: &at("/connections")?,
    };
    ports.mailer().send(&account_changed(words(change), &links).to(to, key)).await?;
    tracing::info!(user.id = %user.id, ?change, "account change mail handed to the mail server");
    Ok(())
}
