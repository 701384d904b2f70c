//! Tokens of OAuth as compact JWS (RFC 7515) with ES256, the one algorithm there is here: the header of
//! a token is compared with what is expected, and never decides how it is read.
//!
//! Over ring, and no library of JOSE: `biscuit` switches on `serde_json/preserve_order` for the whole
//! binary, which would change the order of members in answers; `jsonwebtoken` compares with the clock
//! of the system, where Billhook's can be set.

use data_encoding::BASE64URL_NOPAD;
use oauth::{
    ports::{SignError, TokenSigner},
    tokens::{PublicKey, SigningKey, TokenType},
};
use ring::{
    rand::SystemRandom,
    signature::{
        ECDSA_P256_SHA256_FIXED, ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair,
        UnparsedPublicKey,
    },
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};
use time::OffsetDateTime;

/// Bytes of a token at most: ours have about 900.
const MAX_TOKEN: usize = 8 * 1024;

/// Keys that are remembered as they were read.
const MAX_KEYS: usize = 8;

/// The one algorithm.
const ALGORITHM: &str = "ES256";

/// Signs tokens, and reads those that it signed.
#[derive(Default)]
pub struct Es256 {
    /// Reading a key from its bytes costs as much as signing.
    pairs: Mutex<HashMap<String, Arc<EcdsaKeyPair>>>,
}

#[derive(Serialize)]
struct Header<'a> {
    alg: &'static str,
    typ: &'static str,
    kid: &'a str,
}

/// A header as it came. Another member that must be understood (`crit`) makes it another kind of token.
#[derive(Deserialize)]
struct ReadHeader {
    alg: String,
    typ: Option<String>,
    kid: Option<String>,
    crit: Option<serde_json::Value>,
}

impl TokenSigner for Es256 {
    fn new_key(&self, now: OffsetDateTime) -> Result<SigningKey, SignError> {
        let made =
            EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new());
        let private = made.map_err(|_| failed("no key can be made"))?.as_ref().to_vec();
        let pair = self.pair_of(&private)?;
        let public = PublicKey::new(pair.public_key().as_ref().to_vec());
        Ok(SigningKey { public, private, created_at: now, retired_at: None })
    }

    fn sign<C: Serialize>(
        &self,
        key: &SigningKey,
        token_type: TokenType,
        claims: &C,
    ) -> Result<String, SignError> {
        let header = Header { alg: ALGORITHM, typ: token_type.header(), kid: &key.public.id };
        let mut token = encoded(&header)?;
        token.push('.');
        token.push_str(&encoded(claims)?);
        let signature = self.pair(key)?.sign(&SystemRandom::new(), token.as_bytes());
        let signature = signature.map_err(|_| failed("the key does not sign"))?;
        token.push('.');
        token.push_str(&BASE64URL_NOPAD.encode(signature.as_ref()));
        Ok(token)
    }

    fn key_id(&self, token: &str) -> Option<String> {
        let (signed, _) = split(token)?;
        header(signed)?.kid
    }

    fn read<C: DeserializeOwned>(
        &self,
        token: &str,
        token_type: TokenType,
        key: &PublicKey,
    ) -> Option<C> {
        let (signed, signature) = split(token)?;
        let header = header(signed)?;
        let is_expected = header.alg == ALGORITHM
            && header.kid.as_deref() == Some(&key.id)
            && header.typ.is_some_and(|typ| typ.eq_ignore_ascii_case(token_type.header()))
            && header.crit.is_none();
        let signature = BASE64URL_NOPAD.decode(signature.as_bytes()).ok()?;
        let public = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, &key.point);
        if !is_expected || public.verify(signed.as_bytes(), &signature).is_err() {
            return None;
        }
        decoded(signed.split_once('.')?.1)
    }
}

impl Es256 {
    fn pair(&self, key: &SigningKey) -> Result<Arc<EcdsaKeyPair>, SignError> {
        let mut pairs = self.pairs.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(pair) = pairs.get(&key.public.id) {
            return Ok(Arc::clone(pair));
        }
        let pair = Arc::new(self.pair_of(&key.private)?);
        if pairs.len() >= MAX_KEYS {
            pairs.clear();
        }
        pairs.insert(key.public.id.clone(), Arc::clone(&pair));
        Ok(pair)
    }

    fn pair_of(&self, private: &[u8]) -> Result<EcdsaKeyPair, SignError> {
        let pair = EcdsaKeyPair::from_pkcs8(
            &ECDSA_P256_SHA256_FIXED_SIGNING,
            private,
            &SystemRandom::new(),
        );
        pair.map_err(|_| failed("the kept key is none of P-256"))
    }
}

fn failed(text: &'static str) -> SignError {
    SignError(text.into())
}

fn encoded(part: &impl Serialize) -> Result<String, SignError> {
    let json = serde_json::to_vec(part).map_err(|error| SignError(error.into()))?;
    Ok(BASE64URL_NOPAD.encode(&json))
}

fn decoded<T: DeserializeOwned>(part: &str) -> Option<T> {
    serde_json::from_slice(&BASE64URL_NOPAD.decode(part.as_bytes()).ok()?).ok()
}

fn header(signed: &str) -> Option<ReadHeader> {
    decoded(signed.split_once('.')?.0)
}

/// What was signed, and the signature.
fn split(token: &str) -> Option<(&str, &str)> {
    let has_three_parts = token.bytes().filter(|b| *b == b'.').count() == 2;
    (has_three_parts && token.len() <= MAX_TOKEN).then(|| token.rsplit_once('.'))?
}

#[cfg(test)]
mod tests {
    use super::*;
    use ring::hmac;
    use serde_json::{Value, json};
    use testkit::network_contract::token_signer::SignerUnderTest;

