//! Rules for passwords, and the port that hashes them.

use std::{error::Error, future::Future};

/// Minimum length of a password in characters (NIST SP 800-63B: 15 advised without a second factor, 8 required).
pub const MIN_PASSWORD: usize = 12;

/// Maximum length of a password in bytes, so that hashing cannot be used to overload the service.
pub const MAX_PASSWORD: usize = 256;

/// Why a password is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PasswordError {
    #[error("must have at least {MIN_PASSWORD} characters")]
    Short,
    #[error("must have at most {MAX_PASSWORD} bytes")]
    Long,
    #[error("is too easy to guess")]
    Guessable,
}

/// Beginnings of commonly guessed passwords.
const GUESSED: [&str; 8] =
    ["password", "123456", "qwerty", "heslo", "billhook", "admin", "letmein", "welcome"];

/// Checks whether a password is allowed for this address.
///
/// # Errors
/// [`PasswordError`].
pub fn check_password(password: &str, email: &str) -> Result<(), PasswordError> {
    if password.len() > MAX_PASSWORD {
        return Err(PasswordError::Long);
    }
    if password.chars().count() < MIN_PASSWORD {
        return Err(PasswordError::Short);
    }
    let lower = password.to_lowercase();
    let name = email.split('@').next().unwrap_or_default().to_lowercase();
    // the part that remains without a commonly guessed word must be long enough by itself
    let is_padded = |word: &str| {
        lower.strip_prefix(word).is_some_and(|rest| rest.chars().count() < MIN_PASSWORD)
    };
    let different: std::collections::BTreeSet<char> = lower.chars().collect();
    let is_guessable = different.len() < 5
        || GUESSED.iter().any(|word| is_padded(word))
        || (!name.is_empty() && is_padded(&name));
    if is_guessable { Err(PasswordError::Guessable) } else { Ok(()) }
}

/// The result of comparing a password with a hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The password is wrong, or the account does not exist.
    Wrong,
    /// The password is right.
    Right,
    /// The password is right, but its hash uses outdated parameters and should be replaced.
    RightToRehash,
}

/// Why a password was not hashed or compared.
#[derive(Debug, thiserror::Error)]
pub enum HashError {
    /// The queue of passwords to hash is full.
    #[error("too many sign-ins at the moment; try again after {retry_after} s")]
    Busy {
        /// Whole seconds until a retry makes sense.
        retry_after: u32,
    },
    /// The hashing library or the system failed.
    #[error("a password cannot be hashed")]
    Failed(#[source] Box<dyn Error + Send + Sync>),
}

/// Hashes passwords with a deliberately slow function, and limits how many run at once.
pub trait PasswordHasher: Send + Sync {
    /// Hashes a password into a PHC string.
    ///
    /// # Errors
    /// [`HashError`].
    fn hash(&self, password: String) -> impl Future<Output = Result<String, HashError>> + Send;

    /// Compares a password with the hash of an account. Without an account (`None`) it takes as long, so that the
    /// duration does not reveal which addresses have one.
    ///
    /// # Errors
    /// [`HashError`].
    fn verify(
        &self,
        password: String,
        hash: Option<String>,
    ) -> impl Future<Output = Result<Verdict, HashError>> + Send;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_long_and_not_the_first_that_is_tried() {
        let email = "jana.kovacova@firma.example";
        for (password, expected) in [
            ("správne kôň batéria", Ok(())),
            ("kJ8-3hsKq0-x", Ok(())),
            ("short", Err(PasswordError::Short)),
            ("aaaaaaaaaaaaaaaa", Err(PasswordError::Guessable)),
            ("Password12345", Err(PasswordError::Guessable)),
            ("heslo1234567", Err(PasswordError::Guessable)),
            ("jana.kovacova1", Err(PasswordError::Guessable)),
            ("password with four more words", Ok(())),
        ] {
            assert_eq!(check_password(password, email), expected, "{password}");
        }
        let long = "ab cde".repeat(100);
        assert_eq!(check_password(&long, email), Err(PasswordError::Long));
    }
}
