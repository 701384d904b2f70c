//! Statements of bank accounts: read from CAMT.053, 052 and 054, MT940, GPC and the CSV forms of banks, and matched to
//! open invoices. A line that certainly pays an invoice becomes a payment, one that may becomes a
//! proposal, and the rest is kept for people to look at.
//!
//! | to | begin with |
//! |---|---|
//! | read the bytes of a statement | [`read`], [`read_all`] |
//! | find whose account it is of | [`choose_account`] |
//! | decide what becomes of its lines | [`Incoming::of`], [`import`] |
//! | answer a proposal | [`accept`], [`refuse`], [`choose`] |
//! | take a payment back | [`take_back`] |
//! | say which column is which | [`Mapping::of`] |
//! | keep all of it | [`StatementStore`], [`MappingStore`] |

#![deny(clippy::disallowed_methods)]

mod account;
mod amount;
mod camt;
mod csv;
mod date;
mod encoding;
mod error;
mod gpc;
mod identity;
mod import;
mod limits;
mod mapping;
mod mapping_store;
mod marks;
mod matched_again;
mod matching;
mod mt940;
mod ports;
mod proposal;
mod proposed_invoice;
mod read;
mod records;
mod references;
mod reopen;
mod several;
mod statement;
mod symbols;
mod taken_back;

pub use account::{choose_account, told_apart};
pub use error::{Fault, Form, ImportRefused, Needed, Place, ReadError};
pub use identity::{Incoming, KeyedLine, KnownLine, KnownLines, Seen};
pub use import::{Moment, import, not_of_tomorrow};
pub use limits::{MAX_BYTES, MAX_CELL_BYTES, MAX_CELLS, MAX_LINES};
pub use mapping::{ChosenColumns, MAX_MAPPINGS, MappedColumn, Mapping, MappingId, MappingRecord};
pub use mapping_store::MappingStore;
pub use marks::marks;
pub use matched_again::{MATCH_JOB, MatchedAgain, Waiting};
pub use matching::{Candidates, Match, Matcher, OpenInvoice, Reason, Returned, Suggestion, Wanted};
pub use ports::StatementStore;
pub use proposal::{
    InvoiceUnfit, ProposalChange, ProposalError, ProposalRefused, accept, choose, refuse,
};
pub use proposed_invoice::{ProposedInvoice, is_named};
pub use read::{read, read_all};
pub use records::{
    Counts, LineId, LineRecord, LineState, NewStatement, PlannedPayment, ProposalFilter,
    ProposalId, ProposalRecord, ProposalRow, ProposalState, StatementId, StatementRecord,
};
pub use reopen::{PaidLine, Reopened, TakenBack, take_back};
pub use several::{OwnStatements, nth_hash, own_statements};
pub use statement::{Format, Line, ReadLine, Reading, Statement, Unproven};
pub use taken_back::{Overtaken, PaidBefore, WaitingBefore};

refusals::list![
    Fault,
    Place,
    error::Form,
    ImportRefused,
    mapping::MappingFault,
    Needed,
    ProposalRefused,
    InvoiceUnfit,
];
