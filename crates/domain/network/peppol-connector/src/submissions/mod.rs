//! Submissions in the network: states, moves, retries, events.

mod flight;
mod hop;
mod leaving;
mod missing_receipt;
mod outgoing_message;
mod publishes;
mod queue;
mod report_due;
mod retry;
mod state;
mod submission;
mod submission_record;

pub use flight::{FlightAttempt, attempts_of};
pub use hop::{AttemptHops, Hop, HopStep, Trace};
pub use jobs::{Jitter, JobId};
pub use leaving::CannotLeave;
pub use missing_receipt::next_receipt_request;
pub use outgoing_message::OutgoingMessage;
pub use publishes::{Advance, AdvanceError, Step};
pub use queue::{MAX_PLACES, QueuePlaces};
pub use report_due::{REPORT_JOB, ReportDue};
pub use retry::{MAX_ATTEMPTS, RetryClass, next_attempt};
pub use state::{Actor, RejectReason, State};
pub use submission::{Effect, Move, MoveError, Moved, Progress, advance};
pub use submission_record::{SubmissionFilter, SubmissionRecord};
