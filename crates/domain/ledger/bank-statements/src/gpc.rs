//! GPC, the ABO format in which Czech and Slovak banks give statements to accounting programs: records of
//! 128 characters, a head (074), movements (075) and texts about them (076 to 079).

mod order;
mod record;
#[cfg(test)]
mod tests;

use crate::error::Form;
use crate::{
    Fault, Format, MAX_LINES, Place, ReadError, Reading, Statement,
    statement::{message, reference},
};
use order::Order;
use record::Record;

/// Whether a file begins as GPC does: a head with the sixteen digits of an account.
pub(crate) fn is_begun_by(bytes: &[u8]) -> bool {
    let account = bytes.strip_prefix(b"074").and_then(|rest| rest.get(..16));
    account.is_some_and(|account| account.iter().all(u8::is_ascii_digit))
}

/// Reads a file: one or several statements of one account.
///
/// # Errors
/// [`ReadError`] with the line of what is wrong.
pub(crate) fn read(text: &str) -> Result<Statement, ReadError> {
    let records = Record::all(text)?;
    let own = records.first().filter(|first| first.kind == "074");
    let own = own.ok_or_else(|| ReadError::new(Place::Whole, Fault::NotAStatement))?;
    let own = own.digits(4, 16, Form::GpcAccount)?;
    let (order, other) = Order::of_own(own, &records);
    let of_others = Order::of_others(&records, order);
    // banks number reversals 4 and 5, Česká spořitelna 3 and 4
    let from_three = records.iter().any(|record| record.kind == "075" && record.text(61, 1) == "3");
    let mut statement = Statement {
        format: Format::Gpc,
        account: Some(order.number(own)),
        currency: None,
        number: None,
        pending: 0,
        lines: Vec::new(),
        reading: Reading {
            some_account: other.map(|other| other.number(own)),
            ..Reading::default()
        },
    };
    for record in &records {
        match record.kind {
            "074" => head(record, own, &mut statement)?,
            "075" => statement.lines.push(record.movement(own, of_others, from_three)?),
            _ => describe(record, &mut statement),
        }
        if statement.lines.len() > MAX_LINES {
            return Err(ReadError::new(Place::Whole, Fault::TooManyLines));
        }
    }
    Ok(statement)
}

fn head(record: &Record<'_>, own: &str, statement: &mut Statement) -> Result<(), ReadError> {
    if record.digits(4, 16, Form::GpcAccount)? != own {
        return Err(record.error(4, Fault::SeveralAccounts));
    }
    let number = record.text(106, 3).trim_start_matches('0');
    statement.number = statement.number.take().or_else(|| reference(number));
    Ok(())
}

/// The texts about the movement before.
fn describe(record: &Record<'_>, statement: &mut Statement) {
    let Some(read) = statement.lines.last_mut() else { return };
    // a record 076 has the number and the day of the transaction first
    let from = if record.kind == "076" { 36 } else { 4 };
    let known = read.line.message.take().unwrap_or_default();
    read.line.message = message(&format!("{known} {}", record.text(from, 128)));
}
