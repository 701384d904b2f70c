//! Documents that arrive, their statuses, and the responses of buyers.

pub(super) mod received;
pub(super) mod responses;
