//! The service as a whole: errors, limits, jobs, documentation.

pub(super) mod around;
pub(super) mod bounded;
pub(super) mod documentation;
pub(super) mod error_codes;
pub(super) mod errors;
pub(super) mod fuzz;
pub(super) mod guides;
pub(super) mod idempotency;
pub(super) mod log_messages;
pub(super) mod operations;
pub(super) mod registry;
pub(super) mod slots;
