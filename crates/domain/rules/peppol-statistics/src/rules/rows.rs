//! The rules of a report by context, and the way through its elements.

use billing_rules::Rule;
use billing_rules::machinery::{Element, Hits, StylesheetAborted};

use super::key::Scheme;
use super::report::{Part, Report};
use super::row::{Row, run, run_of_part};

/// The rows of a report, by context.
pub(super) struct Rows {
    pub(super) root: &'static [Row],
    pub(super) header: &'static [Row],
    pub(super) reporter: &'static [Row],
    /// By the scheme of a key.
    pub(super) keys: &'static [(&'static [Scheme], &'static [Row])],
    /// By the type of a part.
    pub(super) parts: &'static [(&'static str, &'static [Row])],
    /// For parts of all other types.
    pub(super) others: &'static [Row],
}

impl Rows {
    /// The rules of all rows.
    pub(super) fn rules(&self) -> Vec<&'static Rule> {
        let parts = self.parts.iter().map(|part| part.1).chain([self.others]);
        let keys = self.keys.iter().map(|key| key.1);
        let all = [self.root, self.header, self.reporter].into_iter().chain(keys).chain(parts);
        all.flatten().map(|row| &row.rule).collect()
    }
}

impl<'a> Report<'_, 'a> {
    /// Tries all rows on the elements of their contexts.
    pub(super) fn check(&self, rows: &Rows, hits: &mut Hits) -> Result<(), StylesheetAborted> {
        let (index, names) = (self.index, self.names);
        if index.name(Element::ROOT) != names.root {
            return Ok(());
        }
        run(self, Element::ROOT, rows.root, hits)?;
        let mut parts = self.parts.iter();
        for child in index.children(Element::ROOT) {
            if index.name(child) == names.header {
                run(self, child, rows.header, hits)?;
                for reporter in index.children_named(child, names.reporter) {
                    run(self, reporter, rows.reporter, hits)?;
                }
            } else if index.name(child) == names.part
                && let Some(part) = parts.next()
            {
                self.check_part(part, rows, hits)?;
            }
        }
        Ok(())
    }

    fn check_part(
        &self,
        part: &Part<'a>,
        rows: &Rows,
        hits: &mut Hits,
    ) -> Result<(), StylesheetAborted> {
        let of_kind = rows.parts.iter().find(|known| known.0 == part.kind);
        run_of_part(self, part, of_kind.map_or(rows.others, |known| known.1), hits)?;
        for key in self.keys(part) {
            let of_scheme = rows.keys.iter().find(|known| known.0.contains(&key.scheme));
            if let Some((_, rows)) = of_scheme {
                run(self, key.element, rows, hits)?;
            }
        }
        Ok(())
    }
}
