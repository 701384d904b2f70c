//! What every request passes through.

mod body;
mod caller;
mod idempotency;
mod observe;
mod query;
mod timing;

pub use body::{Body, MAX_BODY};
pub use caller::{Caller, KeyCaller};
pub use idempotency::{idempotency_claim, required_claim};
pub use observe::observe;
pub use query::Query;
pub use timing::{Part, Timing};
