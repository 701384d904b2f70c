use crate::clients::document_address::is_document_address;
use data_encoding::BASE64URL_NOPAD;
use persistence::typed_id;
use serde::{Deserialize, Serialize};
use std::fmt;

typed_id!(
    /// The id of an authorization request, from the first redirect to the exchange of its code.
    GrantId,
    /// The id of an access token (`jti`).
    AccessTokenId,
);

/// The prefix of registered client ids, so that no client id equals a user's id or a URL (RFC 9700, 4.15).
const CLIENT_PREFIX: &str = "app_";

/// The id of a client: a generated id for a registered one, or the URL of its Client ID Metadata Document.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ClientId(String);

impl ClientId {
    /// A new id for a registered client.
    #[must_use]
    pub fn new(random: [u8; 16]) -> Self {
        Self(format!("{CLIENT_PREFIX}{}", BASE64URL_NOPAD.encode(&random)))
    }

    /// Parses an id as sent by a client; `None` for an invalid one.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        if is_document_address(text) {
            return Some(Self(text.to_owned()));
        }
        let rest = text.strip_prefix(CLIENT_PREFIX)?;
        let bytes = BASE64URL_NOPAD.decode(rest.as_bytes()).ok()?;
        (bytes.len() == 16).then(|| Self(text.to_owned()))
    }

    /// The URL of its metadata document; `None` for a registered client.
    #[must_use]
    pub fn document_address(&self) -> Option<&str> {
        self.0.starts_with("https://").then_some(&*self.0)
    }

    /// The host of that URL.
    #[must_use]
    pub fn document_host(&self) -> Option<&str> {
        self.0.strip_prefix("https://")?.split('/').next()
    }

    /// The id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ClientId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_of_clients_are_distinguished_from_all_else() {
        let id = ClientId::new([7; 16]);
        assert_eq!((id.document_address(), id.document_host()), (None, None));
        assert_eq!(ClientId::parse(id.as_str()), Some(id));
        let address = "https://app.example:8443/client";
        let id = ClientId::parse(address).expect("an id");
        assert_eq!(id.document_address(), Some(address));
        assert_eq!(id.document_host(), Some("app.example:8443"));
        for text in ["", "app_", "app_short", "https://app.example/", "00000000-0000-0000"] {
            assert_eq!(ClientId::parse(text), None, "{text}");
        }
    }
}
