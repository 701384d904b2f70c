//! Hashes of passwords as PHC strings. New ones are Argon2id with OWASP's smallest parameters (19 MiB,
//! two passes, one lane); PBKDF2-HMAC-SHA256, which earlier versions made, is read and replaced at the
//! next sign-in.

use argon2::{
    Algorithm, Argon2, Params, PasswordHash, PasswordVerifier, Version,
    password_hash::PasswordHasher as _,
};
use data_encoding::BASE64_NOPAD;
use ring::pbkdf2;
use sign_in::Verdict;
use std::{num::NonZeroU32, sync::OnceLock};

/// Memory in KiB, passes and lanes.
const STRONG: (u32, u32, u32) = (19 * 1024, 2, 1);

/// Rounds of an old hash at most: who can write into the database must not keep the service busy.
const MAX_ROUNDS: u32 = 2_000_000;

/// Memory in KiB, passes and lanes of a hash at most, for the same reason.
const MAX_COSTS: (u32, u32, u32) = (64 * 1024, 10, 4);

/// A password cannot be hashed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a password cannot be hashed")]
pub struct CannotHash;

/// Hashes passwords. Takes some 40 ms of a core and 19 MiB: never on a thread that serves others.
#[derive(Debug, Clone)]
pub struct Passwords {
    params: Params,
    salt_of_nobody: [u8; 16],
    /// Compared with where there is no account. Made when it is first needed: no start waits for it.
    nobody: OnceLock<String>,
}

impl Passwords {
    /// As they are hashed in service.
    ///
    /// # Errors
    /// [`CannotHash`].
    pub fn strong(salt: [u8; 16]) -> Result<Self, CannotHash> {
        Self::new(STRONG, salt)
    }

    /// Quick and weak, for tests.
    ///
    /// # Errors
    /// [`CannotHash`].
    pub fn weak() -> Result<Self, CannotHash> {
        Self::new((8, 1, 1), [0; 16])
    }

    fn new((memory, passes, lanes): (u32, u32, u32), salt: [u8; 16]) -> Result<Self, CannotHash> {
        let params = Params::new(memory, passes, lanes, None).map_err(|_| CannotHash)?;
        Ok(Self { params, salt_of_nobody: salt, nobody: OnceLock::new() })
    }

    fn argon2(&self) -> Argon2<'static> {
        Argon2::new(Algorithm::Argon2id, Version::V0x13, self.params.clone())
    }

    /// The hash of a password.
    ///
    /// # Errors
    /// [`CannotHash`].
    pub fn hash(&self, password: &str, salt: [u8; 16]) -> Result<String, CannotHash> {
        let hash = self.argon2().hash_password_with_salt(password.as_bytes(), &salt);
        Ok(hash.map_err(|_| CannotHash)?.to_string())
    }

    /// Compares a password with the hash of an account. Without an account it uses a fixed hash, so that it takes the
    /// same time.
    #[must_use]
    pub fn verify(&self, password: &str, hash: Option<&str>) -> Verdict {
        let Some(hash) = hash else {
            // what cannot be hashed is no hash, and as wrong
            let nobody = || self.hash("nobody", self.salt_of_nobody).unwrap_or_default();
            self.argon2_verdict(password, self.nobody.get_or_init(nobody));
            return Verdict::Wrong;
        };
        if hash.starts_with("$pbkdf2-sha256$") {
            pbkdf2_verdict(password, hash)
        } else {
            self.argon2_verdict(password, hash)
        }
    }

    fn argon2_verdict(&self, password: &str, hash: &str) -> Verdict {
        let Ok(parsed) = PasswordHash::new(hash) else { return Verdict::Wrong };
        let Ok(params) = Params::try_from(&parsed) else { return Verdict::Wrong };
        let (memory, passes, lanes) = costs(&params);
        if memory > MAX_COSTS.0 || passes > MAX_COSTS.1 || lanes > MAX_COSTS.2 {
            return Verdict::Wrong;
        }
        // with the parameters of the hash
        if self.argon2().verify_password(password.as_bytes(), &parsed).is_err() {
            return Verdict::Wrong;
        }
        let as_now = costs(&params) == costs(&self.params);
        if as_now { Verdict::Right } else { Verdict::RightToRehash }
    }
}

