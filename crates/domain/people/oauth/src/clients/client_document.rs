//! Client ID Metadata Documents: the id of an unregistered client is an https URL, where its metadata is published
//! (draft-ietf-oauth-client-id-metadata-document; MCP, 2025-11-25 and later).

use crate::{
    ClientId, OAuthError,
    clients::client::{AuthMethod, Client, ClientMetadata},
};
use serde::Deserialize;
use std::{error::Error, future::Future, net::IpAddr};
use time::{Duration, OffsetDateTime};

/// Maximum size of a document in bytes (the draft, 6.6).
pub const MAX_CLIENT_DOCUMENT: usize = 5 * 1024;

/// How long a fetched document is used without fetching it again.
pub const DOCUMENT_FRESH_FOR: Duration = Duration::hours(1);

/// How long a fetched document is used when it cannot be fetched again.
pub const DOCUMENT_KEPT_FOR: Duration = Duration::hours(24);

/// Why a document was not fetched.
#[derive(Debug, thiserror::Error)]
pub enum DocumentError {
    /// The HTTP status is not 200; redirects are not followed.
    #[error("the address of the client answered {0}")]
    Status(u16),
    /// The document is longer than [`MAX_CLIENT_DOCUMENT`].
    #[error("the document of the client is too long")]
    TooLong,
    /// The host is in a network that may not be called, or does not answer.
    #[error("the document of the client cannot be had")]
    Unreachable(#[source] Box<dyn Error + Send + Sync>),
    /// Too many documents are being fetched.
    #[error("too many documents of clients are asked for at the moment")]
    Busy,
}

/// Fetches client documents over https, from allowed addresses, without following redirects.
pub trait ClientDocuments: Send + Sync {
    /// Fetches the document at this URL, for a caller at this IP address.
    ///
    /// # Errors
    /// [`DocumentError`].
    fn document(
        &self,
        address: &str,
        from: IpAddr,
    ) -> impl Future<Output = Result<Vec<u8>, DocumentError>> + Send;
}

/// The fields of a document that are checked in addition to the metadata.
#[derive(Deserialize)]
struct Sent {
    client_id: Option<String>,
    client_secret: Option<serde_json::Value>,
    client_secret_expires_at: Option<serde_json::Value>,
}

/// Parses a client's metadata document. It must name its own URL, and must not contain a secret, because it is public.
///
/// # Errors
/// `invalid_client_metadata`, `invalid_redirect_uri`, `invalid_target`.
pub fn read_client_document(
    body: &[u8],
    id: &ClientId,
    base_url: &str,
) -> Result<ClientMetadata, OAuthError> {
    let error = |text| Err(crate::clients::client::metadata_error(text));
    let Ok(sent) = serde_json::from_slice::<Sent>(body) else {
        return error("the document is no JSON object of client metadata");
    };
    if sent.client_id.as_deref() != Some(id.as_str()) {
        return error("client_id of the document is not its own address");
    }
    if sent.client_secret.is_some() || sent.client_secret_expires_at.is_some() {
        return error("the document holds a secret");
    }
    let metadata = ClientMetadata::read_or(body, base_url, AuthMethod::None)?;
    match metadata.token_endpoint_auth_method {
        AuthMethod::None => Ok(metadata),
        AuthMethod::ClientSecretBasic | AuthMethod::ClientSecretPost => {
            error("token_endpoint_auth_method must be none")
        }
    }
}

/// The freshness of a client's stored document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DocumentAge {
    /// It is used without fetching it again.
    Fresh,
    /// It is fetched again; if that fails, the stored version is used.
    Stale,
    /// It is fetched again; if that fails, the client is refused.
    Old,
}

impl Client {
    /// The freshness of the stored document; always fresh for a registered client.
    #[must_use]
    pub fn document_age(&self, now: OffsetDateTime) -> DocumentAge {
        let Some(at) = self.fetched_at else { return DocumentAge::Fresh };
        if now < at.saturating_add(DOCUMENT_FRESH_FOR) {
            DocumentAge::Fresh
        } else if now < at.saturating_add(DOCUMENT_KEPT_FOR) {
            DocumentAge::Stale
        } else {
            DocumentAge::Old
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ErrorCode, authorizations::Resource};
    use serde_json::{Value, json};

    const ID: &str = "https://app.example/oauth/client.json";
    const BASE: &str = "https://billhook.example";

    #[test]
    fn a_document_says_who_it_is_and_holds_no_secret() {
        use ErrorCode::{InvalidClientMetadata as Metadata, InvalidRedirectUri as Uri};
        let id = ClientId::parse(ID).expect("an id");
        let with = |name: &str, value: Value| {
            let mut body = json!({
                "client_id": ID, "client_name": "App",
                "redirect_uris": ["http://localhost/callback"],
            });
            body[name] = value;
            let read = read_client_document(body.to_string().as_bytes(), &id, BASE);
            read.map_err(|error| error.code)
        };
        let read = with("client_uri", json!("https://app.example")).expect("valid");
        assert_eq!(read.token_endpoint_auth_method, AuthMethod::None);
        assert_eq!(read.resources, [Resource::Mcp]);
        for (name, value, expected) in [
            ("token_endpoint_auth_method", json!("none"), Ok(())),
            ("token_endpoint_auth_method", json!("client_secret_basic"), Err(Metadata)),
            ("token_endpoint_auth_method", json!("client_secret_post"), Err(Metadata)),
            ("token_endpoint_auth_method", json!("private_key_jwt"), Err(Metadata)),
            ("client_id", json!("https://app.example/oauth/client.json/"), Err(Metadata)),
            ("client_id", json!(null), Err(Metadata)),
            ("client_id", json!(7), Err(Metadata)),
            ("client_secret", json!("x"), Err(Metadata)),
            ("client_secret_expires_at", json!(0), Err(Metadata)),
            ("redirect_uris", json!([]), Err(Uri)),
            ("redirect_uris", json!(["javascript:alert(1)"]), Err(Uri)),
        ] {
            assert_eq!(with(name, value.clone()).map(drop), expected, "{name} {value}");
        }
        for body in ["", "[]", "null", "{}", "\u{feff}{}"] {
            assert!(read_client_document(body.as_bytes(), &id, BASE).is_err(), "{body}");
        }
    }
}
