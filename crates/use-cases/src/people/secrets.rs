//! Tokens and hashes.

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

/// The id of what a form makes, of the form's own key: sent twice, it makes one thing. `owner` is whose form
/// it is; nobody else's gives the same id. Who asks for it gives it its type, as of a new id.
pub(crate) fn id_of_form(what: &str, owner: Scope, once: &str) -> Uuid {
    let owner = owner.id();
    let [low @ .., _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _] =
        sha256(format!("{what} of {owner} by the form {once}").as_bytes());
    Uuid::from_bytes(low)
}

/// A token of 32 random bytes, as it stands in a link.
pub(crate) fn new_token(random: [u8; 32]) -> String {
    BASE64URL_NOPAD.encode(&random)
}
