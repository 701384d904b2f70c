//! The contract of [`TokenSigner`]: a token is accepted with the key and for the purpose that it was signed with, and
//! no other token is accepted.

use crate::build::NOW;
use oauth::{
    ports::TokenSigner,
    tokens::{PublicKey, SigningKey, TokenType},
};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashSet};

/// The token signer under test.
pub trait SignerUnderTest: Sync {
    /// The implementation of the port.
    type Signer: TokenSigner;

    /// A signer, as another process has it.
    fn signer(&self) -> Self::Signer;

    /// A signer that can create no key and sign nothing; `None` if there can be none.
    fn failing(&self) -> Option<Self::Signer>;
}

fn key(signer: &impl TokenSigner) -> SigningKey {
    signer.new_key(NOW).expect("a key")
}

fn claims() -> Value {
    json!({"sub": "1", "name": "Píla \u{1f40e}", "exp": 1_795_000_000, "scope": ["a", "b"]})
}

fn token(signer: &impl TokenSigner, key: &SigningKey) -> String {
    signer.sign(key, TokenType::Access, &claims()).expect("signed")
}

fn read(signer: &impl TokenSigner, token: &str, key: &SigningKey) -> Option<Value> {
    signer.read(token, TokenType::Access, &key.public)
}

pub async fn what_was_signed_is_read_in_every_process<S: SignerUnderTest>(subject: &S) {
    let signer = subject.signer();
    let key = key(&signer);
    for (token_type, other_type) in
        [(TokenType::Access, TokenType::Id), (TokenType::Id, TokenType::Access)]
    {
        let token = signer.sign(&key, token_type, &claims()).expect("signed");
        for reader in [&signer, &subject.signer()] {
            assert_eq!(reader.key_id(&token), Some(key.public.id.clone()));
            assert_eq!(reader.read::<Value>(&token, token_type, &key.public), Some(claims()));
            assert_eq!(reader.read::<Value>(&token, other_type, &key.public), None, "its type");
        }
    }
}

pub async fn every_key_is_another<S: SignerUnderTest>(subject: &S) {
    let signer = subject.signer();
    let mut ids = HashSet::new();
    for _ in 0..3 {
        let SigningKey { public, private, created_at, retired_at } = key(&signer);
        assert_eq!((created_at, retired_at), (NOW, None));
        assert_eq!(public.id, PublicKey::new(public.point.clone()).id, "its thumbprint");
        assert!(!private.is_empty() && ids.insert(public.id), "a key of its own");
    }
}

/// The id of a key is what a forger writes: the key itself decides.
pub async fn another_key_reads_nothing<S: SignerUnderTest>(subject: &S) {
    let signer = subject.signer();
    let (own, other) = (key(&signer), key(&signer));
    let token = token(&signer, &own);
    assert_eq!(read(&signer, &token, &other), None);
    for (id, point) in [(&own, &other), (&other, &own)] {
        let mixed = PublicKey { id: id.public.id.clone(), point: point.public.point.clone() };
        assert_eq!(signer.read::<Value>(&token, TokenType::Access, &mixed), None);
    }
    let nothing = PublicKey { id: own.public.id.clone(), point: Vec::new() };
    assert_eq!(signer.read::<Value>(&token, TokenType::Access, &nothing), None, "no point");
}

pub async fn a_changed_token_is_not_read<S: SignerUnderTest>(subject: &S) {
    let signer = subject.signer();
    let key = key(&signer);
    let token = token(&signer, &key);
    for i in 0..token.len() {
        let mut bytes = token.clone().into_bytes();
        bytes[i] ^= 1;
        if let Ok(changed) = String::from_utf8(bytes) {
            assert_eq!(read(&signer, &changed, &key), None, "byte {i}");
        }
        assert_eq!(read(&signer, &token[..i], &key), None, "cut at {i}");
    }
    for changed in [format!("{token}="), format!(" {token}"), format!("{token}.")] {
        assert_eq!(read(&signer, &changed, &key), None, "{changed}");
    }
    assert_eq!(read(&signer, &token, &key), Some(claims()), "and as it was it is");
}

pub async fn what_is_no_token_is_not_read_and_names_no_key<S: SignerUnderTest>(subject: &S) {
    let signer = subject.signer();
    let key = key(&signer);
    let long = "a".repeat(100_000);
    for text in ["", ".", "..", "...", "a.b.c", "a.b.c.d", "e30.e30.e30", "\u{1f40e}", &long] {
        assert_eq!(read(&signer, text, &key), None, "{text:.20}");
        assert_eq!(signer.key_id(text), None, "{text:.20}");
    }
}

pub async fn claims_of_another_shape_are_not_read<S: SignerUnderTest>(subject: &S) {
    let signer = subject.signer();
    let key = key(&signer);
    let token = token(&signer, &key);
    let texts: Option<BTreeMap<String, String>> =
        signer.read(&token, TokenType::Access, &key.public);
    assert_eq!(texts, None);
}

pub async fn a_private_key_that_is_none_signs_nothing<S: SignerUnderTest>(subject: &S) {
    let key = key(&subject.signer());
    for private in [Vec::new(), vec![1, 2, 3], key.private[1..].to_vec()] {
        let broken = SigningKey { private, ..key.clone() };
        assert!(subject.signer().sign(&broken, TokenType::Access, &claims()).is_err());
    }
}

/// Tokens that were signed before are still accepted.
pub async fn who_cannot_sign_says_so_and_still_reads<S: SignerUnderTest>(subject: &S) {
    let Some(failing) = subject.failing() else { return };
    let signer = subject.signer();
    let key = key(&signer);
    let token = token(&signer, &key);
    assert!(failing.new_key(NOW).is_err());
    assert!(failing.sign(&key, TokenType::Access, &claims()).is_err());
    assert_eq!(read(&failing, &token, &key), Some(claims()));
}

/// Makes a test of each function of this contract.
#[macro_export]
macro_rules! token_signer_contract {
    ($open:ident) => {
        $crate::network_contract! { $open, token_signer:
            what_was_signed_is_read_in_every_process
            every_key_is_another
            another_key_reads_nothing
            a_changed_token_is_not_read
            what_is_no_token_is_not_read_and_names_no_key
            claims_of_another_shape_are_not_read
            a_private_key_that_is_none_signs_nothing
            who_cannot_sign_says_so_and_still_reads
        }
    };
}
