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
pub mod audit;
mod content;
pub mod credit;
mod document_head;
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
mod native;
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
mod record;
mod recording;
mod registration_change;
pub mod repair;
mod report_due;
mod retry;
mod send;
mod state;
mod status;
mod submission;
mod submission_record;
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
    pub use crate::content::{
        Adjustment, ContentLine, ContentVat, DocumentContent, MAX_LINES_TAKEN, PayeeAccount,
        PrecedingInvoice, read_content,
    };
    pub use crate::facts::{DocumentFacts, Endpoint, PartyFacts, Side};
    pub use crate::issue_date::DateRefusal;
    pub use crate::reading::{OtherDocument, read_facts};
    pub use crate::validation::{
        Inspection, MAX_FINDINGS, Readiness, Repair, Unlisted, Validation, ValidationSummary,
        Verdict,
    };
}

/// The decision to send: a document, a staged document, an invoice issued here.
pub mod sending {
    pub use crate::admission::{
        Admission, MAX_NUMBER, NumberUse, OrganizationFacts, Refusal, admit,
    };
    pub use crate::answer::{DispatchAnswer, RecipientLookup, SendAnswer, SendStatus, looked_up};
    pub use crate::held::{LEAVES_BY, MAX_RELEASED, Release, SendMode, release_time};
    pub use crate::native::{NativeInvoice, NativeRefusal, decide_native_send, native_refusal};
    pub use crate::record::{
        DocumentBytes, NewIds, QueuedSend, SEND_JOB, STAGED_FOR, SendJob, SendWrites,
        StagedDocument, Submission,
    };
    pub use crate::recording::{
        EarlierRecord, RecordedInvoice, contact as contact_of, recorded_document,
    };
    pub use crate::send::{
        Dispatch, DispatchDecision, SendDecision, SendFacts, SendOptions, decide_dispatch,
        decide_send,
    };
}

/// The way of a submission through the network, and its events.
pub mod submissions {
    pub use crate::flight::{FlightAttempt, attempts_of};
    pub use crate::hop::{AttemptHops, Hop, HopStep, Trace};
    pub use crate::leaving::CannotLeave;
    pub use crate::missing_receipt::next_receipt_request;
    pub use crate::publishes::{Advance, AdvanceError, Step};
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
    pub use crate::enrollment::{
        EnrollDecision, EnrollError, EnrollmentStatus, HeldBy, decide_enrollment,
    };
    pub use crate::environment::{
        AUTO_ENROLL, Column, DEPRECATION, Environment, RegistrationAtCreation, SUNSET,
        SendWithoutAccount, TokenRule, Warning, deprecation_link,
    };
    pub use crate::peppol_status::PeppolStatus;
    pub use crate::registration_change::{
        CannotDeactivate, CannotRegister, PARTICIPANT_TAKEN, RegistrationChange, deactivate,
        entered, entry_refused, register, register_sender, registrable, registration_failed,
    };
}

/// Documents that were received.
pub mod inbox {
    pub use crate::arriving::ArrivingDocument;
    pub use crate::document_head::DocumentHead;
    pub use crate::received::{Arrival, ReceivedDocument, ReceivedFilter, ReceivedRecord};
    pub use crate::received_exchange::ReceivedExchange;
    pub use crate::received_message::{ReceivedMessage, StatusRequest};
    pub use crate::status::{
        NewStatus, OutgoingStatus, OwedStatus, STATUS_DUE, STATUS_JOB, ServiceMessage, StatusState,
    };
}

