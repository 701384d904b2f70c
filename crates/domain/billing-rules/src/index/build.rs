//! The one walk.

use std::cell::Cell;

use roxmltree::{Document, Node, NodeType};

use super::{Attribute, Entry, Index, NONE, PARENT, REMARK, SPLIT, TEXT};
use crate::names::{NAMES, Name, NamespaceCache, find};
use crate::text::is_blank;

impl<'a> Index<'a> {
    /// Walks the document once.
    pub fn build(document: &'a Document<'a>) -> Self {
        let mut walk = Walk::new(&[], document.descendants().size_hint().0);
        walk.all(document.root_element().descendants(), Vec::with_capacity(16));
        walk.index(document)
    }

    /// The document as if it were the part: the part is the document element, and all that stands around
    /// it comes after its children, as one more. So rules on documents of the part's kind can be asked of
    /// it, and what they look for anywhere is looked for in the whole document. Elements of the names on
    /// the left are taken for those on the right. Without what stands around it, it is the part alone.
    pub fn of_part(
        part: Node<'a, 'a>,
        document: &'a Document<'a>,
        names: &[(Name, Name)],
        with_the_rest: bool,
    ) -> Self {
        let nodes = if with_the_rest { document.descendants() } else { part.descendants() };
        let mut walk = Walk::new(names, nodes.size_hint().0);
        walk.all(part.descendants(), Vec::with_capacity(16));
        if !with_the_rest {
            return walk.index(document);
        }
        let inside = part.id().get()..walk.end_of(part);
        let around = document.root_element().descendants();
        let around = around.filter(|node| !inside.contains(&node.id().get()));
        let own = walk.entries.first().map_or(0, |part| part.shape);
        walk.all(around, vec![(document.root().id().get(), 0)]);
        if let Some(part) = walk.entries.first_mut() {
            part.shape = own;
        }
        walk.fill(part.parent());
        walk.index(document)
    }
}

struct Walk<'a, 'n> {
    entries: Vec<Entry<'a>>,
    first: Vec<u32>,
    last: Vec<u32>,
    values: Vec<&'a str>,
    namespaces: NamespaceCache,
    names: &'n [(Name, Name)],
}

impl<'a, 'n> Walk<'a, 'n> {
    fn new(names: &'n [(Name, Name)], nodes: usize) -> Self {
        Self {
            entries: Vec::with_capacity(nodes / 2 + 1),
            first: vec![NONE; NAMES],
            last: vec![NONE; NAMES],
            values: Vec::new(),
            namespaces: NamespaceCache::default(),
            names,
        }
    }

    fn index(self, document: &'a Document<'a>) -> Index<'a> {
        let steps_left = Cell::new(0);
        let index = Index {
            document,
            entries: self.entries,
            values: self.values,
            first: self.first,
            steps_left,
        };
        index.refresh();
        index
    }

    /// The number of the first node after the part's descendants.
    fn end_of(&self, part: Node<'a, 'a>) -> u32 {
        part.descendants().next_back().map_or(0, |node| node.id().get() + 1)
    }

    /// The element holds something, though its children stand elsewhere.
    fn fill(&mut self, node: Option<Node<'a, 'a>>) {
        let number = node.map(|node| node.id().get());
        if let Some(at) = self.entries.iter().position(|entry| Some(entry.node) == number) {
            self.mark(at as u32, PARENT);
        }
    }

    /// Walks the nodes; elements that are open, the node's number and the element's, come with it.
    fn all(&mut self, nodes: impl Iterator<Item = Node<'a, 'a>>, mut open: Vec<(u32, u32)>) {
        for node in nodes {
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
        let name = self.names.iter().find(|pair| pair.0 == name).map_or(name, |pair| pair.1);
        let previous = std::mem::replace(&mut self.last[name.index()], number);
        match self.entries.get_mut(previous as usize) {
            Some(entry) => entry.next_same = number,
            None => self.first[name.index()] = number,
        }
        self.mark(parent, PARENT);
        let values = self.values.len();
        let attributes = self.attributes(node);
        self.entries.push(Entry {
            text: "",
            node: node.id().get(),
            parent,
            end: number + 1,
            next_same: NONE,
            attributes,
            values: values as u32,
            name,
            shape: 0,
        });
        number
    }

    /// The bits of an element's attributes. Keeps the values of those that have a name here.
    fn attributes(&mut self, node: Node<'a, 'a>) -> u64 {
        let from = self.values.len();
        node.attributes().fold(0, |bits, attribute| {
            let known = match attribute.namespace() {
                None => Attribute::of_name(attribute.name()),
                Some(_) => Attribute::Other,
            };
            if known != Attribute::Other {
                self.values.insert(from + known.place_in(bits), attribute.value());
            }
            bits | known.bit()
        })
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

#[cfg(test)]
mod tests {
    use super::super::Element;
    use super::*;

    #[test]
    fn a_part_is_followed_by_what_stands_around_it() {
        let document = Document::parse("<a><b/><c><d>1</d></c><e>2</e></a>").unwrap();
        let part = document.descendants().find(|node| node.has_tag_name("d")).unwrap();
        let names = |index: &Index<'_>| -> Vec<String> {
            index.all().map(|e| index.node(e).tag_name().name().to_owned()).collect()
        };
        let index = Index::of_part(part, &document, &[], true);
        assert_eq!(names(&index), ["d", "a", "b", "c", "e"]);
        let children: Vec<u32> = index.children(Element::ROOT).map(|e| e.0).collect();
        assert_eq!(children, [1]);
        assert_eq!(index.parent(Element(4)), Some(Element(1)));
        assert_eq!(index.value(Element::ROOT), "1");
        assert!(!index.has_children(Element::ROOT) && index.has_children(Element(3)));
        let alone = Index::of_part(part, &document, &[], false);
        assert_eq!(names(&alone), ["d"]);
    }

    #[test]
    fn each_attribute_has_its_value() {
        let document = Document::parse(
            "<a type='t' x='o' schemeID='s' y='o' metaSchemeID='m'><b/><c z='' name='n'/></a>",
        )
        .unwrap();
        let index = Index::build(&document);
        let of = |element, attribute| index.attribute(Element(element), attribute);
        assert_eq!(of(0, Attribute::Type), Some("t"));
        assert_eq!(of(0, Attribute::SchemeId), Some("s"));
        assert_eq!(of(0, Attribute::MetaSchemeId), Some("m"));
        assert_eq!((of(0, Attribute::Name), of(1, Attribute::Type)), (None, None));
        assert_eq!((of(2, Attribute::Name), of(2, Attribute::SchemeId)), (Some("n"), None));
        assert!(
            index.has(Element(2), Attribute::Other) && !index.has(Element(1), Attribute::Other)
        );
    }

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
