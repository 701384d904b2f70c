use crate::SecondFactor;
use access::{Tier, UserId};
use persistence::typed_id;
use secret_text::{Secret, SecretHash};
use time::{Duration, OffsetDateTime};

typed_id!(
    /// The id of a user's session in a browser, which is not its secret.
    SessionId,
);

/// A session ends after this time without a request.
pub const SESSION_IDLE: Duration = Duration::hours(12);

/// A session ends after this time in any case.
pub const SESSION_MAX: Duration = Duration::days(7);

/// How recent a sign-in must be for actions with a higher risk.
pub const FRESH_FOR: Duration = Duration::minutes(10);

/// How often the use of a session is recorded.
pub const SEEN_EVERY: Duration = Duration::minutes(1);

/// How long a sign-in with a right password waits for the second factor.
pub const CODE_WITHIN: Duration = Duration::minutes(10);

/// Maximum length of the stored `User-Agent`, in bytes.
const MAX_AGENT: usize = 200;

/// A stored session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    pub id: SessionId,
    pub user: UserId,
    pub created_at: OffsetDateTime,
    /// The last use, to the minute.
    pub last_seen_at: OffsetDateTime,
    /// The browser's `User-Agent`, for the list of sessions.
    pub agent: String,
}

impl Session {
    /// A new session.
    #[must_use]
    pub fn new(id: SessionId, user: UserId, agent: &str, now: OffsetDateTime) -> Self {
        let printable = agent.chars().filter(|c| !c.is_control());
        let mut kept = String::new();
        for c in printable {
            if kept.len() + c.len_utf8() > MAX_AGENT {
                break;
            }
            kept.push(c);
        }
        Self { id, user, created_at: now, last_seen_at: now, agent: kept }
    }

    /// Whether it is active.
    #[must_use]
    pub fn is_active(&self, now: OffsetDateTime) -> bool {
        now < self.last_seen_at.saturating_add(SESSION_IDLE)
            && now < self.created_at.saturating_add(SESSION_MAX)
    }

    /// Whether the password must be typed again before a secret is created that outlives this session and works in
    /// production, such as a key: an unattended open browser must not be enough.
    #[must_use]
    pub fn must_prove(&self, tier: Tier, now: OffsetDateTime) -> bool {
        tier == Tier::Live && now >= self.created_at.saturating_add(FRESH_FOR)
    }

    /// Whether its use is to be recorded now.
    #[must_use]
    pub fn is_to_be_noted(&self, now: OffsetDateTime) -> bool {
        now >= self.last_seen_at.saturating_add(SEEN_EVERY)
    }
}

/// A sign-in with a right password that waits for the second factor, stored under the hash of a cookie.
#[derive(Clone, PartialEq, Eq)]
pub struct PendingSignIn {
    pub user: UserId,
    /// The PHC string that the password was compared with; a password change ends this sign-in.
    pub password_hash: String,
    pub created_at: OffsetDateTime,
}

impl PendingSignIn {
    /// Whether it still accepts a second factor.
    #[must_use]
    pub fn is_open(&self, now: OffsetDateTime) -> bool {
        now < self.created_at.saturating_add(CODE_WITHIN)
    }
}

impl std::fmt::Debug for PendingSignIn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PendingSignIn").field("user", &self.user).finish_non_exhaustive()
    }
}

/// The last step of a sign-in with a second factor, after a right code.
#[derive(Debug, Clone, Copy)]
pub struct LastStep<'a> {
    /// The hash of the pending sign-in's cookie.
    pub waiting: &'a SecretHash,
    /// The pending sign-in.
    pub pending: &'a PendingSignIn,
    /// The second factor that the code was checked against, before and after the code.
    pub factor: (&'a SecondFactor, &'a SecondFactor),
    /// The hash of the new session's cookie, and the session.
    pub session: (&'a SecretHash, &'a Session),
}

/// The token that a form of this session must send (CSRF): only a client with the cookie can compute it.
#[must_use]
pub fn form_token(cookie: &str) -> String {
    let SecretHash(hash) = SecretHash::of(&format!("form of {cookie}"));
    Secret::new(hash).expose().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    #[test]
    fn a_session_ends_idle_or_old() {
        let now = OffsetDateTime::UNIX_EPOCH;
        let new = Session::new(SessionId(Uuid::nil()), UserId(Uuid::nil()), "Firefox\n1", now);
        assert_eq!(new.agent, "Firefox1");
        let seen = |at| Session { last_seen_at: at, ..new.clone() };
        let (idle, old) = (now + SESSION_IDLE, now + SESSION_MAX);
        for (session, at, active) in [
            (&new, idle - Duration::SECOND, true),
            (&new, idle, false),
            (&seen(old - Duration::HOUR), old - Duration::SECOND, true),
            (&seen(old - Duration::HOUR), old, false),
        ] {
            assert_eq!(session.is_active(at), active, "{at}");
        }
        assert!(!new.is_to_be_noted(now) && new.is_to_be_noted(now + SEEN_EVERY));
        let long = Session::new(new.id, new.user, &"č".repeat(500), now);
        assert_eq!(long.agent.len(), MAX_AGENT);
    }

    #[test]
    fn what_outlives_a_session_wants_the_password_again() {
        let now = OffsetDateTime::UNIX_EPOCH;
        let new = Session::new(SessionId(Uuid::nil()), UserId(Uuid::nil()), "", now);
        let used = Session { last_seen_at: now + FRESH_FOR, ..new };
        for (tier, at, expected) in [
            (Tier::Live, now + FRESH_FOR - Duration::SECOND, false),
            (Tier::Live, now + FRESH_FOR, true),
            (Tier::Test, now + FRESH_FOR, false),
        ] {
            assert_eq!(used.must_prove(tier, at), expected, "{tier:?} {at}");
        }
    }

    #[test]
    fn a_form_belongs_to_its_session() {
        assert_eq!(form_token("a"), form_token("a"));
        assert_ne!(form_token("a"), form_token("b"));
    }
}
