//! Tokens: random, opaque, and stored as SHA-256 only.

use crate::SapiScopes;
use access::ApiKeyId;
use persistence::typed_id;
use time::{Duration, OffsetDateTime};

typed_id!(
    /// The id of a token's record; it is not a part of the token.
    TokenId,
    /// The id of one exchange of client credentials, with all its renewals.
    GrantId,
);

persistence::named! {
    /// The kind of a token.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum TokenKind {
        /// An access token, for calls.
        Access = "access",
        /// A refresh token, which is exchanged once for a new pair.
        Refresh = "refresh",
    }
}

impl TokenKind {
    /// The lifetime.
    #[must_use]
    pub const fn life(self) -> Duration {
        match self {
            TokenKind::Access => Duration::minutes(15),
            TokenKind::Refresh => Duration::days(30),
        }
    }

    const fn prefix(self) -> &'static str {
        match self {
            TokenKind::Access => "sapi_at_",
            TokenKind::Refresh => "sapi_rt_",
        }
    }
}

/// The length of the secret part: 32 bytes in base64url, in characters.
const SECRET_LENGTH: usize = 43;

/// The text of a token. Printing one shows `***`.
#[derive(Clone, PartialEq, Eq)]
pub struct TokenText(String);

impl TokenText {
    /// A token with a secret of 32 random bytes in base64url without padding.
    #[must_use]
    pub fn new(kind: TokenKind, secret: &str) -> Self {
        Self(format!("{}{secret}", kind.prefix()))
    }

    /// Parses a token from a client; `None` when it does not have the form of a token.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let secret = TokenKind::ALL.iter().find_map(|kind| text.strip_prefix(kind.prefix()))?;
        let is_secret = |b: u8| b.is_ascii_alphanumeric() || b == b'-' || b == b'_';
        let well_formed = secret.len() == SECRET_LENGTH && secret.bytes().all(is_secret);
        well_formed.then(|| Self(text.to_owned()))
    }

    /// The text, to be hashed, or handed to the client once.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for TokenText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("***")
    }
}

/// A stored token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenRecord {
    /// Its id.
    pub id: TokenId,
    /// Access or refresh.
    pub kind: TokenKind,
    /// The grant that the token belongs to.
    pub grant: GrantId,
    /// The API key of the client.
    pub key: ApiKeyId,
    /// The granted scopes.
    pub scopes: SapiScopes,
    /// The time of issue.
    pub issued_at: OffsetDateTime,
    /// The time of expiry.
    pub expires_at: OffsetDateTime,
    /// The time at which it was renewed or revoked.
    pub ended_at: Option<OffsetDateTime>,
}

impl TokenRecord {
    /// The time at which a client should renew the token: a fifth of its lifetime before its expiry.
    #[must_use]
    pub fn renew_at(&self) -> OffsetDateTime {
        self.expires_at - self.kind.life() / 5
    }
}

/// A token to store: its hash, but never its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewToken {
    /// Its id.
    pub id: TokenId,
    /// The SHA-256 of its text.
    pub hash: [u8; 32],
}

/// An access token and its refresh token, to store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewTokens {
    /// The grant of the tokens.
    pub grant: GrantId,
    /// The API key of the client.
    pub key: ApiKeyId,
    /// The granted scopes.
    pub scopes: SapiScopes,
    /// The access token, for calls.
    pub access: NewToken,
    /// The refresh token, for the next pair.
    pub refresh: NewToken,
    /// The time of issue.
    pub issued_at: OffsetDateTime,
}

impl NewTokens {
    /// The records of both tokens, each with its hash.
    #[must_use]
    pub fn records(&self) -> [(TokenRecord, [u8; 32]); 2] {
        let of = |kind: TokenKind, new: &NewToken| {
            let record = TokenRecord {
                id: new.id,
                kind,
                grant: self.grant,
                key: self.key,
                scopes: self.scopes,
                issued_at: self.issued_at,
                expires_at: self.issued_at + kind.life(),
                ended_at: None,
            };
            (record, new.hash)
        };
        [of(TokenKind::Access, &self.access), of(TokenKind::Refresh, &self.refresh)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_known_by_their_form() {
        let secret = "a".repeat(SECRET_LENGTH);
        for kind in TokenKind::ALL {
            let text = TokenText::new(kind, &secret);
            assert_eq!(TokenText::parse(text.expose()), Some(text.clone()));
            assert_eq!(format!("{text:?}"), "***");
        }
        for text in ["", "sapi_at_", "sapi_at_short", "svc_test_aaaa", &format!("sapi_xx_{secret}")]
        {
            assert_eq!(TokenText::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_pair_lives_fifteen_minutes_and_thirty_days() {
        let id = uuid::Uuid::nil();
        let new = NewToken { id: TokenId(id), hash: [0; 32] };
        let pair = NewTokens {
            grant: GrantId(id),
            key: ApiKeyId(id),
            scopes: SapiScopes::ALL,
            access: new.clone(),
            refresh: new,
            issued_at: OffsetDateTime::UNIX_EPOCH,
        };
        let [(access, _), (refresh, _)] = pair.records();
        let life = |token: &TokenRecord| (token.expires_at - token.issued_at).whole_seconds();
        assert_eq!((life(&access), life(&refresh)), (900, 2_592_000));
        assert_eq!((access.renew_at() - access.issued_at).whole_seconds(), 720);
    }
}
