//! Invoice Responses (Peppol BIS Invoice Response 3): what a buyer makes of an invoice that it received, and what a
//! seller learns of one that it sent; of self-billed documents, what the seller makes of what the buyer wrote.
//!
//! | to | begin with |
//! |---|---|
//! | read what a caller answers | [`Answer::check`] |
//! | know what may be said next | [`next_statuses`] |
//! | decide whether that may be said | [`respond`] |
//! | follow a response that is sent | [`SentResponse`] |
//! | find the document that one is about which came | [`read_response`], then [`attach`] |
//! | show where many invoices stand | [`NetworkStatus`] |
//! | keep them | the ports [`ResponseStore`], [`ResponseInbox`] |

#![warn(missing_docs)]
#![deny(clippy::disallowed_methods)]

mod answer;
mod between;
mod network_status;
mod ports;
mod received;
mod respond;
mod sent;

pub use answer::{Answer, AnswerInput, MAX_REASONS, MAX_TEXT, ReasonInput};
pub use between::Between;
pub use network_status::NetworkStatus;
pub use peppol_messages::invoice_response::{
    AnsweredDocument, Clarification, ClarificationCode, InvoiceResponse, InvoiceStatus,
    ResponseParty, StatusAction, StatusReason,
};
pub use ports::{LOOKED_AT, ResponseInbox, ResponseStore};
pub use received::{
    NotAttached, ReceivedResponse, ResponsesOf, SentDocument, attach, is_response, read_response,
};
pub use respond::{CannotRespond, Decision, Responding, SELF_BILLED_FROM, next_statuses, respond};
pub use sent::{
    RESPOND_JOB, ResponseId, ResponseState, SentResponse, response_process, response_type,
    response_type_text,
};

refusals::list![answer::AnswerFault, CannotRespond];
