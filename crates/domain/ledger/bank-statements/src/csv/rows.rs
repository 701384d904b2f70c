//! The rows of a CSV (RFC 4180, with any separator).

use crate::{Fault, MAX_CELL_BYTES, MAX_CELLS, Place, ReadError};
use std::{iter::Peekable, str::Chars};

/// The cells of a row, and the line on which it begins.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) line: u32,
    pub(super) cells: Vec<String>,
}

impl Row {
    /// What stands in a cell, if anything does.
    pub(super) fn text(&self, at: usize) -> Option<&str> {
        self.cells.get(at).map(|cell| plain(cell)).filter(|cell| !cell.is_empty())
    }
}

/// A cell without the signs by which tables are told that a number is a text: `'0308'`, `'0308`, `="0308"`.
fn plain(cell: &str) -> &str {
    let cell = cell.trim();
    let formula = cell.strip_prefix("=\"").and_then(|rest| rest.strip_suffix('"'));
    let marked = || cell.strip_prefix('\'');
    let quoted = || marked()?.strip_suffix('\'');
    let number = || marked().filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    formula.or_else(quoted).or_else(number).map_or(cell, str::trim)
}

/// Rows that have anything in them.
pub(super) struct Rows<'a> {
    rest: Peekable<Chars<'a>>,
    separator: char,
    line: u32,
    /// Of the last character read, from 1.
    column: u32,
}

impl<'a> Rows<'a> {
    pub(super) fn new(text: &'a str, separator: char) -> Self {
        Self { rest: text.chars().peekable(), separator, line: 1, column: 0 }
    }

    fn next_char(&mut self) -> Option<char> {
        let next = self.rest.next();
        if next == Some('\n') {
            self.line += 1;
            self.column = 0;
        } else {
            self.column += 1;
        }
        next
    }

    /// What is too much is refused where it begins to be, before it takes memory.
    const fn error(&self, fault: Fault) -> ReadError {
        ReadError::new(Place::Text { line: self.line, column: self.column }, fault)
    }

    fn push(&self, cell: &mut String, c: char) -> Result<(), ReadError> {
        if cell.len() + c.len_utf8() > MAX_CELL_BYTES {
            return Err(self.error(Fault::CellTooLong));
        }
        cell.push(c);
        Ok(())
    }

    /// The rest of a quotation; a doubled quote is one. One that ends on a later line in the middle of a cell did not end
    /// where it should, and swallowed what stands between.
    fn quoted(&mut self, cell: &mut String) -> Result<(), ReadError> {
        let line = self.line;
        let open = || ReadError::new(Place::Text { line, column: 1 }, Fault::OpenQuote);
        while let Some(c) = self.next_char() {
            if c != '"' {
                self.push(cell, c)?;
            } else if self.rest.next_if_eq(&'"').is_some() {
                self.column += 1;
                self.push(cell, c)?;
            } else if self.line > line && !self.is_at_end_of_cell() {
                return Err(open());
            } else {
                return Ok(());
            }
        }
        Err(open())
    }

    fn is_at_end_of_cell(&mut self) -> bool {
        let separator = self.separator;
        self.rest.peek().is_none_or(|c| *c == separator || c.is_whitespace())
    }

    fn row(&mut self) -> Result<Row, ReadError> {
        let line = self.line;
        let (mut cells, mut cell) = (Vec::new(), String::new());
        loop {
            match self.next_char() {
                None | Some('\n') => break,
                Some('"') if cell.trim().is_empty() => {
                    cell.clear();
                    self.quoted(&mut cell)?;
                }
                Some(c) if c == self.separator => {
                    if cells.len() + 1 == MAX_CELLS {
                        return Err(self.error(Fault::TooManyCells));
                    }
                    cells.push(std::mem::take(&mut cell));
                }
                Some('\r') => {}
                Some(c) => self.push(&mut cell, c)?,
            }
        }
        cells.push(cell);
        Ok(Row { line, cells })
    }
}

impl Iterator for Rows<'_> {
    type Item = Result<Row, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.rest.peek().is_some() {
            match self.row() {
                Ok(row) if row.cells.iter().all(|cell| cell.trim().is_empty()) => {}
                row => return Some(row),
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_parted_and_quoted() {
        let text = "a;\"b;\"\"c\"\"\nd\";e\r\n;;\n\nf; \"g\" \n";
        let rows: Result<Vec<_>, _> = Rows::new(text, ';').collect();
        let cells = |cells: &[&str]| cells.iter().map(|cell| (*cell).to_owned()).collect();
        assert_eq!(
            rows.expect("rows"),
            [
                Row { line: 1, cells: cells(&["a", "b;\"c\"\nd", "e"]) },
                Row { line: 5, cells: cells(&["f", "g "]) },
            ]
        );
        let open = Rows::new("a\nb;\"c\nd", ';').last().expect("a row").expect_err("open");
        assert_eq!(open, ReadError::new(Place::Text { line: 2, column: 1 }, Fault::OpenQuote));
        // a quotation that lost its end swallows rows up to the next quote
        for text in ["a;\"b\n\"c\";\"d\"\n", "a;\"b\nc;d\ne;\"f\"\n", "a;\"b\nc;\"\";\"d\"\n"] {
            let open = Rows::new(text, ';').find_map(Result::err).expect("open");
            assert_eq!(open, ReadError::new(Place::Text { line: 1, column: 1 }, Fault::OpenQuote));
        }
        let loose = Rows::new("\"Firma \"ABC\" s.r.o.\";b\n", ';').next().expect("a row");
        assert_eq!(
            loose.expect("read").cells.len(),
            2,
            "quotes within a name are left as they are"
        );
    }

    #[test]
    fn a_number_that_is_marked_as_a_text_is_the_number() {
        for (cell, expected) in [
            ("'0308'", Some("0308")),
            ("'0308", Some("0308")),
            ("=\"\"0308\"\"", Some("0308")),
            (" ' SK08 ' ", Some("SK08")),
            ("'s-Hertogenbosch", Some("'s-Hertogenbosch")),
            ("'", Some("'")),
            ("''", None),
            ("5'000", Some("5'000")),
        ] {
            let text = format!("a;\"{cell}\"\n");
            let row = Rows::new(&text, ';').next().expect("a row").expect("read");
            assert_eq!(row.text(1), expected, "{cell}");
        }
    }

    #[test]
    fn rows_and_cells_are_bounded() {
        let error = |text: &str| Rows::new(text, ';').find_map(Result::err);
        let at = |line, column, fault| Some(ReadError::new(Place::Text { line, column }, fault));
        assert_eq!(error(&";".repeat(MAX_CELLS - 1)), None);
        assert_eq!(
            error(&format!("a\n{}", ";".repeat(9_000_000))),
            at(2, 200, Fault::TooManyCells)
        );
        assert_eq!(error(&"x".repeat(MAX_CELL_BYTES)), None);
        let long = "x".repeat(MAX_CELL_BYTES + 1);
        assert_eq!(error(&format!("a;{long}")), at(1, 4_099, Fault::CellTooLong));
        assert_eq!(error(&format!("\"{long}\"")), at(1, 4_098, Fault::CellTooLong));
    }
}
