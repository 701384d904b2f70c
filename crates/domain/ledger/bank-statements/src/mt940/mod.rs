//! MT940, SWIFT's customer statement (Standards Category 9), as banks export it: with or without the
//! blocks of a message around it, several statements in a file.

mod entry;
mod fields;
mod file;
mod information;

use crate::error::Form;
use crate::{Fault, Place, ReadError, Statement};
use fields::{Field, Fields};
use file::File;
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

/// Reads a file: a statement for each account in it.
///
/// # Errors
/// [`ReadError`] with the line of what is wrong.
pub(crate) fn read(text: &str) -> Result<Vec<Statement>, ReadError> {
    let mut file = File::default();
    for field in Fields::new(text) {
        file.take(&field?)?;
    }
    file.statements()
}

/// A statement that was cut off has lost movements.
fn ended(open: Option<u32>) -> Result<(), ReadError> {
    open.map_or(Ok(()), |line| Err(broken(line, Form::Statement)))
}

const fn broken(line: u32, what: Form) -> ReadError {
    ReadError::new(Place::Text { line, column: 1 }, Fault::NotAField(what))
}

const fn several(line: u32) -> ReadError {
    ReadError::new(Place::Text { line, column: 1 }, Fault::SeveralAccounts)
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
        return Err(several(field.line));
    }
    statement.currency = Some(currency);
    Ok(())
}

#[cfg(test)]
mod tests;
