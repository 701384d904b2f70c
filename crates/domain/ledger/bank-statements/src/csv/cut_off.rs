//! Whether a file was cut off: its last row begins as the others do, and ends before they do.

use super::{
    columns::{Column, Columns},
    is_day,
    rows::Row,
};
use crate::{Fault, Place, ReadError};

/// How the rows below the names of the columns end.
#[derive(Debug, Default)]
pub(super) struct Ends {
    /// Cells of the shortest movement that another row follows.
    shortest: Option<usize>,
    /// What the cells of a movement begin with, for one that has lost its day.
    first: Option<String>,
    last: Option<Last>,
}

#[derive(Debug)]
struct Last {
    line: u32,
    cells: usize,
    is_movement: bool,
    first: Option<String>,
    has_day: bool,
}

impl Ends {
    /// Looks at the next row.
    pub(super) fn look(&mut self, row: &Row, columns: &Columns, is_movement: bool) {
        if let Some(before) = self.last.take().filter(|last| last.is_movement) {
            let shortest = self.shortest.map_or(before.cells, |known| known.min(before.cells));
            self.shortest = Some(shortest);
            self.first = before.first;
        }
        self.last = Some(Last {
            line: row.line,
            cells: row.cells.len(),
            is_movement,
            first: row.text(0).map(str::to_owned),
            has_day: is_movement || columns.cell(row, Column::BookedOn).is_some_and(is_day),
        });
    }

    /// Refuses a file whose last row is cut off. Of a single movement the names of the columns say how long it is. Where
    /// the row has ended, the others must be as long as the names: some programs leave out empty cells at the end.
    ///
    /// # Errors
    /// [`Fault::CutOff`].
    pub(super) fn is_whole(&self, columns: &Columns, has_ended: bool) -> Result<(), ReadError> {
        let Some(last) = &self.last else { return Ok(()) };
        let whole = self.shortest.unwrap_or_else(|| columns.named());
        let cut = last.cells < whole
            && match has_ended {
                false => self.begins_as_others(last),
                true => self.shortest >= Some(columns.named()) && self.is_movement(last),
            };
        let place = Place::Text { line: last.line, column: 1 };
        if cut { Err(ReadError::new(place, Fault::CutOff)) } else { Ok(()) }
    }

    fn is_movement(&self, last: &Last) -> bool {
        let digit = |text: &Option<String>| {
            text.as_ref().is_some_and(|text| text.starts_with(|c: char| c.is_ascii_digit()))
        };
        last.has_day && (self.shortest.is_none() || digit(&self.first) == digit(&last.first))
    }

    /// It has a day, or lost it: `28.1` of `28.11.2026`, `SK3112` of an account.
    fn begins_as_others(&self, last: &Last) -> bool {
        let digit = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
        let alike = |(one, other): (&String, &String)| {
            one.starts_with(other.as_str()) || (digit(one) && digit(other))
        };
        let has_lost =
            last.cells == 1 && self.first.as_ref().zip(last.first.as_ref()).is_some_and(alike);
        self.is_movement(last) || has_lost
    }
}
