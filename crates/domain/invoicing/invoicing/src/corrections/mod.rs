//! Checks of a later document against what is recorded: a note to an invoice, an edit of an invoice that has notes, a
//! recorded document that is sent again. Callers run the same checks as the store does again under its lock.

mod nothing_left;
mod recorded_rest;
mod standing_note;
mod taxed_group;
mod vat_left;

pub(crate) use recorded_rest::with_rest_of;
pub use standing_note::StandingNote;
pub use taxed_group::TaxedGroup;
pub(crate) use taxed_group::taxed;
pub use vat_left::{VatLeft, VatRefused, credited_beyond};
