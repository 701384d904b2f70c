//! The documents of a period for accounting: a CSV of documents, a CSV of their VAT, XML for Pohoda, a
//! CSV of sums, and a ZIP of PDFs and XMLs. They are made in steps, each of which appends to every file,
//! so that a step may be made again, and no file is ever in memory as a whole.
//!
//! | to | begin with |
//! |---|---|
//! | ask for an export | [`ExportRequest::check`], [`Export::requested`] |
//! | say what a document is to accounting | [`Entry::of_invoice`], [`Entry::of_expense`], [`Entry::of_received`] |
//! | make a step | [`Step`] |
//! | keep it | [`ExportStore`] |

#![deny(clippy::disallowed_methods)]

mod amount;
mod csv;
mod entry;
mod export;
mod fault;
mod files;
mod firm;
mod period;
pub mod pohoda;
mod ports;
mod progress;
mod reading;
mod step;
refusals::list![fault::PeriodFault, ExportFault, AddExportError];

#[cfg(test)]
mod tests;
mod totals;
mod zip;

pub use amount::amount;
pub use csv::csv_cell;
pub use entry::{Direction, DocumentId, Entry, EntryKind, Partner, VatLine};
pub use export::{EXPORT_JOB, Export, ExportId, ExportState, MAX_KEPT_EXPORTS, RETENTION};
pub use fault::ExportFault;
pub use files::{ExportFile, FileSize};
pub use firm::Firm;
pub use period::{ExportRequest, Period};
pub use ports::{AddExportError, ExportStore, NewPart};
pub use progress::{Phase, Place, Progress, Selection};
pub use step::{Attached, Step};
pub use totals::{Sum, TotalKey, Totals};
