use crate::InvoiceType;
use serde::{Deserialize, Serialize};

/// Longest invoice number (BT-1) in characters.
pub(crate) const MAX_NUMBER_LENGTH: usize = 50;

/// The most digits of a variable symbol.
const VARIABLE_SYMBOL_DIGITS: usize = 10;

persistence::named! {
    /// How a number contains the year.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum YearStyle {
        /// `2026`; the count restarts each year.
        Four = "four",
        /// `26`; the count restarts each year.
        Two = "two",
        /// No year; the count never restarts.
        None = "none",
    }
}

impl YearStyle {
    /// How many digits of a number are the year.
    pub(super) const fn digits(self) -> usize {
        match self {
            YearStyle::Four => 4,
            YearStyle::Two => 2,
            YearStyle::None => 0,
        }
    }
}

/// The format of the numbers of a series: prefix, year, count.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeriesFormat {
    /// At most `SeriesFormat::MAX_PREFIX` characters of `A-Z a-z 0-9 - / .`.
    pub prefix: String,
    /// The year's form.
    pub year: YearStyle,
    /// The least digits of the count, 1 to 10; a larger count has more.
    pub width: u8,
}

/// A format that cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
pub enum SeriesFormatError {
    /// The prefix is too long, or has characters that are not allowed.
    #[error("prefix: at most 12 characters of A-Z, a-z, 0-9, '-', '/', '.'")]
    Prefix,
    /// The width is out of range.
    #[error("width: 1 to 10")]
    Width,
}

impl SeriesFormat {
    /// Longest prefix.
    pub(crate) const MAX_PREFIX: usize = 12;

    /// Most digits that a count is padded to.
    const MAX_WIDTH: u8 = 10;

    /// The default of a new organization: `FA20260001`, and `ZF1`, `SF3`, `VF4`, `DB5`, `TB6` before year and count
    /// for proforma, self-billing, final invoice, credit note (dobropis) and debit note (ťarchopis). A variable symbol
    /// consists of a number's digits, so each type needs a digit of its own: the first one shows the type that a
    /// payment is for (that of an invoice is the year's, 2).
    #[must_use]
    pub fn default_for(invoice_type: InvoiceType) -> Self {
        let prefix = match invoice_type {
            InvoiceType::Invoice => "FA",
            InvoiceType::Proforma => "ZF1",
            InvoiceType::SelfInvoice => "SF3",
            InvoiceType::FinalInvoice => "VF4",
            InvoiceType::CreditNote => "DB5",
            InvoiceType::DebitNote => "TB6",
        };
        Self { prefix: prefix.to_owned(), year: YearStyle::Four, width: 4 }
    }

    /// # Errors
    /// See [`SeriesFormatError`].
    pub fn check(&self) -> Result<(), SeriesFormatError> {
        let of_a_number = |b: u8| b.is_ascii_alphanumeric() || b"-/.".contains(&b);
        if self.prefix.len() > Self::MAX_PREFIX || !self.prefix.bytes().all(of_a_number) {
            return Err(SeriesFormatError::Prefix);
        }
        if !(1..=Self::MAX_WIDTH).contains(&self.width) {
            return Err(SeriesFormatError::Width);
        }
        Ok(())
    }

    /// The year that the count belongs to: 0 for a series without years.
    #[must_use]
    pub fn counted_year(&self, issue_year: i32) -> i32 {
        if self.year == YearStyle::None { 0 } else { issue_year }
    }

    /// The number with this count.
    #[must_use]
    pub fn number(&self, issue_year: i32, count: i64) -> String {
        let width = usize::from(self.width);
        format!("{}{count:0width$}", self.stem(issue_year))
    }

    /// The beginning of the numbers of a year: prefix and year.
    pub(super) fn stem(&self, issue_year: i32) -> String {
        let prefix = &self.prefix;
        match self.year {
            YearStyle::Four => format!("{prefix}{issue_year:04}"),
            YearStyle::Two => format!("{prefix}{:02}", issue_year.rem_euclid(100)),
            YearStyle::None => prefix.clone(),
        }
    }

    /// How many digits a typed count may have: as many as the numbers are padded to. Those that are not
    /// padded grow as they like.
    pub(super) fn most_digits(&self) -> usize {
        usize::from(if self.width == 1 { Self::MAX_WIDTH } else { self.width })
    }
}

/// The variable symbol of a number: its last ten digits. `None` when it has no digit.
#[must_use]
pub fn variable_symbol(number: &str) -> Option<String> {
    let digits: Vec<char> = number.chars().filter(char::is_ascii_digit).collect();
    let from = digits.len().saturating_sub(VARIABLE_SYMBOL_DIGITS);
    (!digits.is_empty()).then(|| digits[from..].iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_look_as_configured() {
        let format = SeriesFormat::default_for(InvoiceType::Invoice);
        assert_eq!(format.number(2026, 1), "FA20260001");
        assert_eq!(format.number(2026, 12345), "FA202612345");
        let format = SeriesFormat { prefix: String::new(), year: YearStyle::Two, width: 6 };
        assert_eq!(format.number(2026, 7), "26000007");
        let format = SeriesFormat { prefix: "X/".into(), year: YearStyle::None, width: 1 };
        assert_eq!((format.number(2026, 7), format.counted_year(2026)), ("X/7".into(), 0));
    }

    #[test]
    fn the_default_series_give_symbols_of_their_own() {
        let counts = [1, 2, 9, 10, 2026, 9_999, 10_000, 26_000, 99_999];
        let mut symbols = std::collections::HashSet::new();
        for invoice_type in InvoiceType::ALL {
            let format = SeriesFormat::default_for(invoice_type);
            format.check().expect("a format that can be set");
            for (year, count) in [2026, 2027, 2199].into_iter().zip([counts; 3]) {
                for count in count {
                    let symbol = variable_symbol(&format.number(year, count)).expect("digits");
                    assert!(symbols.insert(symbol.clone()), "{invoice_type:?} {year} {count}");
                    assert!(symbol.len() <= 10, "nothing is cut off: {symbol}");
                }
            }
        }
    }

    #[test]
    fn formats_are_checked() {
        for (prefix, width, result) in [
            ("FA-", 4, Ok(())),
            ("FÁ", 4, Err(SeriesFormatError::Prefix)),
            ("A B", 4, Err(SeriesFormatError::Prefix)),
            ("FAAAAAAAAAAAA", 4, Err(SeriesFormatError::Prefix)),
            ("FA", 0, Err(SeriesFormatError::Width)),
            ("FA", 11, Err(SeriesFormatError::Width)),
        ] {
            let format = SeriesFormat { prefix: prefix.into(), year: YearStyle::Four, width };
            assert_eq!(format.check(), result, "{prefix} {width}");
        }
    }

    #[test]
    fn the_variable_symbol_is_the_last_ten_digits() {
        for (number, symbol) in [
            ("FA20260001", Some("20260001")),
            ("2026-11/000123456", Some("1000123456")),
            ("ABC", None),
            ("٣4", Some("4")),
        ] {
            assert_eq!(variable_symbol(number).as_deref(), symbol);
        }
    }
}
