#![doc = include_str!("../README.md")]
#![deny(clippy::disallowed_methods)]

mod address;
mod claim;
mod endpoint_off;
mod foreign;
mod key;
mod letter;
mod mailer;
mod message;
mod when;

pub use address::{Address, AddressError, MAX_ADDRESS};
pub use claim::{Claim, claim_confirmation};
pub use endpoint_off::{EndpointOff, endpoint_off};
pub use key::{Key, KeyError, MAX_KEY};
pub use letter::{Letter, Link, LinkError, MAX_LINK};
pub use mailer::{MailError, Mailer};
pub use message::{MAX_SUBJECT, MAX_TEXT, Message, Subject, Text, TextError};
