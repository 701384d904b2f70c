//! The fields of a message: `:61:` and the lines that follow until the next one.

use super::broken;
use crate::{ReadError, error::Form, limits::MAX_FIELD_BYTES};

/// A field.
#[derive(Debug)]
pub(super) struct Field<'a> {
    pub(super) tag: &'a str,
    /// On which it begins, from 1.
    pub(super) line: u32,
    pub(super) lines: Vec<&'a str>,
}

impl Field<'_> {
    /// Its lines without what parts them.
    pub(super) fn joined(&self) -> String {
        self.lines.concat()
    }
}

/// The fields of a text.
pub(super) struct Fields<'a> {
    lines: std::iter::Peekable<std::iter::Enumerate<std::str::Lines<'a>>>,
}

impl<'a> Fields<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { lines: text.lines().enumerate().peekable() }
    }
}

impl<'a> Iterator for Fields<'a> {
    type Item = Result<Field<'a>, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let (number, tag, first) = self.lines.find_map(|(number, line)| {
            let (tag, value) = begun(line)?;
            Some((number, tag, value))
        })?;
        let (mut lines, mut bytes) = (vec![first], first.len());
        let line = u32::try_from(number + 1).unwrap_or(u32::MAX);
        while let Some((_, next)) =
            self.lines.next_if(|(_, line)| begun(line).is_none() && !is_end(line))
        {
            // an empty line takes room too
            bytes += next.len() + 1;
            if bytes > MAX_FIELD_BYTES {
                break;
            }
            lines.push(next.trim_end());
        }
        let field = Field { tag, line, lines };
        Some(if bytes > MAX_FIELD_BYTES { Err(broken(line, Form::Field)) } else { Ok(field) })
    }
}

/// The tag and the value where a line begins a field; the header of a message may stand before it.
fn begun(line: &str) -> Option<(&str, &str)> {
    let line = match line.rfind("{4:") {
        Some(at) if line.starts_with('{') => &line[at + 3..],
        _ => line,
    };
    let (tag, value) = line.strip_prefix(':')?.split_once(':')?;
    let digits = tag.bytes().take_while(u8::is_ascii_digit).count();
    let letters = tag.bytes().skip(digits).all(|b| b.is_ascii_uppercase());
    let is_tag = (digits == 2 && letters && tag.len() <= 3) || tag == "NS";
    // some banks end the message on the line of its last balance
    is_tag.then(|| (tag, value.trim_end().trim_end_matches("-}")))
}

/// `-`, `-}`: the end of a message.
fn is_end(line: &str) -> bool {
    line.trim_end() == "-" || line.starts_with("-}")
}
