//! Documents that arrive, their statuses, and the responses of buyers.

pub(super) mod received;
pub(super) mod response_view;
pub(super) mod responses;
