#![doc = include_str!("../README.md")]
#![deny(clippy::disallowed_methods)]

mod account;
mod address;
mod app_connection;
mod certificate_ending;
mod claim;
mod contract_stuck;
mod dedup_key;
mod email_content;
mod endpoint_disabled;
mod html;
mod letter;
mod mailer;
mod message;
mod notice;
mod sanitize;
mod seats_unpaid;
mod when;

pub use account::{
    AccountLinks, MemberInvitation, account_changed, member_invitation, password_reset,
};
pub use address::{Address, AddressError, MAX_ADDRESS};
pub use app_connection::{AppConnection, app_connected, app_disconnected};
pub use certificate_ending::{CertificateEnding, certificate_ending};
pub use claim::{Claim, claim_confirmation};
pub use contract_stuck::{ContractStuck, contract_stuck};
pub use dedup_key::{DedupKey, KeyError, MAX_KEY};
pub use email_content::{EmailContent, Link, LinkError, MAX_LINK};
pub use endpoint_disabled::{EndpointDisabled, endpoint_disabled};
pub use letter::{DocumentKind, InvoiceLetter, PAYMENT_QR, Payee, Purpose};
pub use mailer::{MailError, Mailer};
pub use message::{Html, MAX_SUBJECT, MAX_TEXT, MailFile, Message, Subject, Text, TextError};
pub use seats_unpaid::{SeatsUnpaid, seats_unpaid};

refusals::list![AddressError];
