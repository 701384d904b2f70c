//! What the rows of a file say together, before any of them is read: whether amounts have signs, what
//! their point is, which column says the direction, and whose account stands in one.

use super::{
    amounts::{Point, point_of, written},
    columns::{Column, Columns},
    cut_off::Ends,
    day_order::DayOrder,
    direction::{Direction, direction, word},
    other_amounts::OtherAmounts,
    rows::{Row, Rows},
    seen::{Role, Seen, said},
    signs::{Signs, whatever},
};
use crate::{Fault, MAX_LINES, Place, ReadError, account, date::Order};
use money::Decimal;
use std::collections::BTreeSet;

/// Movements at most, with those that wait: what has more is refused before all of it is read.
const MAX_MOVEMENTS: u32 = 2 * MAX_LINES as u32;

/// What a file shows.
#[derive(Debug)]
pub(super) struct Survey {
    pub(super) point: Option<Point>,
    signs: Signs,
    /// What went out has a minus beside its direction.
    pub(super) negative_debits: bool,
    /// Where the direction stands.
    pub(super) direction: Option<(usize, BTreeSet<String>)>,
    /// Nothing says the direction for sure, and something may say another.
    unsure: bool,
    /// Columns that say of some amounts that they went out, whose signs say that they came.
    doubted: Vec<(usize, Role)>,
    /// The account in the column that may be of either side, where all rows have the same.
    pub(super) account: Option<String>,
    /// How many rows are movements.
    pub(super) movements: u32,
    /// Of its days.
    pub(super) order: Order,
    pub(super) ends: Ends,
}

/// What is looked for in the rows.
struct Looking<'a> {
    columns: &'a Columns,
    survey: Survey,
    points: Vec<Point>,
    /// By their places; none of columns that say something else.
    seen: Vec<Option<Seen>>,
    amounts: OtherAmounts,
}

