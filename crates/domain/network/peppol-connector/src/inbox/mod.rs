//! Received documents, and the statuses owed for them.

mod arriving;
mod document_head;
mod received;
mod received_exchange;
mod received_message;
mod status;

pub use crate::received_volume::{ALWAYS_TAKEN, ReceivedVolume, TooMuchReceived, VOLUME_WINDOW};
pub use arriving::ArrivingDocument;
pub use document_head::DocumentHead;
pub use received::{Arrival, ReceivedDocument, ReceivedFilter, ReceivedRecord, counts_once};
pub use received_exchange::ReceivedExchange;
pub use received_message::{ReceivedMessage, StatusRequest};
pub use status::{NewStatus, OutgoingStatus, OwedStatus, STATUS_DUE, STATUS_JOB, StatusState};
