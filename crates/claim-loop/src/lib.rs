//! The loop that claims work from a store under leases and sees it through: jobs and webhook deliveries alike.
//!
//! | to | begin with |
//! |---|---|
//! | say what is claimed, and what is done with it | [`ClaimSource`] |
//! | work until asked to stop | [`run_claims`] |
//! | set and check leases by a clock that all processes share | [`CountedOn`] |

mod claims;
mod counted_on;

pub use claims::{ClaimSource, run_claims};
pub use counted_on::CountedOn;
use tokio::sync::watch;

/// Becomes true when the workers must stop. A dropped sender counts as a stop.
pub type Stop = watch::Receiver<bool>;
