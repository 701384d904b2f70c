//! Rules that the official stylesheet tests once for the whole document, however often an element
//! offends. Here they point at the first one that does.

use crate::index::Element;
use crate::rule::Rule;
use crate::verdict::Hits;

/// Which rows of a table have been hit already.
pub(crate) struct Once {
    hit: Vec<bool>,
}

impl Once {
    /// For a table of so many rows.
    pub(crate) fn new(rows: usize) -> Self {
        Self { hit: vec![false; rows] }
    }

    /// Whether the row has been hit.
    pub(crate) fn has(&self, row: usize) -> bool {
        self.hit[row]
    }

    /// The row's rule failed on the element.
    pub(crate) fn push(
        &mut self,
        row: usize,
        rule: &'static Rule,
        element: Element,
        hits: &mut Hits,
    ) {
        if !std::mem::replace(&mut self.hit[row], true) {
            hits.push(rule, element);
        }
    }
}
