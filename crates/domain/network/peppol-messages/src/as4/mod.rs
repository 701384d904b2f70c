//! Messages of the Peppol AS4 profile 2.0: one-way push, one payload, signed, encrypted, receipts signed.
//!
//! | to | begin with |
//! |---|---|
//! | send an envelope to an access point | [`Outgoing::seal`] |
//! | know what the answer means | [`read_answer`], later [`signer_of`] |
//! | take what arrives on the endpoint | [`receive`], or [`authenticate`] and [`Authentic::unpacked`]; then [`Received::envelope`] |
//! | answer it | [`Received::receipt`], [`EbmsError::signal`] |
//!
//! Keys of one message and the ids in it are made of random bytes that the caller brings ([`Randomness`]).

mod answer;
mod content_id;
mod decrypt;
mod encrypt;
mod error;
mod gzip;
mod header;
mod look;
mod mime;
mod names;
mod outgoing;
mod random;
mod received;
mod security;
mod signal;
mod signed_part;
mod signer;
mod soap;
mod verify;

pub use answer::{Reply, ReplyFault, read_answer, signer_of};
pub use error::{EbmsCode, EbmsError};
pub use header::UserMessage;
pub use look::{Seen, look};
pub use outgoing::{NotSealed, Outgoing, Sealed};
pub use random::{RANDOM_BYTES, Randomness};
pub use received::{Authentic, MOST_NODES, Received, Receiver, authenticate, receive};
pub use signed_part::SignedPart;
