use crate::{ErrorCode, OAuthError};
use serde::{Deserialize, Serialize};

persistence::named! {
    /// The resource of a token. Tokens for different resources are not interchangeable (specification, "Token rules").
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Resource {
        /// The Agent API.
        AgentApi = "agent_api",
        /// The MCP server.
        Mcp = "mcp",
    }
}

impl Resource {
    /// The resources that this server serves and announces. There is no MCP server yet; a token for it gives access
    /// only to the user's own data.
    pub const SERVED: [Resource; 1] = [Resource::AgentApi];

    /// The path of the resource.
    #[must_use]
    pub const fn path(self) -> &'static str {
        match self {
            Resource::AgentApi => "/v1/agent",
            Resource::Mcp => "/mcp",
        }
    }

    /// The URL of the resource, which is the audience of its tokens.
    #[must_use]
    pub fn uri(self, base_url: &str) -> String {
        format!("{base_url}{}", self.path())
    }

    /// The resource with this URL (RFC 8707, 2).
    ///
    /// # Errors
    /// `invalid_target`.
    pub fn parse(uri: &str, base_url: &str) -> Result<Self, OAuthError> {
        let known = Self::ALL.into_iter().find(|resource| resource.uri(base_url) == uri);
        known.ok_or_else(|| {
            OAuthError::new(ErrorCode::InvalidTarget, "resource is none of this server")
        })
    }
}
