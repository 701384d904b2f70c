use access::Scopes;
use oauth::{
    OAuthError,
    authorizations::{GrantedScopes, Resource},
    metadata::ResourceMetadata,
};

/// 401 for a call without a usable access token, with the challenge that tells the client what to do next (RFC 6750, 3;
/// RFC 9728, 5.1).
#[derive(Debug)]
pub struct TokenRefused {
    /// The header `WWW-Authenticate`.
    pub challenge: String,
    /// The message for people.
    pub message: String,
}

impl TokenRefused {
    /// The answer for this error; `None` when the call had no token.
    #[must_use]
    pub fn of(error: Option<OAuthError>, resource: Resource, base_url: &str) -> Self {
        let metadata = ResourceMetadata::address(resource, base_url);
        // MCP clients request these scopes, and all scopes if none are named. Further scopes are announced when a
        // call lacks them (MCP, 2026-07-28, "Scope Selection Strategy")
        let scopes = GrantedScopes::of_api(Scopes::READING);
        let place = format!("scope=\"{scopes}\", resource_metadata=\"{metadata}\"");
        match error {
            None => Self {
                challenge: format!("Bearer {place}"),
                message: "Missing or invalid API key".to_owned(),
            },
            Some(OAuthError { code, description }) => Self {
                challenge: format!(
                    "Bearer error=\"{}\", error_description=\"{description}\", {place}",
                    code.name()
                ),
                message: description,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_learns_where_to_go() {
        let base = "https://billhook.example";
        let missing = TokenRefused::of(None, Resource::AgentApi, base);
        let place = "scope=\"invoice:read report:read bank:read contract:read stock:read project:read\", \
                     resource_metadata=\"https://billhook.example/.well-known/\
                     oauth-protected-resource/v1/agent\"";
        assert_eq!(missing.challenge, format!("Bearer {place}"));
        let revoked = Some(oauth::tokens::invalid_token("connection_revoked"));
        let revoked = TokenRefused::of(revoked, Resource::AgentApi, base);
        let text = "Bearer error=\"invalid_token\", error_description=\"connection_revoked\", ";
        assert_eq!(revoked.challenge, format!("{text}{place}"));
    }
}
