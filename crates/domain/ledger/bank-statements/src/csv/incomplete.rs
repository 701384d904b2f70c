//! Rows that are movements by what else they say, and lack their amount or their day: they are never left out in
//! silence.

use super::{
    columns::{Column, Columns},
    is_day,
    rows::Row,
    sums,
};
use crate::{Place, account, identity::tells_apart, symbols};

/// Where the amount or the day is missing, if the row is a movement.
pub(super) fn missing(row: &Row, columns: &Columns) -> Option<Place> {
    if row.line <= columns.line || columns.are_named_by(row) || is_of_sums(row, columns) {
        return None;
    }
    let place = |column| columns.place(row.line, column);
    let has_day = columns.all(Column::BookedOn).filter_map(|at| row.text(at)).any(is_day);
    match super::amount_cells(row, columns).next() {
        None if has_day && (is_paid_for(row, columns) || is_of_somebody(row, columns)) => {
            Some(place(amount_column(columns)))
        }
        Some(_) if !has_day && is_paid_for(row, columns) => Some(place(Column::BookedOn)),
        _ => None,
    }
}

/// A label of a sum may stand in any column.
fn is_of_sums(row: &Row, columns: &Columns) -> bool {
    (0..columns.len()).filter_map(|at| row.text(at)).any(sums::is_label)
}

/// It has a symbol, or the account of the other side.
fn is_paid_for(row: &Row, columns: &Columns) -> bool {
    let symbols = [Column::VariableSymbol, Column::SpecificSymbol, Column::PayerReference];
    let texts = |column| columns.all(column).filter_map(move |at| row.text(at));
    let has_symbol = |text: &str| {
        symbols::symbol(text).is_some()
            || symbols::of_creditor_reference(text).is_some()
            || ["VS", "SS"].iter().any(|name| symbols::named(text, name).is_some())
    };
    symbols.into_iter().flat_map(texts).any(has_symbol)
        || texts(Column::CounterpartyAccount).any(|text| account::shown(text).is_some())
}

/// It names the other side, or the bank knows it by a reference.
fn is_of_somebody(row: &Row, columns: &Columns) -> bool {
    columns.cell(row, Column::CounterpartyName).is_some()
        || columns.cell(row, Column::BankReference).is_some_and(tells_apart)
}

fn amount_column(columns: &Columns) -> Column {
    let order = [Column::AccountAmount, Column::Amount, Column::Credit, Column::Debit];
    order.into_iter().find(|column| columns.has(*column)).unwrap_or(Column::Amount)
}
