//! PostgreSQL takes values in a list of `VALUES` for texts where a statement is prepared without their types.

use super::text::{IN_TUPLE, VALUE};

/// Types that a column of such a list may have.
const TYPES: [&str; 4] = ["uuid", "text", "integer", "bigint"];

/// Columns of a list whose types are tried.
const MOST_COLUMNS: usize = 3;

/// A statement with each combination of types for the columns of its lists; none when they have too many columns.
pub fn with_types(sql: &str) -> Vec<String> {
    let marked = format!("{IN_TUPLE}{VALUE}");
    let mut pieces = sql.split(&marked);
    let first = pieces.next().unwrap_or_default();
    let rests: Vec<_> = pieces.collect();
    let columns = columns(&rests);
    let Some(last) = columns.iter().max().filter(|last| **last < MOST_COLUMNS) else {
        return Vec::new();
    };
    let combinations = 0..TYPES.len().pow(*last as u32 + 1);
    let typed = |choice: usize| {
        let values = columns.iter().zip(&rests);
        values.fold(first.to_owned(), |sql, (column, rest)| {
            let of = TYPES[choice / TYPES.len().pow(*column as u32) % TYPES.len()];
            format!("{sql}{VALUE}::{of}{rest}")
        })
    };
    combinations.map(typed).collect()
}

/// The column of each value, by what stands behind the one before: a comma within a row, a parenthesis at its end.
fn columns(rests: &[&str]) -> Vec<usize> {
    let next = |column: &mut usize, rest: &&str| {
        let this = *column;
        *column = if rest.starts_with(',') { this + 1 } else { 0 };
        Some(this)
    };
    rests.iter().scan(0, next).collect()
}
