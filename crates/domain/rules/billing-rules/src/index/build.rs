//! The one walk.

use std::cell::Cell;

use roxmltree::{Document, Node, NodeType};
use xml::{Flat, Readable, RowKind};

use super::{Attribute, Entry, Index, NONE, PARENT, REMARK, SPLIT, TEXT};
use crate::names::{NAMES, Name, Namespace, NamespaceCache, find};
use xml::white_space::is_blank;

impl<'a> Index<'a> {
    /// Walks the document once: its rows, if it has any, or its tree.
    pub fn build(source: &'a (dyn Readable + 'a)) -> Self {
        match source.flat() {
            Some(flat) => {
                let mut walk = Walk::new(&[], flat.len());
                walk.rows(flat);
                walk.index(source)
            }
            None => Self::of_tree(source),
        }
    }

    fn of_tree(source: &'a (dyn Readable + 'a)) -> Self {
        let document = source.document();
        let mut walk = Walk::new(&[], document.descendants().size_hint().0);
        walk.all(document.root_element().descendants(), Vec::with_capacity(16));
        walk.index(source)
    }

    /// The document as if it were the part: the part is the document element, and all that stands around
    /// it comes after its children, as one more. So rules on documents of the part's kind can be asked of
    /// it, and what they look for anywhere is looked for in the whole document. Elements of the names on
    /// the left are taken for those on the right. Without what stands around it, it is the part alone.
    pub fn of_part(
        part: Node<'a, 'a>,
        source: &'a (dyn Readable + 'a),
        names: &[(Name, Name)],
        with_the_rest: bool,
    ) -> Self {
        let document: &'a Document<'a> = source.document();
        let nodes = if with_the_rest { document.descendants() } else { part.descendants() };
        let mut walk = Walk::new(names, nodes.size_hint().0);
        walk.all(part.descendants(), Vec::with_capacity(16));
        if !with_the_rest {
            return walk.index(source);
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
        walk.index(source)
    }
}

struct Walk<'a, 'n> {
    entries: Vec<Entry<'a>>,
    values: Vec<&'a str>,
    namespaces: NamespaceCache,
    names: &'n [(Name, Name)],
}

impl<'a, 'n> Walk<'a, 'n> {
    fn new(names: &'n [(Name, Name)], nodes: usize) -> Self {
        Self {
            entries: Vec::with_capacity(nodes / 2 + 1),
            values: Vec::new(),
            namespaces: NamespaceCache::default(),
            names,
        }
    }

