//! Elements of a plain document, for checks that go from one to the next.

use super::rows::{Flat, Row, RowKind};
use crate::element::{QName, XmlElement};

/// An element of a plain document.
#[derive(Debug, Clone, Copy)]
pub struct FlatElement<'t> {
    flat: &'t Flat<'t>,
    row: usize,
}

impl<'t> FlatElement<'t> {
    #[inline]
    fn row(self) -> &'t Row<'t> {
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

impl Flat<'_> {
    /// The document element.
    #[must_use]
    pub fn root_element(&self) -> Option<FlatElement<'_>> {
        let row = self.rows.iter().position(|row| row.kind == RowKind::Element)?;
        Some(FlatElement { flat: self, row })
    }

    /// The namespace, if it has one, and the name of the document element.
    pub(crate) fn root_name(&self) -> Option<(Option<&str>, &str)> {
        let root = self.root_element()?.row();
        let namespace = self.namespaces.get(root.namespace as usize).copied();
        Some((namespace.filter(|uri| !uri.is_empty()), root.text))
    }
}
