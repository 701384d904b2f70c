use crate::clients::document_address::is_document_address;
use data_encoding::BASE64URL_NOPAD;
use persistence::typed_id;
use serde::{Deserialize, Serialize};
use std::fmt;

typed_id!(
    /// A request for authorization, from the first redirect to the exchange of its code.
    GrantId,
    /// An access token (`jti`): tells one from the next.
    AccessTokenId,
);

/// What ids of clients begin with: none is a user's id, and none an address (RFC 9700, 4.15).
const CLIENT_PREFIX: &str = "app_";

/// The id of a client: of one that registered, or the address of a document that says what it is.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ClientId(String);

impl ClientId {
    /// A new id.
    #[must_use]
    pub fn new(random: [u8; 16]) -> Self {
        Self(format!("{CLIENT_PREFIX}{}", BASE64URL_NOPAD.encode(&random)))
    }

    /// An id as it was sent, if it can be one.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        if is_document_address(text) {
            return Some(Self(text.to_owned()));
        }
        let rest = text.strip_prefix(CLIENT_PREFIX)?;
        let bytes = BASE64URL_NOPAD.decode(rest.as_bytes()).ok()?;
        (bytes.len() == 16).then(|| Self(text.to_owned()))
    }

    /// The address of its document, if it has one.
    #[must_use]
    pub fn document_address(&self) -> Option<&str> {
        self.0.starts_with("https://").then_some(&*self.0)
    }

    /// The host of that address.
    #[must_use]
    pub fn document_host(&self) -> Option<&str> {
        self.0.strip_prefix("https://")?.split('/').next()
    }

    /// The text.
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