    fn index(mut self, source: &'a (dyn Readable + 'a)) -> Index<'a> {
        let first = self.chain();
        let steps_left = Cell::new(0);
        let index = Index { source, entries: self.entries, values: self.values, first, steps_left };
        index.refresh();
        index
    }

    /// Leads from each element to the next of its name; the first of each name.
    fn chain(&mut self) -> Vec<u32> {
        let mut first = vec![NONE; NAMES];
        for (number, entry) in self.entries.iter_mut().enumerate().rev() {
            entry.next_same = std::mem::replace(&mut first[entry.name.index()], number as u32);
        }
        first
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

    /// Walks the rows of a document.
    fn rows(&mut self, flat: &Flat<'a>) {
        let namespaces: Vec<_> =
            flat.namespaces().iter().map(|uri| Namespace::of_uri(uri)).collect();
        // the elements that are open, and the number of the node after each
        let mut open: Vec<(u32, u32)> = Vec::with_capacity(16);
        for (node, (row, attributes)) in (1..).zip(flat.rows()) {
            while let Some((element, _)) = open.pop_if(|last| last.1 == node) {
                self.end(Some(element));
            }
            let parent = open.last().map_or(NONE, |last| last.0);
            match row.kind {
                RowKind::Element => {
                    let name = (namespaces[row.namespace as usize], row.text);
                    let bits = self.attributes(
                        attributes.map(|one| (one.namespace == 0, one.name, one.value)),
                    );
                    open.push((self.element(node, parent, name, bits), row.end + 1));
                }
                RowKind::Text => self.text(row.text, parent),
                RowKind::Remark => self.mark(parent, REMARK),
            }
        }
        for (element, _) in open {
            self.end(Some(element));
        }
    }

    /// Walks the nodes; elements that are open, the node's number and the element's, come with it.
    fn all(&mut self, nodes: impl Iterator<Item = Node<'a, 'a>>, mut open: Vec<(u32, u32)>) {
        for node in nodes {
            let parent = node.parent().map_or(0, |parent| parent.id().get());
            while open.last().is_some_and(|last| last.0 != parent) {
                self.end(open.pop().map(|done| done.1));
            }
            let parent = open.last().map_or(NONE, |last| last.1);
            match node.node_type() {
                NodeType::Element => {
                    let tag = node.tag_name();
                    let namespace = tag.namespace().and_then(|uri| self.namespaces.get(uri));
                    let attributes = node.attributes();
                    let bits = self.attributes(
                        attributes.map(|one| (one.namespace().is_none(), one.name(), one.value())),
                    );
                    let number =
                        self.element(node.id().get(), parent, (namespace, tag.name()), bits);
                    open.push((node.id().get(), number));
                }
                NodeType::Text => self.text(node.text().unwrap_or_default(), parent),
                _ => self.mark(parent, REMARK),
            }
        }
        for (_, element) in open {
            self.end(Some(element));
        }
    }

    /// The element ends with the last one that was seen.
    fn end(&mut self, element: Option<u32>) {
        let end = self.entries.len() as u32;
        let entry = element.and_then(|element| self.entries.get_mut(element as usize));
        if let Some(entry) = entry {
            entry.end = end;
        }
    }

    /// Takes in an element whose attributes, as bits, were just taken in.
    fn element(
        &mut self,
        node: u32,
        parent: u32,
        (namespace, local): (Option<Namespace>, &str),
        attributes: u64,
    ) -> u32 {
        let number = self.entries.len() as u32;
        let name = namespace.and_then(|n| find(n, local)).unwrap_or(Name::UNKNOWN);
        let name = self.names.iter().find(|pair| pair.0 == name).map_or(name, |pair| pair.1);
        self.mark(parent, PARENT);
        let known = (attributes & !Attribute::Other.bit()).count_ones();
        self.entries.push(Entry {
            text: "",
            node,
            parent,
            end: number + 1,
            next_same: NONE,
            attributes,
            values: self.values.len() as u32 - known,
            name,
            shape: 0,
        });
        number
    }

    /// The bits of an element's attributes: of each, whether it is in no namespace, its name and its value. Keeps the
    /// values of those that have a name here.
    fn attributes<'t>(
        &mut self,
        attributes: impl Iterator<Item = (bool, &'t str, &'a str)>,
    ) -> u64 {
        let from = self.values.len();
        attributes.fold(0, |bits, (is_plain, name, value)| {
            let known = if is_plain { Attribute::of_name(name) } else { Attribute::Other };
            if known != Attribute::Other {
                self.values.insert(from + known.place_in(bits), value);
            }
            bits | known.bit()
        })
    }

    fn text(&mut self, text: &'a str, parent: u32) {
        let Some(entry) = self.entries.get_mut(parent as usize) else { return };
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
    use xml::Parsed;

    #[test]
    fn a_part_is_followed_by_what_stands_around_it() {
        let document = Parsed::read(b"<a><b/><c><d>1</d></c><e>2</e></a>").unwrap();
        let part = document.document().descendants().find(|node| node.has_tag_name("d")).unwrap();
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
        let document = Parsed::read(
            b"<a type='t' x='o' schemeID='s' y='o' metaSchemeID='m'><b/><c z='' name='n'/></a>",
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
        let document = Parsed::read(b"<a>x<b>1<!-- c -->2</b><c><d/></c> <e/></a>").unwrap();
        let index = Index::build(&document);
        assert_eq!(index.len(), 5);
        let children: Vec<u32> = index.children(Element::ROOT).map(|e| e.0).collect();
        assert_eq!(children, [1, 2, 4]);
        assert_eq!(index.value(Element(1)), "12");
        assert_eq!(index.value(Element::ROOT), "x12 ");
        assert_eq!(index.parent(Element(3)), Some(Element(2)));
    }

    /// The fixtures, and the cases of tax data and reports, most of which have some fault.
    fn documents() -> impl Iterator<Item = String> {
        let files = ["documents/ubl", "documents/cii"].into_iter().map(fixtures::files);
        let folders = ["sk-tdd", "tsr", "eusr"].into_iter();
        let cases = folders.map(|folder| fixtures::cases(&format!("peppol-network/{folder}")));
        files.flat_map(|files| files.into_values()).chain(cases.flatten().map(|case| case.text))
    }

    #[test]
    fn rows_and_trees_give_the_same_index() {
        let mut seen = 0;
        for text in documents() {
            let Ok(document) = Parsed::read(text.as_bytes()) else { continue };
            if document.flat().is_none() {
                continue;
            }
            seen += 1;
            let (rows, tree) = (Index::build(&document), Index::of_tree(&document));
            assert!(rows.entries == tree.entries, "{text}");
            assert_eq!((&rows.values, &rows.first), (&tree.values, &tree.first));
        }
        assert!(seen > 300, "only {seen}");
    }
}
