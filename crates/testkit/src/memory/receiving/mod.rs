//! Documents that arrive, their statuses, and the responses of buyers.

pub(super) mod inbox;
pub(super) mod responses;
pub(super) mod statuses;
