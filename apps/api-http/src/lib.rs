//! The parts that all HTTP interfaces of Billhook share: authenticated calls, declared operations, bodies, queries,
//! pages of lists, and the mapping of errors to answers.

mod bearer;
mod body;
mod call;
mod claim_body;
mod client_address;
mod compressed;
mod content_type;
pub mod error;
mod every_answer;
mod export_file;
mod file_bytes;
mod file_warnings;
mod idempotency;
mod introduction;
mod list;
mod observe;
mod operation;
pub mod paging;
pub mod paths;
mod query;
mod reply;
mod statement;
pub mod visitors;

pub use bearer::bearer_token;
pub use body::{Body, MAX_SMALL_BODY, SmallBody};
pub use call::{Authorized, Call, KeyCall, app_of};
pub use claim_body::ClaimBody;
pub use client_address::client_address_of;
pub use compressed::Compressed;
pub use content_type::is_of_type;
pub use every_answer::{every_answer, is_head};
pub use export_file::{export_file, export_file_named};
pub use file_bytes::FileBytes;
pub use file_warnings::{FileWarning, warn};
pub use idempotency::{IdempotencyKey, about};
pub use introduction::{Introduction, introduction};
pub use list::List;
pub use observe::{observe, request_id_of, timing_of};
pub use operation::{Operation, PlaceOnce, not_found, only, register, resource};
pub use query::Query;
pub use reply::{Data, Reply, file, no_content, shown_file, stored};
pub use statement::{StatementNotRead, read_statements};

refusals::list![error::ServiceRefused, error::ParameterFault, error::RegistrationRefused];
