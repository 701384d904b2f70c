use serde::Serialize;

persistence::named! {
    /// The `error` of an answer (RFC 6749, 4.1.2.1 and 5.2; RFC 7591, 3.2.2; RFC 8707, 2; RFC 6750, 3.1).
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum ErrorCode {
        InvalidRequest = "invalid_request",
        InvalidClient = "invalid_client",
        InvalidGrant = "invalid_grant",
        InvalidScope = "invalid_scope",
        InvalidTarget = "invalid_target",
        InvalidToken = "invalid_token",
        InsufficientScope = "insufficient_scope",
        InvalidRedirectUri = "invalid_redirect_uri",
        InvalidClientMetadata = "invalid_client_metadata",
        UnauthorizedClient = "unauthorized_client",
        UnsupportedGrantType = "unsupported_grant_type",
        UnsupportedResponseType = "unsupported_response_type",
        RequestNotSupported = "request_not_supported",
        RequestUriNotSupported = "request_uri_not_supported",
        AccessDenied = "access_denied",
        ServerError = "server_error",
        TemporarilyUnavailable = "temporarily_unavailable",
    }
}

impl ErrorCode {
    /// The HTTP status of an answer that is not a redirect.
    #[must_use]
    pub const fn status(self) -> u16 {
        match self {
            ErrorCode::InvalidClient | ErrorCode::InvalidToken => 401,
            ErrorCode::InsufficientScope | ErrorCode::AccessDenied => 403,
            ErrorCode::ServerError => 500,
            ErrorCode::TemporarilyUnavailable => 503,
            _ => 400,
        }
    }
}

impl Serialize for ErrorCode {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> serde::Deserialize<'de> for ErrorCode {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        let known = Self::ALL.into_iter().find(|code| code.name() == name);
        known.ok_or_else(|| serde::de::Error::custom("is not a code of OAuth"))
    }
}

/// An error in the format of RFC 6749, which every client library can parse.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, serde::Deserialize, thiserror::Error)]
#[error("{}: {description}", code.name())]
pub struct OAuthError {
    /// The error code, for programs.
    #[serde(rename = "error")]
    pub code: ErrorCode,
    /// The description, for developers: printable ASCII without quotes and backslashes (RFC 6749, 5.2).
    #[serde(rename = "error_description")]
    pub description: String,
}

impl OAuthError {
    /// An error. Characters that the description may not contain are dropped.
    #[must_use]
    pub fn new(code: ErrorCode, description: &str) -> Self {
        let allowed = |c: &char| matches!(c, ' '..='~') && !matches!(c, '"' | '\\');
        Self { code, description: description.chars().filter(allowed).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_has_the_shape_of_rfc_6749() {
        let error = OAuthError::new(ErrorCode::InvalidGrant, "the \"code\"\n\\ has ended");
        let json = serde_json::to_string(&error).expect("written");
        assert_eq!(json, r#"{"error":"invalid_grant","error_description":"the code has ended"}"#);
        assert_eq!(serde_json::from_str::<OAuthError>(&json).expect("read"), error);
        for code in ErrorCode::ALL {
            let name = serde_json::to_string(&code).expect("written");
            assert_eq!(serde_json::from_str::<ErrorCode>(&name).expect("read"), code);
        }
    }
}
