//! The CNB's daily rates, `denni_kurz.txt` (Czech) and `daily.txt` (English): a line with date
//! and sequence number, a line of column names, and a line per currency of country, currency,
//! amount, code and rate, divided by bars.
//!
//! The CNB quotes crowns for an amount of foreign currency; this turns them around.

use std::collections::BTreeMap;

use rust_decimal::Decimal;
use time::macros::format_description;
use time::{Date, Month};

use crate::error::excerpt;
use crate::rates::{is_currency_code, representable};
use crate::{DailyRates, FormatError};

/// Reads a CNB file. Rates come out as units of foreign currency per one crown, rounded to 8
/// decimals, half away from zero; a rate that `exchange_rate` cannot carry is left out.
///
/// Reading ends at the first blank line: in the files of 1999 to 2001 fixed conversion ratios
/// follow it, which are no rates of the day.
///
/// # Errors
/// A [`FormatError`] if there are no rates, or a date, code, amount or rate is malformed.
pub fn read_cnb(text: &str) -> Result<DailyRates, FormatError> {
    let mut lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
    let date = date(lines.next().unwrap_or_default())?;
    let mut rates = BTreeMap::new();
    for line in lines.skip(1).take_while(|line| !line.is_empty()) {
        let (code, rate) = read_line(line)?;
        if let Some(rate) = representable(rate) {
            rates.insert(code.to_owned(), rate);
        }
    }
    if rates.is_empty() { Err(FormatError::Empty) } else { Ok(DailyRates { date, rates }) }
}

/// One currency: its code, and how much of it one crown buys.
fn read_line(line: &str) -> Result<(&str, Decimal), FormatError> {
    let columns: Vec<&str> = line.split('|').map(str::trim).collect();
    let &[_, _, amount, code, crowns] = columns.as_slice() else {
        return Err(FormatError::Line(excerpt(line)));
    };
    if !is_currency_code(code) {
        return Err(FormatError::Currency(excerpt(code)));
    }
    let per_crown = positive(amount)?.checked_div(positive(crowns)?);
    Ok((code, per_crown.ok_or_else(|| FormatError::Number(excerpt(crowns)))?))
}

/// A positive number with a decimal comma (Czech) or point (English).
fn positive(text: &str) -> Result<Decimal, FormatError> {
    Decimal::from_str_exact(&text.replacen(',', ".", 1))
        .ok()
        .filter(|number| *number > Decimal::ZERO)
        .ok_or_else(|| FormatError::Number(excerpt(text)))
}

/// The date before the sequence number: "20.11.2026 #225", "20 Nov 2026 #225" or
/// "20.Nov.2026 #225".
fn date(line: &str) -> Result<Date, FormatError> {
    let malformed = || FormatError::Date(excerpt(line));
    let (date, _sequence) = line.split_once('#').ok_or_else(malformed)?;
    let date = date.trim();
    let czech = format_description!("[day].[month].[year]");
    Date::parse(date, czech).ok().or_else(|| english_date(date)).ok_or_else(malformed)
}

fn english_date(text: &str) -> Option<Date> {
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let parts: Vec<&str> = text.split([' ', '.']).filter(|part| !part.is_empty()).collect();
    let &[day, month, year] = parts.as_slice() else { return None };
    let number = MONTHS.iter().position(|name| month.eq_ignore_ascii_case(name))? + 1;
    let month = Month::try_from(u8::try_from(number).ok()?).ok()?;
    Date::from_calendar_date(year.parse().ok()?, month, day.parse().ok()?).ok()
}
