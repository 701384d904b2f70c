//! By which separator a text is a statement, and which row names its columns.

use super::{columns::Columns, rows::Rows};
use crate::{Fault, Mapping, Place, ReadError};
use std::collections::BTreeMap;

/// What parts the cells.
const SEPARATORS: [char; 4] = [';', ',', '\t', '|'];

/// Rows among which the names of the columns are looked for: some banks write a page before them.
const PREAMBLE: usize = 60;

/// Bytes in which they stand.
const HEAD: usize = 64 * 1024;

/// The separator by which the most columns are known, and those columns; what a person said of columns with
/// these names goes first.
///
/// # Errors
/// [`Fault::UnknownColumns`] names the columns that a person would see; [`Fault::NotAStatement`],
/// [`Fault::TooManyCells`].
pub(super) fn find(text: &str, mappings: &[Mapping]) -> Result<(char, Columns), ReadError> {
    let known: BTreeMap<_, _> = mappings.iter().map(|known| (known.fingerprint(), known)).collect();
    let head = text.char_indices().take_while(|(at, _)| *at < HEAD).last();
    let head = &text[..head.map_or(0, |(at, c)| at + c.len_utf8())];
    let mut best: Option<(char, Columns)> = None;
    let mut unknown: Option<Columns> = None;
    let mut too_much = None;
    for separator in SEPARATORS {
        for row in Rows::new(head, separator).take(PREAMBLE) {
            let columns = match row {
                Ok(row) => Columns::of(&row),
                Err(error) => {
                    too_much = too_much.or(Some(error).filter(|e| e.fault == Fault::TooManyCells));
                    break;
                }
            };
            if let Some(mapping) = known.get(&columns.fingerprint()) {
                return Ok((separator, columns.mapped(mapping)));
            }
            if columns.missing().is_none() {
                if best.as_ref().is_none_or(|(_, known)| columns.known() > known.known()) {
                    best = Some((separator, columns));
                }
            } else if unknown.as_ref().is_none_or(|seen| more(&columns, seen)) {
                unknown = Some(columns);
            }
        }
    }
    best.ok_or_else(|| too_much.unwrap_or_else(|| not_known(unknown)))
}

/// The row that looks more like names of columns.
fn more(columns: &Columns, than: &Columns) -> bool {
    (columns.known(), columns.len()) > (than.known(), than.len())
}

/// A row with a name that is known, or of several cells, is one of names.
fn not_known(columns: Option<Columns>) -> ReadError {
    let columns = columns.filter(|columns| columns.len() > 2 || columns.known() > 0);
    let fault = columns.and_then(|columns| {
        let missing = columns.missing()?;
        Some(Fault::UnknownColumns { missing, headings: columns.headings() })
    });
    ReadError::new(Place::Whole, fault.unwrap_or(Fault::NotAStatement))
}
