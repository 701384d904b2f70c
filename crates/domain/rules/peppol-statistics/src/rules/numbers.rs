//! Counts as the official engine computes them.

use billing_rules::machinery::{Element, Name, StylesheetAborted};

use super::report::{Part, Report};

impl<'a> Report<'_, 'a> {
    /// `xs:integer(path)`: nothing where nothing stands there; two elements, or what is no whole number,
    /// are an error. Numbers beyond all counting are as large as can be.
    pub(super) fn integer(
        &self,
        element: Element,
        path: &[Name],
    ) -> Result<Option<i128>, StylesheetAborted> {
        let Some(at) = self.index.only_at(element, path)? else { return Ok(None) };
        let text = self.index.normalized(at);
        let digits = text.strip_prefix(['+', '-']).unwrap_or(&text);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(StylesheetAborted::bad_cast(at));
        }
        let largest = if text.starts_with('-') { i128::MIN } else { i128::MAX };
        Ok(Some(text.trim_start_matches('+').parse().unwrap_or(largest)))
    }

    /// The number at the path; nothing where nothing stands there, and two are an error.
    pub(super) fn number(
        &self,
        element: Element,
        path: &[Name],
    ) -> Result<Option<f64>, StylesheetAborted> {
        self.index.only_at(element, path)?.map(|at| self.index.double(at)).transpose()
    }

    /// All counts of a name in the parts.
    pub(super) fn numbers<'p>(
        &self,
        parts: impl Iterator<Item = &'p Part<'a>>,
        name: Name,
    ) -> Result<Vec<f64>, StylesheetAborted>
    where
        'a: 'p,
    {
        let counts = parts.flat_map(|part| self.index.children_named(part.element, name));
        counts.map(|count| self.index.double(count)).collect()
    }
}
