//! What every request passes through.

mod body;
mod caller;
mod idempotency;
mod observe;
mod operation;
mod query;
mod reply;
mod timing;

pub(crate) use body::Body;
pub(crate) use caller::{Caller, KeyCaller};
pub(crate) use idempotency::{idempotency_claim, required_claim};
pub(crate) use observe::observe;
pub(crate) use operation::{Operation, operations, register};
pub(crate) use query::Query;
pub(crate) use reply::{Data, attachment, path_id, respond};
pub(crate) use timing::{Part, Timing};