/// Memory in KiB, passes and lanes.
const fn costs(params: &Params) -> (u32, u32, u32) {
    (params.m_cost(), params.t_cost(), params.p_cost())
}

/// `$pbkdf2-sha256$i=600000$salt$hash`.
fn pbkdf2_verdict(password: &str, hash: &str) -> Verdict {
    let right = || {
        let mut parts = hash.split('$').skip(2);
        let rounds: NonZeroU32 = parts.next()?.strip_prefix("i=")?.parse().ok()?;
        let salt = BASE64_NOPAD.decode(parts.next()?.as_bytes()).ok()?;
        let expected = BASE64_NOPAD.decode(parts.next()?.as_bytes()).ok()?;
        let bounded = rounds.get() <= MAX_ROUNDS && parts.next().is_none();
        let algorithm = pbkdf2::PBKDF2_HMAC_SHA256;
        let verify = || pbkdf2::verify(algorithm, rounds, &salt, password.as_bytes(), &expected);
        (bounded && verify().is_ok()).then_some(())
    };
    right().map_or(Verdict::Wrong, |()| Verdict::RightToRehash)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_compared_with_its_hash() {
        let passwords = Passwords::weak().expect("made");
        let hash = passwords.hash("správne heslo", [7; 16]).expect("hashed");
        assert!(hash.starts_with("$argon2id$v=19$m=8,t=1,p=1$"), "{hash}");
        assert_ne!(passwords.hash("správne heslo", [8; 16]), Ok(hash.clone()), "another salt");
        let stronger = Passwords::new((16, 2, 1), [1; 16]).expect("made");
        for (passwords, password, hash, verdict) in [
            (&passwords, "správne heslo", Some(&*hash), Verdict::Right),
            (&stronger, "správne heslo", Some(&*hash), Verdict::RightToRehash),
            (&passwords, "nesprávne heslo", Some(&*hash), Verdict::Wrong),
            (&passwords, "", Some(&*hash), Verdict::Wrong),
            (&passwords, "nobody", None, Verdict::Wrong),
            (&passwords, "x", Some("no hash"), Verdict::Wrong),
            (&passwords, "", Some(""), Verdict::Wrong),
        ] {
            assert_eq!(passwords.verify(password, hash), verdict, "{password} {hash:?}");
        }
    }

    #[test]
    fn a_hash_that_would_keep_the_service_busy_is_not_compared() {
        let passwords = Passwords::weak().expect("made");
        for costs in [(64 * 1024 + 1, 1, 1), (8, 11, 1), (40, 1, 5)] {
            let costly = Passwords::new(costs, [0; 16]).expect("made");
            let hash = costly.hash("správne heslo", [7; 16]).expect("hashed");
            assert_eq!(passwords.verify("správne heslo", Some(&hash)), Verdict::Wrong, "{costs:?}");
        }
        let largest = Passwords::new((64, 10, 4), [0; 16]).expect("made");
        let hash = largest.hash("správne heslo", [7; 16]).expect("hashed");
        assert_eq!(passwords.verify("správne heslo", Some(&hash)), Verdict::RightToRehash);
    }

    /// Of the test vector of Python's `hashlib.pbkdf2_hmac("sha256", b"password", b"salt", 1)`.
    #[test]
    fn hashes_of_earlier_versions_are_read() {
        let passwords = Passwords::weak().expect("made");
        let bytes = data_encoding::HEXLOWER
            .decode(b"120fb6cffcf8b32c43e7225256c4f837a86548c92ccc35480805987cb70be17b")
            .expect("hex");
        let known = format!("$pbkdf2-sha256$i=1$c2FsdA${}", BASE64_NOPAD.encode(&bytes));
        assert_eq!(passwords.verify("password", Some(&known)), Verdict::RightToRehash);
        for wrong in [
            "$pbkdf2-sha256$i=1$c2FsdA$AAAA".into(),
            "$pbkdf2-sha256$i=0$c2FsdA$AAAA".into(),
            "$pbkdf2-sha256$i=4000000000$c2FsdA$AAAA".into(),
            "$pbkdf2-sha256$i=1$???$AAAA".into(),
            format!("{known}$more"),
        ] {
            assert_eq!(passwords.verify("password", Some(&wrong)), Verdict::Wrong, "{wrong}");
        }
    }
}
