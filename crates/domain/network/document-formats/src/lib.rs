//! The formats that an invoice leaves in: UBL, CII, XRechnung in both, and the hybrid PDF.
//!
//! [`of_document`] writes an invoice of ours, [`of_ubl`] what others wrote; [`lacking`] says what the format asks for and
//! the invoice lacks, with the place in the request where it can be given. [`opened`] reads any of them back. Pure.
//!
//! | to | begin with |
//! |---|---|
//! | write an invoice in a format | [`of_document`], [`of_ubl`] |
//! | know what it lacks for that | [`lacking`] |
//! | know what a hybrid PDF of it is | [`profile`] |
//! | read a file, whatever it is | [`opened`] |
#![warn(missing_docs)]
#![deny(clippy::disallowed_methods)]

mod format;
mod lacking;
mod opened;
mod places;
mod written;

pub use format::{PdfFormat, XmlFormat};
pub use lacking::{Origin, lacking};
pub use opened::{OpenError, Opened, below_en16931, opened};
pub use written::{FormatError, Loss, Written, of_document, of_ubl, profile, profile_of_ubl};