impl Survey {
    /// Looks at all rows, and once more where both signs and words say the direction.
    ///
    /// # Errors
    /// Too many movements, days in no order, several columns that may be the amount.
    pub(super) fn of<'a>(
        rows: impl Fn() -> Rows<'a>,
        columns: &Columns,
    ) -> Result<Self, ReadError> {
        let mut survey = Self::of_rows(rows(), columns)?;
        if survey.signs.negative && survey.direction.is_some() {
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

    /// Whether nobody can be sure that an amount came.
    pub(super) fn is_doubted(&self, row: &Row, amount: Decimal) -> bool {
        let says_debit = |(at, role): &(usize, Role)| {
            row.text(*at).and_then(|text| said(*role, text)) == Some(Direction::Debit)
        };
        self.unsure || (amount > Decimal::ZERO && self.doubted.iter().any(says_debit))
    }

    fn of_rows(rows: Rows<'_>, columns: &Columns) -> Result<Self, ReadError> {
        let mut order = DayOrder::default();
        let mut looking = Looking::at(columns);
        for row in rows {
            let row = row?;
            let is_movement = super::is_movement(&row, columns);
            if row.line > columns.line {
                order.look(&row, columns);
                looking.survey.ends.look(&row, columns, is_movement);
            }
            if is_movement {
                looking.look(&row)?;
            }
        }
        let mut survey = looking.decided()?;
        survey.order = order.decide(columns)?;
        Ok(survey)
    }

    fn nothing() -> Self {
        Self {
            point: None,
            signs: Signs::default(),
            negative_debits: false,
            direction: None,
            unsure: false,
            doubted: Vec::new(),
            account: None,
            movements: 0,
            order: Order::DayFirst,
            ends: Ends::default(),
        }
    }
}

impl<'a> Looking<'a> {
    fn at(columns: &'a Columns) -> Self {
        let named = columns.place_of(Column::Direction);
        let role = |at| if named == Some(at) { Some(Role::Kind) } else { columns.role(at) };
        let seen = |at| Some(Seen::nothing(role(at)?, true));
        Self {
            columns,
            survey: Survey::nothing(),
            points: Vec::new(),
            seen: (0..columns.len()).map(seen).collect(),
            amounts: OtherAmounts::of(columns),
        }
    }

    /// Looks at a movement.
    fn look(&mut self, row: &Row) -> Result<(), ReadError> {
        let survey = &mut self.survey;
        survey.movements += 1;
        if survey.movements > MAX_MOVEMENTS {
            return Err(ReadError::new(Place::Whole, Fault::TooManyLines));
        }
        let either = self.columns.place_of(Column::SomeAccount).and_then(|at| row.text(at));
        let either = either.and_then(account::written);
        let is_same = survey.movements == 1 || survey.account == either;
        survey.account = either.filter(|_| is_same);
        let mut sign = None;
        for text in super::amount_cells(row, self.columns) {
            let point = point_of(text).filter(|point| !self.points.contains(point));
            self.points.extend(point);
            sign = sign.or(survey.signs.look(text));
        }
        // cells behind the last name are of columns without one
        let unnamed = self.seen.len()..row.cells.len();
        let is_first = survey.movements == 1;
        self.seen.extend(unnamed.map(|_| Some(Seen::nothing(Role::Unknown, is_first))));
        for (at, seen) in self.seen.iter_mut().enumerate() {
            let Some(seen) = seen else { continue };
            seen.look(row.text(at).unwrap_or_default(), sign);
        }
        let amounts = super::amount_cells(row, self.columns).filter_map(whatever);
        let amount = amounts.map(|read| read.amount).find(|amount| !amount.is_zero());
        self.amounts.look(row, amount.unwrap_or_default());
        Ok(())
    }

    fn decided(mut self) -> Result<Survey, ReadError> {
        self.amounts.none(self.columns)?;
        let points = &self.points;
        self.survey.point =
            points.first().copied().filter(|first| points.iter().all(|p| p == first));
        let has_amount =
            self.columns.has(Column::AccountAmount) || self.columns.has(Column::Amount);
        if has_amount {
            self.decide();
        }
        Ok(self.survey)
    }

    /// Whether signs say the direction, else which column does, else whether any may.
    fn decide(&mut self) {
        let seen = || self.seen.iter().flatten();
        let signs = &self.survey.signs;
        let signed = signs.say_it() || self.columns.are_of_signed_amounts();
        let certain = signed && !seen().any(Seen::refutes_signs);
        let named = self.columns.place_of(Column::Direction);
        match named.or_else(|| self.direction_column(certain)) {
            Some(at) => {
                let words = self.seen.get_mut(at).and_then(Option::take);
                let words = words.map(|seen| seen.words).unwrap_or_default();
                self.survey.direction = Some((at, words));
            }
            None if certain => self.survey.doubted = self.doubting(),
            None => self.survey.unsure = signs.are_mixed() || seen().any(Seen::may_tell),
        }
    }

    fn doubting(&self) -> Vec<(usize, Role)> {
        let each = self.seen.iter().enumerate();
        let each = each.filter_map(|(at, seen)| Some((at, seen.as_ref()?)));
        each.filter(|(_, seen)| seen.doubts_signs()).map(|(at, seen)| (at, seen.role)).collect()
    }

    /// A column of nothing but directions; where signs say nothing for sure also one that is named as the kind
    /// of movement, and has a direction at all: what else stands there is refused.
    fn direction_column(&self, certain: bool) -> Option<usize> {
        let kinds = || self.columns.all(Column::Kind);
        let seen = |at: &usize| self.seen.get(*at).and_then(Option::as_ref);
        let is_whole =
            |at: &usize| seen(at).is_some_and(|it| it.is_direction(self.columns.name(*at)));
        let some = |at: &usize| seen(at).is_some_and(|it| it.has_direction);
        let found = kinds().chain(0..self.seen.len()).find(is_whole);
        found.or_else(|| kinds().find(some).filter(|_| !certain))
    }
}
