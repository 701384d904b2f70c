//! What every request passes through.

mod body;
mod caller;
mod idempotency;
mod key_caller;
mod observe;
mod query;
mod timing;

pub use body::{Body, MAX_BODY};
pub use caller::Caller;
pub use idempotency::{idempotency_claim, required_claim};
pub use key_caller::KeyCaller;
pub use observe::observe;
pub use query::Query;
pub use timing::{Part, Timing};
