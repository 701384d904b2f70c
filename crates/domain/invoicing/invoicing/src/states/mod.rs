//! The status of an invoice, its transitions and its history.

mod history;
mod holds;
mod invoice_changes;
mod lifecycle;
mod links;
mod note_effect;
mod overdue;
mod standing;
mod transition_refused;
mod transitions;

pub use crate::views::{ViewStore, Views};
pub use history::{HistoryAction, HistoryEntry, HistoryRow};
pub use holds::Holds;
pub use invoice_changes::InvoiceChangeStore;
pub use lifecycle::{
    ChangeMoment, ChangeRefused, FollowUp, InvoiceChange, InvoiceMove, InvoiceState,
};
pub use links::Links;
pub use note_effect::{NoteEffect, NoteRefused, NoteTerms, share_out};
pub use overdue::{BecomesOverdue, DueCursor, OverdueStore, PastDue};
pub use standing::{Hold, LiveSend, PaidPart, Standing};
pub use transition_refused::TransitionRefused;
pub use transitions::Trigger;
