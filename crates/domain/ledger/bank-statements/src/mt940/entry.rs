//! A line of a statement, field 61: `2612311231RC75,00NTRFNONREF//B4711`.

use super::{broken, fields::Field};
use crate::error::Form;
use crate::{
    Line, Place, ReadError, ReadLine, amount::plain, references::Found, statement::reference,
};
use party_identifiers::iban;
use time::{Date, Month};

const SHAPE: Form = Form::Line;

/// The owner's reference where it is said elsewhere.
const ELSEWHERE: [&str; 5] = ["EREF", "KREF", "PREF", "MREF", "CREF"];

/// Reads field 61, and the references in it.
pub(super) fn read(field: &Field<'_>, found: &mut Found) -> Result<ReadLine, ReadError> {
    let first = field.lines.first().copied().unwrap_or_default();
    let line = line_of(first, found).ok_or_else(|| broken(field.line, SHAPE))?;
    // supplementary details
    if let Some(details) = field.lines.get(1) {
        found.labels(details);
    }
    Ok(ReadLine { place: Place::Text { line: field.line, column: 1 }, currency: None, line })
}

fn line_of(text: &str, found: &mut Found) -> Option<Line> {
    let (value, rest) = text.split_at_checked(6)?;
    let value = year_first(value)?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (entry, rest) = match digits {
        0 => (None, rest),
        4 => (Some(near(value, &rest[..4])?), &rest[4..]),
        _ => return None,
    };
    let (credit, reversal, rest) = mark(rest)?;
    // the third letter of the currency may follow
    let rest = rest.strip_prefix(|c: char| c.is_ascii_uppercase()).unwrap_or(rest);
    let end = rest.find(|c: char| !c.is_ascii_digit() && c != ',')?;
    let (whole, decimals) = rest[..end].split_once(',')?;
    let decimals = if decimals.is_empty() { "0" } else { decimals };
    let amount = plain(&format!("{whole}.{decimals}")).ok()?;
    let (kind, references) = rest[end..].split_at_checked(4)?;
    kind.starts_with(['N', 'S', 'F']).then_some(())?;
    let mut line = Line::of(entry.unwrap_or(value), if credit { amount } else { -amount });
    line.reversal = reversal;
    let (customer, bank) = match references.split_once("//") {
        Some((customer, bank)) => (customer, Some(bank)),
        None => (references, None),
    };
    line.bank_reference = bank.filter(|bank| !is_none(bank)).and_then(reference);
    // Rabobank writes the account of the other side there
    line.counterparty_account = iban(customer).ok();
    let is_said = !is_none(customer) && !ELSEWHERE.contains(&customer.trim());
    if is_said && line.counterparty_account.is_none() {
        found.labelled(customer.trim(), true);
    }
    Some(line)
}

fn is_none(reference: &str) -> bool {
    matches!(reference.trim(), "" | "NONREF" | "NOTPROVIDED")
}

/// Whether money came, and whether an earlier movement is taken back: `RC` takes a credit back, so money
/// goes.
fn mark(text: &str) -> Option<(bool, bool, &str)> {
    let marks = [("RC", false, true), ("RD", true, true), ("C", true, false), ("D", false, false)];
    marks.into_iter().find_map(|(mark, credit, reversal)| {
        text.strip_prefix(mark).map(|rest| (credit, reversal, rest))
    })
}

/// `YYMMDD`, of this century.
fn year_first(text: &str) -> Option<Date> {
    date(2_000 + number(text.get(..2)?)?, text.get(2..)?)
}

/// `MMDD` in the year in which it is nearest to another day: about the new year the two differ.
fn near(other: Date, month_and_day: &str) -> Option<Date> {
    let years = [other.year() - 1, other.year(), other.year() + 1];
    let days = years.into_iter().filter_map(|year| date(year, month_and_day));
    days.min_by_key(|day| (*day - other).whole_days().abs())
}

fn date(year: i32, month_and_day: &str) -> Option<Date> {
    let month = u8::try_from(number(month_and_day.get(..2)?)?).ok()?;
    let day = u8::try_from(number(month_and_day.get(2..)?)?).ok()?;
    Date::from_calendar_date(year, Month::try_from(month).ok()?, day).ok()
}

fn number(text: &str) -> Option<i32> {
    let digits = text.len() == 2 && text.bytes().all(|b| b.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}