    struct Signers;

    impl SignerUnderTest for Signers {
        type Signer = Es256;

        fn signer(&self) -> Es256 {
            Es256::default()
        }

        /// It needs nothing that could fail, but randomness.
        fn failing(&self) -> Option<Es256> {
            None
        }
    }

    async fn signers() -> Signers {
        Signers
    }

    testkit::token_signer_contract!(signers);

    fn key(signer: &Es256) -> SigningKey {
        signer.new_key(OffsetDateTime::UNIX_EPOCH).expect("a key")
    }

    fn read(signer: &Es256, token: &str, key: &SigningKey) -> Option<Value> {
        signer.read(token, TokenType::Access, &key.public)
    }

    #[test]
    fn what_was_signed_is_read_with_its_key_only() {
        let signer = Es256::default();
        let (own, other) = (key(&signer), key(&signer));
        let claims = json!({"sub": "1"});
        let token = signer.sign(&own, TokenType::Access, &claims).expect("signed");
        assert_eq!(signer.key_id(&token), Some(own.public.id.clone()));
        // another process
        assert_eq!(read(&Es256::default(), &token, &own), Some(claims.clone()));
        assert_eq!(read(&signer, &token, &other), None);
        let as_other = PublicKey { id: own.public.id.clone(), point: other.public.point.clone() };
        assert_eq!(signer.read::<Value>(&token, TokenType::Access, &as_other), None);
        assert_eq!(signer.read::<Value>(&token, TokenType::Id, &own.public), None, "its type");
        let broken = SigningKey { private: vec![1, 2, 3], ..own };
        assert!(Es256::default().sign(&broken, TokenType::Access, &claims).is_err());
    }

    /// A key is kept for as long as an installation: this one was made by `ring` 0.17.
    #[test]
    fn a_key_that_an_earlier_version_kept_still_signs() {
        let private = "308187020100301306072a8648ce3d020106082a8648ce3d030107046d306b0201010420\
            74e4e5ac46a034d41b5faec7ea96eb6be9973f454e56fe04e40c33721d6c1563a14403420004\
            d6cba24abb19a4bc954c8b3bfe6f6c8606e775280f758b97aa5ce73dc455514206bb58be942e17a0f836131ea97d19b567d01b36ca1746a6fca920d0ed14a3f4";
        let private = data_encoding::HEXLOWER.decode(private.as_bytes()).expect("hex");
        let public = PublicKey::new(private[private.len() - 65..].to_vec());
        let kept = SigningKey {
            public,
            private,
            created_at: OffsetDateTime::UNIX_EPOCH,
            retired_at: None,
        };
        let signer = Es256::default();
        let claims = json!({"sub": "1"});
        let token = signer.sign(&kept, TokenType::Access, &claims).expect("signed");
        assert_eq!(read(&signer, &token, &kept), Some(claims));
    }

    #[test]
    fn a_changed_token_is_not_read() {
        let signer = Es256::default();
        let key = key(&signer);
        let token = signer.sign(&key, TokenType::Access, &json!({"sub": "1"})).expect("signed");
        for i in 0..token.len() {
            for bit in [1, 32] {
                let mut bytes = token.clone().into_bytes();
                bytes[i] ^= bit;
                if let Ok(changed) = String::from_utf8(bytes) {
                    assert_eq!(read(&signer, &changed, &key), None, "byte {i}");
                }
            }
            assert_eq!(read(&signer, &token[..i], &key), None, "cut at {i}");
        }
        for text in ["", ".", "..", "a.b.c", "a.b.c.d", &"a".repeat(10_000)] {
            assert_eq!(read(&signer, text, &key), None);
            assert_eq!(signer.key_id(text), None);
        }
        assert_eq!(read(&signer, &format!("{token}="), &key), None, "padding");
    }

    /// The header is what the forger writes: `none`, or HS256 with the public key as its secret.
    #[test]
    fn the_header_does_not_choose_the_algorithm() {
        let signer = Es256::default();
        let key = key(&signer);
        let unsigned = |alg: &str| {
            let header = json!({"alg": alg, "typ": "at+jwt", "kid": key.public.id});
            let part = |json: &Value| BASE64URL_NOPAD.encode(json.to_string().as_bytes());
            format!("{}.{}", part(&header), part(&json!({"sub": "1"})))
        };
        assert_eq!(read(&signer, &format!("{}.", unsigned("none")), &key), None);
        let signed = unsigned("HS256");
        let secret = hmac::Key::new(hmac::HMAC_SHA256, &key.public.point);
        let tag = BASE64URL_NOPAD.encode(hmac::sign(&secret, signed.as_bytes()).as_ref());
        assert_eq!(read(&signer, &format!("{signed}.{tag}"), &key), None);
        // a right signature under a header that says something else
        for (name, value) in [
            ("alg", json!("ES384")),
            ("typ", json!("JWT")),
            ("typ", Value::Null),
            ("kid", json!("other")),
            ("crit", json!(["exp"])),
        ] {
            let mut header = json!({"alg": "ES256", "typ": "at+jwt", "kid": key.public.id});
            header[name] = value;
            let header = BASE64URL_NOPAD.encode(header.to_string().as_bytes());
            let signed = format!("{header}.{}", BASE64URL_NOPAD.encode(b"{}"));
            let pair = signer.pair(&key).expect("a pair");
            let signature = pair.sign(&SystemRandom::new(), signed.as_bytes()).expect("signed");
            let signature = BASE64URL_NOPAD.encode(signature.as_ref());
            assert_eq!(read(&signer, &format!("{signed}.{signature}"), &key), None, "{name}");
        }
    }
}
