//! The statements of a file: each begins with its reference, names its account, and ends with a balance.

use super::{account_of, balance, ended, entry, fields::Field, information, several};
use crate::{
    Fault, Format, MAX_LINES, Place, ReadError, Reading, Statement, account, references::Found,
    several::of_accounts, statement::reference,
};

/// The statements of a file so far.
#[derive(Default)]
pub(super) struct File {
    done: Vec<Begun>,
    now: Begun,
    /// Movements of all.
    lines: usize,
}

/// A statement that has begun.
struct Begun {
    statement: Statement,
    /// Its line, while it has not ended.
    open: Option<u32>,
    /// What names its account, and in which line.
    named: Option<(String, u32)>,
    /// References of its last movement, until the next field that is not about it.
    found: Option<Found>,
}

impl Default for Begun {
    fn default() -> Self {
        let statement = Statement {
            format: Format::Mt940,
            account: None,
            currency: None,
            number: None,
            pending: 0,
            lines: Vec::new(),
            reading: Reading::default(),
        };
        Self { statement, open: None, named: None, found: None }
    }
}

impl File {
    /// Takes the next field.
    pub(super) fn take(&mut self, field: &Field<'_>) -> Result<(), ReadError> {
        if field.tag != "86" {
            self.now.end_movement();
        }
        match field.tag {
            "20" => {
                ended(self.now.open)?;
                self.end();
                self.now.open = Some(field.line);
            }
            "25" | "25P" => self.account(field)?,
            "28" | "28C" => {
                let number = &mut self.now.statement.number;
                *number = number.take().or_else(|| reference(&field.joined()));
            }
            "60F" | "60M" => balance(field, &mut self.now.statement)?,
            "61" => self.now.movement(field)?,
            "86" => self.now.information(field),
            "62F" | "62M" => {
                balance(field, &mut self.now.statement)?;
                self.now.open = None;
            }
            _ => {}
        }
        self.lines += usize::from(field.tag == "61");
        let too_many = || ReadError::new(Place::Whole, Fault::TooManyLines);
        if self.lines > MAX_LINES { Err(too_many()) } else { Ok(()) }
    }

    /// Whose it is. Another account begins another statement, unless this one has not ended.
    fn account(&mut self, field: &Field<'_>) -> Result<(), ReadError> {
        let text = field.joined().trim().to_owned();
        match &self.now.named {
            Some((known, _)) if *known == text => return Ok(()),
            Some(_) if self.now.open.is_some() => return Err(several(field.line)),
            Some(_) => {
                self.end();
                self.now.open = Some(field.line);
            }
            None => {}
        }
        let statement = &mut self.now.statement;
        statement.account = account_of(&text, account::written);
        if statement.account.is_none() {
            statement.reading.unproven_account = account_of(&text, account::shown);
        }
        self.now.named = Some((text, field.line));
        Ok(())
    }

    fn end(&mut self) {
        let begun = std::mem::take(&mut self.now);
        let has_any = begun.named.is_some() || begun.statement.currency.is_some();
        self.done.extend(Some(begun).filter(|_| has_any));
    }

    /// One statement for each account.
    pub(super) fn statements(mut self) -> Result<Vec<Statement>, ReadError> {
        ended(self.now.open)?;
        self.now.end_movement();
        self.end();
        // where an account cannot be read, nobody knows which of several it is
        let first = self.done.first().and_then(|begun| begun.named.as_ref());
        let text = |named: Option<&(String, u32)>| named.map(|(text, _)| text.clone());
        let differ = self.done.iter().any(|begun| text(begun.named.as_ref()) != text(first));
        let nameless = self.done.iter().find(|begun| begun.statement.account.is_none());
        if let Some(nameless) = nameless.filter(|_| differ) {
            return Err(several(nameless.named.as_ref().map_or(1, |(_, line)| *line)));
        }
        let statements: Vec<_> = self.done.into_iter().map(|begun| begun.statement).collect();
        let begun = !statements.is_empty() && statements.iter().all(|it| it.currency.is_some());
        begun
            .then(|| of_accounts(statements))
            .ok_or_else(|| ReadError::new(Place::Whole, Fault::NotAStatement))
    }
}

impl Begun {
    fn movement(&mut self, field: &Field<'_>) -> Result<(), ReadError> {
        let mut found = Found::default();
        self.statement.lines.push(entry::read(field, &mut found)?);
        self.found = Some(found);
        Ok(())
    }

    /// About the movement before; of the statement where none stands there.
    fn information(&mut self, field: &Field<'_>) {
        if let (Some(read), Some(found)) = (self.statement.lines.last_mut(), &mut self.found) {
            information::describe(field, &mut read.line, found);
        }
        self.end_movement();
    }

    fn end_movement(&mut self) {
        if let (Some(read), Some(found)) = (self.statement.lines.last_mut(), self.found.take()) {
            found.into_line(&mut read.line);
        }
    }
}
