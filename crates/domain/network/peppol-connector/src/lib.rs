//! Sending over Peppol without the transport: identifiers, states, decisions, repairs, credit, and the ports to the
//! network and the store.
//!
//! A send reads the facts of the document and suggests repairs, decides, and stores the decision in one transaction.
//! From then on moves advance the submission, each with its events. Every decision is a pure function: time, ids and
//! randomness are arguments.
//!
//! | to | begin with |
//! |---|---|
//! | name participants and document types | [`identifiers::ParticipantId`], [`identifiers::Network`] |
//! | read what a document says | [`documents::read_facts`] |
//! | repair it | [`repair::suggest`], then [`repair::apply`] |
//! | decide on a send | [`sending::decide_send`] |
//! | move a submission | [`sending::Submission::advance`] |
//! | charge for it | [`credit::reserve_credit`] |
//! | count it against the plan | [`volume::Volume::exceeded`] |
//! | register a company | [`registration::registrable`], then [`registration::register`] |
//! | keep a document that arrives | [`inbox::ArrivingDocument`] |
//! | answer its sender | [`inbox::OwedStatus`] |
//! | read what was done | [`audit::AuditEntry`] |
//! | put a store, a directory or an access point behind it | [`ports`] |
#![warn(missing_docs)]
#![deny(clippy::disallowed_methods)]

pub mod audit;
pub mod credit;
pub mod documents;
pub mod identifiers;
pub mod inbox;
mod namespaces;
pub mod ports;
mod received_volume;
pub mod registration;
pub mod repair;
mod send_request;
pub mod sending;
pub mod submissions;
pub mod volume;

refusals::list![
    documents::DateRefusal,
    identifiers::InvalidParticipant,
    identifiers::UnnamedType,
    ports::DeliveryError,
    ports::DirectoryError,
    ports::ValidatorUnavailable,
    registration::CannotDeactivate,
    registration::CannotRegister,
    registration::CannotSend,
    registration::EnrollError,
    registration::HeldElsewhere,
    repair::CannotApply,
    repair::SpecificationFound,
    repair::Suggestion,
    sending::EarlierSend,
    sending::NativeRefusal,
    sending::Recorded,
    sending::Refusal,
    submissions::CannotLeave,
];
