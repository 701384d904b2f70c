use crate::{
    LastStep, PasswordChange, PendingSignIn, ResetId, ResetRequest, SecondFactor, Session,
    SessionId,
};
use access::{AttemptHash, OrganizationId, Role, UserId};
use jobs::NewJob;
use persistence::{Cursor, Page, StoreError, port};
use secret_text::SecretHash;
use time::OffsetDateTime;

/// A person who can sign in.
#[derive(Clone, PartialEq, Eq)]
pub struct User {
    pub id: UserId,
    pub email: String,
    /// A PHC string.
    pub password_hash: String,
    pub created_at: OffsetDateTime,
}

impl std::fmt::Debug for User {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("User").field("id", &self.id).finish_non_exhaustive()
    }
}

persistence::listed!(User: created_at, id);

/// A company that a user belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Membership {
    pub organization: OrganizationId,
    /// The company's name.
    pub name: String,
    pub role: Role,
}

/// Who signed in, as a request finds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedIn {
    pub session: Session,
    pub email: String,
}

port! {
    /// Where users and their sessions are kept. Neither belongs to an organization.
    pub trait SignInStore: Send + Sync {
        /// The user with this address, in any case of its letters.
        async fn user_for_sign_in(&self, email: &str) -> Result<Option<User>, StoreError>;

        /// # Errors
        /// [`StoreError::NotFound`].
        async fn user(&self, id: UserId) -> Result<User, StoreError>;

        /// A page of users, the newest first.
        async fn users(&self, after: Option<Cursor>, limit: u16) -> Result<Page<User>, StoreError>;

        /// Keeps the hash of a new password, and ends all sessions of the user. `mail` is the job that writes
        /// to them.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn set_password(&self, user: UserId, hash: &str, mail: &NewJob) -> Result<(), StoreError>;

        /// Keeps the hash of a password that somebody changed themselves, with the second factor that they proved
        /// themselves by and the job that writes to them, and ends their other sessions.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when another second factor is there; [`StoreError::NotFound`] when the
        /// password is another than was compared.
        async fn change_password(&self, change: &PasswordChange<'_>) -> Result<(), StoreError>;

        /// Keeps another hash of the same password, unless the password was changed meanwhile.
        async fn rehash_password(&self, user: UserId, before: &str, after: &str) -> Result<(), StoreError>;

        /// The companies of a user, by name.
        async fn memberships(&self, user: UserId) -> Result<Vec<Membership>, StoreError>;

        /// Keeps a session under the hash of its cookie, if `password_hash`, which the password was compared
        /// with, is still the user's: a new password also ends the sign-ins that are in progress.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when it is another, or there is no such user.
        async fn add_session(
            &self, hash: &SecretHash, session: &Session, password_hash: &str
        ) -> Result<(), StoreError>;

        /// The session of a cookie, if it still stands. Notes, to the minute, that it was used.
        async fn use_session(
            &self, hash: &SecretHash, now: OffsetDateTime
        ) -> Result<Option<SignedIn>, StoreError>;

        /// The sessions of a user that still stand, the newest first.
        async fn sessions(&self, user: UserId, now: OffsetDateTime) -> Result<Vec<Session>, StoreError>;

        /// Ends a session of a user.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn end_session(&self, user: UserId, id: SessionId) -> Result<(), StoreError>;

        /// The second factor of a user, begun or in use.
        async fn second_factor(&self, user: UserId) -> Result<Option<SecondFactor>, StoreError>;

        /// Keeps a second factor in the place of `before`: of many codes at once one is checked by what is
        /// there. `mail` is the job that writes to the user.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when another is there.
        async fn keep_second_factor(
            &self, before: Option<&SecondFactor>, after: &SecondFactor, mail: Option<&NewJob>
        ) -> Result<(), StoreError>;

        /// Keeps a second factor that is asked for from now on in the place of `begun`, and ends all sessions
        /// of the user but `here`, in which it was confirmed: whoever is in elsewhere was never asked for it.
        /// `mail` is the job that writes to the user.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when another is there.
        async fn confirm_second_factor(
            &self, begun: &SecondFactor, after: &SecondFactor, here: SessionId, mail: &NewJob
        ) -> Result<(), StoreError>;

        /// Removes the second factor of a user, with the job that tells them, if it is to. Returns whether there
        /// was one; otherwise nobody is written to.
        async fn remove_second_factor(&self, user: UserId, mail: Option<&NewJob>) -> Result<bool, StoreError>;

        /// Keeps a sign-in that waits for the second factor, under the hash of its cookie.
        async fn add_pending_sign_in(
            &self, hash: &SecretHash, pending: &PendingSignIn
        ) -> Result<(), StoreError>;

        /// The sign-in of a cookie.
        async fn pending_sign_in(&self, hash: &SecretHash) -> Result<Option<PendingSignIn>, StoreError>;

        /// Ends it, once, and keeps its session and the second factor with it: a code is spent on a session or
        /// not at all.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when another second factor is there; [`StoreError::NotFound`] when the
        /// sign-in has ended or the password is another.
        async fn finish_sign_in(&self, step: &LastStep<'_>) -> Result<(), StoreError>;

        /// Keeps a request for a new password with its job, unless a job of the same key is known.
        async fn ask_reset(&self, request: &ResetRequest, job: &NewJob) -> Result<(), StoreError>;

        /// A request, for its mail.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn reset_request(&self, id: ResetId) -> Result<ResetRequest, StoreError>;

        /// Keeps the hash of what a mail brings.
        async fn add_reset_token(&self, id: ResetId, token: &SecretHash) -> Result<(), StoreError>;

        /// The request of a mail, if it was not used.
        async fn reset_by_token(&self, token: &SecretHash) -> Result<Option<ResetRequest>, StoreError>;

        /// Sets a new password by a request, once, and ends all sessions of the user and all other requests
        /// for the same address. `mail` is the job that writes to the user.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when it was used; [`StoreError::NotFound`] without the user.
        async fn use_reset(
            &self, request: &ResetRequest, user: UserId, password_hash: &str, mail: &NewJob,
            now: OffsetDateTime
        ) -> Result<(), StoreError>;

        /// Keeps that a user proved to be themselves from a place ([`crate::origin`]).
        async fn note_place(&self, user: UserId, origin: AttemptHash, now: OffsetDateTime) -> Result<(), StoreError>;

        /// Whether they did within [`crate::PLACE_KNOWN_FOR`].
        async fn knows_place(&self, user: UserId, origin: AttemptHash, now: OffsetDateTime) -> Result<bool, StoreError>;

        /// Deletes the sessions, the sign-ins and the requests that have ended, and the places that are known no more.
        /// Returns how many.
        async fn purge_sessions(&self, now: OffsetDateTime) -> Result<usize, StoreError>;
    }
}
