//! Sending over Peppol, without doing it: identifiers, states, decisions, repairs, credit, and what
//! the world must offer.
//!
//! A send reads the facts of the document and suggests repairs, decides, and one transaction keeps
//! the decision. From then on moves advance the submission, each with its events. Every decision is a
//! pure function: time, ids and randomness are arguments.
//!
//! | to | begin with |
//! |---|---|
//! | name participants and document types | [`identifiers::ParticipantId`], [`identifiers::Network`] |
//! | read what a document says | [`documents::read_facts`] |
//! | repair it | [`repair::suggest`], then [`repair::apply`] |
//! | decide on a send | [`sending::decide_send`] |
//! | move a submission | [`sending::Submission::advance`] |
//! | charge for it | [`credit::reserve_credit`] |
//! | register a company | [`registration::registrable`], then [`registration::register`] |
//! | keep a document that arrives | [`inbox::ArrivingDocument`] |
//! | answer its sender | [`inbox::OwedStatus`] |
//! | read what was done | [`audit::AuditEntry`] |
//! | put a store, a directory or an access point behind it | [`ports`] |
#![warn(missing_docs)]
#![deny(clippy::disallowed_methods)]

mod account;
mod admission;
mod answer;
mod arriving;
mod attached;
pub mod audit;
mod content;
pub mod credit;
mod deactivation;
mod document_head;
mod document_key;
mod document_type;
mod enrollment;
mod environment;
mod facts;
mod flight;
mod held;
mod hop;
mod id;
mod issue_date;
mod leaving;
mod missing_receipt;
mod namespaces;
mod native;
mod organization_facts;
mod outgoing_message;
mod participant;
mod peppol_status;
pub mod ports;
mod profile;
mod publishes;
mod queue;
mod reading;
mod received;
mod received_exchange;
mod received_message;
mod received_volume;
mod record;
mod recording;
mod registering;
mod registration_change;
pub mod repair;
mod report_due;
mod retry;
mod send;
mod send_request;
mod state;
mod status;
mod submission;
mod submission_record;
mod tax_id;
mod tax_point;
mod validation;
mod variable_symbol;

/// Who and what is meant on the network: participants, document types, processes, ids.
pub mod identifiers {
    pub use crate::document_type::{
        DocumentTypeId, InvalidIdentifier, ProcessId, Root, UnnamedType, route_of,
    };
    pub use crate::id::{
        AuditEntryId, DocumentId, LedgerLineId, MessageId, ReceivedId, StagedId, SubmissionId,
    };
    pub use crate::participant::{
        InvalidParticipant, Network, PARTICIPANT_SCHEME, ParticipantId, is_dic,
    };
    pub use crate::profile::Profile;
    pub use invoicing::InvoiceId;
}

/// What a document says, and whether it may be sent.
pub mod documents {
    pub use crate::attached::{AttachedContent, AttachedFile, read_attached};
    pub use crate::content::{
        Adjustment, ContentLine, ContentVat, DocumentContent, MAX_LINES_TAKEN, PayeeAccount,
        PrecedingInvoice, read_content,
    };
    pub use crate::facts::{DocumentFacts, Endpoint, PartyFacts, Side};
    pub use crate::issue_date::DateRefusal;
    pub use crate::reading::{
        MAX_NAME_TAKEN, MAX_PROSE_TAKEN, MAX_TEXT_TAKEN, OtherDocument, read_facts,
    };
    pub use crate::tax_id::{TaxId, TaxScheme};
    pub use crate::validation::{
        AutoRepair, Inspection, MAX_FINDINGS, Readiness, Repair, Unlisted, Validation,
        ValidationSummary, Verdict,
    };
}

/// The decision to send: a document, a staged document, an invoice issued here.
pub mod sending {
    pub use crate::admission::{Admission, MAX_NUMBER, Refusal, admit};
    pub use crate::answer::{DispatchAnswer, RecipientLookup, SendAnswer, SendStatus, looked_up};
    pub use crate::document_key::{DocumentKey, EarlierSend};
    pub use crate::held::{LEAVES_BY, MAX_RELEASED, Release, SendMode, release_time};
    pub use crate::native::{NativeInvoice, NativeRefusal, decide_native_send, native_refusal};
    pub use crate::organization_facts::{EarlierRecord, NumberUse, OrganizationFacts};
    pub use crate::record::{
        DocumentBytes, NewIds, QueuedSend, SEND_JOB, STAGED_FOR, SendJob, SendWrites,
        StagedDocument, Submission,
    };
    pub use crate::recording::{RecordedInvoice, contact as contact_of, recorded_document};
    pub use crate::send::{
        Dispatch, DispatchDecision, SendDecision, SendFacts, SendOptions, decide_dispatch,
        decide_send,
    };
    pub use crate::send_request::{DocumentFormat, SendRequest};
}

/// The way of a submission through the network, and its events.
pub mod submissions {
    pub use crate::flight::{FlightAttempt, attempts_of};
    pub use crate::hop::{AttemptHops, Hop, HopStep, Trace};
    pub use crate::leaving::CannotLeave;
    pub use crate::missing_receipt::next_receipt_request;
    pub use crate::outgoing_message::OutgoingMessage;
    pub use crate::publishes::{Advance, AdvanceError, Step};
    pub use crate::queue::{MAX_PLACES, QueuePlaces};
    pub use crate::report_due::{REPORT_JOB, ReportDue};
    pub use crate::retry::{MAX_ATTEMPTS, RetryClass, next_attempt};
    pub use crate::state::{Actor, RejectReason, State};
    pub use crate::submission::{Effect, Move, MoveError, Moved, Progress, advance};
    pub use crate::submission_record::{SubmissionFilter, SubmissionRecord};
    pub use jobs::{Jitter, JobId};
}

/// Registrations on the network: enrolling, deactivating, and what the sandbox asks.
pub mod registration {
    pub use crate::account::{AccountRecord, CannotSend, PeppolAccount, RegisteredElsewhere};
    pub use crate::deactivation::{CannotDeactivate, deactivate};
    pub use crate::enrollment::{
        EnrollDecision, EnrollError, EnrollmentStatus, HeldBy, decide_enrollment, read_token,
    };
    pub use crate::environment::{
        AUTO_ENROLL, Column, DEPRECATION, Environment, RegistrationAtCreation, SUNSET,
        SendWithoutAccount, TokenRule, Warning, deprecation_link,
    };
    pub use crate::peppol_status::PeppolStatus;
    pub use crate::registering::{
        CannotRegister, PARTICIPANT_TAKEN, entered, entry_refused, register, register_sender,
        registrable, registration_failed,
    };
    pub use crate::registration_change::RegistrationChange;
}

/// Documents that were received.
pub mod inbox {
    pub use crate::arriving::ArrivingDocument;
    pub use crate::document_head::DocumentHead;
    pub use crate::received::{Arrival, ReceivedDocument, ReceivedFilter, ReceivedRecord};
    pub use crate::received_exchange::ReceivedExchange;
    pub use crate::received_message::{ReceivedMessage, StatusRequest};
    pub use crate::received_volume::{
        ALWAYS_TAKEN, ReceivedVolume, TooMuchReceived, VOLUME_WINDOW,
    };
    pub use crate::status::{
        NewStatus, OutgoingStatus, OwedStatus, STATUS_DUE, STATUS_JOB, StatusState,
    };
}

// Flat, for this workspace; others name the modules above.
