use crate::{
    ErrorCode, OAuthError,
    authorizations::{GrantedScopes, Resource},
};
use access::ConnectionId;
use ring::hmac;
use secret_text::{Secret, SecretHash};
use time::{Duration, OffsetDateTime};

/// How long a refresh token is valid; each use replaces it by a new one.
pub const REFRESH_VALID_FOR: Duration = Duration::days(30);

/// A stored refresh token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefreshToken {
    pub hash: SecretHash,
    pub connection: ConnectionId,
    pub created_at: OffsetDateTime,
    pub expires_at: OffsetDateTime,
    /// When it was exchanged for its successor; `None` before.
    pub used_at: Option<OffsetDateTime>,
}

impl RefreshToken {
    /// A new refresh token.
    #[must_use]
    pub fn new(hash: SecretHash, connection: ConnectionId, now: OffsetDateTime) -> Self {
        let expires_at = now.saturating_add(REFRESH_VALID_FOR);
        Self { hash, connection, created_at: now, expires_at, used_at: None }
    }

    /// Whether a used token may get its answer again, because the answer was probably lost: its successor `next` was
    /// never used, and the first use was within the grace period.
    #[must_use]
    pub fn answer_was_lost(&self, next: &Self, grace: Duration, now: OffsetDateTime) -> bool {
        let in_time = self.used_at.is_some_and(|used| now < used.saturating_add(grace));
        in_time && next.connection == self.connection && next.used_at.is_none()
    }

    /// Checks whether it can be exchanged.
    ///
    /// # Errors
    /// [`RefreshError`].
    pub fn usable(&self, now: OffsetDateTime) -> Result<(), RefreshError> {
        if self.used_at.is_some() {
            Err(RefreshError::Reused)
        } else if self.expires_at <= now {
            Err(RefreshError::Expired)
        } else {
            Ok(())
        }
    }
}

/// Derives each refresh token from the one before, so that a lost answer can be repeated. Only hashes of tokens are
/// stored, so the second answer can contain the same token only when it is computed again from the used token, with a
/// key of the installation that keeps others from computing it.
#[derive(Debug)]
pub struct RefreshChain {
    key: hmac::Key,
    grace: Duration,
}

/// The purpose in the key derivation.
const PURPOSE: &[u8] = b"billhook refresh tokens 1";

impl RefreshChain {
    /// The chain of an installation with this main key; answers are repeated within the grace period.
    #[must_use]
    pub fn new(main_key: &[u8], grace: Duration) -> Self {
        let main = hmac::Key::new(hmac::HMAC_SHA256, main_key);
        let derived = hmac::sign(&main, PURPOSE);
        Self { key: hmac::Key::new(hmac::HMAC_SHA256, derived.as_ref()), grace }
    }

    /// The successor of a token.
    #[must_use]
    pub fn after(&self, token: &SecretHash) -> Secret {
        let tag = hmac::sign(&self.key, &token.0);
        let mut bytes = [0; 32];
        bytes.copy_from_slice(tag.as_ref());
        Secret::new(bytes)
    }

    /// How long after a use its answer is repeated.
    #[must_use]
    pub const fn grace(&self) -> Duration {
        self.grace
    }
}

/// Why a refresh token is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefreshError {
    /// It has expired.
    Expired,
    /// It was used before, so it or its successor was stolen. The connection ends (OAuth 2.1, 4.3.1).
    Reused,
}

/// The scopes of the new access token: the requested ones, if the connection has them; all of the connection's when
/// none are requested (OAuth 2.1, 4.3.1).
///
/// # Errors
/// `invalid_scope`.
pub fn refreshed_scopes(
    granted: GrantedScopes,
    asked: Option<GrantedScopes>,
) -> Result<GrantedScopes, OAuthError> {
    match asked {
        None => Ok(granted),
        Some(asked) if !asked.is_empty() && granted.covers(asked) => Ok(asked),
        Some(_) => {
            Err(OAuthError::new(ErrorCode::InvalidScope, "scope goes beyond what was granted"))
        }
    }
}

