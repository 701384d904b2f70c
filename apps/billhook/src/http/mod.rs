//! What every request passes through.

mod body;
mod call;
mod idempotency;
mod observe;
mod operation;
mod query;
mod reply;
mod timing;

pub(crate) use body::{Body, LARGE_AT_ONCE};
pub(crate) use call::{Call, KeyCall};
pub(crate) use observe::observe;
pub(crate) use operation::{Operation, operations, register};
pub(crate) use query::Query;
pub(crate) use reply::{Data, Reply, file, stored};
pub(crate) use timing::{Part, Timing};
