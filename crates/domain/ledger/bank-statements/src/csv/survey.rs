//! What the rows of a file say together, before any of them is read: whether amounts have signs, what
//! their point is, which column says the direction, and whose account stands in one.

use super::{
    amounts::{Point, point_of, written},
    columns::{Column, Columns},
    cut_off::Ends,
    day_order::DayOrder,
    direction::{Direction, direction, word},
    rows::{Row, Rows},
};
use crate::{Fault, MAX_LINES, Place, ReadError, account, date::Order};
use std::collections::BTreeSet;

/// Different words of a column at most that may be directions.
const MAX_WORDS: usize = 40;

/// Movements at most, with those that wait: what has more is refused before all of it is read.
const MAX_MOVEMENTS: u32 = 2 * MAX_LINES as u32;

/// Characters of a cell at most that may be a direction.
const MAX_WORD: usize = 40;

/// What a file shows.
#[derive(Debug)]
pub(super) struct Survey {
    pub(super) point: Option<Point>,
    /// An amount has a sign.
    pub(super) signed: bool,
    /// An amount is negative.
    negative: bool,
    /// What went out has a minus beside its direction.
    pub(super) negative_debits: bool,
    /// Where the direction stands.
    pub(super) direction: Option<(usize, BTreeSet<String>)>,
    /// Nothing says the direction, and a column that is not understood may.
    pub(super) unsure: bool,
    /// The account in the column that may be of either side, where all rows have the same.
    pub(super) account: Option<String>,
    /// How many rows are movements.
    pub(super) movements: u32,
    /// Of its days.
    pub(super) order: Order,
    pub(super) ends: Ends,
}

/// What was seen in one column.
#[derive(Debug, Default)]
struct Seen {
    /// None when not every cell may be a direction.
    words: Option<BTreeSet<String>>,
    /// How many of its cells are a direction for sure.
    directions: u32,
    /// None when they differ.
    account: Option<String>,
}

