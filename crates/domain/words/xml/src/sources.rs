//! What each element of a document that is written is made of, so that what is said of it later can be said of the document that
//! was read.

use std::{borrow::Cow, ops::Range};

/// A place in a document that was read.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Place {
    /// The byte of the document at which the element begins.
    pub element: usize,
    /// The name of one of its attributes; `None` of the element itself.
    pub attribute: Option<Cow<'static, str>>,
}

impl Place {
    /// An element, by the byte at which it begins.
    #[must_use]
    pub const fn element(element: usize) -> Self {
        Self { element, attribute: None }
    }

    /// An attribute of an element.
    #[must_use]
    pub fn attribute(element: usize, name: impl Into<Cow<'static, str>>) -> Self {
        Self { element, attribute: Some(name.into()) }
    }
}

/// The places that the elements of a written document come from. An element that stands there by itself, such as a code that
/// only the one syntax asks for, has none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sources {
    /// Where an element begins in the document written, and where it comes from; in the order of the document.
    all: Vec<(usize, Place)>,
}

impl Sources {
    /// Notes that the element written at `at` ([`Writer::next`](crate::Writer::next)) comes from a place. Elements are noted
    /// in the order in which they are written.
    pub fn note(&mut self, at: usize, from: Place) {
        self.all.push((at, from));
    }

    /// The place that the element written at a byte comes from.
    #[must_use]
    pub fn of(&self, at: usize) -> Option<&Place> {
        let found = self.all.binary_search_by_key(&at, |(at, _)| *at).ok()?;
        self.all.get(found).map(|(_, place)| place)
    }

    /// The places that all elements of a part of the document come from, in its order.
    pub fn within(&self, part: Range<usize>) -> impl Iterator<Item = &Place> {
        let [start, end] =
            [part.start, part.end].map(|edge| self.all.partition_point(|(at, _)| *at < edge));
        self.all.get(start..end).unwrap_or_default().iter().map(|(_, place)| place)
    }

    /// Where each element comes from, in the order of the document written.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &Place)> {
        self.all.iter().map(|(at, place)| (*at, place))
    }

    /// The sources of what was written of a document that was itself written: what has none there has none.
    #[must_use]
    pub fn of_what_was_written(&self, before: &Sources) -> Sources {
        let traced = self.all.iter().filter_map(|(at, place)| Some((*at, before.trace(place)?)));
        Sources { all: traced.collect() }
    }

    /// Where a place of the document written comes from. An attribute comes from that of its name, where its element has it,
    /// or from what is its element's.
    #[must_use]
    pub fn trace(&self, written: &Place) -> Option<Place> {
        let from = self.of(written.element)?;
        let attribute = from.attribute.clone().or_else(|| written.attribute.clone());
        Some(Place { element: from.element, attribute })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Parsed, Writer};

    /// A document of two leaves, of which the second stands for an attribute.
    fn written() -> (String, Sources) {
        let (mut writer, mut sources) = (Writer::new(), Sources::default());
        let root = writer.open("a", &[]);
        let group = writer.open("b", &[]);
        sources.note(writer.next(), Place::element(7));
        writer.leaf("c", &[], "1");
        sources.note(writer.next(), Place::attribute(9, "name"));
        writer.leaf("d", &[], "2");
        writer.close(group);
        writer.leaf("e", &[], "3");
        writer.close(root);
        (writer.finish(), sources)
    }

    #[test]
    fn an_element_is_found_where_the_parser_has_it() {
        let (text, sources) = written();
        let read = Parsed::read(text.as_bytes()).expect("read");
        let of = |name: &str| {
            let found = read.root().descendants().find(|node| node.has_tag_name(name));
            found.expect("there").range()
        };
        assert_eq!(sources.of(of("c").start), Some(&Place::element(7)));
        assert_eq!(sources.of(of("d").start), Some(&Place::attribute(9, "name")));
        assert_eq!((sources.of(of("b").start), sources.of(of("e").start)), (None, None));
        assert_eq!(sources.within(of("b")).count(), 2);
        assert_eq!(sources.within(of("d")).count(), 1);
        assert_eq!(sources.within(of("e")).count(), 0);
    }

    #[test]
    fn a_place_is_traced_over_two_documents() {
        let (text, first) = written();
        let read = Parsed::read(text.as_bytes()).expect("read");
        let at = |name: &str| {
            let found = read.root().descendants().find(|node| node.has_tag_name(name));
            found.expect("there").range().start
        };
        let mut second = Sources::default();
        for (written, name) in [(3, "c"), (5, "d"), (8, "e")] {
            second.note(written, Place::element(at(name)));
        }
        let all = second.of_what_was_written(&first);
        let found: Vec<_> = all.iter().collect();
        assert_eq!(found, [(3, &Place::element(7)), (5, &Place::attribute(9, "name"))]);
        let attribute = first.trace(&Place::attribute(at("c"), "unit"));
        assert_eq!(attribute, Some(Place::attribute(7, "unit")));
    }
}
