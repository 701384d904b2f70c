//! Deliveries: their states, attempts, retries and outcomes.

pub(crate) mod delivery;
mod explanation;
pub(crate) mod fan_out;
mod outcome;
mod retry;

pub use delivery::{
    Attempt, Concluded, DeliveryState, GaveUp, Kind, LEASE, NotClaimable, NotRedeliverable, Stale,
};
pub use explanation::Explanation;
pub use fan_out::fan_out;
pub use outcome::{EXCERPT, MAX_ANSWER, Outcome, TIMEOUT, excerpt};
pub use retry::{ATTEMPTS, WAITS};
