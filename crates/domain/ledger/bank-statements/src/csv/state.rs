//! Whether a movement took place: files list those too that wait, were refused, or were taken back.

use super::{
    columns::{Column, Columns},
    direction::{direction, word},
    heading,
    rows::Row,
    words::{Meaning, any_mean, means},
};
use std::collections::BTreeSet;

/// What a row says of its movement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum State {
    /// Nothing else than that it took place.
    Booked,
    /// A column of states says something that is not known.
    Unclear,
    /// It has not yet.
    Pending,
    /// It did not, or was taken back.
    Undone,
}

/// Words by which a column of states is named.
const NAMES: [&str; 8] =
    ["stav", "status", "state", "storno", "stornovane", "stornovana", "allapot", "zustand"];

/// A column that says whether a movement took place.
#[derive(Debug, Clone)]
pub(super) struct OfStates {
    at: usize,
    asks: Asks,
}

/// Of what `Áno` and `Nie` are the answers in a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Asks {
    Nothing,
    /// `Storno`
    Undone,
    /// `Zaúčtovaná`
    Booked,
}

impl OfStates {
    /// Those among columns of these names.
    pub(super) fn all<'a>(names: impl Iterator<Item = &'a str>) -> Vec<Self> {
        let of = |(at, name)| Some(Self { at, asks: of_states(name)? });
        names.enumerate().filter_map(of).collect()
    }
}

/// What a row says of its movement: the worst of it.
pub(super) fn of(row: &Row, columns: &Columns) -> State {
    let said = |column: &OfStates| Some(stated(columns, column, row.text(column.at)?));
    let stated = columns.states.iter().filter_map(said);
    // the kind of a movement may say it too; whatever else it says is its kind
    let kinds = columns.all(Column::Kind).filter_map(|at| row.text(at));
    stated.chain(kinds.map(of_kind)).max().unwrap_or(State::Booked)
}

fn of_kind(text: &str) -> State {
    let words = heading::words(text);
    match () {
        () if any_mean(&words, Meaning::Undone) => State::Undone,
        () if any_mean(&words, Meaning::Held) => State::Pending,
        () => State::Booked,
    }
}

/// What a column of this name asks, if it is one of states. One of an account or a balance is none.
fn of_states(name: &str) -> Option<Asks> {
    let words = heading::words(name);
    let of_account = ["uctu", "account", "kont", "zostat", "po", "balance"];
    let is_of_account =
        words.iter().any(|word| of_account.iter().any(|other| word.starts_with(other)));
    let is_named = words.iter().any(|word| NAMES.contains(&word.as_str()));
    let asks = match &words[..] {
        _ if is_of_account => return None,
        [word] if means(word, Meaning::Booked) => Asks::Booked,
        words if words.iter().any(|word| word.starts_with("storn")) => Asks::Undone,
        _ => Asks::Nothing,
    };
    (is_named || asks == Asks::Booked).then_some(asks)
}

/// What a cell of such a column says.
fn stated(columns: &Columns, column: &OfStates, text: &str) -> State {
    let words = heading::words(text);
    let answer = words.concat();
    let any = |meaning| any_mean(&words, meaning);
    // what came or went has taken place
    let is_direction =
        || direction(&word(text), columns.name(column.at), &BTreeSet::new()).is_some();
    match column.asks {
        Asks::Undone if means(&answer, Meaning::Yes) => State::Undone,
        Asks::Undone if means(&answer, Meaning::No) => State::Booked,
        Asks::Booked if means(&answer, Meaning::No) => State::Pending,
        Asks::Booked => State::Booked,
        _ if any(Meaning::Undone) => State::Undone,
        _ if any(Meaning::Pending) || any(Meaning::PutsOff) => State::Pending,
        _ if any(Meaning::Booked) || is_direction() => State::Booked,
        _ if text.chars().any(|c| c.is_ascii_digit()) => State::Booked,
        _ => State::Unclear,
    }
}
