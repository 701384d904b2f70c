//! GPC, the ABO format in which Czech and Slovak banks give statements to accounting programs: records of
//! 128 characters, a head (074), movements (075) and texts about them (076 to 079).

mod currency;
mod order;
mod record;
#[cfg(test)]
mod tests;

use crate::error::Form;
use crate::{
    Fault, Format, MAX_LINES, Place, ReadError, Reading, Statement,
    several::of_accounts,
    statement::{message, reference},
};
use order::Order;
use record::Record;
use std::collections::HashMap;

/// Whether a file begins as GPC does: a head with the sixteen digits of an account.
pub(crate) fn is_begun_by(bytes: &[u8]) -> bool {
    let account = bytes.strip_prefix(b"074").and_then(|rest| rest.get(..16));
    account.is_some_and(|account| account.iter().all(u8::is_ascii_digit))
}

/// Reads a file: a statement for each account in it.
///
/// # Errors
/// [`ReadError`] with the line of what is wrong.
pub(crate) fn read(text: &str) -> Result<Vec<Statement>, ReadError> {
    let records = Record::all(text)?;
    let is_begun = records.first().is_some_and(|first| first.kind == "074");
    is_begun.then_some(()).ok_or_else(|| ReadError::new(Place::Whole, Fault::NotAStatement))?;
    let mut file = File {
        of_others: Order::of_others(&records),
        // banks number reversals 4 and 5, Česká spořitelna 3 and 4
        from_three: records.iter().any(|it| it.kind == "075" && it.text(61, 1) == "3"),
        parts: Vec::new(),
        last: HashMap::new(),
        current: 0,
        lines: 0,
    };
    for record in &records {
        file.take(record)?;
    }
    Ok(of_accounts(file.parts.into_iter().map(|part| part.statement).collect()))
}

/// The statements of a file so far.
struct File<'a> {
    /// The order of the other accounts.
    of_others: Option<Order>,
    from_three: bool,
    /// Of each head.
    parts: Vec<Part>,
    /// The last part of each account.
    last: HashMap<&'a str, usize>,
    /// The part of the last movement.
    current: usize,
    /// Movements of all.
    lines: usize,
}

/// What stands under one head.
struct Part {
    order: Order,
    statement: Statement,
}

impl<'a> File<'a> {
    fn take(&mut self, record: &Record<'a>) -> Result<(), ReadError> {
        match record.kind {
            "074" => self.head(record)?,
            "075" => self.movement(record)?,
            _ => self.parts.get_mut(self.current).into_iter().for_each(|it| describe(record, it)),
        }
        Ok(())
    }

    fn head(&mut self, record: &Record<'a>) -> Result<(), ReadError> {
        let own = record.digits(4, 16, Form::GpcAccount)?;
        let (order, other) = Order::of_own(own, self.of_others);
        self.current = self.parts.len();
        self.last.insert(own, self.current);
        let some_account = other.map(|other| other.number(own));
        let statement = Statement {
            format: Format::Gpc,
            account: Some(order.number(own)),
            currency: None,
            number: reference(record.text(106, 3).trim_start_matches('0')),
            pending: 0,
            lines: Vec::new(),
            reading: Reading { some_account, ..Reading::default() },
        };
        self.parts.push(Part { order, statement });
        Ok(())
    }

    /// Of the last head of its account.
    fn movement(&mut self, record: &Record<'a>) -> Result<(), ReadError> {
        let own = record.digits(4, 16, Form::GpcAccount)?;
        let known = self.last.get(own).copied().and_then(|at| Some((at, self.parts.get_mut(at)?)));
        let (at, part) = known.ok_or_else(|| record.error(4, Fault::SeveralAccounts))?;
        let order = self.of_others.unwrap_or(part.order);
        part.statement.lines.push(record.movement(order, self.from_three)?);
        (self.current, self.lines) = (at, self.lines + 1);
        let too_many = || ReadError::new(Place::Whole, Fault::TooManyLines);
        if self.lines > MAX_LINES { Err(too_many()) } else { Ok(()) }
    }
}

/// The texts about the movement before.
fn describe(record: &Record<'_>, part: &mut Part) {
    let Some(read) = part.statement.lines.last_mut() else { return };
    // a record 076 has the number and the day of the transaction first
    let from = if record.kind == "076" { 36 } else { 4 };
    let known = read.line.message.take().unwrap_or_default();
    read.line.message = message(&format!("{known} {}", record.text(from, 128)));
}
