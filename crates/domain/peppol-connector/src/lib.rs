//! Sending over Peppol, without doing it: identifiers, states, decisions, repairs, credit, and what
#![warn(missing_docs)]
//! the world must offer.
//!
//! A send is [`read_facts`] and [`suggest`] over the document, [`apply`] where it needs repair,
//! [`decide_send`] over all that is known, and one transaction that keeps the [`Commit`]
//! ([`SubmissionStore`]). From then on [`Submission::advance`] moves it, driven by an
//! [`AccessPoint`]. Every decision is a pure function: time, ids and randomness are arguments.

mod account;
mod admission;
mod answer;
mod credit;
mod document_type;
mod enrollment;
mod environment;
mod facts;
mod held;
mod id;
mod issue_date;
mod native;
mod page;
mod participant;
mod ports;
mod profile;
mod publishes;
mod reading;
mod received;
mod record;
mod registration;
mod repair;
mod retry;
mod send;
mod state;
mod submission;
mod submission_record;
mod trail;
mod validation;
mod variable_symbol;

pub use account::{AccountRecord, CannotSend, HeldElsewhere, PeppolAccount};
pub use admission::{Admission, MAX_NUMBER, NumberUse, OrganizationFacts, Refusal, admit};
pub use answer::{DispatchAnswer, RecipientLookup, SendAnswer, SendStatus, looked_up};
pub use credit::{
    Balance, CreditEntry, CreditError, CreditMove, Credits, Hold, LedgerKind, LedgerLine, Posting,
    SEND_PRICE, capture_credit, price, release_credit, reserve_credit,
};
pub use document_type::{
    DOCUMENT_TYPE_SCHEME, DocumentTypeId, InvalidIdentifier, MAX_DOCUMENT_TYPE_LENGTH,
    MAX_PROCESS_LENGTH, PROCESS_SCHEME, ProcessId, Root, UnnamedType, WILDCARD_SCHEME, route_of,
};
pub use enrollment::{
    EnrollDecision, EnrollError, EnrollmentStatus, HELD_ELSEWHERE, HeldBy, MAX_TOKEN_LENGTH,
    SIMULATED_HOLDER, decide_enrollment,
};
pub use environment::{
    AUTO_ENROLL, Column, DEPRECATION, Environment, RegistrationAtCreation,
    STRICT_FOR_ACCOUNTS_FROM, STRICT_FOR_ALL_FROM, SUNSET, SendWithoutAccount, TOKEN_MISSING,
    TokenRule, Warning, deprecation_link,
};
pub use facts::{DocumentFacts, Endpoint, PartyFacts, Side};
pub use held::{CUTOFF, LEAVES_BY, Release, SendMode, release_time};
pub use id::{RecordedInvoiceId, StagedId, SubmissionId};
pub use issue_date::{DateRefusal, MAX_AGE, SEND_DATE_FROM, check_issue_date};
pub use jobs::{Jitter, JobId};
pub use native::{NativeInvoice, NativeRefusal, decide_native_send};
pub use page::{Page, Position};
pub use participant::{
    InvalidParticipant, MAX_VALUE_LENGTH, Network, PARTICIPANT_SCHEME, ParticipantId, SLOVAK_DIC,
    TEST_DIC, is_dic,
};
pub use ports::{
    AccessPoint, AccountStore, AttemptOutcome, Cause, ConnectorStoreError, CreditStore,
    DeliveryError, DirectoryError, DocumentValidator, InboxStore, ParticipantDirectory, Receipt,
    ReceivingPoint, Registration, SendSettingsStore, SubmissionLists, SubmissionStore,
    TokenVerifier, TrailStore, ValidatorUnavailable, VerificationError,
};
pub use profile::Profile;
pub use publishes::{Advance, AdvanceError, Step};
pub use reading::{OtherDocument, read_facts};
pub use received::{Arrival, ReceivedDocument, ReceivedFilter, ReceivedId, ReceivedRecord};
pub use record::{
    Commit, DocumentBytes, NewIds, QueuedSend, RecordedInvoice, SEND_JOB, STAGED_FOR, SendJob,
    StagedDocument, Submission,
};
pub use registration::{
    CannotDeactivate, CannotRegister, PARTICIPANT_TAKEN, PeppolStatus, RegistrationChange,
    deactivate, register, register_sender, registrable, registration_failed,
};
pub use repair::{CannotApply, Change, Finding, Severity, Target, apply, check_applied, suggest};
pub use retry::{MAX_ATTEMPTS, RetryClass, SEND_WAITS, next_attempt};
pub use send::{
    Dispatch, DispatchDecision, SendDecision, SendFacts, SendOptions, decide_dispatch, decide_send,
};
pub use state::{Actor, RejectReason, State};
pub use submission::{Effect, Move, MoveError, Moved, Progress, advance};
pub use submission_record::{SubmissionFilter, SubmissionRecord};
pub use trail::{TrailFilter, TrailKind, TrailLine};
pub use validation::{
    Examined, MAX_FINDINGS, Readiness, Repair, Validation, ValidationSummary, Verdict,
};
pub use variable_symbol::recorded_variable_symbol;
