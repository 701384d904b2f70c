//! The formats that an invoice leaves in: UBL, CII, XRechnung in both, and the hybrid PDF.
//!
//! [`of_document`] writes an invoice of ours, [`of_ubl`] and [`of_file`] what others wrote. What is [`Written`] says what the
//! format asks for and the invoice lacks, with the place in the request where it can be given, and what of the document it has
//! no place for: by paths of the document that was given, however many conversions lie between. [`opened`] reads any of them
//! back. Pure.
//!
//! | to | begin with |
//! |---|---|
//! | write an invoice in a format | [`of_document`], [`of_ubl`], [`of_file`] |
//! | know what it lacks for that, and what is lost | [`Written`] |
//! | write the XML of a hybrid PDF | [`hybrid_of_document`], [`hybrid_of_ubl`], [`hybrid_of_file`] |
//! | read a file, whatever it is | [`unpacked`], [`opened`] |
#![warn(missing_docs)]
#![deny(clippy::disallowed_methods)]

mod draft;
mod explained;
mod format;
mod hybrid;
mod lacking;
mod opened;
mod places;
mod trace;
mod written;

pub use explained::{finding, version};
pub use format::{PdfFormat, XmlFormat};
pub use hybrid::{HybridXml, hybrid_of_document, hybrid_of_file, hybrid_of_ubl};
pub use lacking::Origin;
pub use opened::{OpenError, Opened, Unpacked, below_en16931, opened, unpacked};
pub use written::{FormatError, Loss, Written, of_document, of_file, of_ubl};
