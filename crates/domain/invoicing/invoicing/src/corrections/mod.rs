//! What a later document may say, given what is recorded before: a note to an invoice, an edit of an invoice that
//! has notes, a recorded document that is sent again. One question, asked by every face and, under its lock, by
//! the store.

mod standing_note;
mod taxed_group;
mod vat_left;

pub use standing_note::StandingNote;
pub use taxed_group::TaxedGroup;
pub(crate) use taxed_group::taxed;
pub use vat_left::{VatLeft, VatRefused, credited_beyond};
