//! The accounting program of an organization: linked, tested, and written into by a job.
//!
//! A link belongs to the tier of the key that made it; keys of the other tier do not find it.

mod collect;
mod content;
mod fault;
mod fetch;
mod link;
mod post;
mod postings;
mod request;
mod turn;

pub use collect::collect_postings;
pub use content::ContentError;
pub(in crate::ledger) use content::invoice_entry;
pub(crate) use fault::ProgramFault;
pub use fetch::{FetchError, fetch_documents, take_answer};
pub use link::{
    LinkFailure, SavedLink, accounting_link, remove_link, rotate_token, save_link, test_link,
};
pub use post::{Posted, post_documents};
pub use postings::{RetryError, accounting_now, postings, retry_posting};
