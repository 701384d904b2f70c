//! Documents that arrive, their statuses, and the responses of buyers.

pub mod inbox;
pub mod inbox_list;
pub mod received_messages;
pub mod received_statuses;
pub mod responses;
