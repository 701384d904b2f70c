//! Keys and passwords: made here, kept as hashes only.

use access::{KeyText, Tier};
use data_encoding::{BASE64_NOPAD, BASE64URL_NOPAD};
use ring::{
    digest, pbkdf2,
    rand::{SecureRandom, SystemRandom},
};
use std::num::NonZeroU32;
use use_cases::NoRandomness;

/// SHA-256.
#[must_use]
pub fn sha256(bytes: &[u8]) -> [u8; 32] {
    let mut hash = [0; 32];
    hash.copy_from_slice(digest::digest(&digest::SHA256, bytes).as_ref());
    hash
}

/// Random bytes.
///
/// # Errors
/// [`NoRandomness`].
pub fn random<const N: usize>() -> Result<[u8; N], NoRandomness> {
    let mut bytes = [0; N];
    SystemRandom::new().fill(&mut bytes).map_err(|_| NoRandomness)?;
    Ok(bytes)
}

/// A new API key: 32 random bytes behind the prefix of its kind.
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

/// PBKDF2 rounds (OWASP's advice for HMAC-SHA256). Tests use one.
pub const PASSWORD_ROUNDS: NonZeroU32 = match NonZeroU32::new(600_000) {
    Some(rounds) => rounds,
    None => NonZeroU32::MIN,
};

/// Hashes a password, as a PHC string `$pbkdf2-sha256$i=…$salt$hash`.
///
/// # Errors
/// [`NoRandomness`].
pub fn hash_password(password: &str, rounds: NonZeroU32) -> Result<String, NoRandomness> {
    let salt = random::<16>()?;
    let mut hash = [0; 32];
    pbkdf2::derive(pbkdf2::PBKDF2_HMAC_SHA256, rounds, &salt, password.as_bytes(), &mut hash);
    let (salt, hash) = (BASE64_NOPAD.encode(&salt), BASE64_NOPAD.encode(&hash));
    Ok(format!("$pbkdf2-sha256$i={rounds}${salt}${hash}"))
}
