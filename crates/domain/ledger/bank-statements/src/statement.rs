use crate::{Place, account::is_unproven};
use money::{CurrencyCode, Decimal};
use serde::{Deserialize, Deserializer, Serialize};
use service_day::iso_date;
use time::Date;

persistence::named! {
    /// How a statement is written.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Format {
        /// ISO 20022, bank to customer statement.
        Camt053 = "camt.053",
        /// ISO 20022, account report: what moved so far today.
        Camt052 = "camt.052",
        /// ISO 20022, notification of single movements, or of the parts of a batch.
        Camt054 = "camt.054",
        /// What internet banking exports.
        Csv = "csv",
        /// SWIFT's customer statement.
        Mt940 = "mt940",
        /// The ABO format of Czech and Slovak banks.
        Gpc = "gpc",
    }
}

/// A statement as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// How it was written.
    pub format: Format,
    /// The account, where the statement names it: an IBAN in its normal form, else its number as the
    /// country writes it.
    pub account: Option<String>,
    /// What the account is kept in, where the statement says so.
    pub currency: Option<CurrencyCode>,
    /// The bank's number of it.
    pub number: Option<String>,
    /// Movements that are not booked yet: they come again when they are, and are left out.
    pub pending: u32,
    /// What was booked, in the order of the statement.
    pub lines: Vec<ReadLine>,
    /// What reading leaves open.
    pub reading: Reading,
}

/// What a statement does not say by itself.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reading {
    /// The same account in every line, in a column that some banks have for the own account and others
    /// for the other side's.
    pub some_account: Option<String>,
    /// What stands where the own account should, and has wrong check digits: it identifies no account.
    pub unproven_account: Option<String>,
}

/// A line, and where it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadLine {
    /// Where in the statement.
    pub place: Place,
    /// The line's own currency, where it has one.
    pub currency: Option<CurrencyCode>,
    /// What it says.
    pub line: Line,
}

/// One movement of an account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// The day on which the bank booked it.
    #[serde(with = "iso_date")]
    pub booked_on: Date,
    /// In the account's currency; negative when money went out.
    pub amount: Decimal,
    /// The three payment symbols, digits without leading zeros.
    pub variable_symbol: Option<String>,
    pub constant_symbol: Option<String>,
    pub specific_symbol: Option<String>,
    /// Who paid, or was paid: an IBAN in its normal form, else the account as the bank writes it.
    pub counterparty_account: Option<String>,
    pub counterparty_name: Option<String>,
    /// What the payer wrote.
    pub message: Option<String>,
    /// What else came with it and may name an invoice: references of the payer, what the bank adds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other_texts: Option<String>,
    /// By which the bank knows the movement.
    pub bank_reference: Option<String>,
    /// Takes an earlier movement back.
    pub reversal: bool,
    /// Why its amount, or that it took place, is not certain.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "kept_unproven")]
    pub unproven: Option<Unproven>,
    /// Nothing says whether it came or went; its amount is as it is written.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub direction_unknown: bool,
}

/// Why a line is not certain by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unproven {
    /// The parts of its batch do not add up to what was booked.
    PartOfBatch,
    /// Its only part says another amount, direction or currency than what was booked.
    DetailsDiffer,
    /// The file says of its state what is not known.
    StateUnknown,
}

/// Lines that were kept first say only whether they are a part of such a batch.
fn kept_unproven<'de, D: Deserializer<'de>>(kept: D) -> Result<Option<Unproven>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Kept {
        OfBatch(bool),
        Why(Unproven),
    }
    Ok(match Kept::deserialize(kept)? {
        Kept::OfBatch(of_batch) => of_batch.then_some(Unproven::PartOfBatch),
        Kept::Why(why) => Some(why),
    })
}

impl Line {
    /// The account by which its other side is known: none whose check digits are wrong.
    #[must_use]
    pub fn known_account(&self) -> Option<&str> {
        self.counterparty_account.as_deref().filter(|account| !is_unproven(account))
    }

    /// A movement that says no more than its day and amount.
    #[must_use]
    pub const fn of(booked_on: Date, amount: Decimal) -> Self {
        Self {
            booked_on,
            amount,
            variable_symbol: None,
            constant_symbol: None,
            specific_symbol: None,
            counterparty_account: None,
            counterparty_name: None,
            message: None,
            other_texts: None,
            bank_reference: None,
            reversal: false,
            unproven: None,
            direction_unknown: false,
        }
    }
}

/// Longest text of each kind, in characters.
const MAX_NAME: usize = 140;
const MAX_MESSAGE: usize = 500;
const MAX_REFERENCE: usize = 100;

/// A text on one line, cut; none when nothing is left.
fn short(text: &str, most: usize) -> Option<String> {
    let words = text.split_whitespace().enumerate();
    let joined = words.flat_map(|(n, word)| (n > 0).then_some(' ').into_iter().chain(word.chars()));
    let cut: String = joined.take(most).collect();
    (!cut.is_empty()).then_some(cut)
}

pub(crate) fn name(text: &str) -> Option<String> {
    short(text, MAX_NAME)
}

pub(crate) fn message(text: &str) -> Option<String> {
    short(text, MAX_MESSAGE)
}

pub(crate) fn reference(text: &str) -> Option<String> {
    short(text, MAX_REFERENCE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rust_decimal::dec;
    use time::macros::date;

    #[test]
    fn what_was_kept_as_a_part_of_a_batch_is_still_one() {
        let line = Line::of(date!(2026 - 11 - 28), dec!(1));
        let text = serde_json::to_string(&line).expect("written");
        assert!(!text.contains("unproven"), "{text}");
        let with = |value: &str| text.replacen('{', &format!("{{\"unproven\":{value},"), 1);
        for (text, expected) in [
            (text.clone(), None),
            (with("false"), None),
            (with("true"), Some(Unproven::PartOfBatch)),
            (with("\"state_unknown\""), Some(Unproven::StateUnknown)),
        ] {
            let read: Line = serde_json::from_str(&text).expect("read");
            assert_eq!(read.unproven, expected, "{text}");
            let again = serde_json::to_string(&read).expect("written");
            assert_eq!(serde_json::from_str::<Line>(&again).expect("read"), read);
        }
    }

    #[test]
    fn nobody_is_known_by_an_account_with_wrong_check_digits() {
        for (account, expected) in [
            ("SK0809000000000123123123", true),
            ("SK0909000000000123123123", false),
            ("19-2000145399/0800", true),
            ("GB00", true),
        ] {
            let counterparty_account = Some(account.to_owned());
            let line = Line { counterparty_account, ..Line::of(date!(2026 - 11 - 28), dec!(1)) };
            assert_eq!(line.known_account().is_some(), expected, "{account}");
        }
    }
}
