//! Decisions on sends: of a document, of a staged document, of an invoice issued here.

mod admission;
mod answer;
mod decide;
mod document_key;
mod held;
mod named_invoice;
mod native;
mod organization_facts;
mod record;
mod recording;

pub use crate::send_request::{DocumentFormat, SendRequest};
pub use admission::{Admission, MAX_NUMBER, Recorded, Refusal, admit};
pub use answer::{DispatchAnswer, RecipientLookup, SendAnswer, SendStatus, looked_up};
pub use decide::{
    Dispatch, DispatchDecision, SendDecision, SendFacts, SendOptions, decide_dispatch, decide_send,
};
pub use document_key::{DocumentKey, EarlierSend};
pub use held::{LEAVES_BY, MAX_RELEASED, Release, SendMode, release_time};
pub use named_invoice::NamedInvoice;
pub use native::{NativeInvoice, NativeRefusal, decide_native_send, native_refusal};
pub use organization_facts::{EarlierRecord, NumberUse, OrganizationFacts};
pub use record::{
    DocumentBytes, NewIds, QueuedSend, SEND_JOB, STAGED_FOR, SendJob, SendWrites, StagedDocument,
    Submission,
};
pub use recording::{RecordedInvoice, contact as contact_of, recorded_document};
