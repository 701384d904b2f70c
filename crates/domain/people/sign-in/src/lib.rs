//! How people sign in: passwords, sessions in browsers, and rate limits.
//!
//! Pure: the time and everything random come as arguments; hashing is behind the port
//! [`PasswordHasher`], because it is slow on purpose and needs a bound.
//!
//! | to | begin with |
//! |---|---|
//! | check a password | [`check_password`], [`PasswordHasher`] |
//! | keep a person signed in | [`Session`], [`form_token`] |
//! | ask for a second factor | [`SecondFactor`], [`TotpSecret`], [`PendingSignIn`] |
//! | forget a password | [`ResetRequest`] |
//! | change a password while signed in | [`PasswordChange`] |
//! | tell the owner of an account what was changed | [`AccountChange`] |
//! | bound attempts | [`Attempt`], [`of_account`], [`of_account_from`] |
//! | keep users and sessions | the port [`SignInStore`] |

#![deny(clippy::disallowed_methods)]

mod account_change;
mod attempts;
mod password;
mod ports;
mod reset;
mod second_factor;
mod session;
mod totp;

pub use account_change::{AccountChange, PasswordChange};
pub use attempts::{
    Attempt, PLACE_KNOWN_FOR, of_account, of_account_from, of_document_host, origin,
};
pub use password::{
    HashError, MAX_PASSWORD, MIN_PASSWORD, PasswordError, PasswordHasher, Verdict, check_password,
};
pub use ports::{Membership, SignInStore, SignedIn, User};
pub use reset::{RESET_MAIL_JOB, RESET_VALID_FOR, ResetId, ResetRequest};
pub use second_factor::{
    CodeCheck, ENROL_WITHIN, Proof, RECOVERY_CODES, SecondFactor, hash_of_recovery_code,
    recovery_code,
};
pub use secret_text::{Secret, SecretHash};
pub use session::{
    CODE_WITHIN, FRESH_FOR, LastStep, PendingSignIn, SEEN_EVERY, SESSION_IDLE, SESSION_MAX,
    Session, SessionId, form_token,
};
pub use totp::TotpSecret;
