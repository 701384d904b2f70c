//! Randomness in waits, so that not all try again at once.

use jobs::Jitter;
use ring::rand::{SecureRandom, SystemRandom};

/// Without randomness there is no jitter, which is no reason to stop working.
pub(super) fn jitter() -> Jitter {
    let mut byte = [0];
    let filled = SystemRandom::new().fill(&mut byte);
    Jitter(filled.map_or(0, |()| byte[0]))
}
