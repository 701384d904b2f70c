//! Whether a movement took place: files list those too that wait, were refused, or were taken back.

use super::{
    columns::{Column, Columns},
    heading,
    rows::Row,
};

/// What a row says of its movement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    /// Nothing else than that it took place.
    Booked,
    /// It has not yet.
    Pending,
    /// It did not, or was taken back.
    Undone,
    /// A column of states says something that is not known.
    Unclear,
}

/// Words by which a column of states is named.
const NAMES: [&str; 8] =
    ["stav", "status", "state", "storno", "stornovane", "stornovana", "allapot", "zustand"];

/// Beginnings of words, folded; those that undo go before those that book: `neúspešná`, `úspešná`.
const UNDONE: [&str; 26] = [
    "zamiet",
    "zrus",
    "neusp",
    "odmiet",
    "storn",
    "vrat",
    "vracen",
    "reject",
    "cancel",
    "declin",
    "fail",
    "revers",
    "revert",
    "return",
    "refund",
    "chargeback",
    "abgelehnt",
    "abgebrochen",
    "ruck",
    "odrzuc",
    "anul",
    "elutas",
    "visszavon",
    "nevykon",
    "nereal",
    "neprov",
];

const PENDING: [&str; 17] = [
    "caka",
    "pending",
    "blok",
    "rezerv",
    "autoriz",
    "authori",
    "nezauct",
    "planov",
    "schedul",
    "vorgemerkt",
    "ausstehend",
    "fugg",
    "oczek",
    "waiting",
    "processing",
    "prebieha",
    "nespracov",
];

const BOOKED: [&str; 25] = [
    "zauct",
    "realiz",
    "complet",
    "booked",
    "post",
    "settl",
    "vykon",
    "sprac",
    "provede",
    "uhrad",
    "ok",
    "uspes",
    "gebucht",
    "konyv",
    "zaksieg",
    "done",
    "success",
    "execut",
    "vybav",
    "dokonc",
    "processed",
    "ukonc",
    "prijat",
    "odoslan",
    "verbucht",
];

/// What stands where a column asks whether.
const YES: [&str; 8] = ["ano", "yes", "true", "1", "x", "ja", "igen", "tak"];
const NO: [&str; 7] = ["nie", "ne", "no", "false", "0", "nein", "nem"];

/// What a row says of its movement.
pub(super) fn of(row: &Row, columns: &Columns) -> State {
    let named = (0..columns.len()).filter(|at| is_of_states(columns.name(*at)));
    let stated = named.filter_map(|at| Some(stated(columns.name(at), row.text(at)?)));
    // the kind of a movement may say it too; whatever else it says is its kind
    let kinds = columns.all(Column::Kind).filter_map(|at| row.text(at));
    let kinds = kinds.filter(|text| begins(text, &UNDONE)).map(|_| State::Undone);
    let mut worst = State::Booked;
    for state in stated.chain(kinds) {
        worst = match (worst, state) {
            (State::Undone, _) | (_, State::Undone) => State::Undone,
            (State::Pending, _) | (_, State::Pending) => State::Pending,
            (State::Unclear, _) | (_, State::Unclear) => State::Unclear,
            (State::Booked, State::Booked) => State::Booked,
        };
    }
    worst
}

fn is_of_states(name: &str) -> bool {
    let words = heading::words(name);
    let of_account = ["uctu", "account", "kont", "zostat", "po", "balance"];
    words.iter().any(|word| NAMES.contains(&word.as_str()))
        && !words.iter().any(|word| of_account.iter().any(|other| word.starts_with(other)))
}

/// What a cell of such a column says. A balance is no state.
fn stated(name: &str, text: &str) -> State {
    let asks = heading::words(name).iter().any(|word| word.starts_with("storn"));
    let word = heading::folded(text);
    match () {
        () if asks && YES.contains(&word.as_str()) => State::Undone,
        () if asks && NO.contains(&word.as_str()) => State::Booked,
        () if begins(text, &UNDONE) => State::Undone,
        () if begins(text, &PENDING) => State::Pending,
        () if begins(text, &BOOKED) => State::Booked,
        () if text.chars().any(|c| c.is_ascii_digit()) => State::Booked,
        () => State::Unclear,
    }
}

fn begins(text: &str, known: &[&str]) -> bool {
    heading::words(text).iter().any(|word| known.iter().any(|stem| word.starts_with(stem)))
}
