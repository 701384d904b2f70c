//! Notices of the Slovak state's portal to a provider (*doručovacia služba*): one for each taxpayer that chose the
//! provider, with the token that the taxpayer enrolls with. The interface is known only from two public
//! implementations, not from an official text (`docs/peppol.md`).
//!
//! | to | begin with |
//! |---|---|
//! | verify the signature of a notice | [`NoticeSecrets::check`] |
//! | parse it | [`Notice::read`] |
//! | store it | the port [`NoticeStore`] |

use data_encoding::HEXLOWER;
use peppol_connector::identifiers::is_dic;
use persistence::{StoreError, port};
use ring::{digest, hmac};
use serde::Deserialize;
use std::{fmt, str::FromStr};
use time::OffsetDateTime;

/// The header that carries the signature.
pub const SIGNATURE_HEADER: &str = "X-PFS-Signature";
/// The largest notice, in bytes: known ones have a few hundred.
pub const MAX_NOTICE: usize = 16 * 1024;
/// The longest token, in bytes: as long as an enrollment accepts.
const MAX_TOKEN: usize = 512;

/// SHA-256 of a token in lower case: the stored form.
pub type TokenHash = [u8; 32];

/// The stored form of a token.
#[must_use]
pub fn token_hash(token: &str) -> TokenHash {
    let mut hash = [0; 32];
    hash.copy_from_slice(digest::digest(&digest::SHA256, token.to_lowercase().as_bytes()).as_ref());
    hash
}

/// The secrets that the portal signs with; several while one replaces another. `Debug` prints `***`.
#[derive(Clone, PartialEq, Eq)]
pub struct NoticeSecrets(Vec<String>);

/// The setting names no secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there is no secret")]
pub struct NoSecret;

impl FromStr for NoticeSecrets {
    type Err = NoSecret;

    /// Parses secrets that are separated by commas.
    fn from_str(text: &str) -> Result<Self, NoSecret> {
        let all: Vec<_> = text.split(',').map(str::trim).filter(|one| !one.is_empty()).collect();
        let all: Vec<_> = all.into_iter().map(str::to_owned).collect();
        if all.is_empty() { Err(NoSecret) } else { Ok(Self(all)) }
    }
}

impl fmt::Debug for NoticeSecrets {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("***")
    }
}

impl NoticeSecrets {
    /// Whether a body was signed with one of them: HMAC-SHA-256 of its bytes, in lower-case hexadecimal digits.
    #[must_use]
    pub fn check(&self, body: &[u8], signature: &str) -> bool {
        let Ok(signature) = HEXLOWER.decode(signature.as_bytes()) else { return false };
        self.0.iter().any(|secret| {
            let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
            hmac::verify(&key, body, &signature).is_ok()
        })
    }
}

/// A notice that a taxpayer chose this provider.
#[derive(Clone, PartialEq, Eq)]
pub struct Notice {
    /// The hash of the token with which the taxpayer enrolls.
    pub token: TokenHash,
    /// The taxpayer's DIČ.
    pub dic: String,
}

impl fmt::Debug for Notice {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Notice({})", self.dic)
    }
}

/// Why a body is not a notice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotANotice {
    /// The body is not JSON, or lacks a required member.
    #[error("it is no JSON object with verification_token and dic")]
    Form,
    /// The token is empty or too long.
    #[error("verification_token must have 1 to {MAX_TOKEN} characters")]
    Token,
    /// The DIČ does not have ten digits.
    #[error("dic must have ten digits")]
    Dic,
}

/// The members that are read; others are ignored.
#[derive(Deserialize)]
struct Body {
    verification_token: String,
    dic: String,
}

impl Notice {
    /// Parses a body. Its signature is checked by [`NoticeSecrets::check`].
    ///
    /// # Errors
    /// [`NotANotice`].
    pub fn read(body: &[u8]) -> Result<Self, NotANotice> {
        let Body { verification_token: token, dic } =
            serde_json::from_slice(body).map_err(|_| NotANotice::Form)?;
        if token.trim().is_empty() || token.len() > MAX_TOKEN {
            return Err(NotANotice::Token);
        }
        if !is_dic(&dic) {
            return Err(NotANotice::Dic);
        }
        Ok(Self { token: token_hash(token.trim()), dic })
    }
}

port! {
    /// The store of notices.
    pub trait NoticeStore: Send + Sync {
        /// Stores a notice. One whose token is stored already changes nothing: the first counts.
        async fn keep_notice(&self, notice: &Notice, now: OffsetDateTime) -> Result<(), StoreError>;

        /// The DIČ of the notice with this token; `None` when there is no such notice.
        async fn noticed_dic(&self, token: &TokenHash) -> Result<Option<String>, StoreError>;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn verdict(body: &[u8], secrets: &str, signature: &str) -> u64 {
        let secrets: NoticeSecrets = secrets.parse().expect("secrets");
        if !secrets.check(body, signature) {
            return 401;
        }
        Notice::read(body).map_or(400, |_| 200)
    }

    #[test]
    fn each_published_case_has_its_verdict() {
        let cases = fixtures::text("peppol-network/vectors/state-notices.jsonl");
        let mut count = 0;
        for line in cases.lines() {
            let case: Value = serde_json::from_str(line).expect("a case");
            let text = |name: &str| case[name].as_str().expect("a text");
            let (body, secrets) = (text("body"), text("secrets"));
            let found = verdict(body.as_bytes(), secrets, text("x_pfs_signature"));
            assert_eq!(Some(found), case["expect"].as_u64(), "{}: {}", case["id"], case["what"]);
            count += 1;
        }
        assert_eq!(count, 11);
    }

    #[test]
    fn a_token_counts_in_any_case_and_is_kept_as_a_hash() {
        let read = |token: &str| {
            let body = format!("{{\"verification_token\":\"{token}\",\"dic\":\"2900000004\"}}");
            Notice::read(body.as_bytes())
        };
        let first = read("AB0c").expect("a notice");
        assert_eq!((first.token, first.dic.as_str()), (token_hash("ab0C"), "2900000004"));
        assert_eq!(read(" "), Err(NotANotice::Token));
        assert_eq!(read(&"a".repeat(513)), Err(NotANotice::Token));
        assert_eq!(read(&"a".repeat(512)).map(|_| ()), Ok(()));
        assert!(!format!("{first:?}").contains("ab0c"));
    }

    #[test]
    fn secrets_are_never_printed_and_never_none() {
        let secrets: NoticeSecrets = " s1 , s2,".parse().expect("secrets");
        assert_eq!(format!("{secrets:?}"), "***");
        assert_eq!(" , ".parse::<NoticeSecrets>(), Err(NoSecret));
    }
}
