//! Client ID Metadata Documents: a client that nobody registered is known by an https address, at which
//! it says what it is (draft-ietf-oauth-client-id-metadata-document; MCP, 2025-11-25 and later).

use crate::{
    ClientId, OAuthError,
    clients::client::{AuthMethod, Client, ClientMetadata},
};
use serde::Deserialize;
use std::{error::Error, future::Future, net::IpAddr};
use time::{Duration, OffsetDateTime};

/// Bytes of a document at most (the draft, 6.6).
pub const MAX_CLIENT_DOCUMENT: usize = 5 * 1024;

/// How long a document is not asked for again.
pub const DOCUMENT_FRESH_FOR: Duration = Duration::hours(1);

/// How long it is taken as it was when it cannot be had.
pub const DOCUMENT_KEPT_FOR: Duration = Duration::hours(24);

/// Why a document was not had.
#[derive(Debug, thiserror::Error)]
pub enum DocumentError {
    /// Another status than 200, a redirect among them.
    #[error("the address of the client answered {0}")]
    Status(u16),
    /// It is longer than [`MAX_CLIENT_DOCUMENT`].
    #[error("the document of the client is too long")]
    TooLong,
    /// The address is of a network that is not called, or nobody answers there.
    #[error("the document of the client cannot be had")]
    Unreachable(#[source] Box<dyn Error + Send + Sync>),
    /// As many are asked for as can be at once.
    #[error("too many documents of clients are asked for at the moment")]
    Busy,
}

/// Where documents of clients are had: over https, from addresses that may be called, without following
/// anything.
pub trait ClientDocuments: Send + Sync {
    /// The document at this address, which somebody asks for from there.
    ///
    /// # Errors
    /// [`DocumentError`].
    fn document(
        &self,
        address: &str,
        from: IpAddr,
    ) -> impl Future<Output = Result<Vec<u8>, DocumentError>> + Send;
}

/// What of a document is looked at besides the metadata.
#[derive(Deserialize)]
struct Sent {
    client_id: Option<String>,
    client_secret: Option<serde_json::Value>,
    client_secret_expires_at: Option<serde_json::Value>,
}

/// Reads the document of a client. It must name its own address, and can hold no secret, because
/// everybody reads it.
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

/// What is done about the document of a client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DocumentAge {
    /// It is taken as it is.
    Fresh,
    /// It is asked for again, and taken as it is when it cannot be had.
    Stale,
    /// It is asked for again, and not taken otherwise.
    Old,
}

impl Client {
    /// How old what is known of it is. A registered client says nothing new.
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
