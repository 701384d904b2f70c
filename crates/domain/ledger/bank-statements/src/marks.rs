//! By what a kept line is found, whatever else is kept: each mark is a text under which the store has the line. So
//! matching again reads the lines that may fit, and no others.

use crate::{
    Line, LineRecord, LineState,
    matching::written_numbers,
    taken_back::{By, all_by, all_of},
};
use money::Decimal;

/// The marks of a line that is new: of one that waits for an open invoice what may be matched or taken back, of one that
/// takes something back what that may be.
#[must_use]
pub fn marks(record: &LineRecord) -> Vec<String> {
    let line = &record.line;
    let mut marks: Vec<String> = all_by(line).map(|by| returns(&by)).collect();
    if record.state == LineState::Unmatched {
        marks.push(amount(line.amount));
        let named = line.variable_symbol.clone().into_iter().chain(written_numbers(line));
        marks.extend(named.map(|symbol| number(&symbol)));
        marks.extend(all_of(line).map(|by| came(&by)));
    }
    marks.sort_unstable();
    marks.dedup();
    marks
}

/// The lines of this amount.
pub(crate) fn amount(amount: Decimal) -> String {
    format!("amount|{}", amount.normalize())
}

/// The lines that name this invoice, by its symbol without leading zeros.
pub(crate) fn number(symbol: &str) -> String {
    format!("number|{symbol}")
}

/// The lines that came and may be taken back by what says this.
pub(crate) fn came(by: &By) -> String {
    format!("came|{by}")
}

/// The lines that may take back what says this.
pub(crate) fn returns(by: &By) -> String {
    format!("returns|{by}")
}

/// Under which a line that comes finds those that took it back already.
pub(crate) fn returns_of(line: &Line) -> impl Iterator<Item = String> {
    all_of(line).map(|by| returns(&by))
}

/// Under which a line finds what it takes back.
pub(crate) fn came_for(line: &Line) -> impl Iterator<Item = String> {
    all_by(line).map(|by| came(&by))
}

#[cfg(test)]
mod tests;
