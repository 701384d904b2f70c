//! The connector: documents of other people's systems, sent over Peppol.

mod dispatch;
mod lookup;
mod preflight;
mod send;

pub use dispatch::{DispatchError, dispatch};
pub use lookup::look_up;
pub use preflight::{Preflight, preflight};
pub use send::{SendError, SendRequest, send};

use peppol_connector::{JobId, NewIds, RecordedInvoiceId, StagedId, SubmissionId};
use uuid::Uuid;

/// How often a decision is made anew when what it rested on has changed meanwhile.
pub(super) const DECISIONS: usize = 5;

/// Ids for what a decision may keep.
pub(super) fn new_ids() -> NewIds {
    NewIds {
        submission: SubmissionId(Uuid::now_v7()),
        invoice: RecordedInvoiceId(Uuid::now_v7()),
        job: JobId(Uuid::now_v7()),
        staged: StagedId(Uuid::now_v7()),
        message: Uuid::new_v4(),
    }
}
