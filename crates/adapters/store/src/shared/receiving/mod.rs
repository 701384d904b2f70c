//! Documents that arrive, their statuses, and the responses of buyers.

pub(super) mod arrivals;
mod each_once;
pub(super) mod inbox;
pub(super) mod inbox_list;
mod network_status;
mod packed;
pub(super) mod responses;
pub(super) mod statuses;

pub(super) use each_once::counts_once;
