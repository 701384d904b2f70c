//! A document without a tree: one row after the other, as its nodes begin.
//!
//! Most documents that are only checked against rules are *plain*: no references, no sections, no processing
//! instructions, ASCII names. One pass over their bytes counts what the guard counts, asks for what the parser asks
//! for, and notes the nodes; all of it together costs less than the parser's tree alone. A document that is not
//! plain, or that breaks any limit or rule, has no rows: the guard and the parser then say what is to be said of it,
//! so that what people read does not depend on which pass has seen it.

mod declaration;
mod plain;
mod read;

use std::slice::Iter;

pub(crate) use read::read;

/// The rows of a plain document.
#[derive(Debug, Default)]
pub struct Flat<'a> {
    rows: Vec<Row<'a>>,
    attributes: Vec<FlatAttribute<'a>>,
    /// The addresses that are declared; the first is empty and stands for none.
    namespaces: Vec<&'a str>,
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
    /// How many attributes the element has.
    pub attributes: u32,
    /// How many elements end after this node, before the next one begins.
    pub closes: u32,
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
        let mut attributes = self.attributes.as_slice();
        self.rows.iter().map(move |row| {
            let (own, rest) = attributes.split_at(row.attributes as usize);
            attributes = rest;
            (row, own.iter())
        })
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

    /// The namespace, if it has one, and the name of the document element.
    pub(crate) fn root_name(&self) -> Option<(Option<&'a str>, &'a str)> {
        let root = self.rows.iter().find(|row| row.kind == RowKind::Element)?;
        let namespace = self.namespaces.get(root.namespace as usize).copied();
        Some((namespace.filter(|uri| !uri.is_empty()), root.text))
    }

    /// What [`crate::Parsed::child_text`] asks for.
    pub(crate) fn child_text(&self, name: &str) -> Option<&'a str> {
        let mut open = 0;
        for (place, row) in self.rows.iter().enumerate() {
            if row.kind == RowKind::Element {
                if open == 1 && row.text == name {
                    let inside = self.rows.get(place + 1).filter(|_| row.closes == 0);
                    let text = inside.filter(|next| next.kind == RowKind::Text);
                    return Some(text.map_or("", |text| text.text));
                }
                open += 1;
            }
            open -= row.closes;
        }
        None
    }

    /// The addresses of the namespaces by their numbers; the first stands for none.
    #[must_use]
    pub fn namespaces(&self) -> &[&'a str] {
        &self.namespaces
    }
}
