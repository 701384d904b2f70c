//! The life of a report to the Slovak tax authority (C5): a provider reports each invoice that a Slovak
//! firm with a VAT number sends (as C2) or receives (as C3), and the authority answers with a message
//! level status.
//!
//! | to | begin with |
//! |---|---|
//! | know whether a document is reported | [`report_due`] |
//! | make the tax data document | [`KeptReport::document`] |
//! | send it | [`KeptReport::message`] |
//! | know when it is tried again | [`next_try`], [`turn`] |
//! | know what a cancelled invoice deletes | [`to_withdraw`] |
//! | follow a report | [`TaxReport::sent`], [`TaxReport::answered`] |
//! | show it | [`FsReport`] |
//! | keep it | the port [`TaxReportStore`] |

#![warn(missing_docs)]
#![deny(clippy::disallowed_methods)]

mod document;
mod due;
mod kept;
mod ports;
mod report;
mod schedule;
mod shown;
mod withdraw;

pub use document::{CannotReport, DOCUMENT_UUID, Reporting, TaxDataHead, TaxDataId, TaxDocument};
pub use due::{Firm, NotReported, Passage, report_due, reported};
pub use kept::{GivenUp, KeptReport, MadeDocument, ReportAbout, ReportSource};
pub use ports::TaxReportStore;
pub use report::{
    AnswerRefused, Decided, NotDecided, ReportId, ReportState, ReportedDocument,
    ReportedDocumentId, TaxReport,
};
pub use schedule::{Earlier, REPORT_WITHIN, RUNNING_OUT, Turn, next_try, runs_out, turn};
pub use shown::{FsReport, ShownState};
pub use withdraw::{WITHDRAW_JOB, superseded, to_withdraw};
