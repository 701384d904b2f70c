//! What SAPI-SK answers when it refuses: `{"error":{category,code,message,retryable,correlation_id}}`.

use serde::Serialize;

/// The category of an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Category {
    /// Credentials, tokens and what they may do.
    Auth,
    /// The request or its document.
    Validation,
    /// The state that the request meets, or a fault on our side.
    Processing,
    /// It passes by itself.
    Temporary,
}

/// An error code with what follows from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Code {
    /// The code for programs.
    pub name: &'static str,
    /// HTTP status.
    pub status: u16,
    /// Whether the same request may succeed later; goes before the status.
    pub retryable: bool,
}

impl Code {
    /// No client has these credentials.
    pub const WRONG_CREDENTIALS: Self = Self::refusal("SAPI-AUTH-001", 401);
    /// No token, or one that was never issued.
    pub const INVALID_TOKEN: Self = Self::refusal("INVALID_TOKEN", 401);
    /// The token's time is over.
    pub const EXPIRED_TOKEN: Self = Self::refusal("EXPIRED_TOKEN", 401);
    /// The token was revoked or renewed, or its client was.
    pub const REVOKED_TOKEN: Self = Self::refusal("REVOKED_TOKEN", 401);
    /// The token lacks a scope.
    pub const INSUFFICIENT_SCOPE: Self = Self::refusal("INSUFFICIENT_SCOPE", 403);
    /// The participant is not the client's.
    pub const OTHER_PARTICIPANT: Self = Self::refusal("PARTICIPANT_NOT_ALLOWED", 403);
    /// The organization may not send: it is not registered, or in the other network.
    pub const NOT_REGISTERED: Self = Self::refusal("PARTICIPANT_NOT_REGISTERED", 403);
    /// The credit does not cover the send.
    pub const INSUFFICIENT_CREDIT: Self = Self::refusal("INSUFFICIENT_CREDIT", 403);
    /// Too many failures: wait.
    pub const LOCKED: Self = Self::later("CLIENT_LOCKED", 423);
    /// A member or header is missing or wrong.
    pub const INVALID_REQUEST: Self = Self::refusal("INVALID_REQUEST", 400);
    /// None of the requested scopes can be granted.
    pub const INVALID_SCOPE: Self = Self::refusal("INVALID_SCOPE", 400);
    /// There is no such document, or path.
    pub const NOT_FOUND: Self = Self::refusal("NOT_FOUND", 404);
    /// The path knows other methods.
    pub const METHOD_NOT_ALLOWED: Self = Self::refusal("METHOD_NOT_ALLOWED", 405);
    /// The document or the request is too large.
    pub const TOO_LARGE: Self = Self::refusal("PAYLOAD_TOO_LARGE", 413);
    /// Header, metadata and document name different participants.
    pub const PARTICIPANTS_DISAGREE: Self = Self::refusal("SAPI-DOC-025", 422);
    /// The metadata say something else than the document.
    pub const METADATA_DISAGREE: Self = Self::refusal("METADATA_MISMATCH", 422);
    /// The digest is that of other bytes.
    pub const CHECKSUM_MISMATCH: Self = Self::refusal("CHECKSUM_MISMATCH", 422);
    /// The payload is no XML text in UTF-8.
    pub const UNSUPPORTED_ENCODING: Self = Self::refusal("UNSUPPORTED_ENCODING", 422);
    /// The document breaks a rule.
    pub const INVALID_DOCUMENT: Self = Self::refusal("UBL_VALIDATION_ERROR", 422);
    /// The document is right and cannot be sent.
    pub const UNSENDABLE: Self = Self::refusal("DOCUMENT_NOT_SENDABLE", 422);
    /// The number is that of another document.
    pub const DUPLICATE: Self = Self::refusal("SAPI-DOC-011", 409);
    /// The key came with another body.
    pub const KEY_REUSED: Self = Self::refusal("IDEMPOTENCY_KEY_MISMATCH", 409);
    /// The key is at work.
    pub const IN_PROGRESS: Self = Self::later("REQUEST_IN_PROGRESS", 409);
    /// A fault on our side.
    pub const INTERNAL: Self = Self::later("INTERNAL_ERROR", 500);
    /// The body did not arrive in time.
    pub const TOO_SLOW: Self = Self::later("REQUEST_TIMEOUT", 408);
    /// Too many requests of this minute.
    pub const RATE_LIMITED: Self = Self::later("RATE_LIMITED", 429);
    /// The service, or one that it needs, cannot be reached.
    pub const UNAVAILABLE: Self = Self::later("SERVICE_UNAVAILABLE", 503);

    const fn refusal(name: &'static str, status: u16) -> Self {
        Self { name, status, retryable: false }
    }

    const fn later(name: &'static str, status: u16) -> Self {
        Self { name, status, retryable: true }
    }

    /// The category of its status.
    #[must_use]
    pub const fn category(self) -> Category {
        match self.status {
            401 | 403 | 423 => Category::Auth,
            409 | 500 => Category::Processing,
            408 | 429 | 502..=504 => Category::Temporary,
            _ => Category::Validation,
        }
    }
}

/// One member, header or place in the document that is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Detail {
    /// Path of the member, name of the header, or XPath.
    pub field: String,
    /// The fault of the field.
    pub issue: String,
    /// The value that was found, if it helps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
}

impl Detail {
    /// A detail without a value.
    #[must_use]
    pub fn new(field: impl Into<String>, issue: impl Into<String>) -> Self {
        Self { field: field.into(), issue: issue.into(), value: None }
    }
}

/// Why a request is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}: {message}", code.name)]
pub struct SapiError {
    /// The code, with its status.
    pub code: Code,
    /// For people.
    pub message: String,
    /// Each place that is wrong.
    pub details: Vec<Detail>,
    /// Whole seconds after which to try again, where that is known.
    pub retry_after: Option<u32>,
}

impl SapiError {
    /// An error without details.
    #[must_use]
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), details: Vec::new(), retry_after: None }
    }

    /// An error about one member or header.
    #[must_use]
    pub fn about(code: Code, field: &str, issue: impl Into<String>) -> Self {
        Self::of(code, vec![Detail::new(field, issue)])
    }

    /// An error about several places.
    #[must_use]
    pub fn of(code: Code, details: Vec<Detail>) -> Self {
        let message = match &*details {
            [one] => format!("{} {}", one.field, one.issue),
            all => format!("{} places are not valid", all.len()),
        };
        Self { details, ..Self::new(code, message) }
    }

    /// The same error with a `Retry-After` of this many seconds.
    #[must_use]
    pub fn after(self, seconds: u32) -> Self {
        Self { retry_after: Some(seconds), ..self }
    }
}
