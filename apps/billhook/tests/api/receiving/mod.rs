//! Documents that arrive, their statuses, and the responses of buyers.

mod files;
pub(super) mod inbox;
pub(super) mod portal_responses;
pub(super) mod responses;
pub(super) mod statuses;
