use data_encoding::BASE64URL_NOPAD;
use persistence::typed_id;
use serde::{Deserialize, Serialize};
use std::fmt;

typed_id!(
    /// A request for authorization, from the first redirect to the exchange of its code.
    GrantId,
);

/// What ids of clients begin with: none is a user's id, and none an address (RFC 9700, 4.15).
const CLIENT_PREFIX: &str = "app_";

/// The id of a registered client.
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
        let rest = text.strip_prefix(CLIENT_PREFIX)?;
        let bytes = BASE64URL_NOPAD.decode(rest.as_bytes()).ok()?;
        (bytes.len() == 16).then(|| Self(text.to_owned()))
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
    fn ids_of_clients_are_told_from_all_else() {
        let id = ClientId::new([7; 16]);
        assert_eq!(ClientId::parse(id.as_str()), Some(id));
        for text in ["", "app_", "app_short", "https://app.example/client", "00000000-0000-0000"] {
            assert_eq!(ClientId::parse(text), None, "{text}");
        }
    }
}