// Flat, for this workspace; others name the modules above.
#[doc(hidden)]
pub use account::{AccountRecord, CannotSend, PeppolAccount, RegisteredElsewhere};
pub(crate) use admission::numbered;
#[doc(hidden)]
pub use admission::{Admission, MAX_NUMBER, NumberUse, OrganizationFacts, Refusal, admit};
#[doc(hidden)]
pub use answer::{DispatchAnswer, RecipientLookup, SendAnswer, SendStatus, looked_up};
#[doc(hidden)]
pub use arriving::ArrivingDocument;
#[doc(hidden)]
pub use audit::{AccountAudit, AuditAction, AuditEntry, AuditFilter};
#[doc(hidden)]
pub use content::{
    Adjustment, ContentLine, ContentVat, DocumentContent, MAX_LINES_TAKEN, PayeeAccount,
    PrecedingInvoice, read_content,
};
#[doc(hidden)]
pub use credit::{
    Balance, CreditEntry, CreditError, CreditMove, Credits, Hold, LedgerKind, LedgerLine, Posting,
    SEND_PRICE, capture_credit, price, release_credit, reserve_credit,
};
#[doc(hidden)]
pub use document_head::DocumentHead;
#[doc(hidden)]
pub use document_type::{
    DocumentTypeId, InvalidIdentifier, ProcessId, Root, UnnamedType, route_of,
};
pub(crate) use enrollment::HELD_ELSEWHERE;
#[doc(hidden)]
pub use enrollment::{EnrollDecision, EnrollError, EnrollmentStatus, HeldBy, decide_enrollment};
pub(crate) use environment::TOKEN_MISSING;
#[doc(hidden)]
pub use environment::{
    AUTO_ENROLL, Column, DEPRECATION, Environment, RegistrationAtCreation, SUNSET,
    SendWithoutAccount, TokenRule, Warning, deprecation_link,
};
#[doc(hidden)]
pub use facts::{DocumentFacts, Endpoint, PartyFacts, Side};
#[doc(hidden)]
pub use flight::{FlightAttempt, attempts_of};
#[doc(hidden)]
pub use held::{LEAVES_BY, MAX_RELEASED, Release, SendMode, release_time};
#[doc(hidden)]
pub use hop::{AttemptHops, Hop, HopStep, Trace};
#[doc(hidden)]
pub use id::{
    AuditEntryId, DocumentId, LedgerLineId, MessageId, ReceivedId, StagedId, SubmissionId,
};
#[doc(hidden)]
pub use invoicing::InvoiceId;
#[doc(hidden)]
pub use issue_date::DateRefusal;
pub(crate) use issue_date::{check_issue_date, check_send_date};
#[doc(hidden)]
pub use jobs::{Jitter, JobId};
#[doc(hidden)]
pub use leaving::CannotLeave;
pub use missing_receipt::next_receipt_request;
#[doc(hidden)]
pub use native::{NativeInvoice, NativeRefusal, decide_native_send, native_refusal};
#[doc(hidden)]
pub use participant::{InvalidParticipant, Network, PARTICIPANT_SCHEME, ParticipantId, is_dic};
pub(crate) use participant::{SLOVAK_DIC, TEST_DIC};
#[doc(hidden)]
pub use peppol_status::PeppolStatus;
#[doc(hidden)]
pub use ports::{
    AccessPoint, AccountStore, AttemptOutcome, AuditStore, Cause, CreditStore, DeliveryError,
    DirectoryError, DocumentValidator, FlightStore, InboxStore, ParticipantDirectory, Receipt,
    ReceivingPoint, Registration, SendSettingsStore, StatusStore, SubmissionLists, SubmissionStore,
    TokenVerifier, ValidatorUnavailable, VerificationError,
};
#[doc(hidden)]
pub use profile::Profile;
#[doc(hidden)]
pub use publishes::{Advance, AdvanceError, Step};
#[doc(hidden)]
pub use queue::{MAX_PLACES, QueuePlaces};
#[doc(hidden)]
pub use reading::{MAX_NAME_TAKEN, MAX_PROSE_TAKEN, MAX_TEXT_TAKEN, OtherDocument, read_facts};
#[doc(hidden)]
pub use received::{Arrival, ReceivedDocument, ReceivedFilter, ReceivedRecord};
#[doc(hidden)]
pub use received_exchange::ReceivedExchange;
#[doc(hidden)]
pub use received_message::{ReceivedMessage, StatusRequest};
#[doc(hidden)]
pub use record::{
    DocumentBytes, NewIds, QueuedSend, SEND_JOB, STAGED_FOR, SendJob, SendWrites, StagedDocument,
    Submission,
};
pub(crate) use recording::record;
#[doc(hidden)]
pub use recording::{EarlierRecord, RecordedInvoice, contact as contact_of, recorded_document};
#[doc(hidden)]
pub use registration_change::{
    CannotDeactivate, CannotRegister, PARTICIPANT_TAKEN, RegistrationChange, deactivate, entered,
    entry_refused, register, register_sender, registrable, registration_failed,
};
#[doc(hidden)]
pub use repair::{CannotApply, Change, Finding, Severity, Target, apply, check_applied, suggest};
#[doc(hidden)]
pub use report_due::{REPORT_JOB, ReportDue};
#[doc(hidden)]
pub use retry::{MAX_ATTEMPTS, RetryClass, next_attempt};
#[doc(hidden)]
pub use send::{
    Dispatch, DispatchDecision, SendDecision, SendFacts, SendOptions, decide_dispatch, decide_send,
};
#[doc(hidden)]
pub use state::{Actor, RejectReason, State};
#[doc(hidden)]
pub use status::{
    NewStatus, OutgoingStatus, OwedStatus, STATUS_DUE, STATUS_JOB, ServiceMessage, StatusState,
};
#[doc(hidden)]
pub use submission::{Effect, Move, MoveError, Moved, Progress, advance};
#[doc(hidden)]
pub use submission_record::{SubmissionFilter, SubmissionRecord};
#[doc(hidden)]
pub use validation::{
    Inspection, MAX_FINDINGS, Readiness, Repair, Unlisted, Validation, ValidationSummary, Verdict,
};
pub(crate) use variable_symbol::recorded_variable_symbol;
