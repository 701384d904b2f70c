//! Going from element to element.

use super::{Element, Index, NONE};
use crate::aborted::StylesheetAborted;
use crate::names::Name;

impl<'a> Index<'a> {
    /// All elements in document order.
    pub fn all(&self) -> impl Iterator<Item = Element> + use<> {
        (0..self.entries.len() as u32).map(Element)
    }

    /// The child elements.
    pub fn children(&self, element: Element) -> impl Iterator<Item = Element> {
        let end = self.entries[element.at()].end;
        let mut next = element.0 + 1;
        std::iter::from_fn(move || {
            (next < end && self.step(1)).then(|| {
                let child = Element(next);
                next = self.entries[child.at()].end;
                child
            })
        })
    }

    /// The child elements of this name.
    pub fn children_named(&self, element: Element, name: Name) -> impl Iterator<Item = Element> {
        self.children(element).filter(move |&child| self.name(child) == name)
    }

    /// The first child element of this name.
    pub fn child(&self, element: Element, name: Name) -> Option<Element> {
        self.children_named(element, name).next()
    }

    /// Whether there is a child element of this name.
    pub fn has_child(&self, element: Element, name: Name) -> bool {
        self.child(element, name).is_some()
    }

    /// How many child elements of this name there are.
    pub fn count(&self, element: Element, name: Name) -> usize {
        self.children_named(element, name).count()
    }

    /// The only child element of this name; where there are two, the official engine gives up.
    pub fn only(&self, element: Element, name: Name) -> Result<Option<Element>, StylesheetAborted> {
        single(self.children_named(element, name))
    }

    /// Every element at the end of this path of child names.
    pub fn path<'i>(
        &'i self,
        element: Element,
        path: &'i [Name],
    ) -> Box<dyn Iterator<Item = Element> + 'i> {
        match path {
            [] => Box::new(std::iter::once(element)),
            [last] => Box::new(self.children_named(element, *last)),
            [first, rest @ ..] => Box::new(
                self.children_named(element, *first).flat_map(move |child| self.path(child, rest)),
            ),
        }
    }

    /// The first element at the end of this path of child names.
    pub fn first_at(&self, element: Element, path: &[Name]) -> Option<Element> {
        match path {
            [] => Some(element),
            [first, rest @ ..] => {
                self.children_named(element, *first).find_map(|child| self.first_at(child, rest))
            }
        }
    }

    /// The only element at the end of this path; where there are two, the official engine gives up.
    pub fn only_at(
        &self,
        element: Element,
        path: &[Name],
    ) -> Result<Option<Element>, StylesheetAborted> {
        let mut only = None;
        self.find_only(element, path, &mut only)?;
        Ok(only)
    }

    fn find_only(
        &self,
        element: Element,
        path: &[Name],
        only: &mut Option<Element>,
    ) -> Result<(), StylesheetAborted> {
        match path {
            [] if only.is_some() => Err(StylesheetAborted::too_many(element)),
            [] => {
                *only = Some(element);
                Ok(())
            }
            [first, rest @ ..] => self
                .children_named(element, *first)
                .try_for_each(|child| self.find_only(child, rest, only)),
        }
    }

    /// All elements of this name in the document, in document order.
    pub fn named(&self, name: Name) -> impl Iterator<Item = Element> {
        std::iter::successors(self.real(self.first[name.index()]), |&element| {
            self.real(self.entries[element.at()].next_same).filter(|_| self.step(1))
        })
    }

    /// Whether the document has any element of this name.
    pub fn any_named(&self, name: Name) -> bool {
        self.first[name.index()] != NONE
    }

    fn real(&self, number: u32) -> Option<Element> {
        (number != NONE).then_some(Element(number))
    }
}

/// The only item, if there is one.
pub(crate) fn single(
    mut items: impl Iterator<Item = Element>,
) -> Result<Option<Element>, StylesheetAborted> {
    let Some(first) = items.next() else { return Ok(None) };
    match items.next() {
        Some(second) => Err(StylesheetAborted::too_many(second)),
        None => Ok(Some(first)),
    }
}
