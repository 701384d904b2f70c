use crate::{ErrorCode, GrantedScopes, OAuthError, Resource, SecretHash};
use access::ConnectionId;
use time::{Duration, OffsetDateTime};

/// How long a refresh token can be used; each use gives a new one.
pub const REFRESH_VALID_FOR: Duration = Duration::days(30);

/// A refresh token as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefreshToken {
    pub hash: SecretHash,
    pub connection: ConnectionId,
    pub created_at: OffsetDateTime,
    pub expires_at: OffsetDateTime,
    /// When it was exchanged for the next one.
    pub used_at: Option<OffsetDateTime>,
}

impl RefreshToken {
    /// A new one.
    #[must_use]
    pub fn new(hash: SecretHash, connection: ConnectionId, now: OffsetDateTime) -> Self {
        let expires_at = now.saturating_add(REFRESH_VALID_FOR);
        Self { hash, connection, created_at: now, expires_at, used_at: None }
    }

    /// Whether it can be exchanged.
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

/// Why a refresh token gets no tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefreshError {
    /// It was not used for too long.
    Expired,
    /// It was used before: it, or its successor, is in other hands. The connection ends (OAuth 2.1,
    /// 4.3.1).
    Reused,
}

/// The scopes of the new access token: those that are asked for, if the connection has them; without a
/// word all of them (OAuth 2.1, 4.3.1).
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

/// Whether a refresh may name this resource.
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
