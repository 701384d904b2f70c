//! CSV as the internet banking of Slovak banks exports it: the columns are known by their names.

mod columns;
mod rows;
#[cfg(test)]
mod tests;

use crate::{
    Fault, Format, Line, MAX_LINES, Place, ReadError, ReadLine, Statement, amount, date,
    statement::{message, name, reference},
    symbols::{named, symbol},
};
use columns::{Column, Columns};
use money::{CurrencyCode, Decimal};
use party_identifiers::{compact, iban};
use rows::{Row, Rows};

/// What parts the cells.
const SEPARATORS: [char; 4] = [';', ',', '\t', '|'];

/// Rows among which the names of the columns are looked for: some banks write a page before them.
const PREAMBLE: usize = 60;

/// Reads a CSV.
pub(crate) fn read(text: &str) -> Result<Statement, ReadError> {
    let (separator, columns) = layout(text)?;
    let mut statement = Statement {
        format: Format::Csv,
        account: None,
        currency: None,
        number: None,
        pending: 0,
        lines: Vec::new(),
    };
    for row in Rows::new(text, separator) {
        let row = row?;
        if row.line < columns.line {
            preamble(&row, &mut statement);
        } else if row.line > columns.line && is_movement(&row, &columns) {
            let cells = Cells { row: &row, columns: &columns };
            own_account(&cells, &mut statement)?;
            statement.lines.push(cells.line()?);
        }
        if statement.lines.len() > MAX_LINES {
            return Err(ReadError::new(Place::Whole, Fault::TooManyLines));
        }
    }
    Ok(statement)
}

/// The separator by which the most columns are known, and those columns.
fn layout(text: &str) -> Result<(char, Columns), ReadError> {
    let found = SEPARATORS.iter().filter_map(|separator| {
        let rows = Rows::new(text, *separator).take(PREAMBLE).map_while(Result::ok);
        let columns = rows.filter_map(|row| Columns::of(&row)).next()?;
        Some((*separator, columns))
    });
    let best = found.max_by_key(|(_, columns)| columns.known());
    best.ok_or_else(|| ReadError::new(Place::Whole, Fault::NotAStatement))
}

/// Before the columns a bank names the account and its currency.
fn preamble(row: &Row, statement: &mut Statement) {
    for (n, cell) in row.cells.iter().enumerate() {
        let value = cell.rsplit(':').next().unwrap_or_default();
        if statement.account.is_none() {
            statement.account = iban(value).ok();
        }
        let is_label = columns::folded(cell).starts_with("mena");
        let next = row.cells.get(n + 1).map(|next| next.trim());
        if let Some(currency) = next.filter(|_| is_label).and_then(|next| next.parse().ok()) {
            statement.currency = Some(currency);
        }
    }
}

/// Whether it has a day and an amount: sums and remarks may stand below the movements.
fn is_movement(row: &Row, columns: &Columns) -> bool {
    let has = |column| columns.cell(row, column).is_some();
    has(Column::BookedOn) && (has(Column::Amount) || has(Column::Credit) || has(Column::Debit))
}

/// The account that a row is of: the same for all.
fn own_account(cells: &Cells<'_>, statement: &mut Statement) -> Result<(), ReadError> {
    let Some(Ok(account)) = cells.text(Column::OwnAccount).map(iban) else { return Ok(()) };
    match &statement.account {
        Some(known) if *known != account => {
            Err(cells.error(Column::OwnAccount, Fault::SeveralAccounts))
        }
        _ => {
            statement.account = Some(account);
            Ok(())
        }
    }
}

/// A row under its columns.
struct Cells<'a> {
    row: &'a Row,
    columns: &'a Columns,
}

impl Cells<'_> {
    fn text(&self, column: Column) -> Option<&str> {
        self.columns.cell(self.row, column)
    }

    fn error(&self, column: Column, fault: Fault) -> ReadError {
        ReadError::new(self.columns.place(self.row, column), fault)
    }

    fn line(&self) -> Result<ReadLine, ReadError> {
        let booked_on = self.text(Column::BookedOn).and_then(date::day);
        let booked_on = booked_on.ok_or_else(|| self.error(Column::BookedOn, Fault::NotADate))?;
        let mut line = Line::of(booked_on, self.amount()?);
        self.symbols(&mut line);
        line.counterparty_account = self.counterparty();
        line.counterparty_name = self.text(Column::CounterpartyName).and_then(name);
        line.message = self.text(Column::Message).and_then(message);
        line.bank_reference = self.text(Column::BankReference).and_then(reference);
        let column = if self.columns.has(Column::Amount) { Column::Amount } else { Column::Credit };
        let place = self.columns.place(self.row, column);
        Ok(ReadLine { place, currency: self.currency()?, line })
    }

    /// Signed, or beside a direction, or in one of two columns.
    fn amount(&self) -> Result<Decimal, ReadError> {
        let read = |column: Column| {
            let text = self.text(column);
            text.map(|text| amount::written(text).map_err(|fault| self.error(column, fault)))
        };
        if let Some(amount) = read(Column::Amount) {
            return self.directed(amount?);
        }
        let side = |column: Column| match read(column).transpose()? {
            Some(amount) if amount.is_sign_negative() && column == Column::Credit => {
                Err(self.error(column, Fault::Negative))
            }
            amount => Ok(amount.unwrap_or_default()),
        };
        let (credit, debit) = (side(Column::Credit)?, side(Column::Debit)?);
        // some banks write what went out with a minus also in its own column
        Ok(credit - debit.abs())
    }

    fn directed(&self, amount: Decimal) -> Result<Decimal, ReadError> {
        let Some(text) = self.text(Column::Direction) else { return Ok(amount) };
        let direction = columns::direction(text)
            .ok_or_else(|| self.error(Column::Direction, Fault::NotADirection))?;
        match (direction, amount.is_sign_negative()) {
            (columns::Direction::Credit, true) => Err(self.error(Column::Amount, Fault::Negative)),
            (columns::Direction::Credit, false) => Ok(amount),
            (columns::Direction::Debit, _) => Ok(-amount.abs()),
        }
    }

    fn currency(&self) -> Result<Option<CurrencyCode>, ReadError> {
        let text = self.text(Column::Currency);
        let read = text.map(|text| compact(text).parse());
        read.transpose().map_err(|_| self.error(Column::Currency, Fault::NotACurrency))
    }

    /// From their columns, else from what the payer's reference or message names.
    fn symbols(&self, line: &mut Line) {
        let texts = [Column::PayerReference, Column::Message].map(|column| self.text(column));
        let find = |column: Column, name: &str| {
            let own = self.text(column).and_then(symbol);
            own.or_else(|| texts.iter().flatten().find_map(|text| named(text, name)))
        };
        line.variable_symbol = find(Column::VariableSymbol, "VS");
        line.constant_symbol = find(Column::ConstantSymbol, "KS");
        line.specific_symbol = find(Column::SpecificSymbol, "SS");
    }

    /// The IBAN, else the number with the bank's code behind a slash.
    fn counterparty(&self) -> Option<String> {
        let account = self.text(Column::CounterpartyAccount)?;
        if let Ok(iban) = iban(account) {
            return Some(iban);
        }
        let (account, bank) = (compact(account), self.text(Column::CounterpartyBank));
        let bank = bank.map(compact).filter(|bank| {
            bank.len() == 4 && bank.bytes().all(|b| b.is_ascii_digit()) && !account.contains('/')
        });
        reference(&bank.map_or(account.clone(), |bank| format!("{account}/{bank}")))
    }
}
