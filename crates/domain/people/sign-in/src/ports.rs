use crate::{
    LastStep, PasswordChange, PendingSignIn, ResetId, ResetRequest, SecondFactor, Session,
    SessionId,
};
use access::{AttemptHash, OrganizationId, Role, UserId};
use jobs::NewJob;
use persistence::{Cursor, Page, StoreError, port};
use secret_text::SecretHash;
use time::OffsetDateTime;

/// A user account.
#[derive(Clone, PartialEq, Eq)]
pub struct User {
    pub id: UserId,
    pub email: String,
    /// The password's hash as a PHC string.
    pub password_hash: String,
    pub created_at: OffsetDateTime,
}

impl std::fmt::Debug for User {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("User").field("id", &self.id).finish_non_exhaustive()
    }
}

persistence::listed!(User: created_at, id);

/// A company that a user is a member of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Membership {
    pub organization: OrganizationId,
    /// The company's name.
    pub name: String,
    pub role: Role,
}

/// The user and the session of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedIn {
    pub session: Session,
    pub email: String,
}

port! {
    /// Stores users and their sessions, which belong to no organization.
    pub trait SignInStore: Send + Sync {
        /// The user with this address, ignoring case.
        async fn user_for_sign_in(&self, email: &str) -> Result<Option<User>, StoreError>;

        /// Loads a user.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn user(&self, id: UserId) -> Result<User, StoreError>;

        /// A page of users, newest first.
        async fn users(&self, after: Option<Cursor>, limit: u16) -> Result<Page<User>, StoreError>;

        /// Replaces a user's password hash and ends all their sessions. `mail` is the job that tells the user.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn set_password(&self, user: UserId, hash: &str, mail: &NewJob) -> Result<(), StoreError>;

        /// Stores a password change by the user with the used second factor and the mail job, and ends the user's
        /// other sessions.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when the second factor has changed; [`StoreError::NotFound`] when the password has
        /// changed since it was compared.
        async fn change_password(&self, change: &PasswordChange<'_>) -> Result<(), StoreError>;

        /// Replaces the hash of an unchanged password, unless the password was changed in the meantime.
        async fn rehash_password(&self, user: UserId, before: &str, after: &str) -> Result<(), StoreError>;

        /// The companies of a user, ordered by name.
        async fn memberships(&self, user: UserId) -> Result<Vec<Membership>, StoreError>;

        /// Stores a session under the hash of its cookie, if `password_hash`, which the password was compared with, is
        /// still the user's: a password change also ends sign-ins in progress.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when the password has changed, or the user does not exist.
        async fn add_session(
            &self, hash: &SecretHash, session: &Session, password_hash: &str
        ) -> Result<(), StoreError>;

        /// Loads the session of a cookie if it is active, and records the time of its use to the minute.
        async fn use_session(
            &self, hash: &SecretHash, now: OffsetDateTime
        ) -> Result<Option<SignedIn>, StoreError>;

        /// The active sessions of a user, newest first.
        async fn sessions(&self, user: UserId, now: OffsetDateTime) -> Result<Vec<Session>, StoreError>;

        /// Ends a session of a user.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn end_session(&self, user: UserId, id: SessionId) -> Result<(), StoreError>;

        /// The second factor of a user, enrolled or in use.
        async fn second_factor(&self, user: UserId) -> Result<Option<SecondFactor>, StoreError>;

        /// Replaces the second factor `before`, so that each of several concurrent codes is checked against the
        /// current one. `mail` is the job that tells the user.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when it has changed.
        async fn keep_second_factor(
            &self, before: Option<&SecondFactor>, after: &SecondFactor, mail: Option<&NewJob>
        ) -> Result<(), StoreError>;

        /// Activates a second factor in place of `begun`, and ends all sessions of the user except `here`, in which it
        /// was confirmed, because the other sessions never proved it. `mail` is the job that tells the user.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when it has changed.
        async fn confirm_second_factor(
            &self, begun: &SecondFactor, after: &SecondFactor, here: SessionId, mail: &NewJob
        ) -> Result<(), StoreError>;

        /// Removes the second factor of a user and stores the mail job, if one is given. Returns whether there was
        /// one; without one no mail is queued.
        async fn remove_second_factor(&self, user: UserId, mail: Option<&NewJob>) -> Result<bool, StoreError>;

        /// Stores a sign-in that waits for the second factor, under the hash of its cookie.
        async fn add_pending_sign_in(
            &self, hash: &SecretHash, pending: &PendingSignIn
        ) -> Result<(), StoreError>;

        /// The pending sign-in of a cookie.
        async fn pending_sign_in(&self, hash: &SecretHash) -> Result<Option<PendingSignIn>, StoreError>;

        /// Finishes a pending sign-in, once, and stores its session and the updated second factor in one transaction:
        /// a code is used only together with its session.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when the second factor has changed; [`StoreError::NotFound`] when the sign-in has
        /// ended or the password has changed.
        async fn finish_sign_in(&self, step: &LastStep<'_>) -> Result<(), StoreError>;

        /// Stores a reset request with its job, unless a job with the same key exists.
        async fn ask_reset(&self, request: &ResetRequest, job: &NewJob) -> Result<(), StoreError>;

        /// Loads a reset request by its id, for its mail.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn reset_request(&self, id: ResetId) -> Result<ResetRequest, StoreError>;

        /// Stores the hash of a token that is sent in a mail.
        async fn add_reset_token(&self, id: ResetId, token: &SecretHash) -> Result<(), StoreError>;

        /// The unused reset request of a mailed token.
        async fn reset_by_token(&self, token: &SecretHash) -> Result<Option<ResetRequest>, StoreError>;

        /// Sets a new password by a reset request, once, and ends all sessions of the user and all other requests for
        /// the same address. `mail` is the job that tells the user.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when it was used; [`StoreError::NotFound`] when the user does not exist.
        async fn use_reset(
            &self, request: &ResetRequest, user: UserId, password_hash: &str, mail: &NewJob,
            now: OffsetDateTime
        ) -> Result<(), StoreError>;

        /// Records that a user proved their identity from an origin ([`crate::origin`]).
        async fn note_place(&self, user: UserId, origin: AttemptHash, now: OffsetDateTime) -> Result<(), StoreError>;

        /// Whether the user proved their identity from this origin within [`crate::PLACE_KNOWN_FOR`].
        async fn knows_place(&self, user: UserId, origin: AttemptHash, now: OffsetDateTime) -> Result<bool, StoreError>;

        /// Deletes ended sessions, pending sign-ins and reset requests, and outdated places. Returns how many rows.
        async fn purge_sessions(&self, now: OffsetDateTime) -> Result<usize, StoreError>;
    }
}
