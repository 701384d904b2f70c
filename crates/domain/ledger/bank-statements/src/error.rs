//! What is wrong with a statement, and where.

use crate::{MAX_BYTES, MAX_CELL_BYTES, MAX_CELLS, MAX_LINES};
use money::Currency;
use std::fmt;
use time::Date;

/// Where in a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// The statement as a whole.
    Whole,
    /// A character: line and column, from 1.
    Text { line: u32, column: u32 },
    /// A cell of a CSV: line and cell, from 1, and the name of its column.
    Cell { line: u32, cell: usize, name: String },
    /// An element of a CAMT.053 document, below its root: `Stmt[1]/Ntry[2]/Amt`.
    Path(String),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Whole => f.write_str("body"),
            Place::Text { line, column } => write!(f, "line {line}, column {column}"),
            Place::Cell { line, cell, name } => write!(f, "line {line}, cell {cell} ({name})"),
            Place::Path(path) => f.write_str(path),
        }
    }
}

/// Why a statement cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place} {fault}")]
pub struct ReadError {
    /// Where.
    pub place: Place,
    /// What is wrong there.
    pub fault: Fault,
}

impl ReadError {
    pub(crate) const fn new(place: Place, fault: Fault) -> Self {
        Self { place, fault }
    }
}

/// What is wrong at a place of a statement.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    #[error("has more than {MAX_BYTES} bytes: ask the bank for a shorter period")]
    TooLarge,
    #[error("has more than {MAX_LINES} movements: ask the bank for a shorter period")]
    TooManyLines,
    #[error("has more than {MAX_CELLS} cells in a row")]
    TooManyCells,
    #[error("has a cell of more than {MAX_CELL_BYTES} bytes")]
    CellTooLong,
    #[error("is neither UTF-8, UTF-16 nor windows-1250 text")]
    Encoding,
    /// What the reader of XML says.
    #[error("is not readable: {0}")]
    Xml(String),
    /// It ends in the middle.
    #[error("ends before its elements are closed: the file was cut off, download it again")]
    XmlCutOff,
    /// Of which its reader says nothing that helps.
    #[error("is not well-formed XML")]
    NotWellFormed,
    #[error(
        "is no statement: a camt.053 document, MT940, GPC, or a CSV with columns for the date and the amount"
    )]
    NotAStatement,
    /// Another message of ISO 20022, by its name.
    #[error("is {0}: camt.053, camt.052 or camt.054 of version 02 or later is needed")]
    OtherMessage(String),
    /// A CSV of which not enough is known.
    #[error(
        "has no column that is known as {missing}; its columns are {}",
        headings.join("; ")
    )]
    UnknownColumns { missing: Needed, headings: Vec<String> },
    /// Two columns of this name hold what must be clear.
    #[error("stands twice among the names of the columns")]
    NamedTwice,
    /// The sign and the direction, or two currencies.
    #[error("contradicts what stands beside it")]
    Contradicts,
    /// A record of fixed length, or a field of MT940, is not as its format says.
    #[error("is not a {0}")]
    NotAField(&'static str),
    #[error("begins a quotation that does not end")]
    OpenQuote,
    /// The last row of a CSV ends before the others do.
    #[error("is shorter than the rows above it: the file was cut off, download it again")]
    CutOff,
    /// No day of a CSV is behind the twelfth, and nothing else says which of two numbers is the month.
    #[error(
        "may be the day or the month first, and nothing in the file tells: download it with a day after the 12th, or with days such as 2026-11-21"
    )]
    DayOrder,
    #[error("is required")]
    Missing,
    #[error("must be a date, for example 21.11.2026 or 2026-11-21, between 2000 and 2099")]
    NotADate,
    #[error("must be an amount with at most 13 digits and 2 decimals, for example 1 234,56")]
    NotAnAmount,
    #[error("must not be negative: the direction is said beside it")]
    Negative,
    #[error("must be a currency code of three letters")]
    NotACurrency,
    #[error("must say whether the account is credited or debited")]
    NotADirection,
    #[error("is of another account or currency than what stands before: send one for each account")]
    SeveralAccounts,
}

/// What a CSV must have a column for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Needed {
    Date,
    Amount,
    Both,
}

impl fmt::Display for Needed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Needed::Date => "the date",
            Needed::Amount => "the amount",
            Needed::Both => "the date and as the amount",
        })
    }
}

/// Why a statement that can be read is not taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ImportRefused {
    /// The account is not one of the organization's.
    #[error("is of the account {iban}, which is none of the organization's")]
    ForeignAccount { iban: String },
    /// The statement names no account, and the caller neither.
    #[error("names no account: say which it is of as bank_account_id")]
    NoAccount,
    /// The statement names an account that cannot be one, and the caller none.
    #[error(
        "names the account {account}, whose check digits are wrong: say which it is of as bank_account_id"
    )]
    UnprovenAccount { account: String },
    /// The caller names an account that the organization does not have.
    #[error("is none of the organization's bank accounts")]
    UnknownAccount,
    /// The caller names one account and the statement another.
    #[error("is not the account that the statement is of, {iban}")]
    OtherAccount { iban: String },
    /// A line, or the statement, is in a currency that the account is not kept in.
    #[error("is in {found}, and the account {iban} is kept in {account}")]
    OtherCurrency { place: Place, found: String, account: Currency, iban: String },
    /// Nothing is booked on a day to come.
    #[error("is booked on {booked_on}, after today, {today} in Europe/Bratislava")]
    Future { place: Place, booked_on: Date, today: Date },
}

impl ImportRefused {
    /// What of the request is wrong: a parameter, or a place in the statement.
    #[must_use]
    pub fn field(&self) -> String {
        match self {
            Self::UnknownAccount | Self::OtherAccount { .. } => "bank_account_id".to_owned(),
            Self::NoAccount | Self::UnprovenAccount { .. } | Self::ForeignAccount { .. } => {
                Place::Whole.to_string()
            }
            Self::OtherCurrency { place, .. } | Self::Future { place, .. } => place.to_string(),
        }
    }
}
