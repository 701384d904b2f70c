//! The nodes of a plain document, one after the other.

use std::slice::Iter;

/// The rows of a plain document.
#[derive(Debug, Default)]
pub struct Flat<'a> {
    /// All of the document, with what stands before the first row.
    pub(super) text: &'a str,
    pub(super) rows: Vec<Row<'a>>,
    pub(super) attributes: Vec<FlatAttribute<'a>>,
    /// The addresses that are declared; the first is empty and stands for none.
    pub(super) namespaces: Vec<&'a str>,
}

/// A node as it begins. Its place among the rows, from 1, is its number in the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row<'a> {
    /// What the node is.
    pub kind: RowKind,
    /// The local name of an element, or the text; nothing of a remark.
    pub text: &'a str,
    /// The namespace of an element, see [`Flat::namespaces`].
    pub namespace: u32,
    /// Where its attributes begin among those of the document; they go on to those of the next row.
    pub(super) attributes: u32,
    /// The place of the first row after all that is in this node, which for all but elements is the next one.
    pub end: u32,
}

/// What a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowKind {
    /// An element.
    Element,
    /// All of the text between two other nodes.
    Text,
    /// A comment.
    Remark,
}

/// An attribute that declares no namespace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FlatAttribute<'a> {
    /// The namespace, see [`Flat::namespaces`]; 0 where the name has no prefix.
    pub namespace: u32,
    /// The local name.
    pub name: &'a str,
    /// The value.
    pub value: &'a str,
}

impl<'a> Flat<'a> {
    /// The rows in the order of the document, each with its attributes.
    pub fn rows(&self) -> impl Iterator<Item = (&Row<'a>, Iter<'_, FlatAttribute<'a>>)> {
        self.rows.iter().enumerate().map(|(at, row)| (row, self.attributes(at).iter()))
    }

    #[inline]
    pub(super) fn row(&self, at: usize) -> &Row<'a> {
        &self.rows[at]
    }

    /// The attributes of the row at this place.
    #[inline]
    pub(super) fn attributes(&self, at: usize) -> &[FlatAttribute<'a>] {
        let next = self.rows.get(at + 1);
        let end = next.map_or(self.attributes.len(), |next| next.attributes as usize);
        &self.attributes[self.rows[at].attributes as usize..end]
    }

    /// The byte of the document at which an element begins: its row holds a part of the text, its name.
    pub(super) fn begin_of(&self, element: &Row<'a>) -> usize {
        let name = (element.text.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        self.text.get(..name).and_then(|before| before.rfind('<')).unwrap_or_default()
    }

    /// The byte of the document at which an element begins, by its number in the tree.
    #[must_use]
    pub fn offset_of(&self, number: u32) -> Option<usize> {
        let row = self.rows.get((number as usize).checked_sub(1)?)?;
        (row.kind == RowKind::Element).then(|| self.begin_of(row))
    }

    /// How many rows there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are none; a document that was read has one at least.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The addresses of the namespaces by their numbers; the first stands for none.
    #[must_use]
    #[inline]
    pub fn namespaces(&self) -> &[&'a str] {
        &self.namespaces
    }
}
