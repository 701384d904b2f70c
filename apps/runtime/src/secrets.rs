//! Generates keys and passwords, which are stored as hashes only.

use access::{KeyText, Tier};
use data_encoding::BASE64URL_NOPAD;
use ring::rand::{SecureRandom, SystemRandom};
use use_cases::NoRandomness;

pub use use_cases::people::secrets::sha256;

/// Random bytes.
///
/// # Errors
/// [`NoRandomness`].
pub fn random<const N: usize>() -> Result<[u8; N], NoRandomness> {
    let mut bytes = [0; N];
    SystemRandom::new().fill(&mut bytes).map_err(|_| NoRandomness)?;
    Ok(bytes)
}

/// A new API key: the prefix of its kind and 32 random bytes.
///
/// # Errors
/// [`NoRandomness`].
pub fn new_key(partner: bool, tier: Tier) -> Result<KeyText, NoRandomness> {
    let secret = BASE64URL_NOPAD.encode(&random::<32>()?);
    KeyText::new(partner, tier, &secret).map_err(|_| NoRandomness)
}

/// A new password of 18 random bytes.
///
/// # Errors
/// [`NoRandomness`].
pub fn new_password() -> Result<String, NoRandomness> {
    Ok(BASE64URL_NOPAD.encode(&random::<18>()?))
}
