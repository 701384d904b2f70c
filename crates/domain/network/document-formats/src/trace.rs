//! From a document that was written back to the one that was given.

use billing_rules::Location;
use roxmltree::Node;
use std::ops::Range;
use xml::{Parsed, Place, Readable, Sources, XmlElement as _};

/// The document that was given, and which of its elements those of what was written come from.
#[derive(Clone, Copy)]
pub(crate) struct Trace<'t> {
    pub(crate) given: &'t dyn Readable,
    pub(crate) sources: &'t Sources,
}

impl Trace<'_> {
    /// The path in the given document of what an element of the written one comes from. Of a group it is that of the group
    /// which holds all that is in it, and where nothing of it was given, of what it stands in.
    pub(crate) fn path(&self, written: &Parsed<'_>, offset: usize) -> Option<String> {
        if let Some(place) = self.sources.of(offset) {
            return path(self.given, place);
        }
        let group = element_at(written, offset)?;
        let mut groups = group.ancestors().filter(Node::is_element);
        let (first, last) = groups.find_map(|group| self.extent(group.range()))?;
        let first = element_at(self.given, first)?;
        let mut above = first.ancestors().skip(1).filter(Node::is_element);
        let holding = above.find(|one| one.range().contains(&last));
        Some(Location::of(holding.unwrap_or(first)).to_string())
    }

    /// The first and the last element of the given document that a part of the written one comes from.
    fn extent(&self, part: Range<usize>) -> Option<(usize, usize)> {
        let places = || self.sources.within(part.clone()).map(|place| place.element);
        Some((places().min()?, places().max()?))
    }
}

/// The path of a place; of an attribute behind `@`, where the element has it.
pub(crate) fn path(document: &dyn Readable, place: &Place) -> Option<String> {
    let element = element_at(document, place.element)?;
    let path = Location::of(element).to_string();
    let attribute = place.attribute.as_deref().filter(|name| {
        element.attributes().any(|own| own.name().starts_with(name.trim_end_matches('…')))
    });
    Some(match attribute {
        Some(name) => format!("{path}/@{name}"),
        None => path,
    })
}

/// The element that begins at a byte.
fn element_at(document: &dyn Readable, offset: usize) -> Option<Node<'_, '_>> {
    let mut element = document.document().root_element();
    while element.offset() != offset {
        let mut within = element.elements().filter(|child| child.range().contains(&offset));
        element = within.next()?;
    }
    Some(element)
}
