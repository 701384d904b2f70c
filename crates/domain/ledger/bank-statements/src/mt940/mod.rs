//! MT940, SWIFT's customer statement (Standards Category 9), as banks export it: with or without the
//! blocks of a message around it, several statements of one account in a file.

mod entry;
mod fields;
mod information;

use crate::error::Form;
use crate::{
    Fault, Format, MAX_LINES, Place, ReadError, Reading, Statement, account, statement::reference,
};
use fields::{Field, Fields};
use money::CurrencyCode;

/// Lines that may stand before the first field: the sender, the kind of message, the receiver.
const HEADER_LINES: usize = 5;

/// Bytes in which they stand.
const HEADER: usize = 200;

/// Whether a file begins as MT940 does.
pub(crate) fn is_begun_by(bytes: &[u8]) -> bool {
    let framed = [&b"{1:"[..], b"{4:"].iter().any(|begin| bytes.starts_with(begin));
    let mut lines = bytes[..bytes.len().min(HEADER)].split(|byte| *byte == b'\n');
    framed || lines.by_ref().take(HEADER_LINES).any(|line| line.starts_with(b":20:"))
}

/// Reads a file.
///
/// # Errors
/// [`ReadError`] with the line of what is wrong.
pub(crate) fn read(text: &str) -> Result<Statement, ReadError> {
    let mut statement = Statement {
        format: Format::Mt940,
        account: None,
        currency: None,
        number: None,
        pending: 0,
        lines: Vec::new(),
        reading: Reading::default(),
    };
    // the line of a statement that has not ended yet
    let mut open = None;
    let mut is_of_entry = false;
    for field in Fields::new(text) {
        let field = field?;
        match field.tag {
            "20" => {
                ended(open)?;
                open = Some(field.line);
            }
            "25" | "25P" => own_account(&field, &mut statement)?,
            "28" | "28C" => {
                statement.number = statement.number.take().or_else(|| reference(&field.joined()));
            }
            "60F" | "60M" => balance(&field, &mut statement)?,
            "61" => statement.lines.push(entry::read(&field)?),
            "86" if is_of_entry => {
                if let Some(read) = statement.lines.last_mut() {
                    information::describe(&field, &mut read.line);
                }
            }
            "62F" | "62M" => {
                balance(&field, &mut statement)?;
                open = None;
            }
            _ => {}
        }
        is_of_entry = field.tag == "61";
        if statement.lines.len() > MAX_LINES {
            return Err(ReadError::new(Place::Whole, Fault::TooManyLines));
        }
    }
    ended(open)?;
    let begun = statement.currency.is_some();
    begun.then_some(statement).ok_or_else(|| ReadError::new(Place::Whole, Fault::NotAStatement))
}

/// A statement that was cut off has lost movements.
fn ended(open: Option<u32>) -> Result<(), ReadError> {
    open.map_or(Ok(()), |line| Err(broken(line, Form::Statement)))
}

const fn broken(line: u32, what: Form) -> ReadError {
    ReadError::new(Place::Text { line, column: 1 }, Fault::NotAField(what))
}

/// An IBAN, or bank and account; a currency may follow.
fn own_account(field: &Field<'_>, statement: &mut Statement) -> Result<(), ReadError> {
    let text = field.joined();
    let Some(found) = account_of(&text, account::written) else {
        let unproven = &mut statement.reading.unproven_account;
        *unproven = unproven.take().or_else(|| account_of(&text, account::shown));
        return Ok(());
    };
    if statement.account.as_ref().is_some_and(|known| *known != found) {
        let place = Place::Text { line: field.line, column: 1 };
        return Err(ReadError::new(place, Fault::SeveralAccounts));
    }
    statement.account = Some(found);
    Ok(())
}

/// The account in a text, as `read` knows one.
fn account_of(text: &str, read: fn(&str) -> Option<String>) -> Option<String> {
    let text = text.trim();
    let whole = || read(text);
    let without_currency = || {
        let cut = text.len().checked_sub(3).and_then(|at| text.split_at_checked(at));
        cut.filter(|(_, code)| code.parse::<CurrencyCode>().is_ok())
            .and_then(|(account, _)| read(account.trim()))
    };
    // the bank's BIC may stand before the account
    let behind_slash = || text.rsplit_once('/').and_then(|(_, account)| read(account));
    let found = without_currency().or_else(whole).or_else(behind_slash)?;
    // Slovak and Czech numbers are compared with the bank behind them
    let bank_first =
        found.split_once('/').filter(|(bank, account)| bank.len() == 4 && account.len() > 4);
    Some(bank_first.map_or(found.clone(), |(bank, account)| format!("{account}/{bank}")))
}

/// `C261130EUR1004,50`: all are in one currency.
fn balance(field: &Field<'_>, statement: &mut Statement) -> Result<(), ReadError> {
    let text = field.joined();
    let currency = text.get(7..10).and_then(|code| code.parse::<CurrencyCode>().ok());
    let currency = currency.filter(|_| text.starts_with(['C', 'D']));
    let currency = currency.ok_or_else(|| broken(field.line, Form::Balance))?;
    if statement.currency.is_some_and(|known| known != currency) {
        let place = Place::Text { line: field.line, column: 1 };
        return Err(ReadError::new(place, Fault::SeveralAccounts));
    }
    statement.currency = Some(currency);
    Ok(())
}

#[cfg(test)]
mod tests;
