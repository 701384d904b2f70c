//! Whether the day or the month comes first in a file: by a day behind the twelfth, else by the language of its names.
//! In English it may be either, and a wrong day is never guessed.

use super::{
    columns::{Column, Columns},
    heading,
    rows::Row,
};
use crate::{
    Fault, Place, ReadError,
    date::{Order, Told, told},
};

/// Words of which an English name of a day is made.
const ENGLISH: [&str; 24] = [
    "date",
    "day",
    "of",
    "on",
    "the",
    "booking",
    "booked",
    "posting",
    "posted",
    "transaction",
    "value",
    "settlement",
    "entry",
    "accounting",
    "completed",
    "started",
    "received",
    "receipt",
    "effective",
    "time",
    "created",
    "finished",
    "processed",
    "utc",
];

/// Names of columns that only banks have which write the day first under English names: Wise.
const DAY_FIRST: [&str; 2] = ["transferwiseid", "wiseid"];

/// French names have `Date` too.
const FRENCH: [&str; 5] = ["libelle", "montant", "solde", "valeur", "devise"];

/// What the days of a file have told so far.
#[derive(Debug, Default)]
pub(super) struct DayOrder {
    day_first: bool,
    month_first: bool,
    /// The first day that may be either.
    either: Option<Place>,
}

impl DayOrder {
    /// Looks at all days of a row.
    pub(super) fn look(&mut self, row: &Row, columns: &Columns) {
        for at in columns.all(Column::BookedOn) {
            match row.text(at).and_then(told) {
                Some(Told::Order(Order::DayFirst)) => self.day_first = true,
                Some(Told::Order(Order::MonthFirst)) => self.month_first = true,
                Some(Told::Either) if self.either.is_none() => {
                    self.either = Some(columns.cell_place(row.line, at));
                }
                Some(Told::Either) | None => {}
            }
        }
    }

    /// The order of the file. A day that contradicts it is none.
    ///
    /// # Errors
    /// [`Fault::DayOrder`] at the first day that may be either, where nothing tells.
    pub(super) fn decide(self, columns: &Columns) -> Result<Order, ReadError> {
        match (self.day_first, self.month_first, self.either) {
            (false, true, _) => Ok(Order::MonthFirst),
            (false, false, Some(place)) if is_english(columns) => {
                Err(ReadError::new(place, Fault::DayOrder))
            }
            _ => Ok(Order::DayFirst),
        }
    }
}

/// Whether the day's column has an English name, and no other name is of a known bank or another language.
fn is_english(columns: &Columns) -> bool {
    let Some(at) = columns.place_of(Column::BookedOn) else { return false };
    let words = heading::words(columns.name(at));
    let others = || (0..columns.len()).map(|at| heading::words(columns.name(at)));
    let is_known = |words: Vec<String>| {
        DAY_FIRST.contains(&&*words.concat()) || words.iter().any(|it| FRENCH.contains(&&**it))
    };
    !words.is_empty()
        && words.iter().all(|word| ENGLISH.contains(&&**word))
        && !others().any(is_known)
}
