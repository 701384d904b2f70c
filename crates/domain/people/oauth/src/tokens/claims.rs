//! The claims in tokens (RFC 9068; OpenID Connect Core, 2).

use crate::{
    AccessTokenId, ClientId, ErrorCode, OAuthError,
    authorizations::{GrantedScopes, Resource},
    connections::Connection,
};
use access::{ConnectionId, OrganizationId, Tier, UserId};
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};

/// How long an access token is valid (specification, Limits, "OAuth access token").
pub const ACCESS_VALID_FOR: Duration = Duration::hours(1);

/// How far the clock of the issuing process may be ahead.
const MAX_CLOCK_SKEW: Duration = Duration::minutes(1);

/// The type of a token; the types are never interchangeable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenType {
    Access,
    Id,
}

impl TokenType {
    /// The value of `typ` in its header (RFC 9068, 2.1).
    #[must_use]
    pub const fn header(self) -> &'static str {
        match self {
            TokenType::Access => "at+jwt",
            TokenType::Id => "JWT",
        }
    }
}

/// The claims of an access token.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccessClaims {
    pub iss: String,
    pub aud: String,
    pub sub: UserId,
    pub client_id: ClientId,
    /// The time of issue in Unix seconds.
    pub iat: i64,
    /// The expiry in Unix seconds.
    pub exp: i64,
    pub jti: AccessTokenId,
    pub scope: GrantedScopes,
    pub org_id: OrganizationId,
    /// `live` or `test`.
    pub mode: Tier,
    /// The connection, which each call loads.
    pub connection_id: ConnectionId,
}

impl AccessClaims {
    /// The claims of a new token.
    #[must_use]
    pub fn new(
        connection: &Connection,
        scopes: GrantedScopes,
        base_url: &str,
        jti: AccessTokenId,
        now: OffsetDateTime,
    ) -> Self {
        Self {
            iss: base_url.to_owned(),
            aud: connection.resource.uri(base_url),
            sub: connection.user,
            client_id: connection.client.clone(),
            iat: now.unix_timestamp(),
            exp: now.saturating_add(ACCESS_VALID_FOR).unix_timestamp(),
            jti,
            scope: scopes,
            org_id: connection.organization,
            mode: connection.tier,
            connection_id: connection.id,
        }
    }

    /// Checks the claims of a token with a valid signature: its time, and its audience among these resources.
    ///
    /// # Errors
    /// `invalid_token`.
    pub fn check(
        &self,
        base_url: &str,
        resources: &[Resource],
        now: OffsetDateTime,
    ) -> Result<(), OAuthError> {
        let error = |text| Err(invalid_token(text));
        let now = now.unix_timestamp();
        if self.iss != base_url {
            return error("the token was issued by another server");
        }
        if !resources.iter().any(|resource| resource.uri(base_url) == self.aud) {
            return error("the token is for another resource");
        }
        if self.exp <= now {
            return error("the token has expired");
        }
        if self.iat > now + MAX_CLOCK_SKEW.whole_seconds() {
            return error("the token is of a time to come");
        }
        Ok(())
    }

    /// Whether the token belongs to this connection.
    #[must_use]
    pub fn is_of(&self, connection: &Connection) -> bool {
        (self.sub, self.org_id, self.mode, &self.client_id)
            == (connection.user, connection.organization, connection.tier, &connection.client)
    }
}

/// The 401 answer of a protected resource (RFC 6750, 3.1).
#[must_use]
pub fn invalid_token(text: &str) -> OAuthError {
    OAuthError::new(ErrorCode::InvalidToken, text)
}

/// The claims of an ID token.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct IdClaims {
    pub iss: String,
    pub sub: UserId,
    pub aud: ClientId,
    pub iat: i64,
    pub exp: i64,
    pub auth_time: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nonce: Option<String>,
    #[serde(flatten)]
    pub about: UserClaims,
}

/// The user's claims, as far as the scopes allow: the answer of userinfo, and part of ID tokens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Default)]
pub struct UserClaims {
    /// Present with the scope `email`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// Present with the scope `profile`: the sign-in name. Billhook stores no names of persons.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preferred_username: Option<String>,
    pub org_id: Option<OrganizationId>,
}

impl UserClaims {
    /// The claims of a user for these scopes.
    #[must_use]
    pub fn of(email: &str, organization: OrganizationId, scopes: GrantedScopes) -> Self {
        let with = |scope| scopes.has(scope).then(|| email.to_owned());
        Self {
            email: with(crate::authorizations::Identity::Email),
            preferred_username: with(crate::authorizations::Identity::Profile),
            org_id: Some(organization),
        }
    }
}

/// The answer to an introspection request (RFC 7662, 2.2).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Default)]
pub struct Introspection {
    pub active: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token_type: Option<&'static str>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub claims: Option<AccessClaims>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connections::connection::tests::{NOW, connection};
    use uuid::Uuid;

    const BASE: &str = "https://billhook.example";
    const JTI: AccessTokenId = AccessTokenId(Uuid::nil());

    #[test]
    fn an_access_token_says_for_whom_and_for_how_long() {
        let connection = connection("openid invoice:read");
        let claims = AccessClaims::new(&connection, connection.scopes, BASE, JTI, NOW);
        let json = serde_json::to_value(&claims).expect("written");
        assert_eq!(json["aud"], format!("{BASE}/v1/agent"));
        assert_eq!(json["exp"].as_i64(), Some(3600));
        assert_eq!(
            (&json["mode"], &json["scope"]),
            (&"test".into(), &"openid invoice:read".into())
        );
        assert_eq!(json["org_id"], connection.organization.to_string());
        assert!(claims.is_of(&connection));
        assert_eq!(serde_json::from_value::<AccessClaims>(json).expect("read"), claims);
    }

    #[test]
    fn a_token_is_for_one_resource_of_one_server_for_an_hour() {
        let connection = connection("invoice:read");
        let of = |at| AccessClaims::new(&connection, connection.scopes, BASE, JTI, at);
        let claims = of(NOW);
        for (base, resource, at, valid) in [
            (BASE, Resource::AgentApi, NOW, true),
            (BASE, Resource::AgentApi, NOW + Duration::minutes(59), true),
            (BASE, Resource::AgentApi, NOW + ACCESS_VALID_FOR, false),
            (BASE, Resource::Mcp, NOW, false),
            ("https://other.example", Resource::AgentApi, NOW, false),
        ] {
            assert_eq!(claims.check(base, &[resource], at).is_ok(), valid, "{base} {resource:?}");
        }
        assert!(of(NOW + Duration::hours(1)).check(BASE, &Resource::ALL, NOW).is_err());
    }
}
