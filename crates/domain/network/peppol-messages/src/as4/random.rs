//! The random bytes of one message.

use std::fmt;

use data_encoding::HEXLOWER;

/// How many random bytes a message takes.
pub const RANDOM_BYTES: usize = 60;

/// Random bytes from a cryptographic source, for one message only: its key, its nonce and its ids.
#[derive(Clone)]
pub struct Randomness {
    bytes: [u8; RANDOM_BYTES],
}

impl fmt::Debug for Randomness {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Randomness(…)")
    }
}

impl From<[u8; RANDOM_BYTES]> for Randomness {
    fn from(bytes: [u8; RANDOM_BYTES]) -> Self {
        Self { bytes }
    }
}

impl Randomness {
    fn part<const LENGTH: usize>(&self, from: usize) -> [u8; LENGTH] {
        let mut part = [0; LENGTH];
        part.copy_from_slice(&self.bytes[from..from + LENGTH]);
        part
    }

    pub(super) fn key(&self) -> [u8; 16] {
        self.part(0)
    }

    pub(super) fn nonce(&self) -> [u8; 12] {
        self.part(16)
    }

    /// One of two ids, in hexadecimal digits.
    fn id(&self, number: usize) -> String {
        HEXLOWER.encode(&self.part::<16>(28 + 16 * number))
    }

    /// Part of the ids of tokens and keys.
    pub(super) fn suffix(&self) -> String {
        self.id(0)
    }

    pub(super) fn boundary(&self) -> String {
        self.id(1)
    }
}
