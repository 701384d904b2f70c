//! Invoice Responses: sent by organizations about received documents, and received about sent documents.

mod receive;
mod respond;
mod send;
mod settings;
mod shown;

pub(crate) use receive::{not_attached, receive_response};
pub(crate) use send::response_answered;

pub use respond::{RespondError, respond_to};
pub use send::{ResponseAttempt, SendResponseError, send_response};
pub use settings::set_takes_responses;
pub use shown::{answerable, received_responses, responses_to};
