use crate::{Fault, Place, ReadError};
use money::CurrencyCode;
use std::borrow::Cow;
use xml::{Node, Pieces, Unreadable, XmlElement};

/// An element, and its path below the root.
pub(super) struct At<'a, 'input> {
    node: Node<'a, 'input>,
    path: String,
    /// What is cut out of its document.
    pieces: Option<&'a Pieces<'a>>,
}

/// Why reading ends early.
pub(super) enum Stopped {
    /// At a part of the document.
    Unreadable(Unreadable),
    /// By what stands there.
    At(ReadError),
}

impl From<Unreadable> for Stopped {
    fn from(error: Unreadable) -> Self {
        Self::Unreadable(error)
    }
}

impl From<ReadError> for Stopped {
    fn from(error: ReadError) -> Self {
        Self::At(error)
    }
}

impl<'a, 'input> At<'a, 'input> {
    pub(super) const fn root(node: Node<'a, 'input>, pieces: &'a Pieces<'a>) -> Self {
        Self { node, path: String::new(), pieces: Some(pieces) }
    }

    fn below(&self, name: &str) -> String {
        if self.path.is_empty() { name.to_owned() } else { format!("{}/{name}", self.path) }
    }

    pub(super) fn error(&self, name: &str, fault: Fault) -> ReadError {
        ReadError::new(Place::Path(self.below(name)), fault)
    }

    pub(super) fn missing(&self, name: &str) -> ReadError {
        self.error(name, Fault::Missing)
    }

    pub(super) fn place(&self, name: &str) -> Place {
        Place::Path(self.below(name))
    }

    /// The element at a path below.
    fn find(&self, path: &str) -> Option<Node<'a, 'input>> {
        path.split('/').try_fold(self.node, |node, name| {
            node.children().find(|child| child.is_element() && child.tag_name().name() == name)
        })
    }

    pub(super) fn one(&self, path: &str) -> Option<At<'a, 'input>> {
        Some(At { node: self.find(path)?, path: self.below(path), pieces: self.pieces })
    }

    pub(super) fn required(&self, name: &str) -> Result<At<'a, 'input>, ReadError> {
        self.one(name).ok_or_else(|| self.missing(name))
    }

    /// All children of a name, counted from 1.
    pub(super) fn all(&self, name: &str) -> Vec<At<'a, 'input>> {
        let children = self.node.children();
        let named = children.filter(|c| c.is_element() && c.tag_name().name() == name);
        let at = |(n, node)| At { node, path: self.nth(name, n), pieces: self.pieces };
        named.enumerate().map(at).collect()
    }

    fn nth(&self, name: &str, n: usize) -> String {
        format!("{}[{}]", self.below(name), n + 1)
    }

    /// Visits all children of a name in their order, though they may be cut out. How many there are.
    pub(super) fn each(
        &self,
        name: &str,
        mut visit: impl FnMut(&At<'_, '_>) -> Result<(), Stopped>,
    ) -> Result<usize, Stopped> {
        let cut = self.pieces.filter(|pieces| pieces.cut().names.contains(&name));
        let Some(pieces) = cut else {
            let all = self.all(name);
            all.iter().try_for_each(visit)?;
            return Ok(all.len());
        };
        let mut count = 0;
        pieces.each(self.node, |node, pieces| {
            if node.tag_name().name() != name {
                return Ok(());
            }
            count += 1;
            visit(&At { node, path: self.nth(name, count - 1), pieces })
        })?;
        Ok(count)
    }

    /// The text at a path below, if there is any: all of it, whatever comments stand in it.
    pub(super) fn text(&self, path: &str) -> Option<Cow<'a, str>> {
        self.find(path).map(trimmed).filter(|text| !text.is_empty())
    }

    /// The first text of these paths that is there.
    pub(super) fn first(&self, paths: &[&str]) -> Option<Cow<'a, str>> {
        paths.iter().find_map(|path| self.text(path))
    }

    pub(super) fn attribute(&self, name: &str) -> Option<&'a str> {
        self.node.attribute(name)
    }

    pub(super) fn own_text(&self) -> Cow<'a, str> {
        trimmed(self.node)
    }

    pub(super) fn currency(
        &self,
        name: &str,
        text: Option<&str>,
    ) -> Result<Option<CurrencyCode>, ReadError> {
        let read = text.map(|text| text.trim().parse());
        read.transpose().map_err(|_| self.error(name, Fault::NotACurrency))
    }
}

fn trimmed<'a>(node: Node<'a, '_>) -> Cow<'a, str> {
    match node.whole_text() {
        Cow::Borrowed(text) => Cow::Borrowed(text.trim()),
        Cow::Owned(text) => Cow::Owned(text.trim().to_owned()),
    }
}
