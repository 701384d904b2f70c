//! The one walk.

use std::cell::Cell;

use roxmltree::{Document, Node, NodeType};

use super::{Attribute, Entry, Index, NONE, PARENT, REMARK, SPLIT, TEXT};
use crate::names::{NAMES, Name, NamespaceCache, find};
use crate::text::is_blank;

impl<'a> Index<'a> {
    /// Walks the document once.
    pub(crate) fn build(document: &'a Document<'a>) -> Self {
        let mut walk = Walk {
            entries: Vec::with_capacity(document.descendants().size_hint().0 / 2 + 1),
            first: vec![NONE; NAMES],
            last: vec![NONE; NAMES],
            first_values: Vec::new(),
            namespaces: NamespaceCache::default(),
        };
        walk.all(document);
        let steps_left = Cell::new(0);
        let index = Self {
            document,
            entries: walk.entries,
            first_values: walk.first_values,
            first: walk.first,
            steps_left,
        };
        index.refresh();
        index
    }
}

struct Walk<'a> {
    entries: Vec<Entry<'a>>,
    first: Vec<u32>,
    last: Vec<u32>,
    first_values: Vec<&'a str>,
    namespaces: NamespaceCache,
}

impl<'a> Walk<'a> {
    fn all(&mut self, document: &'a Document<'a>) {
        // Open elements: the node's number and the element's.
        let mut open: Vec<(u32, u32)> = Vec::with_capacity(16);
        for node in document.root_element().descendants() {
            let parent = node.parent().map_or(0, |parent| parent.id().get());
            while open.last().is_some_and(|last| last.0 != parent) {
                let done = open.pop().expect("just seen").1;
                self.entries[done as usize].end = self.entries.len() as u32;
            }
            let parent = open.last().map_or(NONE, |last| last.1);
            match node.node_type() {
                NodeType::Element => {
                    let number = self.element(node, parent);
                    open.push((node.id().get(), number));
                }
                NodeType::Text => self.text(node, parent),
                _ => self.mark(parent, REMARK),
            }
        }
        for (_, element) in open {
            self.entries[element as usize].end = self.entries.len() as u32;
        }
    }

    fn element(&mut self, node: Node<'a, 'a>, parent: u32) -> u32 {
        let number = self.entries.len() as u32;
        let tag = node.tag_name();
        let namespace = tag.namespace().and_then(|uri| self.namespaces.get(uri));
        let name = namespace.and_then(|n| find(n, tag.name())).unwrap_or(Name::UNKNOWN);
        let previous = std::mem::replace(&mut self.last[name.index()], number);
        match self.entries.get_mut(previous as usize) {
            Some(entry) => entry.next_same = number,
            None => self.first[name.index()] = number,
        }
        self.mark(parent, PARENT);
        self.entries.push(Entry {
            text: "",
            node: node.id().get(),
            parent,
            end: number + 1,
            next_same: NONE,
            attributes: attribute_bits(node),
            value: self.first_values.len() as u32,
            name,
            shape: 0,
        });
        self.first_values.extend(node.attributes().next().map(|first| first.value()));
        number
    }

    fn text(&mut self, node: Node<'a, 'a>, parent: u32) {
        let Some(entry) = self.entries.get_mut(parent as usize) else { return };
        let text = node.text().unwrap_or_default();
        if !is_blank(text) {
            entry.shape |= TEXT;
        }
        if entry.text.is_empty() && entry.shape & PARENT == 0 {
            entry.text = text;
        } else {
            entry.shape |= SPLIT;
        }
    }

    fn mark(&mut self, element: u32, shape: u8) {
        if let Some(entry) = self.entries.get_mut(element as usize) {
            entry.shape |= shape;
        }
    }
}

fn attribute_bits(node: Node<'_, '_>) -> u32 {
    node.attributes().fold(0, |bits, attribute| {
        let known = match attribute.namespace() {
            None => Attribute::of_name(attribute.name()),
            Some(_) => Attribute::Other,
        };
        bits | known.bit()
    })
}

#[cfg(test)]
mod tests {
    use super::super::Element;
    use super::*;

    #[test]
    fn ends_and_texts_are_those_of_the_document() {
        let document = Document::parse("<a>x<b>1<!-- c -->2</b><c><d/></c> <e/></a>").unwrap();
        let index = Index::build(&document);
        assert_eq!(index.len(), 5);
        let children: Vec<u32> = index.children(Element::ROOT).map(|e| e.0).collect();
        assert_eq!(children, [1, 2, 4]);
        assert_eq!(index.value(Element(1)), "12");
        assert_eq!(index.value(Element::ROOT), "x12 ");
        assert_eq!(index.parent(Element(3)), Some(Element(2)));
    }
}
