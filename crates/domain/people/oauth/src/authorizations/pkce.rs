//! Proof key for code exchange (RFC 7636), S256 only.

use data_encoding::BASE64URL_NOPAD;
use ring::digest;
use serde::{Deserialize, Serialize};

/// `code_challenge`: the SHA-256 of the client's secret verifier.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CodeChallenge(String);

impl CodeChallenge {
    /// Parses a challenge: 32 bytes in base64url without padding.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = BASE64URL_NOPAD.decode(text.as_bytes()).ok()?;
        (bytes.len() == 32).then(|| Self(text.to_owned()))
    }

    /// Whether this is the challenge of the verifier, which has 43 to 128 unreserved characters (RFC 7636, 4.1).
    #[must_use]
    pub fn is_met_by(&self, verifier: &str) -> bool {
        let is_unreserved = |b: u8| b.is_ascii_alphanumeric() || b"-._~".contains(&b);
        let is_valid = (43..=128).contains(&verifier.len()) && verifier.bytes().all(is_unreserved);
        let hash = digest::digest(&digest::SHA256, verifier.as_bytes());
        let made = BASE64URL_NOPAD.encode(hash.as_ref());
        // both are hashes: the duration of the comparison reveals nothing
        is_valid && made == self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_rfc_7636_is_met() {
        let challenge = CodeChallenge::parse("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
        let challenge = challenge.expect("a challenge");
        let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
        assert!(challenge.is_met_by(verifier));
        for wrong in ["", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", &verifier[1..]] {
            assert!(!challenge.is_met_by(wrong), "{wrong}");
        }
        for text in ["", "short", &"a".repeat(44), "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-c="] {
            assert_eq!(CodeChallenge::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_verifier_has_43_to_128_unreserved_characters() {
        for (verifier, valid) in [
            ("a".repeat(42), false),
            ("a".repeat(43), true),
            ("a".repeat(128), true),
            ("a".repeat(129), false),
            (format!("{}/", "a".repeat(50)), false),
        ] {
            let hash = digest::digest(&digest::SHA256, verifier.as_bytes());
            let challenge = CodeChallenge(BASE64URL_NOPAD.encode(hash.as_ref()));
            assert_eq!(challenge.is_met_by(&verifier), valid, "{}", verifier.len());
        }
    }
}
