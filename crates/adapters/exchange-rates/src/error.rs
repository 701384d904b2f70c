//! Why there are no rates.

use time::Date;

/// Why a published file cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    /// Not XML, or cut off.
    #[error("not a whole XML document: {0}")]
    Xml(String),
    /// No day, or no rate at all.
    #[error("no rates in the file")]
    Empty,
    /// A date in an unknown form.
    #[error("not a date: {0:?}")]
    Date(String),
    /// A currency code in an unknown form.
    #[error("not a currency code: {0:?}")]
    Currency(String),
    /// An amount or rate that is no positive number.
    #[error("not a positive number: {0:?}")]
    Number(String),
    /// A line with too few columns.
    #[error("not a line of country, currency, amount, code and rate: {0:?}")]
    Line(String),
}

/// Why a bank's rates of a day cannot be had. None of these fails an invoice.
#[derive(Debug, thiserror::Error)]
pub enum RateError {
    /// The bank did not answer within the time allowed.
    #[error("the central bank did not answer in time")]
    Timeout,
    /// No connection, or it broke.
    #[error("the central bank cannot be reached")]
    Unreachable(#[source] reqwest::Error),
    /// It answered, but not with rates.
    #[error("the central bank answered with status {status}")]
    Refused {
        /// The HTTP status code.
        status: u16,
    },
    /// The answer is longer than any published file.
    #[error("the central bank's answer has more than {limit} bytes")]
    TooLarge {
        /// The most bytes taken.
        limit: usize,
    },
    /// The answer is not in a published format.
    #[error("the central bank's answer cannot be read")]
    Unreadable(#[from] FormatError),
    /// Nothing was published on the day or in the days before it.
    #[error("no rates published on {day} or up to {max_days_back} days before")]
    NotPublished {
        /// The day asked for.
        day: Date,
        /// How far back was looked.
        max_days_back: u16,
    },
}

/// The beginning of a text, for an error message.
pub(crate) fn excerpt(text: &str) -> String {
    text.chars().take(60).collect()
}
