//! Accounting programs: an organization links one, and what it issues, receives and pays is written into it.
//!
//! A link names the program and how it is reached. Each invoice, expense, payment and set-off becomes a posting:
//! `pending` until the program has made a document of it (`created`, with the program's own id) or has refused it
//! (`failed`, with the program's own reason). Postings leave in the order in which their subjects were made, one request
//! at a time, and under an external id, so that a repeat makes no second document.
//!
//! | to | begin with |
//! |---|---|
//! | know what a program takes | [`ProgramKind`] |
//! | check what a caller asks for | [`LinkRequest::check`] |
//! | know how a link stands with its program | [`Link::reached`], [`Link::failed`] |
//! | say what is sent next | [`cut`] |
//! | conclude what the program answered | [`Posting::answered`] |
//! | write and read the XML of Pohoda | [`pohoda`] |
//! | store links and postings | the ports [`AccountingLinkStore`], [`PostingStore`] |
//! | call a program | the port [`AccountingProgram`] |

#![warn(missing_docs)]
#![deny(clippy::disallowed_methods)]

mod answer;
mod batch;
mod document;
mod fault;
mod fetching;
mod kind;
pub mod kros;
mod link;
pub mod pohoda;
mod ports;
mod posting;
mod program_url;
mod request;
mod said;
#[cfg(test)]
mod sample;
mod secret;
mod shown;
mod subject;
pub mod superfaktura;

pub use answer::{Answered, ItemAnswer, MAX_ANSWER, ProgramFailure, ProgramInfo};
pub use batch::{MAX_BATCH, NextPosting, cut};
pub use document::{Content, Document, PostedPayment, PostedSetOff, Reference};
pub use fetching::{FETCH_PATH, MAX_FETCHED_ANSWER, fetch_address};
pub use kind::ProgramKind;
pub use link::{Contact, Link, LinkId, LinkSettings, Look, POST_JOB};
pub use ports::{
    Account, AccountingLinkStore, AccountingProgram, LinkSecrets, PostingFilter, PostingStore,
};
pub use posting::{NotRetried, Posting, PostingId, PostingState};
pub use program_url::ProgramUrl;
pub use request::{LinkInput, LinkRefused, LinkRequest, NewLink};
pub use secret::{MAX_SECRET, ProgramSecret};
pub use shown::{AccountingNow, OffsetPosting, ShownPosting};
pub use subject::{PostingKind, Subject};

refusals::list![
    fault::LinkFault,
    LinkRefused,
    NotRetried,
    ProgramFailure,
    program_url::ProgramUrlError,
    posting::NotMade,
    posting::Unanswered,
    shown::Waiting,
];
