//! A record of fixed length, whose fields are counted from 1 as the format describes them.

use super::{currency, order::Order};
use crate::error::Form;
use crate::{
    Fault, Line, MAX_LINES, Place, ReadError, ReadLine,
    statement::{name, reference},
    symbols::symbol,
};
use money::Decimal;
use time::{Date, Month};

/// A longer record is none.
const MAX_CHARS: usize = 300;

/// A shorter number is counted within a file, and no reference of the bank.
const MIN_REFERENCE: usize = 6;

/// A record.
#[derive(Debug)]
pub(super) struct Record<'a> {
    line: u32,
    /// The first three digits.
    pub(super) kind: &'a str,
    text: &'a str,
    /// Where each character begins.
    starts: Vec<u16>,
}

impl<'a> Record<'a> {
    /// The records of a text.
    pub(super) fn all(text: &'a str) -> Result<Vec<Self>, ReadError> {
        let mut records = Vec::new();
        for (n, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let number = u32::try_from(n + 1).unwrap_or(u32::MAX);
            records.push(Self::of(number, line)?);
            // a movement has at most a few records about it
            if records.len() > MAX_LINES * 10 {
                return Err(ReadError::new(Place::Whole, Fault::TooManyLines));
            }
        }
        Ok(records)
    }

    fn of(line: u32, text: &'a str) -> Result<Self, ReadError> {
        let kind = text.get(..3).filter(|kind| kind.starts_with("07") && *kind >= "074");
        let place = Place::Text { line, column: 1 };
        let not = |what| ReadError::new(place.clone(), Fault::NotAField(what));
        let kind = kind.ok_or_else(|| not(Form::GpcRecord))?;
        let starts: Vec<u16> = text
            .char_indices()
            .take(MAX_CHARS + 1)
            .filter_map(|(at, _)| u16::try_from(at).ok())
            .collect();
        let least = if kind == "075" { 97 } else { 3 };
        if starts.len() < least || starts.len() > MAX_CHARS {
            return Err(not(Form::GpcLength));
        }
        Ok(Self { line, kind, text, starts })
    }

    /// A field without the spaces around it, as far as the record goes.
    pub(super) fn text(&self, from: usize, length: usize) -> &'a str {
        let at = |n: usize| self.starts.get(n).map_or(self.text.len(), |at| usize::from(*at));
        self.text.get(at(from - 1)..at(from - 1 + length)).unwrap_or_default().trim()
    }

    pub(super) fn error(&self, from: usize, fault: Fault) -> ReadError {
        let column = u32::try_from(from).unwrap_or(u32::MAX);
        ReadError::new(Place::Text { line: self.line, column }, fault)
    }

    /// A field of digits alone.
    pub(super) fn digits(
        &self,
        from: usize,
        length: usize,
        what: Form,
    ) -> Result<&'a str, ReadError> {
        let text = self.text(from, length);
        let digital = text.len() == length && text.bytes().all(|b| b.is_ascii_digit());
        digital.then_some(text).ok_or_else(|| self.error(from, Fault::NotAField(what)))
    }

    /// The movement that a record 075 is.
    pub(super) fn movement(&self, order: Order, from_three: bool) -> Result<ReadLine, ReadError> {
        let hellers = self.digits(49, 12, Form::GpcAmount)?.parse::<i64>();
        let hellers = hellers.map_err(|_| self.error(49, Fault::NotAnAmount))?;
        let (credit, reversal) = self.direction(from_three)?;
        let amount = Decimal::new(if credit { hellers } else { -hellers }, 2).normalize();
        let mut line = Line::of(self.day()?, amount);
        line.reversal = reversal;
        line.variable_symbol = symbol(self.text(62, 10));
        line.constant_symbol = symbol(self.text(78, 4));
        line.specific_symbol = symbol(self.text(82, 10));
        line.counterparty_account = self.counterparty(order);
        line.counterparty_name = name(self.text(98, 20));
        let number = self.text(36, 13).trim_start_matches('0');
        line.bank_reference = reference(number).filter(|number| number.len() >= MIN_REFERENCE);
        let place = Place::Text { line: self.line, column: 1 };
        let currency = currency::read(self.text(119, 4)).map_err(|fault| self.error(119, fault))?;
        Ok(ReadLine { place, currency, line })
    }

    /// Whether money came, and whether an earlier movement is taken back.
    fn direction(&self, from_three: bool) -> Result<(bool, bool), ReadError> {
        match (self.text(61, 1), from_three) {
            ("1", _) => Ok((false, false)),
            ("2", _) => Ok((true, false)),
            // a debit taken back is money that comes
            ("3", true) | ("4", false) => Ok((true, true)),
            ("4", true) | ("5", false) => Ok((false, true)),
            _ => Err(self.error(61, Fault::NotADirection)),
        }
    }

    /// When it was booked, else when it counts.
    fn day(&self) -> Result<Date, ReadError> {
        let booked = day(self.text(123, 6)).or_else(|| day(self.text(92, 6)));
        booked.ok_or_else(|| self.error(92, Fault::NotADate))
    }

    fn counterparty(&self, order: Order) -> Option<String> {
        let account = self.text(20, 16);
        let digital = account.len() == 16 && account.bytes().all(|b| b.is_ascii_digit());
        let number = order.number(account);
        if !digital || number.is_empty() {
            return None;
        }
        let bank = self.text(74, 4);
        let known = bank.len() == 4 && bank.bytes().all(|b| b.is_ascii_digit()) && bank != "0000";
        Some(if known { format!("{number}/{bank}") } else { number })
    }
}

/// `DDMMYY`, of this century.
fn day(text: &str) -> Option<Date> {
    let digital = text.len() == 6 && text.bytes().all(|b| b.is_ascii_digit());
    let number = |part: std::ops::Range<usize>| text.get(part)?.parse::<u8>().ok();
    let (day, month, year) = (number(0..2)?, number(2..4)?, number(4..6)?);
    let month = Month::try_from(month).ok().filter(|_| digital)?;
    Date::from_calendar_date(2_000 + i32::from(year), month, day).ok()
}
