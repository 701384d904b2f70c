//! Documents that arrive, the statuses that their senders get, and the responses of buyers.

pub mod document_files;
pub mod documents;
pub mod receive_document;
pub mod receive_error;
pub mod receive_status;
pub mod responses;
pub mod send_status;
pub(crate) mod status_owed;
