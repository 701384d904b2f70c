//! An element as checks look at it, whether rows or a tree were made of its document.

use roxmltree::Node;

use crate::flat::{Flat, Row, RowKind};

/// A namespace, empty where there is none, and a local name.
pub type QName<'t> = (&'t str, &'t str);

/// An element of a document that was read. Checks that are written for it need no tree of a plain document.
pub trait XmlElement<'t>: Copy {
    /// Its name.
    fn qname(self) -> QName<'t>;
    /// Its attributes with their values, without declarations of namespaces.
    fn attribute_pairs(self) -> impl Iterator<Item = (QName<'t>, &'t str)>;
    /// Its child elements.
    fn elements(self) -> impl Iterator<Item = Self>;
    /// Its own text, which comments and elements divide.
    fn texts(self) -> impl Iterator<Item = &'t str>;
    /// Its text with that of all elements in it.
    fn all_texts(self) -> impl Iterator<Item = &'t str>;
    /// The byte of the document at which it begins.
    fn offset(self) -> usize;

    /// The child elements of this name.
    fn elements_named(self, name: QName<'_>) -> impl Iterator<Item = Self> {
        // most namespaces are the same, and long
        self.elements().filter(move |child| {
            let own = child.qname();
            own.1 == name.1 && own.0 == name.0
        })
    }
}

impl<'t, 'i: 't> XmlElement<'t> for Node<'t, 'i> {
    fn qname(self) -> QName<'t> {
        let name = self.tag_name();
        (name.namespace().unwrap_or_default(), name.name())
    }

    fn attribute_pairs(self) -> impl Iterator<Item = (QName<'t>, &'t str)> {
        self.attributes()
            .map(|one| ((one.namespace().unwrap_or_default(), one.name()), one.value()))
    }

    fn elements(self) -> impl Iterator<Item = Self> {
        self.children().filter(Node::is_element)
    }

    fn texts(self) -> impl Iterator<Item = &'t str> {
        self.children().filter(Node::is_text).filter_map(|child| child.text())
    }

    fn all_texts(self) -> impl Iterator<Item = &'t str> {
        self.descendants().filter(Node::is_text).filter_map(|node| node.text())
    }

    fn offset(self) -> usize {
        self.range().start
    }
}

/// An element of a plain document.
#[derive(Debug, Clone, Copy)]
pub struct FlatElement<'t> {
    flat: &'t Flat<'t>,
    row: usize,
}

impl<'t> FlatElement<'t> {
    pub(crate) const fn new(flat: &'t Flat<'t>, row: usize) -> Self {
        Self { flat, row }
    }

    /// The text with which it begins.
    pub(crate) fn first_text(self) -> &'t str {
        let first = self.inside().next().map(Self::row);
        first.filter(|row| row.kind == RowKind::Text).map_or("", |row| row.text)
    }

    #[inline]
    pub(crate) fn row(self) -> &'t Row<'t> {
        self.flat.row(self.row)
    }

    #[inline]
    fn end(self) -> usize {
        self.row().end as usize
    }

    #[inline]
    fn namespace(self, number: u32) -> &'t str {
        self.flat.namespaces()[number as usize]
    }

    /// The rows of its children.
    #[inline]
    fn inside(self) -> impl Iterator<Item = FlatElement<'t>> {
        let end = self.end();
        let first = (self.row + 1 < end).then_some(FlatElement { row: self.row + 1, ..self });
        std::iter::successors(first, move |child| {
            let next = child.end();
            (next < end).then_some(FlatElement { row: next, ..self })
        })
    }
}

impl<'t> XmlElement<'t> for FlatElement<'t> {
    #[inline]
    fn qname(self) -> QName<'t> {
        let row = self.row();
        (self.namespace(row.namespace), row.text)
    }

    #[inline]
    fn attribute_pairs(self) -> impl Iterator<Item = (QName<'t>, &'t str)> {
        self.flat
            .attributes(self.row)
            .iter()
            .map(move |one| ((self.namespace(one.namespace), one.name), one.value))
    }

    #[inline]
    fn elements(self) -> impl Iterator<Item = Self> {
        self.inside().filter(|child| child.row().kind == RowKind::Element)
    }

    #[inline]
    fn texts(self) -> impl Iterator<Item = &'t str> {
        self.inside()
            .map(FlatElement::row)
            .filter(|row| row.kind == RowKind::Text)
            .map(|row| row.text)
    }

    #[inline]
    fn all_texts(self) -> impl Iterator<Item = &'t str> {
        let rows = (self.row + 1..self.end()).map(move |row| self.flat.row(row));
        rows.filter(|row| row.kind == RowKind::Text).map(|row| row.text)
    }

    #[inline]
    fn offset(self) -> usize {
        self.flat.begin_of(self.row())
    }
}
