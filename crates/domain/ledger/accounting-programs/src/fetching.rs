//! Where a program fetches that comes by itself.

use crate::MAX_BATCH;
use secret_text::Secret;

/// The path, without the token at its end.
pub const FETCH_PATH: &str = "/accounting/pohoda/";

/// What a Pohoda says of one document, in bytes at most.
const ANSWER_OF_ONE: usize = 64 * 1024;

/// What a Pohoda answers to what it fetched, in bytes at most.
pub const MAX_FETCHED_ANSWER: usize = MAX_BATCH * ANSWER_OF_ONE;

/// The address from which a program fetches, and to which it posts its answers. It holds a secret.
#[must_use]
pub fn fetch_address(base_url: &str, token: &Secret) -> String {
    format!("{base_url}{FETCH_PATH}{}", token.expose())
}
