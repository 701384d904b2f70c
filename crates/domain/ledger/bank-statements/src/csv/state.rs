//! Whether a movement took place: files list those too that wait, were refused, or were taken back.

use super::{
    columns::{Column, Columns},
    direction::{direction, word},
    heading,
    rows::Row,
    words::{Meaning, any_means, means},
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

/// What a row says of its movement: the worst of it.
pub(super) fn of(row: &Row, columns: &Columns) -> State {
    let named = (0..columns.len()).filter(|at| is_of_states(columns.name(*at)));
    let stated = named.filter_map(|at| Some(stated(columns.name(at), row.text(at)?)));
    // the kind of a movement may say it too; whatever else it says is its kind
    let kinds = columns.all(Column::Kind).filter_map(|at| row.text(at));
    stated.chain(kinds.map(of_kind)).max().unwrap_or(State::Booked)
}

fn of_kind(text: &str) -> State {
    match () {
        () if any_means(text, Meaning::Undone) => State::Undone,
        () if any_means(text, Meaning::Held) => State::Pending,
        () => State::Booked,
    }
}

fn is_of_states(name: &str) -> bool {
    let words = heading::words(name);
    let of_account = ["uctu", "account", "kont", "zostat", "po", "balance"];
    (words.iter().any(|word| NAMES.contains(&word.as_str())) || asks_whether_booked(&words))
        && !words.iter().any(|word| of_account.iter().any(|other| word.starts_with(other)))
}

/// Of a column that asks whether: `Zaúčtovaná` with `Nie`.
fn asks_whether_booked(words: &[String]) -> bool {
    matches!(words, [word] if means(word, Meaning::Booked))
}

/// What a cell of such a column says. A balance is no state.
fn stated(name: &str, text: &str) -> State {
    let column = heading::words(name);
    let asks = column.iter().any(|word| word.starts_with("storn"));
    let asks_whether_booked = asks_whether_booked(&column);
    let answer = heading::folded(text);
    // what came or went has taken place
    let is_direction = || direction(&word(text), name, &BTreeSet::new()).is_some();
    match () {
        () if asks && means(&answer, Meaning::Yes) => State::Undone,
        () if asks && means(&answer, Meaning::No) => State::Booked,
        () if asks_whether_booked && means(&answer, Meaning::No) => State::Pending,
        () if asks_whether_booked => State::Booked,
        () if any_means(text, Meaning::Undone) => State::Undone,
        () if any_means(text, Meaning::Pending) || any_means(text, Meaning::PutsOff) => {
            State::Pending
        }
        () if any_means(text, Meaning::Booked) || is_direction() => State::Booked,
        () if text.chars().any(|c| c.is_ascii_digit()) => State::Booked,
        () => State::Unclear,
    }
}
