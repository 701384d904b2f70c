//! What every request passes through.

mod body;
mod caller;
mod observe;
mod query;
mod timing;

pub use body::{Body, MAX_BODY};
pub use caller::Caller;
pub use observe::observe;
pub use query::Query;
pub use timing::{Part, Timing};
