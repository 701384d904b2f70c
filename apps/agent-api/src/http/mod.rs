//! What every request passes through.

mod body;
mod call;
mod client_address;
mod idempotency;
mod observe;
mod operation;
mod query;
mod reply;

pub(crate) use body::Body;
pub(crate) use call::{Call, KeyCall};
pub(crate) use observe::{observe, timing_of};
pub(crate) use operation::{Operation, operations, register};
pub(crate) use query::Query;
pub(crate) use reply::{Data, Reply, file, stored};
