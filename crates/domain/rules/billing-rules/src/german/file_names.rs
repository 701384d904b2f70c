//! File names of attachments (BT-125).

use std::collections::HashSet;

use crate::index::{Attribute, Element, Index};
use crate::names::Name;

/// Whether no attachment has exactly the file name of one in a reference before it, beside it under the same parent.
/// The references come in document order; the path leads from each to its attachments.
pub(crate) fn differ(
    index: &Index<'_>,
    references: impl Iterator<Item = Element>,
    path: &[Name],
) -> bool {
    let mut seen = HashSet::new();
    for reference in references {
        let parent = index.parent(reference);
        let names: Vec<_> = index
            .path(reference, path)
            .filter_map(|object| index.attribute(object, Attribute::Filename))
            .map(|name| (parent, name))
            .collect();
        if names.iter().any(|name| seen.contains(name)) {
            return false;
        }
        seen.extend(names);
    }
    true
}
