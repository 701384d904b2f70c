//! How people sign in: passwords, sessions in browsers, and how often somebody may try.
//!
//! Pure: the time and everything random come as arguments; hashing is behind the port
//! [`PasswordHasher`], because it is slow on purpose and needs a bound.
//!
//! | to | begin with |
//! |---|---|
//! | judge a password | [`check_password`], [`PasswordHasher`] |
//! | keep somebody signed in | [`Session`], [`form_token`] |
//! | bound attempts | [`Attempt`], [`of_account`] |
//! | keep users and sessions | the port [`SignInStore`] |

#![deny(clippy::disallowed_methods)]

mod attempts;
mod password;
mod ports;
mod session;

pub use attempts::{Attempt, of_account};
pub use password::{
    HashError, MAX_PASSWORD, MIN_PASSWORD, PasswordError, PasswordHasher, Verdict, check_password,
};
pub use ports::{Membership, SignInStore, SignedIn, User};
pub use secret_text::{Secret, SecretHash};
pub use session::{SEEN_EVERY, SESSION_IDLE, SESSION_MAX, Session, SessionId, form_token};
