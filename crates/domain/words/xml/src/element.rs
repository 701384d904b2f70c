//! An element as checks look at it, whether rows or a tree were made of its document.

use std::borrow::Cow;

use roxmltree::Node;

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

    /// Its own text, whatever comments divide it; a copy only where something does.
    fn whole_text(self) -> Cow<'t, str> {
        whole(self.texts())
    }

    /// Its text with that of all elements in it, as XPath has it.
    fn string_value(self) -> Cow<'t, str> {
        whole(self.all_texts())
    }

    /// The child elements of this name.
    fn elements_named(self, name: QName<'_>) -> impl Iterator<Item = Self> {
        // most namespaces are the same, and long
        self.elements().filter(move |child| {
            let own = child.qname();
            own.1 == name.1 && own.0 == name.0
        })
    }
}

fn whole<'t>(mut parts: impl Iterator<Item = &'t str>) -> Cow<'t, str> {
    let first = parts.next().unwrap_or_default();
    match parts.next() {
        None => Cow::Borrowed(first),
        Some(second) => Cow::Owned([first, second].into_iter().chain(parts).collect()),
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
