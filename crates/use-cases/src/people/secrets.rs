//! Tokens, hashes and ids derived from them.

use data_encoding::BASE64URL_NOPAD;
use idempotency::Scope;
use ring::digest;
use uuid::Uuid;

/// SHA-256.
#[must_use]
pub fn sha256(bytes: &[u8]) -> [u8; 32] {
    let mut hash = [0; 32];
    hash.copy_from_slice(digest::digest(&digest::SHA256, bytes).as_ref());
    hash
}

/// The id of the row that a form creates, derived from the form's own key, so that a repeated submit creates one row.
/// It also depends on `owner`, so another owner's form never gives the same id. The caller gives the id its type.
pub(crate) fn id_of_form(what: &str, owner: Scope, once: &str) -> Uuid {
    let owner = owner.id();
    let [low @ .., _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _] =
        sha256(format!("{what} of {owner} by the form {once}").as_bytes());
    Uuid::from_bytes(low)
}

/// A token of 32 random bytes, as text for a link.
pub(crate) fn new_token(random: [u8; 32]) -> String {
    BASE64URL_NOPAD.encode(&random)
}
