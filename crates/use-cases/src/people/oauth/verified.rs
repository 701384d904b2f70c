use crate::people::secrets::sha256;
use oauth::tokens::AccessClaims;
use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// Maximum number of cached tokens.
const MOST: usize = 4_096;

/// A cache of access tokens with a valid signature, by their SHA-256. An application sends the same token for an hour,
/// and verifying a signature costs as much as the rest of a call. Only the signature is cached: the key, the time, the
/// audience and the connection are checked with each call.
#[derive(Default)]
pub(super) struct Verified(Mutex<HashMap<[u8; 32], AccessClaims>>);

impl Verified {
    fn lock_claims(&self) -> MutexGuard<'_, HashMap<[u8; 32], AccessClaims>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The claims of a token; `read` verifies the signature on a cache miss.
    pub(super) fn claims(
        &self,
        token: &str,
        read: impl FnOnce() -> Option<AccessClaims>,
    ) -> Option<AccessClaims> {
        let hash = sha256(token.as_bytes());
        if let Some(claims) = self.lock_claims().get(&hash) {
            return Some(claims.clone());
        }
        let claims = read()?;
        let mut known = self.lock_claims();
        // this is rare: tokens in use are cached again with their next call
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(hash, claims.clone());
        Some(claims)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::oauth::{AccessTokenId, ClientId};
    use access::{ConnectionId, OrganizationId, Tier, UserId};
    use uuid::Uuid;

    fn claims(jti: u128) -> AccessClaims {
        AccessClaims {
            iss: "https://billhook.example".to_owned(),
            aud: "https://billhook.example/v1/agent".to_owned(),
            sub: UserId(Uuid::nil()),
            client_id: ClientId::new([7; 16]),
            iat: 0,
            exp: 3_600,
            jti: AccessTokenId(Uuid::from_u128(jti)),
            scope: "invoice:read".parse().expect("scopes"),
            org_id: OrganizationId(Uuid::nil()),
            mode: Tier::Test,
            connection_id: ConnectionId(Uuid::nil()),
        }
    }

    #[test]
    fn a_right_signature_is_compared_once_and_a_wrong_one_each_time() {
        let verified = Verified::default();
        assert_eq!(verified.claims("a", || Some(claims(1))), Some(claims(1)));
        assert_eq!(verified.claims("a", || panic!("again")), Some(claims(1)));
        assert_eq!(verified.claims("A", || None), None);
        assert_eq!(verified.claims("A", || Some(claims(2))), Some(claims(2)));
    }

    #[test]
    fn so_many_are_remembered() {
        let verified = Verified::default();
        for number in 0..3 * MOST {
            assert!(verified.claims(&number.to_string(), || Some(claims(1))).is_some());
            assert!(verified.lock_claims().len() <= MOST);
        }
    }
}
