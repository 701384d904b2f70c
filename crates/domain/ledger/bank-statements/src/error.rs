//! What is wrong with a statement, and where.

use crate::{MAX_BYTES, MAX_CELL_BYTES, MAX_CELLS, MAX_LINES, limits::MAX_FIELD_BYTES};
use money::Currency;
use refusals::Reason;
use time::Date;

/// Where in a statement.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[refusal("statement_place")]
pub enum Place {
    /// The statement as a whole.
    #[error("body")]
    Whole,
    /// A character: line and column, from 1.
    #[error("line {line}, column {column}")]
    Text { line: u32, column: u32 },
    /// A cell of a CSV: line and cell, from 1, and the name of its column.
    #[error("line {line}, cell {cell} ({name})")]
    Cell { line: u32, cell: usize, name: String },
    /// An element of a CAMT.053 document, below its root: `Stmt[1]/Ntry[2]/Amt`.
    #[error("{path}", path = .0)]
    Path(String),
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
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[refusal("statement")]
pub enum Fault {
    #[error("has more than {most} bytes: ask the bank for a shorter period", most = MAX_BYTES)]
    TooLarge,
    #[error("has more than {most} movements: ask the bank for a shorter period", most = MAX_LINES)]
    TooManyLines,
    #[error("has more than {most} cells in a row", most = MAX_CELLS)]
    TooManyCells,
    #[error("has a cell of more than {most} bytes", most = MAX_CELL_BYTES)]
    CellTooLong,
    #[error("is neither UTF-8, UTF-16 nor windows-1250 text")]
    Encoding,
    /// What the reader of XML says.
    #[error("is not readable: {reason}", reason = .0)]
    Xml(Reason),
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
    #[error("is {name}: camt.053, camt.052 or camt.054 of version 02 or later is needed", name = .0)]
    OtherMessage(String),
    /// A CSV of which not enough is known.
    #[error(
        "has no column that is known as {missing}; its columns are {headings}",
        headings = headings.join("; ")
    )]
    UnknownColumns { missing: Needed, headings: Vec<String> },
    /// Two columns of this name hold what must be clear.
    #[error("stands twice among the names of the columns")]
    NamedTwice,
    /// The sign and the direction, or two currencies.
    #[error("contradicts what stands beside it")]
    Contradicts,
    /// A record of fixed length, or a field of MT940, is not as its format says.
    #[error("is not a {form}", form = .0)]
    NotAField(Form),
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[refusal("statement_column")]
pub enum Needed {
    #[error("the date")]
    Date,
    #[error("the amount")]
    Amount,
    #[error("the date and as the amount")]
    Both,
    /// Several columns hold amounts, and nothing says which of them moved on the account.
    #[error("the only amount, or the amount in the account's currency")]
    OneAmount,
}

/// What a record or a field of a format is to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[refusal("statement_form")]
pub enum Form {
    #[error("record of GPC, which begins with 074 to 079")]
    GpcRecord,
    #[error("record of GPC: it has 128 characters")]
    GpcLength,
    #[error("account of sixteen digits")]
    GpcAccount,
    #[error("amount of twelve digits in hellers")]
    GpcAmount,
    #[error("line of a statement, such as :61:2611301130C100,50NTRFNONREF//B1")]
    Line,
    #[error("statement that ends with a balance, :62F: or :62M:")]
    Statement,
    #[error("balance, such as C261130EUR1004,50")]
    Balance,
    #[error("field of MT940: it has more than {most} bytes", most = MAX_FIELD_BYTES)]
    Field,
}

/// Why a statement that can be read is not taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[refusal("statement_import")]
pub enum ImportRefused {
    /// The account is not one of the organization's.
    #[error("is of the account {iban}, which is none of the organization's")]
    ForeignAccount { iban: String },
    /// The statement names no account, and the caller neither.
    #[error("names no account: say which it is of as bank_account_id")]
    NoAccount,
    /// The statement names an account that is kept in several currencies, and no currency.
    #[error(
        "is of the account {iban}, which is kept in several currencies, and does not say in which it is: say which account it is of as bank_account_id"
    )]
    SeveralCurrencies { iban: String },
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
            Self::NoAccount
            | Self::SeveralCurrencies { .. }
            | Self::UnprovenAccount { .. }
            | Self::ForeignAccount { .. } => Place::Whole.to_string(),
            Self::OtherCurrency { place, .. } | Self::Future { place, .. } => place.to_string(),
        }
    }
}
