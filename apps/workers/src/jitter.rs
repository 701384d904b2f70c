//! Random jitter of waits, so that not all clients retry at once.

use jobs::Jitter;
use ring::rand::{SecureRandom, SystemRandom};

/// The jitter; none when the system has no randomness, because work goes on without it.
pub(super) fn jitter() -> Jitter {
    let mut byte = [0];
    let filled = SystemRandom::new().fill(&mut byte);
    Jitter(filled.map_or(0, |()| byte[0]))
}