impl Survey {
    /// Looks at all rows, and once more where both signs and words say the direction.
    pub(super) fn of<'a>(
        rows: impl Fn() -> Rows<'a>,
        columns: &Columns,
    ) -> Result<Self, ReadError> {
        let mut survey = Self::of_rows(rows(), columns)?;
        if survey.negative && survey.direction.is_some() {
            for row in rows() {
                let row = row?;
                survey.negative_debits |= survey.is_negative_debit(&row, columns);
            }
        }
        Ok(survey)
    }

    fn is_negative_debit(&self, row: &Row, columns: &Columns) -> bool {
        let is_debit = self.said(row, columns) == Some(Direction::Debit);
        let amounts = || super::amount_cells(row, columns);
        let negative = |text| written(text, self.point).is_ok_and(|read| read.is_negative());
        is_debit && super::is_movement(row, columns) && amounts().any(negative)
    }

    /// The direction that the row says in words.
    pub(super) fn said(&self, row: &Row, columns: &Columns) -> Option<Direction> {
        let (at, words) = self.direction.as_ref()?;
        direction(&word(row.text(*at)?), columns.name(*at), words)
    }

    fn of_rows(rows: Rows<'_>, columns: &Columns) -> Result<Self, ReadError> {
        let mut points = Vec::new();
        let mut columns_seen: Vec<Seen> = Vec::new();
        let (mut survey, mut order) = (Self::nothing(), DayOrder::default());
        for row in rows {
            let row = row?;
            let is_movement = super::is_movement(&row, columns);
            if row.line > columns.line {
                order.look(&row, columns);
                survey.ends.look(&row, columns, is_movement);
            }
            if !is_movement {
                continue;
            }
            let first = survey.movements == 0;
            survey.movements += 1;
            if survey.movements > MAX_MOVEMENTS {
                return Err(ReadError::new(Place::Whole, Fault::TooManyLines));
            }
            if first {
                columns_seen.resize_with(columns.len(), Seen::fresh);
            }
            for (at, seen) in columns_seen.iter_mut().enumerate() {
                seen.look(row.text(at).unwrap_or_default(), first);
            }
            for text in super::amount_cells(&row, columns) {
                survey.amount(text, &mut points);
            }
        }
        survey.point = points.first().copied().filter(|first| points.iter().all(|p| p == first));
        survey.order = order.decide(columns)?;
        survey.decide(columns, &mut columns_seen);
        Ok(survey)
    }

    fn nothing() -> Self {
        Self {
            point: None,
            signed: false,
            negative: false,
            negative_debits: false,
            direction: None,
            unsure: false,
            account: None,
            movements: 0,
            order: Order::DayFirst,
            ends: Ends::default(),
        }
    }

    fn amount(&mut self, text: &str, points: &mut Vec<Point>) {
        let point = point_of(text).filter(|point| !points.contains(point));
        points.extend(point);
        // what its point means does not matter here
        let read = written(text, Some(Point::Comma)).or_else(|_| written(text, Some(Point::Dot)));
        if let Ok(read) = read {
            self.signed |= read.signed;
            self.negative |= read.is_negative();
        }
    }

    fn decide(&mut self, columns: &Columns, seen: &mut [Seen]) {
        self.account =
            columns.place_of(Column::SomeAccount).and_then(|at| seen.get_mut(at)?.account.take());
        let has_amount = columns.has(Column::AccountAmount) || columns.has(Column::Amount);
        if !has_amount {
            return;
        }
        let named = columns.place_of(Column::Direction);
        let chosen = named.or_else(|| self.direction_column(columns, seen));
        if let Some(at) = chosen {
            let words = seen.get_mut(at).and_then(|seen| seen.words.take()).unwrap_or_default();
            self.direction = Some((at, words));
            return;
        }
        let certain = self.signed || columns.are_of_signed_amounts();
        let may_say =
            |(at, seen): (usize, &Seen)| !columns.is_understood(at) && seen.words.is_some();
        self.unsure = !certain && seen.iter().enumerate().any(may_say);
    }

    /// A column of nothing but directions; where no amount is negative also one that is named as the kind
    /// of movement, and has a direction at all: what else stands there is refused.
    fn direction_column(&self, columns: &Columns, seen: &[Seen]) -> Option<usize> {
        let kinds: Vec<_> = columns.all(Column::Kind).collect();
        let others = (0..seen.len()).filter(|at| !kinds.contains(at));
        let all_known = |at: &usize| {
            let words = seen.get(*at).and_then(|seen| seen.words.as_ref());
            words.is_some_and(|words| {
                words.iter().all(|word| direction(word, columns.name(*at), words).is_some())
            })
        };
        let free = |at: &usize| columns.is_free(*at);
        let found = kinds.iter().copied().chain(others).filter(free).find(all_known);
        let some = |at: &usize| seen.get(*at).is_some_and(|seen| seen.directions > 0);
        found.or_else(|| kinds.into_iter().find(some).filter(|_| !self.signed))
    }
}

impl Seen {
    fn fresh() -> Self {
        Self { words: Some(BTreeSet::new()), directions: 0, account: None }
    }

    fn look(&mut self, text: &str, first: bool) {
        let read = account::written(text);
        self.account = if first {
            read
        } else {
            self.account.take().filter(|known| read.as_ref() == Some(known))
        };
        let short = !text.is_empty() && text.chars().count() <= MAX_WORD;
        let wordy =
            short && (text.chars().count() <= 2 || !text.chars().any(|c| c.is_ascii_digit()));
        let Some(words) = self.words.as_mut().filter(|words| wordy && words.len() < MAX_WORDS)
        else {
            self.words = None;
            self.directions += u32::from(short && is_direction(text));
            return;
        };
        self.directions += u32::from(is_direction(text));
        words.insert(word(text));
    }
}

fn is_direction(text: &str) -> bool {
    matches!(
        direction(&word(text), "", &BTreeSet::new()),
        Some(Direction::Credit | Direction::Debit)
    )
}
