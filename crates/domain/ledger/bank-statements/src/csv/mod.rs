//! CSV as internet banking exports it: the columns are known by their names, what their cells mean by all
//! rows together. Whether money came or went is never guessed.

mod amounts;
mod cells;
mod column;
mod columns;
mod currencies;
mod cut_off;
mod day_order;
mod direction;
mod heading;
mod incomplete;
mod layout;
mod names;
mod other_amounts;
mod preamble;
mod rows;
mod seen;
mod signs;
mod state;
mod sums;
mod survey;
#[cfg(test)]
mod tests;
mod whose;
mod words;

use crate::{
    Fault, Format, MAX_LINES, Mapping, Place, ReadError, Statement, Unproven, account, date,
    statement::Reading,
};
use cells::Cells;
use columns::{Column, Columns};
use rows::{Row, Rows};
use state::State;
use survey::Survey;
use whose::Whose;
use words::{Meaning, any_means};

/// The names of columns as files are known by them.
pub(crate) fn fingerprint(headings: &[String]) -> String {
    headings.iter().map(|name| heading::folded(name)).collect::<Vec<_>>().join("|")
}

/// Reads a CSV.
pub(crate) fn read(text: &str, mappings: &[Mapping]) -> Result<Statement, ReadError> {
    let (separator, mut columns) = layout::find(text, mappings)?;
    let mut statement = nothing_yet();
    let currency = preamble::read(Rows::new(text, separator), &columns, &mut statement)?;
    columns.keep_in(currency);
    columns.named_once()?;
    statement.currency = statement.currency.or(columns.currency);
    let survey = Survey::of(|| Rows::new(text, separator), &columns)?;
    survey.ends.is_whole(&columns, text.ends_with('\n'))?;
    let mut whose = Whose::default();
    for row in Rows::new(text, separator) {
        take(&row?, (&columns, &survey), &mut whose, &mut statement)?;
        if statement.lines.len() > MAX_LINES {
            return Err(ReadError::new(Place::Whole, Fault::TooManyLines));
        }
    }
    whose.decide(survey, &mut statement);
    Ok(statement)
}

fn nothing_yet() -> Statement {
    Statement {
        format: Format::Csv,
        account: None,
        currency: None,
        number: None,
        pending: 0,
        lines: Vec::new(),
        reading: Reading::default(),
    }
}

fn take(
    row: &Row,
    (columns, survey): (&Columns, &Survey),
    whose: &mut Whose,
    statement: &mut Statement,
) -> Result<(), ReadError> {
    if is_movement(row, columns) {
        let cells = Cells { row, columns, survey };
        own_account(&cells, statement)?;
        let mut read = cells.line()?;
        read.line.direction_unknown |= survey.is_doubted(row, read.line.amount);
        whose.look(row, columns, read.line.counterparty_account.as_deref());
        match state::of(row, columns) {
            State::Pending => {
                statement.pending += 1;
                return Ok(());
            }
            State::Undone => read.line.reversal = true,
            State::Unclear => read.line.unproven = Some(Unproven::StateUnknown),
            State::Booked => {}
        }
        statement.lines.push(read);
    } else if is_pending(row, columns) {
        statement.pending += 1;
    } else if let Some(place) = incomplete::missing(row, columns) {
        match state::of(row, columns) {
            State::Pending => statement.pending += 1,
            State::Undone => {}
            State::Booked | State::Unclear => return Err(ReadError::new(place, Fault::Missing)),
        }
    }
    Ok(())
}

/// Whether it has a day and an amount: sums and remarks may stand below the movements, and the names of
/// the columns once more where two files were put together.
fn is_movement(row: &Row, columns: &Columns) -> bool {
    let day = columns.cell(row, Column::BookedOn);
    let is_day = day.is_some_and(|day| !sums::is_label(day) && !says_it_waits(day));
    row.line > columns.line
        && is_day
        && amount_cells(row, columns).next().is_some()
        && !columns.are_named_by(row)
}

/// Not booked yet: the day of booking is empty, and another day is there.
fn is_pending(row: &Row, columns: &Columns) -> bool {
    let mut days = columns.all(Column::BookedOn);
    let booked = days.next().and_then(|at| row.text(at));
    row.line > columns.line
        && amount_cells(row, columns).next().is_some()
        && match booked {
            Some(booked) => says_it_waits(booked),
            None => days.filter_map(|at| row.text(at)).any(is_day),
        }
}

/// `Varaus`, `Pending` where the day of booking will stand.
fn says_it_waits(text: &str) -> bool {
    let is_word = !text.chars().any(|c| c.is_ascii_digit());
    is_word && (any_means(text, Meaning::Pending) || any_means(text, Meaning::Held))
}

/// Whether it is a day, in whatever order.
fn is_day(text: &str) -> bool {
    [date::Order::DayFirst, date::Order::MonthFirst]
        .iter()
        .any(|order| date::day_in(text, *order).is_some())
}

/// The cells that hold the amount of a row.
fn amount_cells<'a>(row: &'a Row, columns: &Columns) -> impl Iterator<Item = &'a str> {
    let one =
        [Column::AccountAmount, Column::Amount].into_iter().find(|column| columns.has(*column));
    let of = match one {
        Some(column) => [columns.place_of(column), None],
        None => [columns.place_of(Column::Credit), columns.place_of(Column::Debit)],
    };
    of.into_iter().flatten().filter_map(|at| row.text(at))
}

/// The account that a row is of: the same for all.
fn own_account(cells: &Cells<'_>, statement: &mut Statement) -> Result<(), ReadError> {
    let Some(text) = cells.columns.cell(cells.row, Column::OwnAccount) else { return Ok(()) };
    let Some(written) = account::written(text) else {
        let unproven = &mut statement.reading.unproven_account;
        *unproven = unproven.take().or_else(|| account::shown(text));
        return Ok(());
    };
    match &statement.account {
        Some(known) if !account::same(known, &written) => {
            Err(cells.error(Column::OwnAccount, Fault::SeveralAccounts))
        }
        Some(_) => Ok(()),
        None => {
            statement.account = Some(written);
            Ok(())
        }
    }
}