/// Checks the requested resource of a refresh.
///
/// # Errors
/// `invalid_target`.
pub fn refreshed_resource(granted: Resource, asked: Option<Resource>) -> Result<(), OAuthError> {
    let text = "resource is not the one that was authorized";
    let is_same = asked.is_none_or(|asked| asked == granted);
    is_same.then_some(()).ok_or_else(|| OAuthError::new(ErrorCode::InvalidTarget, text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    #[test]
    fn a_token_is_used_once_and_in_time() {
        let now = OffsetDateTime::UNIX_EPOCH;
        let token = RefreshToken::new(SecretHash([0; 32]), ConnectionId(Uuid::nil()), now);
        let end = now + REFRESH_VALID_FOR;
        let used = RefreshToken { used_at: Some(now), ..token.clone() };
        for (token, at, expected) in [
            (&token, end - Duration::SECOND, Ok(())),
            (&token, end, Err(RefreshError::Expired)),
            (&used, now, Err(RefreshError::Reused)),
            (&used, end, Err(RefreshError::Reused)),
        ] {
            assert_eq!(token.usable(at), expected);
        }
    }

    #[test]
    fn an_answer_is_lost_while_its_token_was_never_used() {
        let (used_at, connection) = (OffsetDateTime::UNIX_EPOCH, ConnectionId(Uuid::nil()));
        let chain = RefreshChain::new(&[5; 32], Duration::seconds(10));
        let hash = SecretHash([0; 32]);
        let token = RefreshToken::new(hash, connection, used_at - Duration::DAY);
        let used = RefreshToken { used_at: Some(used_at), ..token.clone() };
        let next = RefreshToken::new(chain.after(&hash).hash(), connection, used_at);
        let spent = RefreshToken { used_at: Some(used_at), ..next.clone() };
        let other = RefreshToken { connection: ConnectionId(Uuid::from_u128(1)), ..next.clone() };
        let end = used_at + Duration::seconds(10);
        for (token, next, at, expected) in [
            (&used, &next, used_at, true),
            (&used, &next, end - Duration::MICROSECOND, true),
            (&used, &next, end, false),
            (&used, &spent, used_at, false),
            (&used, &other, used_at, false),
            (&token, &next, used_at, false),
        ] {
            assert_eq!(token.answer_was_lost(next, chain.grace(), at), expected);
        }
    }

    #[test]
    fn a_token_follows_by_the_key_of_the_installation() {
        let after = |key: &[u8], of| RefreshChain::new(key, Duration::ZERO).after(&SecretHash(of));
        let first = after(&[5; 32], [0; 32]);
        assert_eq!(first, after(&[5; 32], [0; 32]));
        assert_ne!(first, after(&[6; 32], [0; 32]));
        assert_ne!(first, after(&[5; 32], [1; 32]));
        assert_ne!(first.hash(), SecretHash([0; 32]));
    }

    #[test]
    fn scopes_never_grow() {
        let read = |text: &str| text.parse::<GrantedScopes>().expect("scopes");
        let granted = read("openid invoice:read invoice:create");
        assert_eq!(refreshed_scopes(granted, None), Ok(granted));
        let less = read("invoice:read");
        assert_eq!(refreshed_scopes(granted, Some(less)), Ok(less));
        for more in ["invoice:read invoice:send", "offline_access", ""] {
            let error = refreshed_scopes(granted, Some(read(more))).map_err(|error| error.code);
            assert_eq!(error, Err(ErrorCode::InvalidScope), "{more}");
        }
        assert!(refreshed_resource(Resource::Mcp, Some(Resource::Mcp)).is_ok());
        assert!(refreshed_resource(Resource::Mcp, Some(Resource::AgentApi)).is_err());
    }
}
